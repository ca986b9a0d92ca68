internal import SQLite

/// Events that are known under another UID, as some servers rewrite them, and stays that were given to
/// another trip.
///
/// An event without a base is that of the trip with its name and dates, or of the stay of the same trip
/// with its place and nights, whose own event is missing. The row takes its UID.
struct SyncIdentities {
  /// The known events with their new UIDs.
  private var uids: [(event: SyncedEvent, uid: String)] = []
  /// The stays with their new trips.
  private var owners: [(event: SyncedEvent, trip: Int64)] = []

  var isEmpty: Bool { uids.isEmpty && owners.isEmpty }

  init(_ cases: [SyncCase]) {
    var trips: [String: Int64] = [:]
    for one in cases { trips[one.uid] = one.trip?.id }
    var missing: [[String]: [SyncedEvent]] = [:]
    for one in cases {
      guard let trip = one.trip?.facts, let event = one.event.known, one.event.found == nil else {
        continue
      }
      missing[Self.key(trip.values), default: []].append(event)
    }
    for one in cases where one.trip == nil && one.event.known == nil {
      guard let found = one.event.found, found.stated.kind == .trip,
        let event = missing[Self.key(found.stated.facts)]?.popLast()
      else { continue }
      uids.append((event, one.uid))
      trips[one.uid] = event.tripId
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
    var missing: [[String]: [SyncedEvent]] = [:]
    var new: [(key: [String], uid: String)] = []
    for one in cases {
      let facts = one.trip?.facts
      let stays = Dictionary(
        (facts?.stays ?? []).map { ($0.key ?? "", $0) }, uniquingKeysWith: { one, _ in one })
      for (uid, sides) in one.stays.sorted(by: { $0.key < $1.key }) {
        let owner = (sides.found?.stated.owner).flatMap { trips[$0] }
        switch (sides.known, sides.found) {
        case (let event?, nil):
          guard let facts, let stay = stays[uid] else { continue }
          let days = facts.days(ofStay: stay.values)
          missing[key(event.tripId, stay.values["placeName"], days), default: []].append(event)
        case (let event?, .some):
          // The store has not given it to another trip itself.
          if let owner, owner != event.tripId, stays[uid] != nil { owners.append((event, owner)) }
        case (nil, let found?):
          guard stays[uid] == nil, let owner else { continue }
          new.append((key(owner, found.stated.stay["placeName"], found.stated.days?.ofNights), uid))
        case (nil, nil): break
        }
      }
    }
    for (key, uid) in new {
      if let event = missing[key]?.popLast() { uids.append((event, uid)) }
    }
  }

  func write(in db: Connection) throws {
    for (event, uid) in uids {
      if let stay = event.stayId {
        try db.update(stay.sqliteValue, [(StayColumn.uid, uid.sqliteValue)])
      } else {
        try db.update(event.tripId.sqliteValue, [(TripColumn.uid, uid.sqliteValue)])
      }
      try db.run("UPDATE syncedEvent SET uid = \(uid) WHERE uid = \(event.uid)")
    }
    for (event, trip) in owners {
      try db.update((event.stayId ?? 0).sqliteValue, [(StayColumn.tripId, trip.sqliteValue)])
      try db.run("UPDATE syncedEvent SET tripId = \(trip) WHERE uid = \(event.uid)")
    }
  }
}
