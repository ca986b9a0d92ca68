import Foundation
import Testing

@testable import trips

/// A store whose schema was changed by another program.
struct SchemaDriftTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  private static let drifts = [
    ("DROP TRIGGER trip_updated", "trip_updated", ExitCode.store),
    ("DROP INDEX trip_endDate", "trip_endDate", .store),
    // No object is missing, but a row.
    ("DELETE FROM historyState; CREATE TABLE mine(a)", "historyState", .done),
    // An endless view.
    (
      """
      ALTER TABLE migrationRecord RENAME TO mine;
      CREATE VIEW migrationRecord AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n WHERE i < 0
      """, "migrationRecord", .store
    ),
  ]

  @Test(arguments: drifts)
  func stopsEveryCommandAndReportsTheObject(sql: String, name: String, status: ExitCode) throws {
    try tool.execute(sql)
    let before = try Data(contentsOf: tool.store)
    for words in [
      ["list"], ["show", "1"], ["history"], ["add", "x"], ["delete", "1", "--yes"], ["undo"],
      ["export"], ["stats"],
    ] {
      let result = tool.run(words: words)
      #expect(result.exitCode == .store && result.stdout.isEmpty)
      #expect(
        result.stderr.hasPrefix("error: the schema of")
          || result.stderr.hasPrefix("error: unknown model version in"), "\(result.stderr)")
      #expect(result.stderr.contains(name) && result.stderr.contains("hint: 'trips doctor'"))
    }
    #expect(try Data(contentsOf: tool.store) == before)
    #expect(tool.run("doctor").stdout.contains(name))
    #expect(tool.run("migrate", "--status").exitCode == status)
    #expect(tool.run("backup").exitCode == .done)
  }

  @Test func allowsUserObjects() throws {
    try tool.execute("CREATE TABLE mine(a); CREATE INDEX mine_a ON trip(reason)")
    #expect(tool.run("list", "--count").stdout == "3\n")
    tool.run("add", "x").expectDone()
    #expect(tool.run("list", "--count").stdout == "4\n")
  }

  @Test func namesTheStatementThatDropsAnAddedColumn() throws {
    try tool.execute("ALTER TABLE trip ADD COLUMN rating INTEGER")
    let statement = "ALTER TABLE trip DROP COLUMN rating"
    for words in [["list"], ["add", "x"], ["migrate"], ["migrate", "--status"]] {
      #expect(
        tool.run(words: words).stderr == """
          error: the schema of '\(tool.store.path)' is not V4: table 'trip' also has the column 'rating'
          hint: run '\(statement)' in sqlite3

          """)
    }
    #expect(tool.run("doctor").stderr.hasSuffix("hint: run '\(statement)' in sqlite3\n"))
    try tool.execute(statement)
    tool.run("add", "x").expectDone()
  }
}
