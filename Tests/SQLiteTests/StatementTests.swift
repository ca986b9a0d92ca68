import SQLite
import Testing

struct StatementTests {
  let db: Connection

  init() throws {
    db = try Connection(":memory:")
  }

  @Test(arguments: [
    SQLiteValue.null, .integer(.min), .integer(.max), .real(0.1), .text(""), .text("a\0b"),
    .text("Łódź 🏖"), .malformedText([0x41, 0xFF, 0]), .blob([]), .blob([0, 0xFF]),
  ])
  func bindsAndReadsEachValue(value: SQLiteValue) throws {
    let row = try Statement("SELECT \(value), typeof(\(value))", in: db)
    try #require(try row.step())
    #expect(row.value(0) == value)
    #expect(row.isNull(0) == value.isNull)
    let type =
      switch value {
      case .null: "null"
      case .integer: "integer"
      case .real: "real"
      case .text, .malformedText: "text"
      case .blob: "blob"
      }
    #expect(row.text(1) == type)
    #expect(try !row.step())
  }

  @Test func keepsTheBytesOfInvalidText() throws {
    try db.execute("CREATE TABLE t(x TEXT) STRICT; INSERT INTO t VALUES (CAST(x'41FF42' AS TEXT))")
    let row = try Statement("SELECT x FROM t", in: db)
    try #require(try row.step())
    #expect(Array(row.bytes(0)) == [0x41, 0xFF, 0x42])
    #expect(row.text(0) == "A\u{FFFD}B")
    #expect(try db.integer("SELECT count(*) FROM t WHERE x = \(row.value(0))") == 1)
  }

  /// SQLite compares bytes, Swift characters.
  @Test func comparesTextByBytes() throws {
    #expect(try db.integer("SELECT \("e\u{301}") = \("é")") == 0)
    #expect(SQLiteValue.text("e\u{301}") != .text("é"))
  }

  @Test func bindsInterpolatedValuesAndInsertsSQL() throws {
    let name = "'; DROP TABLE t; --"
    let condition: SQL = "x = \(name)"
    let query: SQL = "SELECT count(*) FROM \(sql: "t") WHERE \(condition) AND x IN \([name, "b"])"
    #expect(query.text == "SELECT count(*) FROM t WHERE x = ? AND x IN (?, ?)")
    #expect(query.arguments == [.text(name), .text(name), "b"])
    try db.execute("CREATE TABLE t(x)")
    try db.run("INSERT INTO t VALUES (\(name)), (\(nil as String?))")
    #expect(try db.integer(query) == 1)
    #expect(try db.texts("SELECT x FROM t WHERE x IS NOT NULL") == [name])
    #expect(try db.text("SELECT x FROM t WHERE x IS NULL") == nil)
  }

  @Test func reusesACachedStatement() throws {
    try db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, x)")
    let sql = "INSERT INTO t(x) VALUES (?)"
    for number in 1...3 as ClosedRange<Int64> {
      try db.cachedStatement(sql: sql).run([.integer(number)])
    }
    #expect(try db.cachedStatement(sql: sql) === db.cachedStatement(sql: sql))
    #expect(try db.integers("SELECT x FROM t") == [1, 2, 3])
    #expect(db.lastInsertedRowID == 3)
    let first = try db.cachedStatement(sql: "SELECT x FROM t ORDER BY x")
    #expect(try first.step() && first.integer(0) == 1)
    // The statement starts again.
    #expect(
      try db.cachedStatement(sql: "SELECT x FROM t ORDER BY x").map { $0.integer(0) } == [1, 2, 3])
  }

  @Test func reportsTheStatementThatFails() throws {
    let syntax = #expect(throws: SQLiteError.self) { try Statement(sql: "SELEC 1", in: db) }
    #expect(syntax?.code == .error && syntax?.sql == "SELEC 1")
    #expect(syntax?.message == "near \"SELEC\": syntax error")
    #expect(throws: SQLiteError.self) { try Statement(sql: " -- nothing", in: db) }
  }

  @Test func reportsAnErrorInTheMiddleOfTheRows() throws {
    let row = try Statement(
      "SELECT abs(column1) FROM (VALUES (1), (\(Int64.min)), (3))", in: db)
    try #require(try row.step())
    #expect(row.integer(0) == 1)
    let error = #expect(throws: SQLiteError.self) { try row.step() }
    #expect(error?.message == "integer overflow")
  }

  @Test func givesTheExtendedCodeOfAConstraint() throws {
    try db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE CHECK (x > 0))")
    try db.run("INSERT INTO t VALUES (1, 1)")
    func code(_ statement: SQL) -> SQLiteError.Code? {
      #expect(throws: SQLiteError.self) { try db.run(statement) }?.extendedCode
    }
    #expect(code("INSERT INTO t VALUES (2, 1)") == .init(rawValue: 2067))
    #expect(code("INSERT INTO t VALUES (2, 0)") == .init(rawValue: 275))
  }

  @Test func callsAFunction() throws {
    try db.addFunction("isLong") { $0.count > 3 }
    #expect(try db.integer("SELECT isLong('four')") == 1)
    #expect(try db.integer("SELECT isLong(NULL)") == 0)
  }
}
