internal import SQLite

/// Events that are known under another UID, as some servers rewrite them, and stays that were given to
/// another trip.
///
/// An event without a base is that of the trip with its name and dates, or of the stay of the same trip
/// with its place and nights, whose own event is missing. The row takes its UID.
struct SyncIdentities {
  /// A known event and its row.
  private typealias Known = (event: SyncedEvent, row: Int64)

  /// The known events with their new UIDs.
  private var uids: [(known: Known, uid: String)] = []
  /// The stays with their new trips.
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
    addStays(cases, trips)
  }

  private static func key(_ trip: Facts) -> [String] {
    ["name", "startDate", "endDate"].map { trip[$0] ?? "" }
  }

  /// - Parameter trips: the ids of the trips in the store, by their old and new UIDs.
  private mutating func addStays(_ cases: [SyncCase], _ trips: [String: Int64]) {
    func key(_ trip: Int64, _ place: String?, _ days: (CalendarDate, CalendarDate)?) -> [String] {
      ["\(trip)", place ?? "", days.map { "\($0.0) \($0.1)" } ?? ""]
    }
    var missing: [[String]: [Known]] = [:]
    var new: [(key: [String], uid: String)] = []
    for one in cases {
      let facts = one.trip?.facts
      let stays = Dictionary(
        (facts?.stays ?? []).map { ($0.key ?? "", $0) }, uniquingKeysWith: { one, _ in one })
      for (uid, sides) in one.stays.sorted(by: { $0.key < $1.key }) {
        let owner = (sides.found?.stated.owner).flatMap { trips[$0] }
        switch (sides.known, sides.found) {
        case (let event?, nil):
          guard let facts, let stay = stays[uid], let row = stay.row, let trip = one.trip else {
            continue
          }
          let days = facts.days(ofStay: stay.values)
          missing[key(trip.id, stay.values["placeName"], days), default: []].append((event, row))
        case (let event?, .some):
          // The store has not given it to another trip itself.
          guard let owner, let row = stays[uid]?.row, event.tripId == one.trip?.id,
            owner != event.tripId
          else { continue }
          owners.append(((event, row), owner))
        case (nil, let found?):
          guard stays[uid] == nil, let owner else { continue }
          new.append((key(owner, found.stated.stay["placeName"], found.stated.days?.ofNights), uid))
        case (nil, nil): break
        }
      }
    }
    for (key, uid) in new {
      if let known = missing[key]?.popLast() { uids.append((known, uid)) }
    }
  }

  func write(in db: Connection) throws {
    for ((event, row), uid) in uids {
      if event.stayId == nil {
        try db.update(row.sqliteValue, [(TripColumn.uid, uid.sqliteValue)])
      } else {
        try db.update(row.sqliteValue, [(StayColumn.uid, uid.sqliteValue)])
      }
      try db.run("UPDATE syncedEvent SET uid = \(uid) WHERE uid = \(event.uid)")
    }
    for ((event, row), trip) in owners {
      try db.update(row.sqliteValue, [(StayColumn.tripId, trip.sqliteValue)])
      try db.run("UPDATE syncedEvent SET tripId = \(trip) WHERE uid = \(event.uid)")
    }
  }
}
