internal import SQLite

/// An event found in the folder.
struct FoundEvent {
  let file: String
  let contents: CalendarFolder.Contents
  let event: EventFile
  let stated: StatedEvent
}

/// One event: its base, and what was found.
struct EventSides {
  var known: SyncedEvent?
  /// The row after the last sync; the row of a trip is followed by its items without a date.
  var rows: [[SQLiteValue]] = []
  /// The event after the last sync.
  var base: StatedEvent?
  var found: FoundEvent?
  /// Why it is left alone on both sides.
  var problem: String?
}

/// A trip that changed on at least one side, with the state of each side.
struct SyncCase {
  let uid: String
  /// The rows in the store; nil if there are none.
  var trip: TripRows?
  var event = EventSides()
  /// The events of stays, and of items with a date, by their UIDs.
  var parts: [String: EventSides] = [:]

  var id: Int64? { trip?.trip.id }
  var sides: [EventSides] { [event] + parts.values }
}

/// Finds the changes in a store and a folder since their last sync.
///
/// Files whose stamp differs from the base are read. Events are then matched with their bases, and
/// with the store, by UID.
struct SyncScan {
  private(set) var cases: [SyncCase] = []
  /// Trips that are equal on both sides.
  private(set) var unchanged = 0
  /// The number of events that the last sync knew, and of those that are missing although their
  /// rows are in the store: of all events, and of trips alone.
  private(set) var paired = (all: 0, trips: 0)
  private(set) var gone = (all: 0, trips: 0)
  /// Whether the folder contains any event.
  private(set) var hasEvents = false
  /// Events that this program did not write, or that belong to no trip.
  private(set) var strangers: [FoundEvent] = []
  /// Files that cannot be read, with the reasons.
  private(set) var unreadable: [String: String] = [:]
  /// All names in the folder.
  private(set) var names: Set<String> = []
  /// Events whose files were touched but are unchanged.
  private(set) var restamped: [SyncedEvent] = []

  private let folder: CalendarFolder
  private let db: Connection
  private let events: SyncedEvents
  private let zone: ZoneClock
  /// The events that were read, by UID.
  private var found: [String: [FoundEvent]] = [:]
  /// The cases of the stays and items in the store, by uid.
  private var placesOfParts: [String: Int] = [:]
  /// The digests of the trips as of the last sync.
  private var digests: [Int64: Int64] = [:]
  /// Trips with a changed file.
  private var touched: Set<Int64> = []
  /// Known files that are missing, or contain something else.
  private var lost: Set<String> = []

  init(
    _ folder: CalendarFolder, _ events: SyncedEvents, _ zone: ZoneClock, in db: Connection
  ) throws {
    (self.folder, self.events, self.zone, self.db) = (folder, events, zone, db)
    try compare(folder)
    try gatherTrips()
    gatherNewEvents()
    for index in cases.indices {
      var one = cases[index]
      one.event.problem = problem(of: one.event)
      for (uid, sides) in one.parts { one.parts[uid]?.problem = problem(of: sides) }
      cases[index] = one
      countGone(one)
    }
  }

  // MARK: - The folder

  /// Goes through the folder and the bases side by side, both sorted by name.
  private mutating func compare(_ folder: CalendarFolder) throws {
    var rest = try folder.names()[...]
    names = Set(rest)
    try events.visit { event in
      paired.all += 1
      if event.kind == .trip {
        paired.trips += 1
        digests[event.tripId] = event.digest
      }
      while let name = rest.first, CalendarFolder.precedes(name, event.file) {
        read(rest.removeFirst(), folder)
      }
      if let name = rest.first, name.utf8.elementsEqual(event.file.utf8) {
        check(event, rest.removeFirst(), folder)
      } else {
        lose(event)
      }
    }
    for name in rest { read(name, folder) }
  }

  private mutating func lose(_ event: SyncedEvent) {
    lost.insert(event.file)
    touched.insert(event.tripId)
  }

  /// Reads a known file whose stamp has changed.
  private mutating func check(_ event: SyncedEvent, _ file: String, _ folder: CalendarFolder) {
    hasEvents = true
    if event.stamp != 0, folder.stamp(of: file) == event.stamp { return }
    guard let contents = try? folder.contents(of: file), contents.hash == event.hash else {
      lose(event)
      return read(file, folder)
    }
    if event.stamp != contents.stamp, contents.stamp != 0 {
      restamped.append(event.with(stamp: contents.stamp))
    }
  }

  private mutating func read(_ file: String, _ folder: CalendarFolder) {
    do throws(ValueError) {
      // A calendar without an event, such as one of a task, is ignored.
      guard let event = try found(file, folder) else { return }
      hasEvents = true
      found[event.stated.uid, default: []].append(event)
    } catch {
      unreadable[file] = error.description
    }
  }

  private func found(_ file: String, _ folder: CalendarFolder) throws(ValueError) -> FoundEvent? {
    guard let contents = try folder.contents(of: file), let event = try EventFile(contents.bytes)
    else { return nil }
    return FoundEvent(
      file: file, contents: contents, event: event, stated: StatedEvent(event.own, zone))
  }

  // MARK: - Trips

  /// Collects the trips whose rows or files have changed, and those deleted from the store.
  private mutating func gatherTrips() throws {
    let statements = TripLookup(db)
    for (uid, events) in found {
      for uid in Set([uid] + events.compactMap(\.stated.owner)) {
        if let id = try statements.tripID(uid: uid) { touched.insert(id) }
        if let id = try statements.tripID(ofPart: uid) { touched.insert(id) }
      }
    }
    var ids: [Int64] = []
    try RowDigests.visit(in: db) { id, digest in
      let isUnchanged = digests.removeValue(forKey: id) == digest && !touched.contains(id)
      if isUnchanged { unchanged += 1 } else { ids.append(id) }
    }
    var places: [Int64: Int] = [:]
    // A trip that was deleted and imported again has another id.
    var placesOfUIDs: [String: Int] = [:]
    for id in ids {
      guard let rows = try statements.rows(ofTrip: id) else { continue }
      let uid = rows.trip.text(TripColumn.uid)
      (places[id], placesOfUIDs[uid]) = (cases.count, cases.count)
      for item in rows.items { placesOfParts[item.text(ItemColumn.uid)] = cases.count }
      for stay in rows.stays { placesOfParts[stay.text(StayColumn.uid)] = cases.count }
      cases.append(SyncCase(uid: uid, trip: rows))
    }
    for event in try events.events(ofTrips: Set(ids).union(digests.keys).union(touched)) {
      // A stay may have moved to another trip.
      let moved = event.kind == .trip ? nil : placesOfParts[event.uid]
      let place = moved ?? places[event.tripId] ?? placesOfUIDs[event.uid] ?? cases.count
      if moved == nil { places[event.tripId] = place }
      // The trip was deleted from the store. Its own event precedes the events of its parts.
      if place == cases.count { cases.append(SyncCase(uid: event.uid)) }
      var sides = EventSides(known: event, rows: try events.rows(event.rows))
      sides.base = StatedEvent(relevant: event.event, zone)
      take(event, &sides)
      if event.kind == .trip {
        cases[place].event = sides
      } else {
        cases[place].parts[event.uid] = sides
      }
    }
  }

  /// Takes a known event from those that were read, or reads its unchanged file.
  private mutating func take(_ event: SyncedEvent, _ sides: inout EventSides) {
    let all = found.removeValue(forKey: event.uid) ?? []
    let isLost = lost.contains(event.file)
    let files = all.map(\.file) + (isLost ? [] : [event.file])
    if files.count > 1 { sides.problem = Self.reason(files) }
    if isLost, unreadable[event.file] == nil {
      sides.found = all.first
      return
    }
    do throws(ValueError) {
      sides.found = try found(event.file, folder)
    } catch {
      sides.problem = "its file cannot be read: \(error)"
    }
  }

  private static func reason(_ files: [String]) -> String {
    "its event is in two files, \(files.map { "'\($0)'" }.joined(separator: " and "))"
  }

  // MARK: - New events

  /// Matches unknown events by UID, and finds the events of new trips.
  private mutating func gatherNewEvents() {
    var places = Dictionary(
      cases.enumerated().map { ($1.uid, $0) }, uniquingKeysWith: { one, _ in one })
    // Related events come last, since their trips may be new too.
    let sorted = found.sorted { $0.key < $1.key }
    let owned = sorted.filter { $1[0].stated.owner != nil }
    for (uid, events) in sorted.filter({ $1[0].stated.owner == nil }) + owned {
      let event = events[0]
      // A server may have dropped RELATED-TO, and an item may have been imported from an event of
      // another program.
      let owner = event.stated.kind.isPart ? event.stated.owner.flatMap { places[$0] } : nil
      let place = placesOfParts[uid] ?? owner ?? places[uid] ?? cases.count
      if place == cases.count {
        guard event.stated.kind == .trip else {
          strangers += events
          continue
        }
        places[uid] = place
        cases.append(SyncCase(uid: uid))
      }
      var sides = EventSides(found: event)
      if events.count > 1 { sides.problem = Self.reason(events.map(\.file)) }
      if cases[place].uid == uid {
        cases[place].event = sides
      } else {
        cases[place].parts[uid] = sides
      }
    }
    found = [:]
    for place in cases.indices where cases[place].trip == nil { giveParts(of: place, places) }
  }

  /// Gives the stays and items of a trip that was deleted here to the trips that their events now
  /// belong to, where they are new.
  private mutating func giveParts(of place: Int, _ places: [String: Int]) {
    for (uid, sides) in cases[place].parts {
      guard let known = sides.known, let found = sides.found, let owner = found.stated.owner,
        let other = places[owner], other != place
      else { continue }
      cases[place].parts[uid] = nil
      cases[other].parts[uid] = EventSides(known: known, found: found, problem: sides.problem)
    }
  }

  private func problem(of sides: EventSides) -> String? {
    if let problem = sides.problem { return problem }
    if sides.found?.event.repeats == true { return "its event repeats" }
    // A file that cannot be read may be the missing one.
    guard sides.known != nil, sides.found == nil, let other = unreadable.keys.min() else {
      return nil
    }
    return "its file is missing, and '\(other)' cannot be read"
  }

  private mutating func countGone(_ one: SyncCase) {
    guard let trip = one.trip else { return }
    let uids = Set(
      trip.items.map { $0.text(ItemColumn.uid) } + trip.stays.map { $0.text(StayColumn.uid) })
    let isGone = one.event.known != nil && one.event.found == nil
    gone.trips += isGone ? 1 : 0
    gone.all += isGone ? 1 : 0
    gone.all += one.parts.count { uid, sides in
      sides.known != nil && sides.found == nil && uids.contains(uid)
    }
  }
}
