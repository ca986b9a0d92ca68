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
  var base: EventBase?
  var found: FoundEvent?
}

/// A trip that changed on at least one side, with the state of each side.
struct SyncCase {
  let uid: String
  /// The trip in the store; nil if there is none.
  var trip: Trip?
  var event = EventSides()
  /// The events of stays, and of items with a date, by their UIDs.
  var parts: [String: EventSides] = [:]
  /// Why it must be left unchanged on both sides.
  var holdReason: String?

  /// The facts of its events after the last sync; nil if there is no base.
  var base: TripFacts? {
    guard var facts = event.base?.trip else { return nil }
    for (uid, sides) in parts {
      guard let known = sides.known, let base = sides.base else { continue }
      let row = RowFacts(key: uid, row: known.rowId, values: base.values)
      if known.kind == .stay { facts.stays.append(row) } else { facts.items.append(row) }
    }
    return facts
  }
}

/// Finds the changes in a store and a folder since their last sync.
///
/// Files whose stamp differs from the base are read. Events are then matched with their bases, and
/// with the store, by UID.
struct SyncScan {
  private(set) var cases: [SyncCase] = []
  /// Trips that are equal on both sides.
  private(set) var unchanged = 0
  /// Events that the last sync knew.
  private(set) var paired = 0
  /// Whether the folder contains an event at all.
  private(set) var hasEvents = false
  /// The number of events that this program did not write.
  private(set) var otherEvents = 0
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
    for index in cases.indices where cases[index].holdReason == nil {
      cases[index].holdReason = reasonToHold(cases[index])
    }
  }

  // MARK: - The folder

  /// Goes through the folder and the bases side by side, both sorted by name.
  private mutating func compare(_ folder: CalendarFolder) throws {
    var rest = try folder.names()[...]
    names = Set(rest)
    try events.visit { event in
      paired += 1
      if event.kind == .trip { digests[event.tripId] = event.digest }
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
    for trip in try Self.trips(ids, in: db) {
      places[trip.id] = cases.count
      placesOfUIDs[trip.uid] = cases.count
      cases.append(SyncCase(uid: trip.uid, trip: trip))
    }
    for event in try events.events(ofTrips: Set(ids).union(digests.keys).union(touched)) {
      let place = places[event.tripId] ?? placesOfUIDs[event.uid] ?? cases.count
      places[event.tripId] = place
      // The trip was deleted from the store. Its own event precedes those of its parts.
      if place == cases.count { cases.append(SyncCase(uid: event.uid)) }
      let sides = EventSides(known: event, base: event.base, found: take(event, place, folder))
      if event.kind == .trip {
        cases[place].event = sides
      } else {
        cases[place].parts[event.uid] = sides
      }
    }
  }

  private static func trips(_ ids: [Int64], in db: Connection) throws -> [Trip] {
    var descriptor = FetchDescriptor()
    descriptor.predicate.ids = ids
    descriptor.relationshipsForPrefetching = [.bucketList, .livingAccommodations]
    return ids.isEmpty ? [] : try Store.fetch(Trip.self, descriptor, in: db)
  }

  /// Takes a known event from those that were read, or reads its unchanged file.
  private mutating func take(
    _ event: SyncedEvent, _ place: Int, _ folder: CalendarFolder
  ) -> FoundEvent? {
    let all = found.removeValue(forKey: event.uid) ?? []
    let isLost = lost.contains(event.file)
    let files = all.map(\.file) + (isLost ? [] : [event.file])
    if files.count > 1 { cases[place].holdReason = Self.reason(files) }
    if isLost, unreadable[event.file] == nil { return all.first }
    do throws(ValueError) {
      return try found(event.file, folder)
    } catch {
      cases[place].holdReason = "its file cannot be read: \(error)"
      return nil
    }
  }

  private static func reason(_ files: [String]) -> String {
    "its event is in two files, \(files.map { "'\($0)'" }.joined(separator: " and "))"
  }

  // MARK: - New events

  /// Matches unknown events by UID, and finds those of new trips.
  private mutating func gatherNewEvents() {
    var places = Dictionary(
      cases.enumerated().map { ($1.uid, $0) }, uniquingKeysWith: { one, _ in one })
    var placesOfParts: [String: Int] = [:]
    for (place, one) in cases.enumerated() {
      for item in one.trip?.bucketList ?? [] { placesOfParts[item.uid] = place }
      for stay in one.trip?.livingAccommodations ?? [] { placesOfParts[stay.uid] = place }
    }
    // Related events come last, since their trips may be new too.
    let sorted = found.sorted { $0.key < $1.key }
    let owned = sorted.filter { $1[0].stated.owner != nil }
    for (uid, events) in sorted.filter({ $1[0].stated.owner == nil }) + owned {
      let event = events[0]
      let isPart = event.stated.kind.isPart
      // A server may have dropped RELATED-TO.
      let ofPart = event.stated.owner.map { places[$0] } ?? placesOfParts[uid]
      let place = (isPart ? ofPart : places[uid]) ?? cases.count
      if place == cases.count {
        guard event.stated.kind == .trip else {
          otherEvents += events.count
          continue
        }
        places[uid] = place
        cases.append(SyncCase(uid: uid))
      }
      if cases[place].uid == uid {
        cases[place].event.found = event
      } else {
        cases[place].parts[uid] = EventSides(found: event)
      }
      if events.count > 1 { cases[place].holdReason = Self.reason(events.map(\.file)) }
    }
    found = [:]
  }

  private func reasonToHold(_ one: SyncCase) -> String? {
    let sides = [one.event] + one.parts.values
    if let uid = one.trip?.uid, (try? StoredText.uid.required(uid)) != uid {
      return "its uid cannot be written to a calendar"
    }
    if sides.contains(where: { $0.found?.event.repeats == true }) { return "its event repeats" }
    // A file that cannot be read may be the missing one.
    if let other = unreadable.keys.min(),
      sides.contains(where: { $0.known != nil && $0.found == nil })
    {
      return "its file is missing, and '\(other)' cannot be read"
    }
    return nil
  }
}
