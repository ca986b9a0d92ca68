internal import GRDB

/// Rows of the declared tables, written one by one. GRDB keeps the statements: to compile one with its
/// triggers takes longer than to run it, and which columns change differs from row to row.
extension Database {
  /// - Parameter row: a value for each column; NULL as the id takes the next.
  /// - Returns: the id.
  func insert<Column: StoredColumn>(_ row: [DatabaseValue], _ columns: Column.Type) throws -> Int64
  {
    try cachedStatement(sql: Column.insertion).execute(arguments: StatementArguments(row))
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
  }

  func delete<Column: StoredColumn>(_ id: DatabaseValue, _ columns: Column.Type) throws {
    try cachedStatement(sql: "DELETE FROM \(Column.table) WHERE id = ?").execute(arguments: [id])
  }
}
