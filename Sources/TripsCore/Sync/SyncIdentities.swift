internal import SQLite

/// Events that are known under another UID, as some servers rewrite them, and stays and items that
/// were given to another trip.
///
/// An event without a base is that of the trip with its name and dates, or of the stay or item of
/// the same trip with its name and dates, whose own event is missing. The row takes its UID.
struct SyncIdentities {
  /// A known event and its row.
  private typealias Known = (event: SyncedEvent, row: Int64)

  /// The known events with their new UIDs.
  private var uids: [(known: Known, uid: String)] = []
  /// The stays and items with their new trips.
  private var owners: [(known: Known, trip: Int64)] = []

  var isEmpty: Bool { uids.isEmpty && owners.isEmpty }

  init(_ cases: [SyncCase]) {
    var trips: [String: Int64] = [:]
    for one in cases { trips[one.uid] = one.trip?.id }
    var missing: [[String]: [Known]] = [:]
    for one in cases {
      guard let trip = one.trip, let event = one.event.known, one.event.found == nil else {
        continue
      }
      missing[Self.key(trip.facts.values), default: []].append((event, trip.id))
    }
    for one in cases where one.trip == nil && one.event.known == nil {
      guard let found = one.event.found, found.stated.kind == .trip,
        let known = missing[Self.key(found.stated.facts)]?.popLast()
      else { continue }
      uids.append((known, one.uid))
      trips[one.uid] = known.row
    }
    addParts(cases, trips)
  }

  private static func key(_ trip: Facts) -> [String] {
    ["name", "startDate", "endDate"].map { trip[$0] ?? "" }
  }

  /// - Parameter trips: the ids of the trips in the store, by their old and new UIDs.
  private mutating func addParts(_ cases: [SyncCase], _ trips: [String: Int64]) {
    var missing: [[String]: [Known]] = [:]
    var new: [(key: [String], uid: String)] = []
    for one in cases {
      let parts = Dictionary(
        (one.trip?.facts.parts ?? []).map { ($0.row.key ?? "", $0) },
        uniquingKeysWith: { one, _ in one })
      for (uid, sides) in one.parts.sorted(by: { $0.key < $1.key }) {
        let owner = (sides.found?.stated.owner).flatMap { trips[$0] }
        switch (sides.known, sides.found) {
        case (let event?, nil):
          guard let trip = one.trip, let part = parts[uid], let row = part.row.row else { continue }
          missing[Self.key(part, of: trip), default: []].append((event, row))
        case (let event?, .some):
          // The store has not given it to another trip itself.
          guard let owner, let row = parts[uid]?.row.row, event.tripId == one.trip?.id,
            owner != event.tripId
          else { continue }
          owners.append(((event, row), owner))
        case (nil, let found?):
          guard parts[uid] == nil, let owner else { continue }
          new.append((Self.key(found.stated, ofTrip: owner), uid))
        case (nil, nil): break
        }
      }
    }
    for (key, uid) in new {
      if let known = missing[key]?.popLast() { uids.append((known, uid)) }
    }
  }

  /// The sort, name and dates of a part of a trip.
  private static func key(_ part: TripPart, of trip: Trip) -> [String] {
    let row = part.row
    if part.kind == .item {
      return [
        "\(trip.id)", part.kind.rawValue, row.title, row.values["date"] ?? "",
        row.values["time"] ?? "",
      ]
    }
    let nights = trip.facts.days(ofStay: row.values)
    return [
      "\(trip.id)", part.kind.rawValue, row.values["placeName"] ?? "",
      nights.map { "\($0.first) \($0.last)" } ?? "",
    ]
  }

  private static func key(_ event: StatedEvent, ofTrip trip: Int64) -> [String] {
    if event.kind == .item {
      return ["\(trip)", event.kind.rawValue]
        + ["title", "date", "time"].map { event.item[$0] ?? "" }
    }
    let nights = event.days?.ofNights
    return [
      "\(trip)", event.kind.rawValue, event.stay["placeName"] ?? "",
      nights.map { "\($0.first) \($0.last)" } ?? "",
    ]
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
