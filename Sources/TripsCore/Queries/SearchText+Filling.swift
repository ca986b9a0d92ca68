internal import GRDB
internal import GRDBSQLite

extension SearchText {
  /// Rows whose folded text a write computes at most.
  static let fillLimit = 300

  /// Computes folded texts that are missing, at most `limit`: those of rows that another program
  /// wrote, or that came from an older version.
  ///
  /// It makes no history: folded is no property.
  ///
  /// - Returns: how many it computed.
  @discardableResult
  static func fill(in db: Database, limit: Int = fillLimit) throws -> Int {
    let cursor = try StatementCursor(
      "SELECT id, name, destination FROM trip WHERE folded IS NULL LIMIT \(limit)", in: db)
    var texts: [(id: Int64, folded: String)] = []
    while try cursor.next() {
      let name = String(decoding: cursor.text(1), as: UTF8.self)
      let destination = String(decoding: cursor.text(2), as: UTF8.self)
      texts.append((cursor.integer(0), folded(name: name, destination: destination)))
    }
    guard !texts.isEmpty else { return 0 }
    let update = try db.makeStatement(sql: "UPDATE trip SET folded = ? WHERE id = ?")
    for text in texts { try update.execute(arguments: [text.folded, text.id]) }
    return texts.count
  }

  /// Rows from which on it is faster to make the indexes anew than to change them row by row.
  private static let manyRows = 20_000

  /// Computes all folded texts that are missing, in the caller's transaction.
  ///
  /// - Returns: how many there were.
  @discardableResult
  static func fillAll(in db: Database) throws -> Int {
    let count = Int(
      try StatementCursor.integer("SELECT count(*) FROM trip WHERE folded IS NULL", in: db) ?? 0)
    guard count > 0 else { return 0 }
    let indexes = count < manyRows ? [] : try indexesOnFolded(in: db)
    for index in indexes { try db.execute(sql: "DROP INDEX \(index.name)") }
    try installFolding(in: db)
    try db.execute(
      sql: "UPDATE trip SET folded = searchFolded(name, destination) WHERE folded IS NULL")
    for index in indexes { try db.execute(sql: index.sql) }
    return count
  }

  private static func indexesOnFolded(in db: Database) throws -> [(name: String, sql: String)] {
    let names = ["trip_startDate_id_endDate_type_folded", "trip_unfolded"]
    return try SQLRequest<Row>(
      literal: """
        SELECT name, sql FROM sqlite_schema
        WHERE type = 'index' AND name IN \(names) AND sql IS NOT NULL
        """
    ).fetchAll(db).map { row in
      (name: try row.decode(atIndex: 0), sql: try row.decode(atIndex: 1))
    }
  }

  /// Makes `searchFolded(name, destination)` known to the connection.
  private static func installFolding(in db: Database) throws {
    sqlite3_create_function_v2(
      db.sqliteConnection, "searchFolded", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, values in
        let name = String(decoding: SearchText.bytes(values?[0], context), as: UTF8.self)
        let destination = String(decoding: SearchText.bytes(values?[1], context), as: UTF8.self)
        var text = SearchText.folded(name: name, destination: destination)
        // SQLITE_TRANSIENT, which Swift cannot import: SQLite makes a copy.
        let makesCopy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            sqlite3_result_text(context, $0.baseAddress, Int32($0.count), makesCopy)
          }
        }
      }, nil, nil, nil)
  }
}

extension SearchText {
  /// How many trips have no folded text, and how many have one that is not theirs.
  static func examine(_ db: Database) throws -> (missing: Int, wrong: Int) {
    try installFolding(in: db)
    let missing = try StatementCursor.integer(
      "SELECT count(*) FROM trip WHERE folded IS NULL", in: db)
    let wrong = try StatementCursor.integer(
      "SELECT count(*) FROM trip WHERE folded <> searchFolded(name, destination)", in: db)
    return (Int(missing ?? 0), Int(wrong ?? 0))
  }

  /// Computes the folded texts that are missing or not those of their trips.
  static func mend(_ db: Database) throws {
    try fillAll(in: db)
    try installFolding(in: db)
    try db.execute(
      sql: """
        UPDATE trip SET folded = searchFolded(name, destination)
        WHERE folded <> searchFolded(name, destination)
        """)
  }
}

extension Store {
  /// How many trips have no folded text yet: a search folds them each time, and later writes fill
  /// them in.
  package func unfoldedCount() throws(TripsError) -> Int {
    try read { db in
      Int(
        try StatementCursor.integer("SELECT count(*) FROM trip WHERE folded IS NULL", in: db) ?? 0)
    }
  }

  /// Computes all folded texts that are missing, in one transaction: a million take some seconds.
  ///
  /// - Returns: how many there were.
  @discardableResult
  package func fillFoldedTexts() throws(TripsError) -> Int {
    try write { db in try SearchText.fillAll(in: db) }
  }
}
