internal import SQLite

/// Reads rows as they were at any time.
///
/// The row before a change is kept in the past table of its entity. So the row after a change is the
/// one before its next change, or, without a later change, the stored row.
struct RowHistory {
  let db: Connection

  /// The row as it was after any change in the history; nil if it was not there.
  func row(_ entity: Entity, _ id: Int64, after change: Int64) throws -> [SQLiteValue]? {
    let next = try db.cachedStatement(
      sql: """
        SELECT id, kind = 'insert' FROM main.historyChange
        WHERE entity = ? AND rowId = ? AND id > ? ORDER BY id LIMIT 1
        """)
    try next.bind([.text(entity.table), .integer(id), .integer(change)])
    defer { next.reset() }
    guard try next.step() else { return try stored(entity, id) }
    return next.integer(1) == 1 ? nil : try row(entity, before: next.integer(0))
  }

  /// The row before a change.
  ///
  /// - Throws: `StoreProblem.corrupt` if the history has lost it.
  func row(_ entity: Entity, before change: Int64) throws -> [SQLiteValue] {
    let past = try db.cachedStatement(
      sql: "SELECT \(entity.columnList) FROM main.\(entity.pastTable) WHERE changeId = ?")
    past.bind(change)
    defer { past.reset() }
    guard try past.step() else {
      throw StoreProblem.corrupt("the row before change \(change) is not in the history")
    }
    return past.values
  }

  /// The row as it is; nil if there is none.
  func stored(_ entity: Entity, _ id: Int64) throws -> [SQLiteValue]? {
    let present = try db.cachedStatement(
      sql: "SELECT \(entity.columnList) FROM main.\(entity.table) WHERE id = ?")
    present.bind(id)
    defer { present.reset() }
    return try present.step() ? present.values : nil
  }

  /// The row as it is, or as it was before it was deleted.
  func last(_ entity: Entity, _ id: Int64) throws -> [SQLiteValue]? {
    if let row = try stored(entity, id) { return row }
    let deletion = try db.cachedStatement(
      sql: """
        SELECT max(id) FROM main.historyChange
        WHERE entity = ? AND rowId = ? AND kind = 'delete'
        """
    ).integer(for: [.text(entity.table), .integer(id)])
    return try deletion.map { try row(entity, before: $0) }
  }

  /// The trip that a row belongs to.
  ///
  /// - Parameter trip: the trip with this id, at the time whose name counts.
  func owner(
    of row: [SQLiteValue]?, _ entity: Entity,
    _ trip: (Int64) throws -> [SQLiteValue]?
  ) throws -> RowOwner? {
    guard let index = entity.index(of: "tripId"), let id = row?[index].integer else { return nil }
    return RowOwner(id: id, name: try name(.trip, trip(id)))
  }

  func name(_ entity: Entity, _ row: [SQLiteValue]?) throws -> String? {
    entity.index(of: entity.nameColumn).flatMap { row?[$0].text }
  }
}

// MARK: - Changes and transactions

extension RowHistory {
  /// The columns that `change(_:_:)` and `transaction(_:at:)` read, of a change `c` of a
  /// transaction `t`.
  static let columns: SQL = """
    c.id, c.nonce, c.entity, c.rowId, c.kind, t.id, t.timestamp, t.author, t.command, t.kind,
    t.reverts
    """
  static let transactionColumn = 5

  func change(_ found: [SQLiteValue], _ position: HistoryPosition) throws -> HistoryChange {
    let id = try found.checkedInteger(0)
    guard let entity = Entity(rawValue: try found.checkedText(2)) else {
      throw StoreProblem.corrupt("change \(id) in its history is of an unknown table")
    }
    let rowID = try found.checkedInteger(3)
    let kind = RowChangeKind(rawValue: try found.checkedText(4))
    let old = kind == .insert ? nil : try row(entity, before: id)
    let new = kind == .delete ? nil : try row(entity, rowID, after: id)
    let last = try last(entity, rowID) ?? new ?? old
    return HistoryChange(
      id: id, entity: HistoryEntity(entity, of: last), rowID: rowID,
      oldValues: old.map { HistoryValues(entity: entity, row: $0) },
      newValues: new.map { HistoryValues(entity: entity, row: $0) },
      token: try position.token(found), name: try name(entity, last),
      trip: try owner(of: new ?? old, entity) { try self.last(.trip, $0) })
  }

  static func transaction(
    _ found: [SQLiteValue], at column: Int = transactionColumn
  ) throws -> HistoryTransaction {
    HistoryTransaction(
      id: try found.checkedInteger(column), timestamp: try found.checkedText(column + 1),
      author: try found.checkedText(column + 2), command: try found.checkedText(column + 3),
      kind: HistoryTransaction.Kind(rawValue: try found.checkedText(column + 4)) ?? .change,
      reverts: try found.checkedIntegerIfAny(column + 5))
  }

  /// The transactions that a condition selects, without their changes.
  func transactions(_ condition: SQL) throws -> [HistoryTransaction] {
    try db.rows(
      """
      SELECT id, timestamp, author, command, kind, reverts FROM main.historyTransaction \(condition)
      """
    ) { try Self.transaction($0.values, at: 0) }
  }

  /// The changes that a condition on `c` selects, in order.
  func changes(_ condition: SQL) throws -> [HistoryChange] {
    let position = try HistoryPosition(db)
    return try db.rows(
      """
      SELECT \(Self.columns) FROM main.historyChange AS c
      JOIN main.historyTransaction AS t ON t.id = c.transactionId WHERE \(condition) ORDER BY c.id
      """
    ) { try change($0.values, position) }
  }
}
