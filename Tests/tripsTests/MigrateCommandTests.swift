import Foundation
import Testing

@testable import trips

struct MigrateCommandTests {
  let tool: TestTool
  private let path: String

  init() throws {
    tool = try TestTool()
    path = tool.folder.appending(path: "t.db").path
    tool.environment["TRIPS_DB"] = path
    try SQLiteShell.run(
      path,
      try String(contentsOf: Self.v1, encoding: .utf8) + """
        PRAGMA application_id = 0x54524950; PRAGMA user_version = 1;
        INSERT INTO trip VALUES (1, 'Paris', 'a', '2026-05-01', '2026-05-03'),
          (2, ' Paris', 'b', '2026-05-01', '2026-05-03'), (3, 'Paris', '', '2025-01-01', '2025-01-02'),
          (4, 'Oslo' || char(10) || 'x', '', '2027-01-01', '2027-01-02');
        INSERT INTO bucketListItem(tripId, title) VALUES (1, 'Louvre'), (2, 'Louvre'), (2, 'Seine'),
          (77, 'lost');
        INSERT INTO livingAccommodation(tripId, placeName, isConfirmed)
        VALUES (1, 'Ritz', 1), (2, 'Zelt', 0);
        """)
  }

  private static let v1 = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Migrations/SQL/V1.sql")

  private func bytes() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  private func backups() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).filter {
      $0.hasSuffix(".backup")
    }
  }

  private let report = """
    4 trips → 3: 1 duplicate merged, 1 text trimmed or normalised; 1 row has no trip
    trip 'Paris' (1): merged with trip 2
      destination: a → b
      item 'Seine' (3) moved to it
      stay 'Zelt' (2) moved to it
      item 'Louvre' (2) was dropped: the trip already has an equal one
    trip 2, name: ' Paris' → Paris
    item 'lost' (4) has no trip: 'trips bucket attach TRIP 4' gives it one

    """

  private let rows = """
    merge\tTrip\t2\tParis\t\tid\t2\t1
    update\tTrip\t1\tParis\t\tdestination\ta\tb
    update\tBucketListItem\t3\tSeine\t1\ttripId\t\t1
    update\tLivingAccommodation\t2\tZelt\t1\ttripId\t\t1
    delete\tBucketListItem\t2\tLouvre\t\t\t\t
    update\tTrip\t2\t Paris\t\tname\t Paris\tParis
    orphan\tBucketListItem\t4\tlost\t\t\t\t

    """

  @Test func dryRunPrintsTheReportAndChangesNothing() throws {
    let before = try bytes()
    let rehearsal = tool.run("migrate", "--dry-run")
    #expect(rehearsal.stdout == rows && rehearsal.exitCode == .done)
    #expect(
      rehearsal.stderr
        == "note: 'migrate' would bring the store from V1 to V4\n"
        + "note: this was a dry run: nothing was changed\n")
    #expect(try bytes() == before && backups().isEmpty)

    let walk = tool.onTerminal { tool.run("migrate") }
    #expect(walk.stdout == report && walk.exitCode == .done)
    #expect(
      try walk.stderr.hasPrefix(
        "note: migrated the store from V1 to V4\nnote: the backup is '\(path).migrate-v1-")
        && backups().count == 1)
    #expect(tool.run("list", "--count").stdout == "3\n")
    let done = tool.run("migrate", "--json")
    #expect(
      done
        == TestTool.Result(stdout: "[]\n", stderr: "note: nothing to do: the store has schema V4\n")
    )
    #expect(tool.run("stay", "list", "1").stdout.contains("Zelt"))
    let doctor = tool.run("doctor").stdout
    #expect(doctor.contains("item 'lost' (4) belongs to no trip\t"))
    tool.run("bucket", "attach", "1", "4").expectDone()
    #expect(!tool.run("doctor").stdout.contains("orphans"))
  }

  @Test func keepsAFilledValueOfADuplicate() throws {
    try SQLiteShell.run(path, "UPDATE trip SET destination = '' WHERE id = 2")
    let walk = tool.run("migrate")
    #expect(!walk.stdout.contains("destination"))
    #expect(tool.run("list", "--columns", "destination").stdout.contains("a\n"))
  }

  @Test func reportsNamesSetAside() throws {
    let walk = tool.run("migrate", "--to", "V2")
    #expect(walk.stdout.contains("update\tTrip\t1\tParis\t\tname\tParis\tParis (2)\n"))
    #expect(
      tool.run("migrate").stdout.contains("update\tTrip\t1\tParis (2)\t\tname\tParis (2)\tParis\n"))
  }

  /// They would take part in every change of the migration.
  @Test(arguments: [
    ("TRIGGER \"tidy up\" AFTER DELETE ON trip BEGIN SELECT 1; END", "trigger 'tidy up' on trip"),
    ("UNIQUE INDEX \"tidy up\" ON bucketListItem(id)", "unique index 'tidy up' on bucketListItem"),
  ])
  func reportsAnObstacleWithTheStatementThatDropsIt(sql: String, name: String) throws {
    try SQLiteShell.run(path, "CREATE \(sql)")
    let before = try bytes()
    let drop = "DROP \(name.hasPrefix("trigger") ? "TRIGGER" : "INDEX") \"tidy up\""
    for words in [["migrate"], ["migrate", "--dry-run"]] {
      let result = tool.run(words: words)
      #expect(result.exitCode == .store && result.stdout.isEmpty)
      #expect(
        result.stderr == """
          error: '\(path)' cannot be written while it has your \(name)
          hint: run '\(drop)' in sqlite3

          """)
    }
    #expect(try bytes() == before && backups().isEmpty)
    try SQLiteShell.run(path, drop)
    tool.run("migrate").expectDone()
  }

  @Test func updatesReferencesOfTheUsersTablesByTheHint() throws {
    try SQLiteShell.run(
      path,
      "CREATE TABLE photo(trip INTEGER REFERENCES trip(id)); INSERT INTO photo VALUES (1), (2), (2)"
    )
    let before = try bytes()
    let update = "UPDATE photo SET trip = 1 WHERE trip = 2"
    let result = tool.run("migrate")
    #expect(
      result.stderr == """
        error: '\(path)' cannot be migrated, and nothing was changed: your table 'photo' refers to \
        trip 2, which would be merged into trip 1
        hint: run '\(update)' in sqlite3

        """)
    #expect(try result.exitCode == .store && bytes() == before && backups().isEmpty)
    try SQLiteShell.run(path, update)
    tool.run("migrate").expectDone()
    #expect(try SQLiteShell.run(path, "SELECT trip FROM photo") == "1\n1\n1\n")
  }

  @Test func latestVersionMustHaveItsSchema() throws {
    tool.run("migrate")
    _ = try SQLiteShell.run(path, "DROP TRIGGER trip_inserted")
    let result = tool.run("migrate")
    #expect(result.exitCode == .store && result.stderr.contains("trip_inserted"))
  }

  @Test func backupIsTheOldStoreAndPrivate() throws {
    let before = try SQLiteShell.run(path, ".dump")
    tool.run("migrate")
    let name = try #require(backups().first)
    #expect(name.wholeMatch(of: #/t\.db\.migrate-v1-[0-9]{8}T[0-9]{6}Z\.backup/#) != nil)
    let backup = tool.folder.appending(path: name).path
    #expect(try SQLiteShell.run(backup, ".dump") == before)
    let mode = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func noBackupSkipsTheBackup() throws {
    tool.run("migrate", "--no-backup")
    #expect(try backups().isEmpty)
    #expect(tool.run("migrate", "--undo").exitCode == .refused)
  }

  @Test func statusListsPendingStages() throws {
    let before = try bytes()
    #expect(
      tool.run("migrate", "--status").stdout == """
        current\tV1 (1.0.0)
        latest\tV4 (4.0.0)
        pending\tV1 → V2 (custom)
        pending\tV2 → V3 (custom)
        pending\tV3 → V4 (lightweight)
        schema\tmatches V1

        """)
    #expect(
      tool.run("migrate", "--status", "--json").stdout.hasPrefix(#"{"current":"V1","latest":"V4","#)
    )
    #expect(try bytes() == before)
  }

  @Test func alignsTheStatusOnATerminal() throws {
    tool.terminal = Context.Terminal(isOutput: true, width: 80)
    tool.environment["NO_COLOR"] = "1"
    #expect(
      tool.run("migrate", "--status").stdout == """
        current:  V1 (1.0.0)
        latest:   V4 (4.0.0)
        pending:  V1 → V2 (custom)
                  V2 → V3 (custom)
                  V3 → V4 (lightweight)
        schema:   matches V1

        """)
  }

  @Test func statusReportsTheObjectThatDiffers() throws {
    try SQLiteShell.run(path, "ALTER TABLE trip ADD COLUMN mine")
    let status = tool.run("migrate", "--status")
    #expect(
      status.stdout.hasSuffix(
        "\ttable 'trip' also has the column 'mine'\n"))
    #expect(status.exitCode == .store)
    let before = try bytes()
    let walk = tool.run("migrate")
    #expect(
      walk.stderr.contains("is not V1: table 'trip' also has the column") && walk.exitCode == .store
    )
    #expect(try bytes() == before && backups().isEmpty)
    try SQLiteShell.run(path, "ALTER TABLE trip DROP COLUMN mine")
    tool.run("migrate").expectDone()
  }

  @Test(arguments: ["V2", "v3", "3.0.0", "4"])
  func stopsAtTheTarget(target: String) throws {
    #expect(tool.run("migrate", "--to", target).exitCode == .done)
    let version = try SQLiteShell.run(path, "PRAGMA user_version").trimmingCharacters(in: .newlines)
    #expect(target.uppercased().replacing("V", with: "").hasPrefix(version))
    #expect(tool.run("migrate", "--to", "V1").exitCode == .refused)
  }

  @Test func otherCommandsSuggestMigrating() throws {
    let before = try bytes()
    let list = tool.run("list")
    #expect(
      list.stderr == """
        error: this store has schema V1, and 'list' needs V4
        hint: run 'trips migrate' (it makes a backup first)

        """)
    #expect(list.exitCode == .store)
    #expect(try bytes() == before)
  }

  @Test func reportsOrQuarantinesInvalidRows() throws {
    try SQLiteShell.run(path, "UPDATE trip SET start_date = '2026-02-30' WHERE id = 4")
    let before = try bytes()
    let stopped = tool.run("migrate")
    #expect(stopped.exitCode == .store && stopped.stdout.isEmpty)
    #expect(
      stopped.stderr.hasPrefix("  trip 4: start_date '2026-02-30' is not a date\nerror: 1 value "))
    #expect(try bytes() == before && backups().isEmpty)
    let walk = tool.onTerminal { tool.run("migrate", "--quarantine") }
    #expect(
      walk.stdout.contains("trip 'Oslo\\u{A}x' (4) is kept only in the table migrationRecord:"))
    #expect(tool.run("list", "--count").stdout == "2\n")
  }

  @Test func doesNothingWithoutAStore() throws {
    tool.environment["TRIPS_DB"] = tool.folder.appending(path: "none.db").path
    for mode in [[], ["--dry-run"], ["--status"], ["--undo"]] {
      let result = tool.run(words: ["migrate"] + mode)
      #expect(result.exitCode == .store && result.stderr.contains("there is no store at"))
    }
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "none.db").path))
  }

  @Test(arguments: [
    ("PRAGMA user_version = 9", "supports up to V4"),
    ("PRAGMA application_id = 7", "another program"),
  ])
  func refusesOtherStores(sql: String, words: String) throws {
    try SQLiteShell.run(path, sql)
    let before = try bytes()
    for mode in [[], ["--dry-run"], ["--status"], ["--undo"]] {
      let result = tool.run(words: ["migrate"] + mode)
      #expect(result.stderr.contains(words) && result.exitCode == .store)
    }
    #expect(try bytes() == before && backups().isEmpty)
  }

  /// The manual lists the members of the object.
  @Test func theManualDescribesTheStatus() throws {
    let status = tool.run("migrate", "--status", "--json").stdout
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(status.utf8)) as? [String: Any])
    let row = try #require(Manual.json.rows.first { $0.left == "migrate --status" })
    #expect(row.right.components(separatedBy: ", ").sorted() == object.keys.sorted())
  }

  @Test(arguments: [
    ["--status", "--undo"], ["--status", "--to", "V3"], ["--to", "V5"], ["--undo", "--quarantine"],
    ["--status", "--yes"],
  ])
  func refusesContradictoryOptions(words: [String]) {
    #expect(tool.run(words: ["migrate"] + words).exitCode == .usage)
  }
}

/// The `sqlite3` program, which writes to a store as another program.
enum SQLiteShell {
  @discardableResult
  static func run(_ path: String, _ sql: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-bail", path]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data((sql + "\n").utf8))
    try input.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
