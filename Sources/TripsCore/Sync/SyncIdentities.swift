internal import SQLite

/// Known events whose UIDs a server has rewritten, and stays and items that were moved to another
/// trip.
///
/// An event without a base belongs to the trip with its name and dates, or to the stay or item of
/// its trip with its name and dates, if the row's own event is missing. The row takes the UID.
struct SyncIdentities {
  /// A known event and its row.
  private typealias Known = (event: SyncedEvent, row: Int64)

  /// The known events with their new UIDs.
  private var uids: [(known: Known, uid: String)] = []
  /// The stays and items with their new trips.
  private var owners: [(known: Known, trip: Int64)] = []

  var isEmpty: Bool { uids.isEmpty && owners.isEmpty }

  /// The known events that are missing, by the kinds, names and dates of their rows.
  private var missing: [[String]: [Known]] = [:]
  private var paired: Set<String> = []

  /// - Parameter strangers: events that may have lost everything but their names and dates.
  init(_ cases: [SyncCase], _ strangers: [FoundEvent], _ options: SyncOptions) {
    var trips: [String: Int64] = [:]
    for one in cases { trips[one.uid] = one.id }
    for one in cases { addMissing(one) }
    let new = cases.filter { $0.trip == nil && $0.event.known == nil }.compactMap(\.event.found)
    for found in new + strangers where [.trip, .other].contains(found.stated.kind) {
      if let row = pair(found.stated, .trip, ofTrip: "") { trips[found.stated.uid] = row }
    }
    for one in cases { addParts(one, trips, options) }
    for event in strangers.map(\.stated) {
      let owner = event.owner.map { trips[$0].map { "\($0)" } ?? "?" } ?? ""
      for kind in [StatedEvent.Kind.item, .stay] { pair(event, kind, ofTrip: owner) }
    }
  }

  private mutating func addMissing(_ one: SyncCase) {
    guard let rows = one.trip else { return }
    func add(_ event: SyncedEvent, _ row: Int64, _ key: [String]) {
      missing[key, default: []].append((event, row))
    }
    if let event = one.event.known, one.event.found == nil, one.event.problem == nil {
      let key = [TripColumn.name, .startDate, .endDate].map(TripColumn.inEvents(rows.trip).text)
      add(event, rows.trip.id, ["", "trip"] + key)
    }
    let keys = Self.keys(rows)
    for (uid, sides) in one.parts.sorted(by: { $0.key < $1.key })
    where sides.found == nil && sides.problem == nil {
      guard let event = sides.known, let (key, row) = keys[uid] else { continue }
      // A server may have dropped RELATED-TO.
      for trip in ["", "\(rows.trip.id)"] { add(event, row, [trip] + key) }
    }
  }

  /// Gives an event to the row with its name and dates whose own event is missing.
  ///
  /// - Returns: the row's id.
  @discardableResult
  private mutating func pair(
    _ event: StatedEvent, _ kind: StatedEvent.Kind, ofTrip trip: String
  ) -> Int64? {
    guard let days = event.days, !paired.contains(event.uid) else { return nil }
    let dates =
      switch kind {
      case .item: ["\(days.first)", days.time ?? ""]
      case .stay: ["\(days.ofNights.first)", "\(days.ofNights.last)"]
      case .trip, .other: ["\(days.first)", "\(days.last)"]
      }
    let known = missing[[trip, kind.rawValue, event.title] + dates] ?? []
    guard let known = known.first(where: { !paired.contains($0.event.uid) }) else { return nil }
    uids.append((known, event.uid))
    paired.formUnion([event.uid, known.event.uid])
    return known.row
  }

  /// - Parameter trips: the ids of the trips in the store, by their old and new UIDs.
  private mutating func addParts(
    _ one: SyncCase, _ trips: [String: Int64], _ options: SyncOptions
  ) {
    let keys = one.trip.map(Self.keys) ?? [:]
    for (uid, sides) in one.parts.sorted(by: { $0.key < $1.key }) {
      guard let event = sides.found?.stated else { continue }
      let owner = event.owner.flatMap { trips[$0] }
      if let known = sides.known {
        guard let owner, let row = keys[uid]?.row, owner != known.tripId, owner != one.id else {
          continue
        }
        // The store may have moved it to another trip itself.
        let prefersCalendar = one.id.flatMap(options.side) == .calendar
        if known.tripId != one.id, !prefersCalendar || event.owner == sides.base?.owner { continue }
        owners.append(((known, row), owner))
      } else if keys[uid] == nil, event.kind.isPart {
        pair(event, event.kind, ofTrip: owner.map { "\($0)" } ?? "")
      }
    }
  }

  /// The sort, name and dates of each stay and each item with a date, and its row, by uid.
  private static func keys(_ rows: TripRows) -> [String: (key: [String], row: Int64)] {
    var keys: [String: (key: [String], row: Int64)] = [:]
    for item in rows.items {
      let texts = [ItemColumn.title, .date, .time].map(ItemColumn.inEvents(item).text)
      keys[item.text(ItemColumn.uid)] = (["item"] + texts, item.id)
    }
    for stay in rows.stays {
      guard let nights = StayColumn.nights(of: stay, in: rows.trip) else { continue }
      let place = StayColumn.inEvents(stay).text(StayColumn.placeName)
      keys[stay.text(StayColumn.uid)] = (
        ["stay", place, "\(nights.first)", "\(nights.last)"], stay.id
      )
    }
    return keys
  }

  func write(in db: Connection) throws {
    for ((event, row), uid) in uids {
      switch event.kind {
      case .trip, .other: try db.update(row.sqliteValue, [(TripColumn.uid, uid.sqliteValue)])
      case .stay: try db.update(row.sqliteValue, [(StayColumn.uid, uid.sqliteValue)])
      case .item: try db.update(row.sqliteValue, [(ItemColumn.uid, uid.sqliteValue)])
      }
      try db.run("UPDATE syncedEvent SET uid = \(uid) WHERE uid = \(event.uid)")
    }
    for ((event, row), trip) in owners {
      if event.kind == .stay {
        try db.update(row.sqliteValue, [(StayColumn.tripId, trip.sqliteValue)])
      } else {
        try db.update(row.sqliteValue, [(ItemColumn.tripId, trip.sqliteValue)])
      }
      try db.run("UPDATE syncedEvent SET tripId = \(trip) WHERE uid = \(event.uid)")
    }
  }
}
