internal import GRDB
internal import GRDBSQLite
internal import Migrations
import Platform

/// The proof, at the end of a transaction of ours, that the history has each change of a row.
///
/// The schema's triggers record; this is for a store whose triggers do not do what the schema says.
final class RecordingProof {
  /// So many rows are looked at one by one; of more only the number is compared.
  private static let most = 100

  private let db: Database
  private let newestBefore: Int64
  private var rows: Set<RowKey> = []
  private var events = 0

  /// Begins to watch the rows that change.
  init(_ db: Database) throws {
    self.db = db
    newestBefore = try Self.newestChange(db)
    sqlite3_update_hook(
      db.sqliteConnection,
      { context, _, _, table, id in
        guard let context, let table else { return }
        Unmanaged<RecordingProof>.fromOpaque(context).takeUnretainedValue().note(table, id)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Watches no longer.
  func end() { sqlite3_update_hook(db.sqliteConnection, nil, nil) }

  /// - Parameter path: the store, whose rows as they are on the disk another connection reads where
  ///   it must be told whether a row is another one now.
  /// - Throws: `StoreProblem.unrecorded`.
  func prove(path: String, _ options: Store.Options) throws {
    // A row that is written as it was is not a change, but of so many some are.
    if events > Self.most, try Self.newestChange(db) > newestBefore { return }
    if events > 0 { try compare(path, options) }
  }

  private func note(_ table: UnsafePointer<CChar>, _ id: Int64) {
    // The first letter tells ours from the history's, whose rows are most.
    guard table[0] != CChar(UInt8(ascii: "h")),
      let entity = MigratedEntity.allCases.first(where: { strcmp($0.table, table) == 0 })
    else { return }
    events += 1
    if rows.count < Self.most { rows.insert(RowKey(table: entity.table, id: id)) }
  }

  private static func newestChange(_ db: Database) throws -> Int64 {
    try StatementCursor.integer("SELECT max(id) FROM main.historyChange", in: db) ?? 0
  }

  private func compare(_ path: String, _ options: Store.Options) throws {
    let recorded = try recordedRows()
    let silent = rows.subtracting(recorded)
    if silent.isEmpty { return }
    let before = try StoreConnection(path, .reading, options)
    for row in silent {
      let sql = "SELECT * FROM main.\(row.table) WHERE id = ?"
      // GRDB's row, as it is compared whole, and only where something is wrong.
      func values(_ db: Database) throws -> Row? {
        try Row.fetchOne(db, sql: sql, arguments: [row.id])
      }
      guard try values(db) != before.read(values) else { continue }
      throw StoreProblem.unrecorded("\(row.table) \(row.id)")
    }
  }

  /// The rows of the changes, under the ids that they had and that they have now.
  private func recordedRows() throws -> Set<RowKey> {
    let changes = try StatementCursor(
      """
      SELECT entity, rowId, coalesce(\(HistoryRow.number("id", in: "newValues")), rowId)
      FROM main.historyChange
      WHERE id > \(newestBefore)
      """, in: db)
    var recorded: Set<RowKey> = []
    while try changes.next() {
      guard let entity = HistoryEntity(rawValue: try changes.checkedText(0)) else { continue }
      recorded.insert(RowKey(table: entity.table, id: changes.integer(1)))
      recorded.insert(RowKey(table: entity.table, id: changes.integer(2)))
    }
    return recorded
  }
}
