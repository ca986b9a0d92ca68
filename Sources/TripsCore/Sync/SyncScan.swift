internal import GRDB

/// An event as it was found in the folder.
struct FoundEvent {
  let file: String
  let contents: CalendarFolder.Contents
  let event: EventFile
  let stated: StatedEvent
}

/// One event on all three sides, as far as it is there.
struct SyncSides {
  var known: SyncedEvent?
  var base: EventBase?
  var found: FoundEvent?
}

/// A trip that has changed on one side at least, with what each side has of it.
struct SyncCase {
  let uid: String
  /// As the store has it; nil where it has none.
  var trip: Trip?
  var event = SyncSides()
  /// By the UIDs of the stays' events.
  var stays: [String: SyncSides] = [:]
  /// Why it must be left as it is on both sides.
  var heldBecause: String?
}

/// Finds what has changed in a store and a folder since their last sync.
struct SyncScan {
  private(set) var cases: [SyncCase] = []
  /// Trips that are the same on both sides.
  private(set) var unchanged = 0
  /// Events of trips that the last sync knew.
  private(set) var paired = 0
  /// Whether the folder has an event at all.
  private(set) var hasEvents = false
  private(set) var strangers: [FoundEvent] = []
  /// Events that were given back, with their files.
  private(set) var givenBack: [SyncedEvent] = []
  private(set) var unreadable: [(file: String, reason: String)] = []
  /// All names in the folder.
  private(set) var names: Set<String> = []
  /// Events whose files were touched, and hold what they held.
  private(set) var restamped: [SyncedEvent] = []

  private let folder: CalendarFolder?
  private let db: Database
  private let events: SyncedEvents
  private let zone: ZoneClock
  private var known: [Int64: KnownTrip] = [:]
  /// Known events whose files are gone, by UID.
  private var missing: [String: SyncedEvent] = [:]
  private var found: [(event: FoundEvent, known: SyncedEvent?)] = []

  /// A trip that the last sync knew.
  private struct KnownTrip {
    var digest: Int64 = 0
    var isTouched = false
    var hasUnreadableFile = false
  }

  /// - Parameter folder: nil for one that has yet to be made.
  init(
    _ folder: CalendarFolder?, _ events: SyncedEvents, _ zone: ZoneClock, in db: Database
  ) throws {
    (self.folder, self.events, self.zone, self.db) = (folder, events, zone, db)
    try readFolder()
    pairRenamedFiles()
    try takeEventsBack()
    try gatherCases()
  }

  // MARK: - The folder

  /// Walks the folder and what is remembered of it side by side, both in the order of the names.
  private mutating func readFolder() throws {
    guard let folder else { return }
    let names = try folder.names()
    self.names = Set(names)
    var next = 0
    try events.visit { event in
      if event.tripId != nil, event.stayId == nil { paired += 1 }
      while next < names.count, CalendarFolder.precedes(names[next], event.file) {
        read(names[next], known: nil)
        next += 1
      }
      if next < names.count, names[next].utf8.elementsEqual(event.file.utf8) {
        next += 1
        check(event)
      } else {
        miss(event)
      }
    }
    while next < names.count {
      read(names[next], known: nil)
      next += 1
    }
  }

  private mutating func check(_ event: SyncedEvent) {
    hasEvents = true
    if event.stamp != 0, folder?.stamp(of: event.file) == event.stamp {
      note(event)
    } else {
      read(event.file, known: event)
    }
  }

  /// Notes an event that has not changed.
  private mutating func note(_ event: SyncedEvent) {
    guard let trip = event.tripId else { return givenBack.append(event) }
    if event.stayId == nil { known[trip, default: KnownTrip()].digest = event.digest }
  }

  private mutating func miss(_ event: SyncedEvent) {
    missing[event.uid] = event
    if let trip = event.tripId { known[trip, default: KnownTrip()].isTouched = true }
  }

  private mutating func read(_ file: String, known event: SyncedEvent?) {
    do throws(CalendarFolder.Unreadable) {
      guard let contents = try folder?.contents(of: file) else {
        if let event { miss(event) }
        return
      }
      if var event, event.hash == contents.hash {
        note(event)
        if event.stamp != contents.stamp, contents.stamp != 0 {
          event.stamp = contents.stamp
          restamped.append(event)
        }
        return
      }
      guard let read = try Self.event(contents.bytes) else { return }
      hasEvents = true
      let stated = StatedEvent(read.own, zone)
      let foundEvent = FoundEvent(file: file, contents: contents, event: read, stated: stated)
      if let trip = event?.tripId { self.known[trip, default: KnownTrip()].isTouched = true }
      found.append((foundEvent, event))
    } catch {
      unreadable.append((file, error.reason))
      if let trip = event?.tripId {
        self.known[trip, default: KnownTrip()].hasUnreadableFile = true
      }
    }
  }

  /// Nil for a calendar without an event.
  private static func event(
    _ bytes: [UInt8]
  ) throws(CalendarFolder.Unreadable) -> EventFile? {
    do throws(ValueError) {
      return try EventFile(bytes)
    } catch {
      throw CalendarFolder.Unreadable(reason: error.description)
    }
  }

  /// vdirsyncer may give an event another file name; a file may be given another event.
  private mutating func pairRenamedFiles() {
    for index in found.indices {
      guard let event = found[index].known, event.uid != found[index].event.stated.uid else {
        continue
      }
      miss(event)
      found[index].known = nil
    }
    for index in found.indices where found[index].known == nil {
      found[index].known = missing.removeValue(forKey: found[index].event.stated.uid)
    }
  }

  /// An event that was given back is another program's, unless its trip is in the store again (`redo`).
  private mutating func takeEventsBack() throws {
    let changed = found.filter { $0.known != nil && $0.known?.tripId == nil }
    found.removeAll { $0.known != nil && $0.known?.tripId == nil }
    let events =
      givenBack.map { (event: $0, file: $0.file) }
      + changed.compactMap { found in found.known.map { ($0, found.event.file) } }
    givenBack = []
    for (event, file) in events {
      if try Self.id(ofTrip: event.uid, in: db) == nil {
        givenBack.append(event)
      } else {
        read(file, known: nil)
      }
    }
  }

  private static func id(ofTrip uid: String, in db: Database) throws -> Int64? {
    try StatementCursor.integer("SELECT id FROM trip WHERE uid = \(uid)", in: db)
  }

  // MARK: - The store

  private mutating func gatherCases() throws {
    var ids: [Int64] = []
    var gone = known
    try RowDigests(db: db).visit { id, digest in
      gone[id] = nil
      if let trip = known[id], trip.digest == digest, !trip.isTouched, !trip.hasUnreadableFile {
        unchanged += 1
      } else {
        ids.append(id)
      }
    }
    var places: [String: Int] = [:]
    for trip in try Self.trips(ids, in: db) {
      places[trip.uid] = cases.count
      cases.append(SyncCase(uid: trip.uid, trip: trip))
    }
    try addKnownEvents(ids + gone.keys, &places)
    try addFoundEvents(&places)
    for index in cases.indices { hold(index) }
  }

  private static func trips(_ ids: [Int64], in db: Database) throws -> [Trip] {
    var descriptor = FetchDescriptor()
    descriptor.predicate.ids = ids
    descriptor.relationshipsForPrefetching = [.bucketList, .livingAccommodation]
    return ids.isEmpty ? [] : try Store.fetch(Trip.self, descriptor, in: db)
  }

  /// Adds what is remembered of each trip, and reads its files where they have not changed.
  private mutating func addKnownEvents(_ ids: [Int64], _ places: inout [String: Int]) throws {
    let byID = Dictionary(
      cases.compactMap { one in one.trip.map { ($0.id, one.uid) } }, uniquingKeysWith: { $1 })
    let read = Dictionary(
      found.compactMap { found in found.known.map { ($0.file, found.event) } },
      uniquingKeysWith: { one, _ in one })
    // A folder that is to be made is a new one.
    let events = folder == nil ? [] : try self.events.events(ofTrips: ids)
    // The uid of a trip that is gone from the store is the one of its event.
    var uids = byID
    for event in events where event.stayId == nil {
      if let trip = event.tripId, uids[trip] == nil { uids[trip] = event.uid }
    }
    for event in events {
      guard let uid = event.tripId.flatMap({ uids[$0] }) else { continue }
      if places[uid] == nil {
        places[uid] = cases.count
        cases.append(SyncCase(uid: uid))
      }
      guard let place = places[uid] else { continue }
      var sides = SyncSides(known: event, base: event.base, found: read[event.file])
      let isMissing = missing[event.uid]?.file == event.file
      if sides.found == nil, !isMissing { sides.found = unchanged(event, place) }
      if event.stayId == nil {
        cases[place].event = sides
      } else {
        cases[place].stays[event.uid] = sides
      }
    }
    found.removeAll { $0.known?.tripId != nil }
  }

  private mutating func unchanged(_ event: SyncedEvent, _ place: Int) -> FoundEvent? {
    if let contents = try? folder?.contents(of: event.file), contents.hash == event.hash,
      let read = try? EventFile(contents.bytes)
    {
      let stated = StatedEvent(read.own, zone)
      return FoundEvent(file: event.file, contents: contents, event: read, stated: stated)
    }
    let reason = unreadable.first { $0.file == event.file }?.reason
    cases[place].heldBecause =
      reason.map { "its file cannot be read: \($0)" }
      ?? "its file was changed meanwhile"
    return nil
  }

  /// Pairs events that are not known by their UIDs, and finds those of new trips.
  private mutating func addFoundEvents(_ places: inout [String: Int]) throws {
    // The stays come last: their trips may be new too.
    let isStay = { (event: StatedEvent) in if case .stay = event.kind { true } else { false } }
    let events = found.map(\.event)
    for event in events.filter({ !isStay($0.stated) }) + events.filter({ isStay($0.stated) }) {
      let uid = event.stated.uid
      if !isStay(event.stated), let place = try place(ofTrip: uid, &places) {
        put(event, place, stay: nil)
      } else if let owner = event.stated.owner, let place = try place(ofTrip: owner, &places) {
        put(event, place, stay: uid)
      } else if event.stated.kind == .trip {
        places[uid] = cases.count
        cases.append(SyncCase(uid: uid, event: SyncSides(found: event)))
      } else {
        strangers.append(event)
      }
    }
    found = []
  }

  /// The case of a trip with this uid, which the store has or the folder brings.
  private mutating func place(ofTrip uid: String, _ places: inout [String: Int]) throws -> Int? {
    if let place = places[uid] { return place }
    guard let id = try Self.id(ofTrip: uid, in: db), let trip = try Self.trips([id], in: db).first
    else { return nil }
    // Only its stay is new, or there are two files of it.
    unchanged -= 1
    let place = cases.count
    cases.append(SyncCase(uid: uid, trip: trip))
    places[uid] = place
    try addKnownEvents([id], &places)
    return place
  }

  private mutating func put(_ event: FoundEvent, _ place: Int, stay uid: String?) {
    let sides = uid.map { cases[place].stays[$0] ?? SyncSides() } ?? cases[place].event
    if let other = sides.found {
      cases[place].heldBecause =
        "its event is in two files, '\(other.file)' and '\(event.file)'"
    } else if let uid {
      cases[place].stays[uid, default: SyncSides()].found = event
    } else {
      cases[place].event.found = event
    }
  }

  private mutating func hold(_ place: Int) {
    let sides = [cases[place].event] + cases[place].stays.values
    if let uid = cases[place].trip?.uid, (try? StoredText.uid.required(uid)) != uid {
      cases[place].heldBecause = "its uid cannot be written to a calendar"
    }
    // A file that cannot be read may be the one that is missing.
    let isMissing = sides.contains { $0.known != nil && $0.found == nil }
    if isMissing, let other = unreadable.first {
      cases[place].heldBecause =
        cases[place].heldBecause
        ?? "its file is missing, and '\(other.file)' cannot be read"
    }
    if sides.contains(where: { $0.found?.event.repeats == true }) {
      cases[place].heldBecause = "its event repeats"
    }
  }
}
