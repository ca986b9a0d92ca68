import Platform
internal import SQLite

/// An event that was read from the folder.
struct FoundEvent {
  let file: String
  let contents: CalendarFolder.Contents
  let event: EventFile
  let stated: StatedEvent

  init(_ file: String, _ contents: CalendarFolder.Contents, _ event: EventFile, _ zone: ZoneClock) {
    (self.file, self.contents, self.event) = (file, contents, event)
    stated = StatedEvent(event.own, zone)
  }
}

/// A row of the store.
struct StoredRow {
  /// In the order of the columns of its entity.
  let values: [SQLiteValue]
  /// The id of its trip.
  let trip: Int64
  let facts: EventFacts
}

/// A row of the store or of a base, with its events in the folder.
struct SyncRow {
  var stored: StoredRow?
  var base: KnownRow?
  /// Its event, if the file was read.
  var event: FoundEvent?
  /// Whether its file is unchanged since the last sync.
  var isUnread = false
  /// Further files with its event.
  var twins: [FoundEvent] = []

  var entity: Entity? {
    stored?.facts.entity ?? base?.event.entity ?? event?.stated.entity
  }
}

/// What the folder contains, compared with the bases.
struct FolderScan {
  /// The bases, by the UIDs of their events.
  var bases: [String: SyncedEvent] = [:]
  /// The UIDs of those whose files are missing, or contain something else.
  var lost: Set<String> = []
  /// Events in new and changed files.
  var events: [FoundEvent] = []
  /// Files that cannot be read, with the reasons.
  var unreadable: [String: String] = [:]
  /// All names in the folder.
  var names: Set<String> = []
  /// Events whose files were touched but are unchanged.
  var restamped: [SyncedEvent] = []
  /// Whether the folder contains any event.
  var hasEvents: Bool { !events.isEmpty || lost.count < bases.count }

  /// Goes through the folder and the bases side by side, both sorted by name.
  static func scan(
    _ folder: CalendarFolder, _ bases: [SyncedEvent], _ zone: ZoneClock
  ) throws -> FolderScan {
    var scan = FolderScan()
    var rest = try folder.names()[...]
    scan.names = Set(rest)
    for base in bases {
      scan.bases[base.uid] = base
      while let name = rest.first, CalendarFolder.precedes(name, base.file) {
        scan.read(rest.removeFirst(), folder, zone)
      }
      if let name = rest.first, name.utf8.elementsEqual(base.file.utf8) {
        scan.check(base, rest.removeFirst(), folder, zone)
      } else {
        scan.lost.insert(base.uid)
      }
    }
    for name in rest { scan.read(name, folder, zone) }
    return scan
  }

  /// Reads a known file whose stamp has changed.
  private mutating func check(
    _ base: SyncedEvent, _ file: String, _ folder: CalendarFolder, _ zone: ZoneClock
  ) {
    if base.stamp != 0, folder.stamp(of: file) == base.stamp { return }
    guard let contents = try? folder.contents(of: file), contents.hash == base.hash else {
      lost.insert(base.uid)
      return read(file, folder, zone)
    }
    if base.stamp != contents.stamp, contents.stamp != 0 {
      var base = base
      base.stamp = contents.stamp
      restamped.append(base)
    }
  }

  private mutating func read(_ file: String, _ folder: CalendarFolder, _ zone: ZoneClock) {
    do throws(ValueError) {
      guard let contents = try folder.contents(of: file) else { return }
      // A calendar without an event, such as one of a task, is ignored.
      guard let event = try EventFile(contents.bytes) else { return }
      events.append(FoundEvent(file, contents, event, zone))
    } catch {
      unreadable[file] = error.description
    }
  }
}

/// The rows that have changed on a side, with all rows of their trips, and the events of each row.
struct SyncScan {
  /// By the uids of the rows.
  private(set) var rows: [String: SyncRow] = [:]
  /// Events of other programs.
  private(set) var foreign: [FoundEvent] = []
  /// The titles of events whose rows have no trip.
  private(set) var orphans: [String] = []
  /// The uids of the rows that are new or have changed in the store.
  private(set) var changed: Set<String> = []
  let folder: FolderScan
  private let events: SyncedEvents
  private let lookup: TripLookup
  /// The bases of rows, by their entities and ids.
  private var basesOfRows: [String: String] = [:]
  private var uidsOfRows: [String: String] = [:]
  /// The contents of bases that were read.
  private var known: [String: KnownRow] = [:]
  /// What an import remembers of the events of other programs.
  private(set) var memory: [String: RememberedRecord] = [:]

  private init(_ folder: FolderScan, _ events: SyncedEvents) {
    (self.folder, self.events, lookup) = (folder, events, TripLookup(events.db))
  }

  /// - Parameter adopts: whether the trips are needed that have the days of other programs' events.
  static func scan(
    _ folder: FolderScan, _ events: SyncedEvents, adopts: Bool
  ) throws -> SyncScan {
    var scan = SyncScan(folder, events)
    for (uid, base) in folder.bases { scan.basesOfRows[key(base.entity, base.row)] = uid }
    let strangers = folder.events.filter { $0.stated.entity == nil }.map(\.stated.uid)
    let memory = ImportMemory(scan.lookup)
    for uid in strangers { scan.memory[uid] = try memory.record(.event, uid) }
    var (trips, bases) = try scan.changes()
    if adopts { trips.formUnion(try scan.tripsOnDaysOfStrangers()) }
    for trip in trips.sorted() { try scan.load(trip) }
    for uid in bases { try scan.load(base: uid) }
    try scan.match()
    return scan
  }

  private static func key(_ entity: Entity, _ row: Int64) -> String { "\(entity.noun) \(row)" }

  // MARK: - Rows

  /// The uids of trips with a change, and the UIDs of the bases that have changed.
  private mutating func changes() throws -> (trips: Set<String>, bases: Set<String>) {
    var trips: Set<String> = []
    var bases = folder.lost
    try events.visitChanged { uid, trip, base in
      changed.insert(uid)
      trips.insert(trip)
      if let base, folder.bases[base] != nil { bases.insert(base) }
    }
    for (uid, isOrphan) in try events.withoutTrip() where folder.bases[uid] != nil {
      if isOrphan {
        orphans.append(try contents(uid)?.known.facts.name ?? "")
      } else {
        bases.insert(uid)
      }
    }
    for event in folder.events {
      if folder.bases[event.stated.uid] != nil { bases.insert(event.stated.uid) }
      for uid in [event.stated.uid, event.stated.rowUID, event.stated.owner].compactMap(\.self) {
        if let trip = try trip(ofRow: uid) { trips.insert(trip) }
      }
    }
    for trip in memory.values.compactMap(\.trip) { trips.insert(try uid(ofTrip: trip)) }
    for uid in bases {
      guard let base = try contents(uid) else { continue }
      trips.insert(base.event.entity == .trip ? base.uid : base.known.facts.trip)
    }
    return (trips, bases)
  }

  /// The uids of the trips that have the first day of an event that may be adopted.
  private func tripsOnDaysOfStrangers() throws -> [String] {
    let days = folder.events.filter { $0.stated.foreignFacts(in: "") != nil }
      .compactMap { $0.stated.days?.first.description }.sorted()
    if days.isEmpty { return [] }
    let trips = try events.db.rows("SELECT uid, startDate, endDate FROM trip") {
      ($0.text(0), $0.text(1), $0.text(2))
    }
    return trips.filter { _, start, end in
      let index = days.partitioningIndex { $0 >= start }
      return index < days.count && days[index] <= end
    }.map(\.0)
  }

  /// The uid of the trip of the row with a uid.
  private func trip(ofRow uid: String) throws -> String? {
    if try lookup.tripID(uid: uid) != nil { return uid }
    return try lookup.tripID(ofPart: uid).map(self.uid(ofTrip:))
  }

  func uid(ofTrip id: Int64) throws -> String {
    try events.db.text("SELECT uid FROM trip WHERE id = \(id)") ?? ""
  }

  /// Loads the rows of a trip, with their bases.
  private mutating func load(_ uid: String) throws {
    guard let id = try lookup.tripID(uid: uid), let trip = try lookup.rows(ofTrip: id) else {
      return
    }
    let facts = EventFacts(trip.trip, TripColumn.self)
    try self.add(StoredRow(values: trip.trip, trip: id, facts: facts), uid)
    func add<Column: StoredColumn>(_ row: [SQLiteValue], _ column: Column) throws {
      let facts = EventFacts(row, Column.self, trip: uid, on: facts.dates)
      try self.add(StoredRow(values: row, trip: id, facts: facts), row.text(column))
    }
    for row in trip.items { try add(row, ItemColumn.uid) }
    for row in trip.stays { try add(row, StayColumn.uid) }
  }

  private mutating func add(_ row: StoredRow, _ uid: String) throws {
    rows[uid, default: SyncRow()].stored = row
    uidsOfRows[Self.key(row.facts.entity, row.values.id)] = uid
    if let base = basesOfRows[Self.key(row.facts.entity, row.values.id)] { try load(base: base) }
  }

  private mutating func contents(_ uid: String) throws -> KnownRow? {
    if let known = known[uid] { return known }
    guard let event = folder.bases[uid] else { return nil }
    let base = try events.known(event)
    known[uid] = base
    return base
  }

  private mutating func load(base uid: String) throws {
    guard let base = try contents(uid) else { return }
    // Without a trip, a row has no event.
    guard rows[base.uid]?.base == nil else { return }
    rows[base.uid, default: SyncRow()].base = base
    rows[base.uid]?.isUnread = !folder.lost.contains(uid)
  }

  // MARK: - Events

  /// Finds the row of each event: that of its X-TRIPS-ID; without one, that of its UID.
  private mutating func match() throws {
    var files: [String: [FoundEvent]] = [:]
    for event in folder.events { files[event.stated.uid, default: []].append(event) }
    let rowsOfBases = Dictionary(
      rows.compactMap { uid, row in row.base.map { ($0.event.uid, uid) } },
      uniquingKeysWith: { one, _ in one })
    // The UIDs of the events of each row.
    var claims: [String: [String]] = [:]
    for (uid, events) in files.sorted(by: { $0.key < $1.key }) {
      let stated = events[0].stated
      let row = try stated.rowUID ?? rowsOfBases[uid] ?? rowOfForeign(stated)
      if try isOrphan(row ?? uid) {
        orphans.append(stated.title)
      } else if let row, !stated.isReleased {
        claims[row, default: []].append(uid)
      } else {
        foreign += events
      }
    }
    for (row, uids) in claims.sorted(by: { $0.key < $1.key }) {
      let base = rows[row]?.base?.event.uid
      let isUnread = rows[row]?.isUnread == true
      let first = isUnread ? base : [base, row].first { $0.map(uids.contains) == true } ?? uids[0]
      for uid in uids {
        let events = files[uid] ?? []
        if uid == first {
          take(events, row)
        } else if claims[uid] == nil, rows[uid]?.isUnread != true {
          // A copy is a row of its own.
          take(events, uid)
        } else {
          rows[uid]?.twins += events
        }
      }
    }
  }

  private mutating func take(_ events: [FoundEvent], _ uid: String) {
    var row = rows[uid] ?? SyncRow()
    var events = events[...]
    if row.event == nil, !row.isUnread { row.event = events.popFirst() }
    row.twins += events
    rows[uid] = row
  }

  private func rowOfForeign(_ stated: StatedEvent) throws -> String? {
    if rows[stated.uid]?.stored != nil || stated.entity != nil { return stated.uid }
    guard let known = memory[stated.uid] else { return nil }
    return uidsOfRows[Self.key(known.entity, known.row)]
  }

  private func isOrphan(_ uid: String) throws -> Bool {
    try rows[uid]?.stored == nil && lookup.isTaken(uid) && lookup.tripID(uid: uid) == nil
      && lookup.tripID(ofPart: uid) == nil
  }
}

extension [String] {
  /// The first index in sorted texts for which a condition holds.
  fileprivate func partitioningIndex(_ holds: (String) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
