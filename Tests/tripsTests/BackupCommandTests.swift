import Foundation
import SQLite
import Testing

@testable import trips

struct BackupCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func copiesTheStoreNextToIt() throws {
    let result = tool.run("backup")
    let path = try #require(result.stdout.split(separator: "\n").first.map(String.init))
    #expect(path.hasPrefix(tool.store.path + ".v4-"))
    #expect(path.hasSuffix("Z.backup"))
    #expect(result.stderr == "")
    #expect(try mode(path) == 0o600)
    #expect(tool.run("--db", path, "list") == tool.run("list"))
    // Two backups in one second get different names.
    #expect(tool.run("backup").stdout != result.stdout)
  }

  @Test func neverReplacesAFileUnasked() throws {
    let path = tool.folder.appending(path: "copy").path
    #expect(tool.run("backup", path).exitCode == .done)
    let refused = tool.run("backup", path)
    #expect(refused.exitCode == .refused)
    #expect(refused.stderr == "error: '\(path)' already exists\nhint: '--force' replaces it\n")
    #expect(tool.run("backup", path, "--force").exitCode == .done)
  }

  @Test func restoresAndKeepsTheReplacedStore() throws {
    let path = tool.folder.appending(path: "copy").path
    let before = tool.run("list")
    tool.run("backup", path)
    tool.run("delete", "Paris")
    let after = tool.run("list")
    let result = tool.run("restore", path, "--yes")
    #expect(result.stdout == "Restored 3 trips to '\(tool.store.path)'\n")
    #expect(tool.run("list") == before)
    let kept = try #require(result.stderr.split(separator: "'").dropFirst().first.map(String.init))
    #expect(tool.run("--db", kept, "list") == after)
    let folder = tool.store.deletingLastPathComponent().path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.allSatisfy { $0 == "trips.db" || $0.hasSuffix(".backup") })
  }

  @Test func restoresOverADamagedDatabase() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    try Data(repeating: 0x55, count: 5_000).write(to: tool.store)
    #expect(tool.run("restore", path, "--yes").exitCode == .done)
    #expect(tool.run("list", "--count").stdout == "3\n")
  }

  @Test func restoresTwiceWithinASecondOverADamagedStore() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    let whole = try Data(contentsOf: tool.store)
    for damage in [Data(repeating: 0x55, count: 5_000), whole.prefix(9_000)] {
      for _ in 1...2 {
        try damage.write(to: tool.store)
        tool.run("restore", path, "--yes").expectDone()
        #expect(tool.run("list", "--count").stdout == "3\n")
      }
    }
    let folder = tool.store.deletingLastPathComponent().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 5)
  }

  @Test func restoresWithoutAnExistingStore() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    let other = tool.folder.appending(path: "new/other.db").path
    #expect(tool.run("--db", other, "restore", path).stderr == "")
    #expect(try mode(other) == 0o600)
    #expect(tool.run("--db", other, "list", "--count").stdout == "3\n")
  }

  @Test func restoresToTheTargetOfALink() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    let link = tool.folder.appending(path: "link.db").path
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "disk"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "disk/other.db")
    #expect(tool.run("--db", link, "restore", path).stdout == "Restored 3 trips to '\(link)'\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "disk/other.db")
    let target = tool.folder.appending(path: "disk/other.db").path
    #expect(tool.run("--db", target, "list", "--count").stdout == "3\n")
  }

  /// Both kinds of store are reached by links: one is replaced by its pages, the other by a file.
  @Test(arguments: [false, true])
  func replacesTheTargetOfALink(isDamaged: Bool) throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    if isDamaged { try Data(repeating: 0x55, count: 5_000).write(to: tool.store) }
    if !isDamaged { tool.run("delete", "Paris").expectDone() }
    let link = tool.folder.appending(path: "link.db").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: ".local/share/trips/trips.db")
    let result = tool.run("--db", link, "restore", path, "--yes")
    let kept = try #require(result.stderr.split(separator: "'").dropFirst().first.map(String.init))
    #expect(kept.hasPrefix(tool.store.path + ".replaced-"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link)
        == ".local/share/trips/trips.db")
    for store in [link, tool.store.path] {
      #expect(tool.run("--db", store, "list", "--count").stdout == "3\n")
    }
  }

  @Test func reportsWhatTheBackupLacks() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    tool.run("add", "Oslo")
    tool.run("edit", "Paris", "--destination", "France").expectDone()
    let before = try Data(contentsOf: tool.store)
    let refused = tool.run("restore", path)
    #expect(
      refused.stderr == """
        error: replacing a store that has 1 trip and 2 transactions that the backup lacks needs a \
        confirmation
        hint: run it again with '--yes'

        """)
    #expect(refused.exitCode == .refused)
    let folder = tool.store.deletingLastPathComponent().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["trips.db"])
    tool.terminal = Context.Terminal(isInput: true, isOutput: true, isError: true, width: 200)
    tool.answers = ["n"]
    #expect(tool.run("restore", path).exitCode == .refused)
    #expect(try Data(contentsOf: tool.store) == before)
    tool.answers = ["y"]
    #expect(tool.run("restore", path).exitCode == .done)
    #expect(tool.run("show", "Oslo").exitCode == .noTrip)
    // The restored store has the backup's history.
    #expect(tool.run("restore", path).stderr.contains("has nothing that the backup lacks"))
  }

  @Test func countsNoRenamedTripAsMissing() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    tool.run("edit", "Paris", "--name", "Lutetia").expectDone()
    #expect(
      tool.run("restore", path).stderr.hasPrefix(
        "error: replacing a store that has 1 transaction that the backup lacks needs"))
  }

  @Test func refusesABackupThatNoCommandCouldUse() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    let before = try Data(contentsOf: tool.store)
    for (sql, reason) in [
      ("DROP INDEX trip_endDate", "is not V4: index 'trip_endDate' is missing"),
      ("PRAGMA user_version = 9", "this store has schema version 9"),
    ] {
      try SQLiteShell.run(path, sql)
      let result = tool.run("restore", path, "--yes")
      #expect(result.exitCode == .store && result.stderr.contains(reason), "\(result.stderr)")
      #expect(try Data(contentsOf: tool.store) == before)
    }
    let folder = tool.store.deletingLastPathComponent().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["trips.db"])
  }

  /// A store by a stranger, whose trips never end.
  @Test func replacesAStoreWithAnotherSchema() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    try tool.execute(
      """
      PRAGMA legacy_alter_table = ON;
      ALTER TABLE trip RENAME TO mine;
      CREATE VIEW trip AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT mine.* FROM mine JOIN n WHERE i < 0;
      """)
    #expect(
      tool.run("restore", path).stderr.hasPrefix("error: replacing a store that cannot be read"))
    tool.run("backup").expectDone()
    tool.run("restore", path, "--yes").expectDone()
    #expect(tool.run("list", "--count").stdout == "3\n")
  }

  /// A purged history does not make the store look like its backup.
  @Test func reportsTripsWhoseTransactionsWerePurged() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    tool.run("add", "Oslo")
    let token = tool.run("history", "--token").stdout.trimmingCharacters(in: .newlines)
    tool.run("history", "purge", "--before", token, "--yes").expectDone()
    #expect(
      tool.run("restore", path).stderr.hasPrefix(
        "error: replacing a store that has 1 trip that the backup lacks needs"))
  }

  /// Tokens of the replaced store must be refused, and a trigger could keep its identity.
  @Test func refusesABackupWhoseHistoryCannotGetANewIdentity() throws {
    try tool.execute(
      "CREATE TRIGGER keep BEFORE UPDATE ON historyState BEGIN SELECT raise(IGNORE); END")
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path).expectDone()
    try tool.execute("DROP TRIGGER keep")
    let before = try Data(contentsOf: tool.store)
    let result = tool.run("restore", path, "--yes")
    #expect(result.exitCode == .store && result.stderr.contains("'keep'"))
    #expect(try Data(contentsOf: tool.store) == before)
  }

  /// The backup waits for a writer, without a lock that would block the writer's commit.
  @Test func waitsForAWriterWithoutBlockingIt() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    let writer = try Connection(tool.store.path)
    try writer.execute("BEGIN IMMEDIATE; UPDATE trip SET notes = 'later'")
    nonisolated(unsafe) let tool = tool
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result = TestTool.Result()
    Thread.detachNewThread {
      result = tool.run("restore", path, "--yes")
      done.signal()
    }
    Thread.sleep(forTimeInterval: 0.3)
    try writer.execute("COMMIT")
    done.wait()
    #expect(result.exitCode == .done, "\(result.stderr)")
    #expect(!tool.run("show", "Paris").stdout.contains("later"))
  }

  /// A backup of such a store must work.
  @Test func copiesAStoreThatHasLostATable() throws {
    try tool.execute("DROP TABLE livingAccommodation")
    #expect(tool.run("list").exitCode == .store)
    let path = tool.folder.appending(path: "copy").path
    let result = tool.run("backup", path)
    #expect(result.exitCode == .done)
    #expect(
      try SQLiteShell.run(path, "SELECT count(*) FROM bucketListItem").contains("2"))
  }

  /// SQLite would apply the journal of the removed store to the new one.
  @Test(arguments: [["-journal"], ["-wal", "-shm"]])
  func refusesToWriteAStoreNextToALeftOverJournal(suffixes: [String]) throws {
    let copy = tool.folder.appending(path: "copy").path
    tool.run("backup", copy)
    let path = tool.folder.appending(path: "gone.db").path
    for suffix in suffixes { try Data("left".utf8).write(to: URL(filePath: path + suffix)) }
    let names = suffixes.map { "'\(path + $0)'" }.joined(separator: " and ")
    let (was, it) = suffixes.count == 1 ? ("was", "it") : ("were", "them")
    try Data(#"{"name":"Rome","startDate":"2027-01-01"}"#.utf8)
      .write(to: tool.folder.appending(path: "rome.json"))
    for words in [
      ["--db", path, "restore", copy, "--yes"], ["backup", path], ["sample", path],
      ["--db", path, "add", "New"], ["--db", path, "import", "rome.json"],
    ] {
      let result = tool.run(words: words)
      #expect(
        result.stderr == """
          error: \(names) \(was) left by another store
          hint: move \(it) away, then run the command again

          """)
      #expect(result.exitCode == .refused)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    #expect(tool.run("--db", path, "list", "--count").stdout == "0\n")
    for suffix in suffixes { #expect(FileManager.default.fileExists(atPath: path + suffix)) }
  }

  @Test func neverReplacesAFileNextToALeftOverJournal() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    let before = try Data(contentsOf: URL(filePath: path))
    try Data("left".utf8).write(to: URL(filePath: path + "-journal"))
    #expect(tool.run("backup", path, "--force").exitCode == .refused)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func keepsSideFilesWithTheirStore() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    try Data(repeating: 0x55, count: 5_000).write(to: tool.store)
    try Data("left".utf8).write(to: URL(filePath: tool.store.path + "-shm"))
    let result = tool.run("restore", path, "--yes")
    let kept = try #require(result.stderr.split(separator: "'").dropFirst().first.map(String.init))
    #expect(FileManager.default.fileExists(atPath: kept + "-shm"))
    #expect(!FileManager.default.fileExists(atPath: tool.store.path + "-shm"))
  }

  private func storeID(_ path: String) throws -> String? {
    try Connection(path).text("SELECT storeId FROM historyState")
  }

  @Test func givesTheRestoredStoreANewIdentity() throws {
    let path = tool.folder.appending(path: "copy").path
    tool.run("backup", path)
    #expect(try storeID(path) == storeID(tool.store.path))
    tool.run("restore", path, "--yes")
    #expect(try storeID(path) != storeID(tool.store.path))
  }

  @Test(arguments: ["none", ".", "text"])
  func refusesFilesThatAreNotBackups(name: String) throws {
    try Data("text".utf8).write(to: tool.folder.appending(path: "text"))
    let before = try Data(contentsOf: tool.store)
    let result = tool.run("restore", name, "--yes")
    #expect([.failed, .store].contains(result.exitCode))
    #expect(try Data(contentsOf: tool.store) == before)
  }

  @Test func restoresOnlyOverTheStoreThatWasShown() throws {
    let tool = try TestTool().withSampleTrips()
    tool.run("backup", "old").expectDone()
    let other = try TestTool()
    other.environment["TRIPS_DB"] = tool.store.path
    tool.terminal = Context.Terminal(isInput: true, isError: true)
    tool.answers = ["y"]
    tool.whenAsked = { other.run("add", "Oslo").expectDone() }
    let result = tool.run("restore", "old")
    #expect(result.exitCode == .refused)
    #expect(
      result.stderr.hasSuffix(
        "error: another program changed the store meanwhile; nothing was done\n"
          + "hint: run the command again to see how it is now\n"))
    #expect(tool.run("list", "--count").stdout == "4\n")
  }
}
