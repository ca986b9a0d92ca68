internal import GRDB
internal import Migrations

/// Rows of the declared tables, written one by one. GRDB keeps the statements: to compile one with its
/// triggers takes longer than to run it, and which columns change differs from row to row.
extension Database {
  /// - Parameter row: a value for each column; NULL as the id takes the next.
  /// - Returns: the id.
  /// - Throws: `StoreProblem.refused`, as the others, where a trigger has given the write up.
  func insert<Column: StoredColumn>(_ row: [DatabaseValue], _ columns: Column.Type) throws -> Int64
  {
    try StatementCursor(sql: Column.insertion, in: self, isKept: true).run(row)
    try checkWritten(Column.table)
    return lastInsertedRowID
  }

  /// Writes what differs alone: what another program has written into the other columns stays to the
  /// byte.
  func update<Column: StoredColumn>(
    _ id: DatabaseValue, _ changes: [(column: Column, value: DatabaseValue)]
  ) throws {
    if changes.isEmpty { return }
    let settings = changes.map { "\($0.column.name) = ?" }.joined(separator: ", ")
    try cachedStatement(sql: "UPDATE \(Column.table) SET \(settings) WHERE id = ?")
      .execute(arguments: StatementArguments(changes.map(\.value) + [id]))
    try checkWritten(Column.table, Int64.fromDatabaseValue(id))
  }

  func delete<Column: StoredColumn>(_ id: DatabaseValue, _ columns: Column.Type) throws {
    try cachedStatement(sql: "DELETE FROM \(Column.table) WHERE id = ?").execute(arguments: [id])
    try checkWritten(Column.table, Int64.fromDatabaseValue(id))
  }

  /// Refuses where the last statement wrote fewer rows than it should have: a trigger of the user's
  /// gives a write up without an error by `raise(IGNORE)`.
  ///
  /// - Parameter id: of the row; nil for a new one.
  func checkWritten(_ table: String, _ id: Int64? = nil, count: Int64 = 1) throws {
    if changesCount >= count { return }
    throw try ignoredWrite(of: table, id) ?? .refused("no row of \(table) was written")
  }

  /// What there is to say of a write that a trigger has given up; nil where no trigger does that.
  func ignoredWrite(of table: String, _ id: Int64?) throws -> StoreProblem? {
    let triggers = try UserTriggers.ignoring(in: self).map { "'\($0)'" }
    if triggers.isEmpty { return nil }
    let noun = HistoryEntity.stored.first { $0.table == table }?.noun ?? table
    let names = triggers.joined(separator: " or ")
    return .refused(
      "your trigger \(names) "
        + (id.map { "leaves \(noun) \($0) as it is" } ?? "lets no new \(noun) in"))
  }
}
