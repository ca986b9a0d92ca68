internal import GRDB

/// Takes the changes of a transaction back, the last one first.
///
/// Each statement finds its row only where it is as the change left it, so that a later write is
/// never overwritten.
struct HistoryInversion {
  let transaction: HistoryTransaction
  let db: Database

  /// - Throws: `TripsError.undo` with `blocked`.
  func invert(changesOf id: Int64) throws {
    let changes = try HistoryRow.changes(ofTransaction: id, in: db)
    let replaced = Self.replacements(in: changes)
    let deletions = Set(replaced.values)
    for index in changes.indices.reversed() where !deletions.contains(index) {
      try invert(changes[index], replaced: replaced[index].map { changes[$0].oldValues })
    }
  }

  /// The trips that were replaced under their own ids: the index of the insert, and of the delete
  /// before it, with no other trip written in between. What belongs to such a trip may have stayed, so
  /// that it is changed back in its place.
  private static func replacements(in changes: [HistoryChange]) -> [Int: Int] {
    var lastTouch: [Int64: Int] = [:]
    var lastWritten = -1
    var result: [Int: Int] = [:]
    for (index, change) in changes.enumerated() where change.entity.isTrip {
      if change.kind == .insert, let last = lastTouch[change.rowID], last > lastWritten,
        changes[last].kind == .delete
      {
        result[index] = last
      }
      lastTouch[change.newRowID] = index
      if change.kind != .delete { lastWritten = index }
    }
    return result
  }

  /// - Parameter replaced: the row that an insert replaced under its own id.
  private func invert(_ change: HistoryChange, replaced: HistoryValues? = nil) throws {
    let table = change.entity.table
    if let replaced {
      return try update(change, from: change.newValues, to: replaced)
    }
    let isDone: Bool
    switch change.kind {
    case .insert:
      isDone = try changesOne(
        "DELETE FROM \(table) WHERE \(Self.matches(change.newValues))\(Self.childless(change))",
        change.newValues.arguments)
    case .delete:
      let values = change.oldValues
      let columns = values.pairs.map(\.property).joined(separator: ", ")
      let marks = values.pairs.map { _ in "?" }.joined(separator: ", ")
      isDone = try changesOne(
        "INSERT INTO \(table)(\(columns)) VALUES (\(marks))", values.arguments)
    case .update:
      return try update(change, from: change.newValues, to: change.oldValues)
    }
    if !isDone { throw TripsError.undo(.blocked(transaction, try obstacle(to: change))) }
  }

  private func update(
    _ change: HistoryChange, from current: HistoryValues, to values: HistoryValues
  ) throws {
    let settings = values.pairs.map { "\($0.property) = ?" }.joined(separator: ", ")
    let isDone = try changesOne(
      "UPDATE \(change.entity.table) SET \(settings) WHERE id = ? AND \(Self.matches(current))",
      values.arguments + [change.newRowID] + current.arguments)
    if !isDone { throw TripsError.undo(.blocked(transaction, try obstacle(to: change))) }
  }

  /// Whether a statement changed its row; false where a constraint did not let it.
  private func changesOne(
    _ sql: String, _ arguments: [(any DatabaseValueConvertible)?]
  ) throws -> Bool {
    do {
      let statement = try db.cachedStatement(sql: sql)
      try statement.execute(arguments: StatementArguments(arguments))
      return db.changesCount == 1
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      return false
    }
  }

  private static func matches(_ values: HistoryValues) -> String {
    values.pairs.map { "\($0.property) IS ?" }.joined(separator: " AND ")
  }

  /// What a trip has got since would go with it.
  private static func childless(_ change: HistoryChange) -> String {
    guard change.entity.isTrip else { return "" }
    return ["bucketListItem", "livingAccommodation"].map { table in
      " AND NOT EXISTS (SELECT 1 FROM \(table) WHERE tripId = trip.id)"
    }.joined()
  }

  /// What stands in the way, and the last transaction that touched that row.
  private func obstacle(to change: HistoryChange) throws -> UndoProblem.Obstacle {
    let name = change.name.map { " '\($0)'" } ?? ""
    let row = "\(change.entity.rawValue) \(change.newRowID)\(name)"
    if change.kind == .delete {
      let values = change.oldValues
      if let other = try tripInTheWay(of: change, values) {
        return UndoProblem.Obstacle(
          what: "\(other.description) has its place", later: try lastWrite(ofTrip: other.id))
      }
      return UndoProblem.Obstacle(
        what: "\(row) was added", later: try lastWrite(of: change.entity, change.newRowID))
    }
    let child = change.kind == .insert ? try lastChild(of: change) : nil
    if let child {
      return UndoProblem.Obstacle(
        what: "\(row) was given a \(child.entity.rawValue)",
        later: try lastWrite(of: child.entity, child.id))
    }
    return UndoProblem.Obstacle(
      what: "\(row) was changed", later: try lastWrite(of: change.entity, change.newRowID))
  }

  /// The trip that has the id, the uid, or the name and the dates.
  private func tripInTheWay(
    of change: HistoryChange, _ values: HistoryValues
  ) throws -> TripSummary? {
    guard change.entity.isTrip else { return nil }
    let id = try Int64.fetchOne(
      db,
      sql: """
        SELECT id FROM trip
        WHERE id = ? OR uid = ? OR (name = ? AND startDate = ? AND endDate = ?)
        """,
      arguments: [
        change.rowID, values.text("uid"), values.text("name"), values.text("startDate"),
        values.text("endDate"),
      ])
    return try id.map { TripSummary(try Store.trip(id: $0, in: db)) }
  }

  private func lastChild(of change: HistoryChange) throws -> (entity: HistoryEntity, id: Int64)? {
    guard change.entity.isTrip else { return nil }
    for entity in [HistoryEntity.bucketListItem, .livingAccommodation] {
      let id = try Int64.fetchOne(
        db, sql: "SELECT max(id) FROM \(entity.table) WHERE tripId = ?",
        arguments: [change.newRowID])
      if let id { return (entity, id) }
    }
    return nil
  }

  private func lastWrite(ofTrip id: Int64) throws -> HistoryTransaction? {
    try lastWrite(of: .trip, id)
  }

  /// The last transaction after this one, but for the step under way, that changed a row.
  private func lastWrite(of entity: HistoryEntity, _ id: Int64) throws -> HistoryTransaction? {
    let entities = HistoryEntity.allCases.filter { $0.table == entity.table }.map(\.rawValue)
    let row = try SQLRequest<Row>(
      literal: """
        SELECT t.id, t.timestamp, t.author, t.command FROM historyChange AS c
        CROSS JOIN historyTransaction AS t ON t.id = c.transactionId
        WHERE c.rowId = \(id) AND c.entity IN \(entities) AND t.id > \(transaction.id)
          AND t.id IS NOT (SELECT currentTransaction FROM historyState)
        ORDER BY c.id DESC LIMIT 1
        """
    ).fetchOne(db)
    return try row.map(HistoryRow.transaction)
  }
}

extension HistoryChange {
  /// The row's id after the change.
  var newRowID: Int64 {
    kind == .update ? newValues.integer("id") ?? rowID : rowID
  }
}

extension HistoryValues {
  fileprivate var arguments: [(any DatabaseValueConvertible)?] { pairs.map(\.value.databaseValue) }
}

extension HistoryValue {
  var databaseValue: DatabaseValue {
    switch self {
    case .text(let text): text.databaseValue
    case .integer(let number): number.databaseValue
    case .boolean(let flag): flag.databaseValue
    case .null: .null
    }
  }
}
