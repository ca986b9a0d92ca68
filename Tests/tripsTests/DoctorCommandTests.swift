import Foundation
import Testing

@testable import trips

struct DoctorCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  private func change(at offset: UInt64, _ bytes: [UInt8]) throws {
    let file = try FileHandle(forUpdating: tool.store)
    try file.seek(toOffset: offset)
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  @Test func findsNothingWrongAndChangesNothing() throws {
    let before = try Data(contentsOf: tool.store)
    let result = tool.run("doctor")
    #expect(result.exitCode == .done)
    #expect(result.stdout.contains("ok\tintegrity\tno page is damaged\t"))
    #expect(result.stdout.contains("ok\tschema\tmatches V4\t"))
    #expect(!result.stdout.contains("problem"))
    #expect(try Data(contentsOf: tool.store) == before)
  }

  @Test func notesThatThereIsNoStore() throws {
    let tool = try TestTool()
    let result = tool.run("doctor", "--columns", "verdict,detail")
    #expect(
      result
        == TestTool.Result(stdout: "note\tthere is no store at '\(tool.store.path)' yet\n"))
  }

  /// Overlaps, rules and names are not checked.
  @Test func ignoresTheContentsOfTrips() throws {
    try tool.execute(
      """
      UPDATE trip SET perdiemRule = 'half' WHERE id = 1;
      UPDATE trip SET name = ' Paris ' WHERE id = 3;
      """)
    tool.run("add", "x", "--start", "2026-12-14")
    let result = tool.run("doctor")
    #expect(result.exitCode == .done && result.stderr.isEmpty)
    #expect(!result.stdout.contains("note") && !result.stdout.contains("problem"))
  }

  /// Other programs' triggers and unique indexes on our tables stop every write.
  @Test(arguments: [
    ("TRIGGER audit AFTER UPDATE ON trip BEGIN SELECT 1; END", "trigger 'audit' on trip"),
    (
      "TRIGGER audit BEFORE INSERT ON historyChange BEGIN SELECT raise(IGNORE); END",
      "trigger 'audit' on historyChange"
    ),
    ("UNIQUE INDEX audit ON bucketListItem(title)", "unique index 'audit' on bucketListItem"),
  ])
  func refusesToWriteWithForeignTriggersAndIndexes(sql: String, name: String) throws {
    try tool.execute("CREATE \(sql)")
    let drop = "DROP \(name.hasPrefix("trigger") ? "TRIGGER" : "INDEX") audit"
    let before = try Data(contentsOf: tool.store)
    for words in [
      ["add", "x"], ["edit", "Paris", "--name", "y"], ["delete", "Paris"], ["undo"],
      ["bucket", "add", "Paris", "z"], ["add", "x", "--dry-run"],
    ] {
      let result = tool.run(words: words)
      #expect(result.exitCode == .store && result.stdout.isEmpty, "\(words)")
      #expect(
        result.stderr == """
          error: '\(tool.store.path)' cannot be written while it has your \(name)
          hint: run '\(drop)' in sqlite3

          """)
    }
    #expect(tool.run("list", "--count").stdout == "3\n")
    #expect(tool.run("history").exitCode == .done)
    let doctor = tool.run("doctor")
    #expect(doctor.exitCode == .store && doctor.stdout.contains("problem\ttriggers\t"))
    #expect(doctor.stderr.hasSuffix("hint: run '\(drop)' in sqlite3\n"))
    #expect(try Data(contentsOf: tool.store) == before)
    try tool.execute(drop)
    tool.run("add", "x").expectDone()
    #expect(tool.run("doctor").exitCode == .done)
  }

  @Test func listsTheFirstRowsWithoutATrip() throws {
    try tool.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 30)
      INSERT INTO bucketListItem(title) SELECT 'lost' FROM n;
      """)
    let notes = tool.run("doctor").stdout.split(separator: "\n").filter { $0.contains("orphans") }
    #expect(notes.count == 11 && notes[10].contains("\tand 20 more items\t"))
  }

  @Test func listsRowsWithoutATripForAttaching() throws {
    try tool.execute(
      """
      INSERT INTO bucketListItem(title) VALUES ('Louvre'), ('Seine');
      INSERT INTO livingAccommodation(placeName) VALUES ('Ritz');
      """)
    let result = tool.run("doctor")
    #expect(result.exitCode == .done)
    #expect(
      result.stdout.contains(
        "\titem 'Louvre' (3) belongs to no trip\tBucketListItem\t3\tLouvre\n"))
    #expect(
      result.stdout.contains(
        "\tstay 'Ritz' (2) belongs to no trip\tLivingAccommodation\t2\tRitz\n"))
    #expect(
      tool.run("doctor", "--json").stdout.contains(
        #""entity":"BucketListItem","id":3,"title":"Louvre""#))

    tool.run("bucket", "attach", "1", "3", "4").expectDone()
    #expect(tool.run("bucket", "list", "1", TestTool.itemColumns).stdout.contains("Louvre"))
    // The trip already has a stay.
    tool.run("stay", "attach", "3", "2").expectDone()
    #expect(
      tool.run("stay", "list", "3", TestTool.stayColumns).stdout
        == "Hôtel du Nord\tno\t\t1\t\t\t\nRitz\tno\t\t2\t\t\t\n")
    #expect(!tool.run("doctor").stdout.contains("orphans"))
    #expect(tool.run("bucket", "attach", "1", "3").exitCode == .noTrip)
    #expect(tool.run("history", "--json").stdout.contains("stay attach"))
    tool.run("undo").expectDone()
    #expect(tool.run("doctor").stdout.contains("stay 'Ritz' (2) belongs to no trip"))
  }

  @Test func suggestsABackupForADamagedStore() throws {
    let backup = tool.run("backup").stdout.dropLast()
    // The first page and the schema are intact; later pages are lost.
    try change(at: 8_192, [UInt8](repeating: 0x55, count: 12_000))
    let result = tool.run("doctor")
    #expect(result.exitCode == .store && result.stdout.contains("problem\tintegrity\t"))
    #expect(
      result.stderr.hasSuffix(
        "hint: 'trips restore FILE' replaces it with a backup, such as '\(backup)'\n"))
    try FileHandle(forUpdating: tool.store).truncate(atOffset: 30_000)
    #expect(tool.run("doctor").stderr == result.stderr)
    tool.run("restore", String(backup), "--yes").expectDone()
    #expect(tool.run("list", "--count").stdout == "3\n")
  }

  @Test func examinesFilesThatAreNotStores() throws {
    try Data(repeating: 0x55, count: 5_000).write(to: tool.store)
    let result = tool.run("doctor")
    #expect(result.exitCode == .store)
    #expect(result.stdout.contains("is not an SQLite file"))
  }

  @Test func repairsIndexes() throws {
    // The index is built for another column, and then declared for its own.
    func noOp(_ column: String) throws {
      try tool.execute(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = 'CREATE INDEX trip_endDate ON trip(\(column))'
        WHERE name = 'trip_endDate';
        PRAGMA writable_schema = RESET;
        """)
    }
    try noOp("uid")
    try tool.execute("REINDEX trip_endDate")
    try noOp("endDate")
    #expect(tool.run("doctor").stderr.contains("'trips doctor --fix'"))
    #expect(tool.run("doctor", "--fix").exitCode == .done)
    #expect(tool.run("doctor").exitCode == .done)
  }
}

/// Files that are not a store of the latest version.
struct DoctorOfOtherFilesTests {
  let tool: TestTool
  private let path: String

  init() throws {
    tool = try TestTool()
    path = tool.folder.appending(path: "t.db").path
    tool.environment["TRIPS_DB"] = path
  }

  private func makeV1(_ sql: String = "") throws {
    let v1 = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Migrations/SQL/V1.sql")
    try SQLiteShell.run(
      path,
      try String(contentsOf: v1, encoding: .utf8)
        + "PRAGMA application_id = 0x54524950; PRAGMA user_version = 1;" + sql)
  }

  @Test func repairsAnOlderStore() throws {
    try makeV1("INSERT INTO bucketListItem(tripId, title) VALUES (77, 'lost');")
    #expect(tool.run("doctor").stderr.contains("'trips doctor --fix'"))
    let repaired = tool.run("doctor", "--fix")
    #expect(repaired.exitCode == .done, "\(repaired.stderr)")
    #expect(repaired.stdout.contains("note\tversion\tV1; the latest is V4\t"))
    #expect(repaired.stdout.contains("ok\treferences\tno dangling references\t"))
  }

  /// The number of commits to the file
  /// (https://www.sqlite.org/fileformat2.html#file_change_counter).
  private func commits() throws -> UInt32 {
    try Data(contentsOf: URL(filePath: path))[24..<28].reduce(0) { $0 << 8 | UInt32($1) }
  }

  @Test(arguments: ["V1", "V2", "V3"])
  func repairsAnOlderStoreInOneTransaction(version: String) throws {
    tool.run("sample", path, "--schema", version)
    try SQLiteShell.run(
      path,
      """
      PRAGMA foreign_keys = OFF;
      INSERT INTO bucketListItem(tripId, title) VALUES (77, 'lost');
      INSERT INTO livingAccommodation(tripId, placeName) VALUES (78, 'lost');
      """)
    let before = try commits()
    let repaired = tool.run("doctor", "--fix", "--author", "anna")
    #expect(repaired.exitCode == .done, "\(repaired.stderr)")
    #expect(try commits() == before + 1)
    guard version == "V3" else { return }
    let last = try SQLiteShell.run(
      path,
      """
      SELECT author, command, (SELECT count(*) FROM historyChange WHERE transactionId = t.id)
      FROM historyTransaction AS t ORDER BY id DESC LIMIT 1
      """)
    #expect(last == "anna|doctor|2\n")
  }

  /// A copy made with `.dump`, which writes neither number.
  @Test(arguments: ["V1", "V4"])
  func hintsAtTheNumbersThatADumpLoses(version: String) throws {
    tool.run("sample", path, "--schema", version)
    let dump = try SQLiteShell.run(path, ".dump")
    let copy = tool.folder.appending(path: "copy.db").path
    try SQLiteShell.run(copy, dump)
    for command in ["list", "doctor", "migrate"] {
      let result = tool.run("--db", copy, command)
      #expect(result.exitCode == .store)
      #expect(
        result.stderr.hasSuffix(
          "hint: 'sqlite3 FILE \"PRAGMA application_id=0x54524950\" "
            + "\"PRAGMA user_version=\(version.dropFirst())\"' sets them\n"), "\(result.stderr)")
    }
    try SQLiteShell.run(
      copy,
      "PRAGMA application_id=0x54524950; PRAGMA user_version=\(version.dropFirst())")
    tool.run("--db", copy, "doctor", "--fix").expectDone()
    #expect(tool.run("--db", copy, "doctor").exitCode == .done)
  }

  @Test(arguments: [
    (
      "text",
      "use another file with '--db'; if this was a store, 'trips restore FILE' restores a backup"
    ),
    ("foreign", "use another file with '--db'"),
    ("newer", "install the release of 'trips' that wrote it, or a later one"),
  ])
  func doesNotTouchOtherFiles(kind: String, hint: String) throws {
    switch kind {
    case "text": try Data("hello world\n".utf8).write(to: URL(filePath: path))
    case "foreign": try SQLiteShell.run(path, "CREATE TABLE a(b);")
    default: try makeV1("PRAGMA user_version = 9;")
    }
    for words in [["doctor"], ["doctor", "--fix"]] {
      let result = tool.run(words: words)
      #expect(result.exitCode == .store)
      #expect(result.stderr == "error: the store has problems\nhint: \(hint)\n")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path) == ["t.db"])
  }
}
