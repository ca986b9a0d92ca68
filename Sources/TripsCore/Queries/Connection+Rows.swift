internal import Migrations
internal import SQLite

/// Writes single rows of the declared tables. The statements are kept, since compiling one with
/// its triggers takes longer than running it, and the changed columns differ from row to row.
extension Connection {
  /// - Parameter row: a value for each column; NULL as the id assigns the next one.
  /// - Returns: the id.
  /// - Throws: `StoreProblem.refused`, like the others, if a trigger has abandoned the write.
  func insert<Column: StoredColumn>(_ row: [SQLiteValue], _ columns: Column.Type) throws -> Int64 {
    try kept(sql: Column.insertion).run(row)
    try checkWritten(Column.table)
    return lastInsertedRowID
  }

  /// Writes only the differences, so that other columns keep the exact bytes of another program.
  func update<Column: StoredColumn>(
    _ id: SQLiteValue, _ changes: [(column: Column, value: SQLiteValue)]
  ) throws {
    if changes.isEmpty { return }
    let settings = changes.map { "\($0.column.name) = ?" }.joined(separator: ", ")
    try kept(sql: "UPDATE \(Column.table) SET \(settings) WHERE id = ?")
      .run(changes.map(\.value) + [id])
    try checkWritten(Column.table, id.integer)
  }

  func delete<Column: StoredColumn>(_ id: SQLiteValue, _ columns: Column.Type) throws {
    try kept(sql: "DELETE FROM \(Column.table) WHERE id = ?").run([id])
    try checkWritten(Column.table, id.integer)
  }

  /// Fails if the last statement wrote fewer rows than expected: a user's trigger can abandon a
  /// write without an error by `raise(IGNORE)`.
  ///
  /// - Parameter id: the row's id; nil for a new row.
  func checkWritten(_ table: String, _ id: Int64? = nil, count: Int64 = 1) throws {
    if changes >= count { return }
    throw try ignoredWrite(of: table, id) ?? .refused("no row of \(table) was written")
  }

  /// The message for a write that a trigger abandoned; nil if no trigger does that.
  func ignoredWrite(of table: String, _ id: Int64?) throws -> StoreProblem? {
    let triggers = try UserTriggers.ignoring(in: self).map { "'\($0)'" }
    if triggers.isEmpty { return nil }
    let noun = HistoryEntity.stored.first { $0.table == table }?.noun ?? table
    let names = triggers.joined(separator: " or ")
    return .refused(
      "your trigger \(names) "
        + (id.map { "prevents the change of \(noun) \($0)" } ?? "prevents a new \(noun)"))
  }
}
