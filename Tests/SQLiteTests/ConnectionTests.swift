import Foundation
import SQLite
import Testing

final class ConnectionTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "sqlite-\(UUID().uuidString).db").path

  deinit {
    for suffix in ["", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  private func connection(busyTimeout: Double = 0) throws -> Connection {
    let db = try Connection(path, busyTimeout: busyTimeout)
    try db.execute("CREATE TABLE IF NOT EXISTS t(x)")
    return db
  }

  private struct Stop: Error {}

  @Test func commitsUnlessTheWorkThrows() throws {
    let db = try connection()
    try db.transaction(.immediate) { try db.run("INSERT INTO t VALUES (1)") }
    #expect(throws: Stop.self) {
      try db.transaction(.immediate) {
        try db.run("INSERT INTO t VALUES (2)")
        throw Stop()
      }
    }
    try db.transaction(deciding: { (try db.run("INSERT INTO t VALUES (3)"), .rollback) })
    #expect(try connection().integers("SELECT x FROM t") == [1])
    #expect(!db.isInTransaction)
  }

  @Test func nestsTransactionsAsSavepoints() throws {
    let db = try connection()
    try db.transaction {
      try db.run("INSERT INTO t VALUES (1)")
      #expect(throws: Stop.self) {
        try db.transaction {
          try db.run("INSERT INTO t VALUES (2)")
          throw Stop()
        }
      }
      try db.transaction { try db.run("INSERT INTO t VALUES (3)") }
    }
    #expect(try connection().integers("SELECT x FROM t") == [1, 3])
  }

  @Test func waitsForALockUntilTheTimeout() throws {
    let holder = try connection()
    let waiter = try connection(busyTimeout: 0.2)
    try holder.execute("BEGIN IMMEDIATE")
    let clock = ContinuousClock()
    let waited = clock.measure {
      let error = #expect(throws: SQLiteError.self) {
        try waiter.transaction(.immediate) {}
      }
      #expect(error?.code == .busy)
    }
    #expect(waited >= .seconds(0.2))
    try holder.execute("COMMIT")
    try waiter.transaction(.immediate) { try waiter.run("INSERT INTO t VALUES (1)") }
    #expect(waiter.changes == 1 && waiter.totalChanges == 1)
  }

  @Test func interruptsALongStatementAndRollsBack() throws {
    let db = try connection()
    let error = #expect(throws: SQLiteError.self) {
      try db.transaction {
        try db.interruptible(by: { true }) {
          try db.run(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000000)
            INSERT INTO t SELECT i FROM n
            """)
        }
      }
    }
    #expect(error?.code == .interrupt)
    #expect(try db.integer("SELECT count(*) FROM t") == 0)
    #expect(!db.isInTransaction)
  }

  @Test func opensAWriteProtectedFileForReading() throws {
    _ = try connection()
    let reader = try Connection(path, [.readOnly])
    #expect(try reader.integer("SELECT count(*) FROM t") == 0)
    let error = #expect(throws: SQLiteError.self) { try reader.run("INSERT INTO t VALUES (1)") }
    #expect(error?.code == .readOnly)
    #expect(throws: SQLiteError.self) { try Connection(path + "/none", [.readWrite]) }
  }

  @Test func copiesADatabaseInUse() throws {
    let db = try connection()
    try db.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000)
      INSERT INTO t SELECT hex(randomblob(20)) FROM n
      """)
    let copy = try Connection(":memory:")
    try db.backup(to: copy)
    #expect(try copy.texts("SELECT x FROM t") == db.texts("SELECT x FROM t"))
  }

  @Test func takesNoLockOnAFileOfItsOwn() throws {
    let other = try connection()
    let own = try Connection(path, isShared: false)
    try own.execute("BEGIN EXCLUSIVE")
    #expect(try other.integer("SELECT count(*) FROM t") == 0)
  }

  /// A view of a stranger's file.
  @Test func refusesFunctionsWithSideEffectsInASchema() throws {
    let db = try connection()
    try db.execute("CREATE VIEW v AS SELECT load_extension('x')")
    #expect(throws: SQLiteError.self) { try db.integer("SELECT * FROM v") }
    #expect(try db.integer("PRAGMA trusted_schema") == 0)
  }
}
