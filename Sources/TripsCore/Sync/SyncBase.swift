internal import GRDB

/// The trips as they were at a place of the history, as far as they were touched since: what was not is
/// as it is now.
struct SyncBase {
  /// By uid.
  private(set) var trips: [String: (id: Int64, facts: TripFacts)] = [:]
  /// The trips that were touched since, or whose items or stays were, by their ids now and then.
  private(set) var touched: Set<Int64> = []
  /// The trips that were deleted since; an undo may have brought them back.
  private(set) var deleted: Set<Int64> = []
  /// The rows that an undo, a redo or an import has inserted since, or given to another trip, which may
  /// have been there before, by the entity of their table.
  private(set) var returned: [HistoryEntity: Set<Int64>] = [:]
  /// Those of them that an undo or a redo has inserted.
  private var takenBack: [HistoryEntity: Set<Int64>] = [:]
  /// The trips that a sync has brought in since, from another folder.
  private(set) var relayed: Set<Int64> = []

  /// The values that rows have had since, by the entity of their table and their ids.
  private var held: [HistoryEntity: [Int64: [[String: String]]]] = [:]

  /// - Parameter keepsValues: whether to know what rows have been since.
  /// - Throws: `StoreProblem.corrupt` for a record that the triggers did not write.
  init(since place: Int64, keepsValues: Bool, in db: Database) throws {
    var held: [HistoryEntity: [Int64: [[String: String]]]] = [:]
    var deleted: Set<Int64> = []
    var past = PastTables()
    let rows = try StatementCursor(
      "SELECT \(PastChange.columns) FROM historyChange WHERE id > \(place) ORDER BY id", in: db)
    while try rows.next() {
      let change = try PastChange(rows)
      if keepsValues, change.kind == .update {
        let entity = change.entity.isTrip ? .trip : change.entity
        held[entity, default: [:]][change.rowID, default: []]
          .append(StoredFacts.values(try change.newValues, of: entity))
      }
      if change.entity.isTrip, change.kind == .delete { deleted.insert(change.rowID) }
      try past.add(change)
    }
    try past.finish(in: db)
    try self.init(past, in: db)
    self.deleted = deleted
    self.held = held
    try findReturned(since: place, in: db)
  }

  /// What an event says, with doubts where the row has been so since and is not any more: such a value
  /// may have come by another folder, and be older than the one that the row has. An item or a stay that
  /// is not there, and was taken away and brought back, a sync that was killed may have taken out.
  ///
  /// - Parameter known: the trip as it was at the place, its items with the ids that they have by now.
  func doubting(
    _ event: TripFacts, _ known: TripFacts?, of uid: String, _ id: Int64?
  ) -> TripFacts {
    func doubts(_ entity: HistoryEntity, _ id: Int64?, _ values: [String: String]) -> Set<String> {
      guard let rows = id.flatMap({ held[entity]?[$0] }) else { return [] }
      // One that is none now may have had a value, and the other way round.
      let columns = rows.reduce(Set(values.keys)) { $0.union($1.keys) }
      return columns.filter { key in rows.contains { $0[key] == values[key] } }
    }
    var facts = event
    facts.doubtful.formUnion(doubts(.trip, id, facts.values))
    for (index, item) in facts.items.enumerated() {
      facts.items[index].doubtful.formUnion(doubts(.bucketListItem, item.id, item.values))
    }
    if let stay = facts.stay {
      facts.stay?.doubtful.formUnion(doubts(.livingAccommodation, stay.id, stay.values))
    }
    // Of a trip that is another row all rows were inserted.
    let isAnotherRow = trips[uid].map { $0.id != id } ?? false
    let returned = isAnotherRow ? takenBack : returned
    func isReturned(_ entity: HistoryEntity, _ row: RowFacts) -> Bool {
      row.id.map { returned[entity]?.contains($0) == true } ?? false
    }
    let present = Set(facts.items.compactMap(\.id))
    let missing = known?.items.filter { $0.id.map(present.contains) == false } ?? []
    facts.unknownItems.formUnion(
      missing.filter { isReturned(.bucketListItem, $0) }.compactMap(\.id))
    if facts.stay == nil, let stay = known?.stay, isReturned(.livingAccommodation, stay) {
      facts.isStayUnknown = true
    }
    return facts
  }

  private mutating func findReturned(since place: Int64, in db: Database) throws {
    let rows = try StatementCursor(
      """
      SELECT c.entity, c.rowId, t.command FROM historyChange AS c
      JOIN historyTransaction AS t ON t.id = c.transactionId
      WHERE c.id > \(place) AND (c.kind = 'insert' OR c.kind = 'update' AND
        json_extract(c.oldValues, '$.tripId') IS NOT json_extract(c.newValues, '$.tripId'))
      """, in: db)
    while try rows.next() {
      guard let entity = HistoryEntity(rawValue: try rows.checkedText(0)),
        let command = try rows.checkedTextIfAny(2)
      else { continue }
      let id = try rows.checkedInteger(1)
      if command == "sync", entity.isTrip { relayed.insert(id) }
      let isStep = HistoryStep(command: command) != .write
      let table = entity.isTrip ? .trip : entity
      if isStep { takenBack[table, default: []].insert(id) }
      if isStep || command == "import" { returned[table, default: []].insert(id) }
    }
  }

  private init(_ past: PastTables, in db: Database) throws {
    let now = StoredFacts(db: db)
    let (trips, items, stays) = (past.trips, past.items, past.stays)
    let (pastItems, pastStays) = (items.byTrip, stays.byTrip)
    touched = trips.touched.union(pastItems.keys).union(pastStays.keys)
    for table in [items, stays] {
      for id in table.touched {
        let row = try now.rows(of: table.entity, "id", id).first
        if let trip = row.flatMap({ StoredFacts.integer("tripId", of: $0, table.entity) }) {
          touched.insert(trip)
        }
      }
    }
    let found = Dictionary(
      trips.whole.map { (StoredFacts.integer("id", of: $0), $0) },
      uniquingKeysWith: { first, _ in first })
    for id in touched {
      let row =
        try trips.touched.contains(id) ? found[id] : now.rows(of: .trip, "id", id).first
      guard let row, let uid = StoredFacts.text("uid", of: row) else { continue }
      var facts = StoredFacts.trip(row)
      let kept = { (table: PastRows) in
        try now.rows(of: table.entity, "tripId", id).filter { row in
          StoredFacts.integer("id", of: row, table.entity).map(table.touched.contains) != true
        }
      }
      let list = try kept(items) + (pastItems[id] ?? [])
      facts.items = StoredFacts.items(list).sorted { $0.id ?? 0 < $1.id ?? 0 }
      facts.stay = StoredFacts.stays(try kept(stays) + (pastStays[id] ?? [])).first
      self.trips[uid] = (id, facts)
    }
  }
}

/// The rows of all tables as they were at a place of the history.
struct PastTables {
  private(set) var trips = PastRows(.trip)
  private(set) var items = PastRows(.bucketListItem)
  private(set) var stays = PastRows(.livingAccommodation)

  mutating func add(_ change: PastChange) throws {
    switch change.entity {
    case .trip, .businessTrip, .personalTrip: try trips.add(change)
    case .bucketListItem: try items.add(change)
    case .livingAccommodation: try stays.add(change)
    }
  }

  mutating func finish(in db: Database) throws {
    try trips.finish(in: db)
    try items.finish(in: db)
    try stays.finish(in: db)
  }
}

extension PastRows {
  /// What was there; what no record tells is NULL.
  var whole: [StoredFacts.Values] {
    found.map { values in values.map { $0 ?? .null } }
  }

  /// The same by the trips that the rows belonged to.
  var byTrip: [Int64: [StoredFacts.Values]] {
    var result: [Int64: [StoredFacts.Values]] = [:]
    for row in whole {
      guard let trip = StoredFacts.integer("tripId", of: row, entity) else { continue }
      result[trip, default: []].append(row)
    }
    return result
  }
}
