internal import SQLite

/// Writes single rows of the declared tables. The statements are kept, since compiling one with
/// its triggers takes longer than running it, and the changed columns differ from row to row.
extension Connection {
  /// - Parameter row: a value for each column; NULL as the id assigns the next one.
  /// - Returns: the id.
  func insert<Column: StoredColumn>(_ row: [SQLiteValue], _ columns: Column.Type) throws -> Int64 {
    try cachedStatement(sql: Column.insertion).run(row)
    return lastInsertedRowID
  }

  /// Writes only the differences, so that other columns keep the exact bytes of another program.
  func update<Column: StoredColumn>(
    _ id: SQLiteValue, _ changes: [(column: Column, value: SQLiteValue)]
  ) throws {
    if changes.isEmpty { return }
    let settings = changes.map { "\($0.column.name) = ?" }.joined(separator: ", ")
    try cachedStatement(sql: "UPDATE \(Column.table) SET \(settings) WHERE id = ?")
      .run(changes.map(\.value) + [id])
  }

  func delete<Column: StoredColumn>(_ id: SQLiteValue, _ columns: Column.Type) throws {
    try cachedStatement(sql: "DELETE FROM \(Column.table) WHERE id = ?").run([id])
  }
}
