internal import GRDB
import Platform

/// What the store remembers of a folder: the place of the last sync with it, and an older place for
/// each trip that was left since then as it was on both sides. They are rows of `historyConsumer`, so
/// that no purge takes away what a merge will need.
struct SyncTokens {
  /// Where the last sync ended; nil for the first one, and where the history does not reach it.
  private(set) var last: HistoryToken?
  /// Whether there was a sync before of which nothing is known any more: other devices may know more of
  /// the folder than this one.
  var isForgotten: Bool { last == nil && rows[name] != nil }
  /// By uid. A trip that was left without a base has `none`.
  private(set) var left: [String: HistoryToken] = [:]
  /// Whether the store is in step with other folders too, which are still there.
  let hasOthers: Bool
  private let name: String
  /// All rows, as they are.
  private let rows: [String: String]

  /// A token that no store gives out and none answers.
  static let none = HistoryToken(
    storeID: String(repeating: "0", count: 32), place: 0, nonce: String(repeating: "f", count: 12))

  private static let mark = ":conflict:"

  /// - Parameter folder: its absolute path, links followed.
  init(folder: String, in db: Database) throws {
    // A colon in a path must not look like the one before a uid.
    name =
      "sync:"
      + folder.split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: "%25").split(separator: ":", omittingEmptySubsequences: false)
      .joined(separator: "%3A")
    let position = try HistoryPosition(db)
    rows = try Self.rows(name, in: db)
    hasOthers = try Self.areOthers(than: name, in: db)
    func token(_ text: String) throws -> HistoryToken? {
      guard let token = try? HistoryToken(text) else { return nil }
      if token == Self.none { return token }
      do {
        try position.check(token, in: db)
        return token
      } catch is HistoryTokenProblem {
        return nil
      }
    }
    last = try rows[name].flatMap(token).flatMap { $0 == Self.none ? nil : $0 }
    for (row, text) in rows where row != name && last != nil {
      left[String(row.dropFirst(name.count + Self.mark.count))] = try token(text) ?? Self.none
    }
  }

  private static func areOthers(than name: String, in db: Database) throws -> Bool {
    let row = try StatementCursor(
      """
      SELECT replace(replace(substr(name, 6), '%3A', ':'), '%25', '%') FROM historyConsumer
      WHERE substr(name, 1, 5) = 'sync:' AND instr(name, \(mark)) = 0 AND name <> \(name)
      """, in: db)
    while try row.next() {
      if try access(row.checkedText(0), F_OK) == 0 { return true }
    }
    return false
  }

  private static func rows(_ name: String, in db: Database) throws -> [String: String] {
    var rows: [String: String] = [:]
    let row = try StatementCursor(
      """
      SELECT name, token FROM historyConsumer
      WHERE name = \(name) OR substr(name, 1, length(\(name + mark))) = \(name + mark)
      """, in: db)
    while try row.next() { rows[try row.checkedText(0)] = try row.checkedText(1) }
    return rows
  }

  /// Whether no other sync has ended since they were read.
  func areCurrent(in db: Database) throws -> Bool {
    try Self.rows(name, in: db) == rows
  }

  /// Remembers where this sync ends, and what it left. Rows that are so already are not written.
  func save(_ token: HistoryToken, left: [String: HistoryToken], in db: Database) throws {
    var wanted = Dictionary(
      uniqueKeysWithValues: left.map { (name + Self.mark + $0, $1.description) })
    wanted[name] = token.description
    for (row, text) in wanted where rows[row] != text {
      try db.execute(
        sql: """
          INSERT INTO historyConsumer(name, token) VALUES (?, ?)
          ON CONFLICT(name) DO UPDATE
          SET token = excluded.token, acknowledged = excluded.acknowledged
          """, arguments: [row, text])
    }
    try delete(rows.keys.filter { wanted[$0] == nil }, in: db)
  }

  /// Makes the next sync with the folder one without a base.
  func forget(in db: Database) throws {
    if rows.isEmpty { return }
    try save(Self.none, left: [:], in: db)
  }

  private func delete(_ names: [String], in db: Database) throws {
    for name in names {
      try db.execute(sql: "DELETE FROM historyConsumer WHERE name = ?", arguments: [name])
    }
  }
}
