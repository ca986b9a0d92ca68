import Foundation
import Testing

@testable import trips

/// `migrate --undo` restores the migration's backup, or refuses to.
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

  private func expectRefusal(_ store: String, _ words: String) throws {
    let before = try Data(contentsOf: URL(filePath: path(store)))
    let result = run(store, "migrate", "--undo")
    #expect(result.exitCode == .refused && result.stderr.contains(words), "\(result.stderr)")
    #expect(try Data(contentsOf: URL(filePath: path(store))) == before)
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
    try makeV1("a.db.v1-b.db")
    run("a.db", "migrate", "--no-backup").expectDone()
    run("a.db.v1-b.db", "migrate").expectDone()
    try expectRefusal("a.db", "was not migrated with a backup")
    // Nor by the number of changes, even if it is the only backup left.
    let own = try makeV1("c.db")
    run("c.db", "migrate").expectDone()
    let backup = try #require(backups("c.db.v1-").first)
    try FileManager.default.moveItem(
      atPath: path(backup), toPath: path("c.db.v1-b.db.v1-20261120T101500Z.backup"))
    try expectRefusal("c.db", "is no longer beside")
    try FileManager.default.moveItem(
      atPath: path("c.db.v1-b.db.v1-20261120T101500Z.backup"),
      toPath: path("c.db.v1-20261120T101500Z-2.backup"))
    #expect(run("c.db", "migrate", "--undo").exitCode == .done)
    #expect(try rows("c.db") == own)
  }

  @Test func neverOverwritesAStoreThatTookItsPlace() throws {
    try makeV1("a.db")
    try makeV1("b.db")
    run("a.db", "migrate").expectDone()
    run("b.db", "migrate").expectDone()
    try FileManager.default.removeItem(atPath: path("a.db"))
    try FileManager.default.moveItem(atPath: path("b.db"), toPath: path("a.db"))
    try expectRefusal("a.db", "is not the backup from this store")
  }

  @Test func refusesAChangedBackup() throws {
    try makeV1("a.db")
    run("a.db", "migrate").expectDone()
    let backup = try #require(backups("a.db.v1-").first)
    try SQLiteShell.run(path(backup), "UPDATE trip SET destination = 'later'")
    try expectRefusal("a.db", "has changed since")
  }

  @Test func followsNoSymbolicLink() throws {
    try makeV1("a.db")
    run("a.db", "migrate").expectDone()
    let backup = try #require(backups("a.db.v1-").first)
    try FileManager.default.moveItem(atPath: path(backup), toPath: path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: path(backup), withDestinationPath: path("elsewhere"))
    try expectRefusal("a.db", "is not the backup from this store")
  }

  /// Its version is the latest, but its schema is different.
  @Test(arguments: [3, 4])
  func restoresAStoreOfRelease010(version: Int) throws {
    let dump = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../MigrationsTests/Frozen/0.1.0-V\(version).sql")
    try SQLiteShell.run(path("a.db"), try String(contentsOf: dump, encoding: .utf8))
    try SQLiteShell.run(path("a.db"), "DROP TRIGGER myTrigger")
    let before = try rows("a.db")
    let listed = run("a.db", "list")
    #expect(listed.exitCode == .store && listed.stderr.contains("hint: run 'trips"))
    let examined = run("a.db", "doctor")
    #expect(examined.stdout.contains("note\tschema\tas created by release 0.1.0 for V\(version)\t"))
    #expect(examined.stderr.contains("migrate"))
    run("a.db", "migrate").expectDone()
    run("a.db", "list").expectDone()
    #expect(run("a.db", "migrate", "--undo").exitCode == .done)
    #expect(try rows("a.db") == before)
  }

  /// The store of the second step was put back, so the record of the first does not describe it.
  @Test func refusesToUndoAnEarlierStep() throws {
    try makeV1("a.db")
    run("a.db", "migrate", "--to", "V4").expectDone()
    run("a.db", "migrate").expectDone()
    run("a.db", "migrate", "--undo").expectDone()
    try expectRefusal("a.db", "or was itself put back from a backup")
  }

  @Test func numbersTheSecondBackupOfASecond() throws {
    try makeV1("a.db")
    for _ in 1...2 {
      run("a.db", "migrate").expectDone()
      #expect(run("a.db", "migrate", "--undo").exitCode == .done)
    }
    #expect(try backups("a.db.v1-").count == 2)
    #expect(try backups("a.db.replaced-").count == 2)
  }
}

extension TestTool.Result {
  func expectDone() { #expect(exitCode == .done, "\(stderr)") }
}
