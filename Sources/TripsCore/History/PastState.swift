internal import SQLite

/// Shows a past state through a connection. Views in its temporary schema take precedence over the
/// file's tables. They contain the rows that have not changed since, and, for each other row, the
/// row before its first change since. So every query also works for the past, provided that it
/// names tables without a schema.
///
/// Only the connection's own memory is written.
struct PastState {
  let moment: HistoryMoment
  let db: Connection

  /// Enters the state, within a transaction. It stays the same while the history continues.
  ///
  /// - Throws: `HistoryTokenProblem` if the history does not reach that far.
  func enter() throws {
    let change = try moment.token(HistoryPosition(db, isPresent: true), in: db).changeID
    let views = "SELECT 1 FROM temp.sqlite_schema WHERE name = 'historyChange'"
    if try db.integer(SQL(sql: views)) != nil { return }
    for entity in Entity.allCases {
      // The unary plus has SQLite read the changes since by their ids.
      let since = "main.historyChange WHERE id > \(change) AND +entity = '\(entity.table)'"
      try db.execute(
        """
        CREATE TEMP VIEW \(entity.table) AS
        SELECT \(entity.columnList) FROM main.\(entity.table)
        WHERE id NOT IN (SELECT rowId FROM \(since))
        UNION ALL SELECT \(entity.columnList) FROM main.\(entity.pastTable)
        WHERE changeId IN (SELECT min(id) FROM \(since) GROUP BY rowId)
        """)
    }
    try db.execute(
      """
      CREATE TEMP VIEW historyChange AS
      SELECT * FROM main.historyChange WHERE id <= \(change);
      CREATE TEMP VIEW historyTransaction AS
      SELECT * FROM main.historyTransaction WHERE id <= coalesce(
        (SELECT max(transactionId) FROM main.historyChange WHERE id <= \(change)), 0);
      """)
  }
}
