import Foundation
import Testing

@testable import trips

/// `migrate --undo` restores the newest backup of a migration.
struct MigrateUndoTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  private func path(_ name: String) -> String { tool.folder.appending(path: name).path }

  /// Makes a V1 store with one trip named after the store, and returns its rows.
  @discardableResult
  private func makeV1(_ name: String) throws -> String {
    let v1 = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Migrations/SQL/V1.sql")
    try SQLiteShell.run(
      path(name),
      try String(contentsOf: v1, encoding: .utf8) + """
        PRAGMA application_id = 0x54524950; PRAGMA user_version = 1;
        INSERT INTO trip VALUES (1, '\(name)', '', '2026-05-01', '2026-05-03');
        """)
    return try rows(name)
  }

  private func rows(_ name: String) throws -> String { try SQLiteShell.run(path(name), ".dump") }

  private func run(_ store: String, _ words: String...) -> TestTool.Result {
    tool.run(words: ["--db", path(store)] + words)
  }

  private func backups(_ beginning: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
      .filter { $0.hasPrefix(beginning) && $0.hasSuffix(".backup") }.sorted()
  }

  @Test func keepsTheReplacedStore() throws {
    let before = try makeV1("a.db")
    run("a.db", "migrate").expectDone()
    let migrated = try rows("a.db")
    let result = run("a.db", "migrate", "--undo")
    #expect(try rows("a.db") == before && result.exitCode == .done)
    let kept = try #require(backups("a.db.replaced-").first)
    #expect(result.stderr == "note: the replaced store is kept as '\(path(kept))'\n")
    #expect(try rows(kept) == migrated)
    let files = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(files.filter { !$0.hasSuffix(".backup") } == ["a.db"])
  }

  @Test func ignoresBackupsOfStoresWithALongerName() throws {
    try makeV1("a.db")
    try makeV1("a.db.migrate-v1-b.db")
    run("a.db", "migrate", "--no-backup").expectDone()
    run("a.db.migrate-v1-b.db", "migrate").expectDone()
    let migrated = try rows("a.db")
    let result = run("a.db", "migrate", "--undo")
    #expect(result.exitCode == .refused)
    #expect(result.stderr.contains("no migration has left a backup of a version before V4 next to"))
    #expect(try rows("a.db") == migrated)
  }

  /// They may be older than what other programs have written since.
  @Test func ignoresBackupsThatNoMigrationMade() throws {
    try makeV1("a.db")
    run("a.db", "backup").expectDone()
    try SQLiteShell.run(
      path("a.db"), "INSERT INTO trip VALUES (2, 'Important', '', '2026-05-01', '2026-05-03')")
    run("a.db", "migrate", "--no-backup").expectDone()
    let migrated = try rows("a.db")
    #expect(run("a.db", "migrate", "--undo").exitCode == .refused)
    #expect(try rows("a.db") == migrated)
  }

  /// The history of a store of V3 goes on in V4.
  @Test func countsOnlyTransactionsSinceTheMigration() throws {
    run("a.db", "sample", path("a.db"), "--schema", "V3").expectDone()
    run("a.db", "migrate").expectDone()
    run("a.db", "add", "Rom").expectDone()
    let refused = run("a.db", "migrate", "--undo")
    #expect(
      refused.exitCode == .refused
        && refused.stderr.contains("leaving behind 1 transaction since the migration"))
    run("a.db", "undo").expectDone()
    #expect(run("a.db", "migrate", "--undo").stderr.contains("2 transactions"))
    run("a.db", "migrate", "--undo", "--yes").expectDone()
    run("a.db", "migrate").expectDone()
    run("a.db", "migrate", "--undo").expectDone()
  }

  @Test func asksBeforeLaterTransactionsAreLeftBehind() throws {
    let before = try makeV1("a.db")
    run("a.db", "migrate").expectDone()
    for name in ["Rom", "Oslo"] { run("a.db", "add", name).expectDone() }
    let migrated = try rows("a.db")
    let refused = run("a.db", "migrate", "--undo")
    #expect(
      refused.stderr == """
        error: leaving behind 2 transactions since the migration needs a confirmation
        hint: run it again with '--yes'

        """)
    #expect(try refused.exitCode == .refused && rows("a.db") == migrated)
    #expect(try backups("a.db.replaced-").isEmpty)
    run("a.db", "migrate", "--undo", "--yes").expectDone()
    #expect(try rows("a.db") == before)
    #expect(try rows(#require(backups("a.db.replaced-").first)) == migrated)
  }

  @Test func undoesOneStepAfterTheOther() throws {
    let first = try makeV1("a.db")
    run("a.db", "migrate", "--to", "V2").expectDone()
    let second = try rows("a.db")
    // The next backup is newer.
    let backup = try #require(backups("a.db.migrate-v1-").first)
    try FileManager.default.moveItem(
      atPath: path(backup), toPath: path("a.db.migrate-v1-20261119T101500Z.backup"))
    run("a.db", "migrate").expectDone()
    run("a.db", "migrate", "--undo").expectDone()
    #expect(try rows("a.db") == second)
    run("a.db", "migrate", "--undo").expectDone()
    #expect(try rows("a.db") == first)
    #expect(run("a.db", "migrate", "--undo").exitCode == .refused)
  }

  @Test func numbersTheSecondBackupOfASecond() throws {
    try makeV1("a.db")
    for _ in 1...2 {
      run("a.db", "migrate").expectDone()
      #expect(run("a.db", "migrate", "--undo").exitCode == .done)
    }
    #expect(try backups("a.db.migrate-v1-").count == 2)
    #expect(try backups("a.db.replaced-").count == 2)
  }
}

extension TestTool.Result {
  func expectDone() { #expect(exitCode == .done, "\(stderr)") }
}
