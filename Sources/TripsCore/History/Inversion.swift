internal import SQLite

/// Reverts the changes of a transaction, from the last to the first. Foreign keys stay on, and
/// each statement must change exactly one row, which must be as the transaction left it.
struct Inversion {
  let transaction: HistoryTransaction
  let reversions: Reversions
  let db: Connection

  /// - Throws: `TripsError.undo` with the later transaction that is in the way.
  func invert(_ changes: [HistoryChange]) throws {
    let last = changes.last?.id ?? 0
    for change in changes.reversed() {
      switch (change.oldValues, change.newValues) {
      case (let old?, let new?): try putBack(old.row, for: new.row, change, last)
      case (nil, let new?): try remove(new.row, change, last)
      case (let old?, nil): try restore(old.row, change, last)
      case (nil, nil): break
      }
    }
  }

  /// Sets the values that the update changed, each only if it is still the new one.
  private func putBack(
    _ old: [SQLiteValue], for new: [SQLiteValue], _ change: HistoryChange, _ last: Int64
  ) throws {
    let changed = change.base.units.filter { unit in unit.contains { old[$0] != new[$0] } }
      .flatMap(\.self)
    if changed.isEmpty { return }
    let names = changed.map { change.base.columns[$0].name }
    let settings = names.map { "\($0) = ?" }.joined(separator: ", ")
    let conditions = names.map { "\($0) IS ?" }.joined(separator: " AND ")
    try run(
      "UPDATE \(change.base.table) SET \(settings) WHERE id = ? AND \(conditions)",
      changed.map { old[$0] } + [.integer(change.rowID)] + changed.map { new[$0] },
      change, old, last)
  }

  /// Deletes the inserted row, if it has no items and stays that the transaction did not add.
  private func remove(_ row: [SQLiteValue], _ change: HistoryChange, _ last: Int64) throws {
    if change.base == .trip {
      for child in Entity.children {
        let id = try db.integer(
          "SELECT id FROM \(sql: child.table) WHERE tripId = \(change.rowID) LIMIT 1")
        guard let id else { continue }
        throw blocked(
          "\(called(change)) was given \(child == .item ? "an item" : "a stay")",
          by: try lastWrite(child, id, after: last))
      }
    }
    let conditions = change.base.columns.map { "\($0.name) IS ?" }.joined(separator: " AND ")
    try run("DELETE FROM \(change.base.table) WHERE \(conditions)", row, change, nil, last)
  }

  /// Inserts the deleted row with its id and uid.
  private func restore(_ row: [SQLiteValue], _ change: HistoryChange, _ last: Int64) throws {
    let insertion = change.base.columns.map(\.name).insertion(into: change.base.table)
    try run(insertion, row, change, row, last)
  }

  /// - Parameter wanted: the row as it would be; nil if it would be deleted.
  private func run(
    _ sql: String, _ values: [SQLiteValue], _ change: HistoryChange, _ wanted: [SQLiteValue]?,
    _ last: Int64
  ) throws {
    do {
      try db.cachedStatement(sql: sql).run(values)
      if db.changes == 1 { return }
    } catch let error as SQLiteError where error.code == .constraint {
      if let wanted, let (what, later) = try obstacle(to: wanted, change, last) {
        throw blocked(what, by: later)
      }
      guard try lastWrite(change.base, change.rowID, after: last) != nil else { throw error }
    }
    let isThere = try RowHistory(db: db).stored(change.base, change.rowID) != nil
    let verb = change.newValues == nil ? "added" : isThere ? "changed" : "deleted"
    throw blocked(
      "\(called(change)) was \(verb)",
      by: try lastWrite(change.base, change.rowID, after: last))
  }

  /// The reason why a row cannot be put back: another row has its uid, or its name and dates, or its
  /// trip was deleted.
  private func obstacle(
    to row: [SQLiteValue], _ change: HistoryChange, _ last: Int64
  ) throws -> (what: String, by: HistoryTransaction?)? {
    let values = HistoryValues(entity: change.base, row: row)
    let table = change.base.table
    var condition: SQL = "uid = \(values.text("uid"))"
    if change.base == .trip {
      condition += """
         OR name = \(values.text("name")) AND startDate = \(values.text("startDate"))
        AND endDate = \(values.text("endDate"))
        """
    }
    let other = try db.integer(
      "SELECT id FROM \(sql: table) WHERE id <> \(change.rowID) AND (\(condition))")
    if let other {
      return (
        "\(change.base.noun) \(other) has taken its place",
        try lastWrite(change.base, other, after: last)
      )
    }
    if let trip = values.integer("tripId"), try RowHistory(db: db).stored(.trip, trip) == nil {
      return ("trip \(trip) was deleted", try lastWrite(.trip, trip, after: last))
    }
    return nil
  }

  private func blocked(_ what: String, by later: HistoryTransaction?) -> TripsError {
    .undo(.blocked(transaction, what: what, by: later))
  }

  private func called(_ change: HistoryChange) -> String {
    "\(change.base.noun) \(Wording.row(change.name, change.rowID))"
  }

  /// The last transaction that wrote a row after a change. A transaction that was undone, and its
  /// undo, count only if nothing else wrote the row.
  private func lastWrite(
    _ entity: Entity, _ id: Int64, after change: Int64
  ) throws -> HistoryTransaction? {
    let writes = try RowHistory(db: db).transactions(
      """
      WHERE id IN (SELECT transactionId FROM historyChange
        WHERE entity = \(entity.table) AND rowId = \(id) AND id > \(change))
      AND id <> (SELECT ifnull(currentTransaction, 0) FROM historyState) ORDER BY id DESC
      """)
    return writes.first { $0.kind == .change && reversions.reverted[$0.id] == nil } ?? writes.first
  }
}

extension HistoryChange {
  fileprivate var base: Entity { entity.base }
}
