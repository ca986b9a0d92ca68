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
    Migrated V1 → V5
    V1 → V2 (custom, under 0.1 s)
      trips: 4 before, 3 kept, 1 merged, 1 updated, 1 renamed, 1 unnormalized
      bucket list items: 4 before, 3 kept, 1 merged, 1 reassigned, 1 orphaned
      accommodations: 2 before, 2 kept, 1 orphaned
    V2 → V3 (custom, under 0.1 s)
      trips: 3 before, 3 kept, 1 restored
      bucket list items: 3 before, 3 kept
      accommodations: 2 before, 2 kept
    V3 → V4 (lightweight, under 0.1 s)
      trips: 3 before, 3 kept
      bucket list items: 3 before, 3 kept
      accommodations: 2 before, 2 kept
    V4 → V5 (lightweight, under 0.1 s)
      trips: 3 before, 3 kept
      bucket list items: 3 before, 3 kept
      accommodations: 2 before, 2 kept, 1 reassigned
    V1 → V2: orphaned bucket list item 4 'lost': it is kept without a trip
    V1 → V2: merged bucket list item 2 'Louvre' into bucket list item 1
    V1 → V2: reassigned bucket list item 3 'Seine' to trip 1
    V1 → V2: orphaned accommodation 2 'Zelt': it is kept without a trip
    V1 → V2: updated trip 1 'Paris' ('a', 2026-05-01 to 2026-05-03) with the values of the latest row merged into it
    V1 → V2: merged trip 2 ' Paris' ('b', 2026-05-01 to 2026-05-03) into trip 1
    V1 → V2: did not normalize the name of trip 1 ' Paris': not in NFC, or with white space at an end
    V1 → V2: renamed trip 1 ' Paris' to 'Paris (2)'
    V2 → V3: restored the name of trip 1 'Paris (2)' to ' Paris'
    V4 → V5: reassigned accommodation 2 'Zelt' to trip 1

    """

  /// Durations, replaced by fixed ones.
  private func timeless(_ text: String) -> String {
    text.replacing(#/custom, [0-9.]+ s/#, with: "custom, under 0.1 s")
      .replacing(#/lightweight, [0-9.]+ s/#, with: "lightweight, under 0.1 s")
  }

  @Test func dryRunPrintsTheReportAndChangesNothing() throws {
    let before = try bytes()
    let rehearsal = tool.run("migrate", "--dry-run")
    #expect(
      timeless(rehearsal.stdout) == report.replacing("Migrated V1", with: "Would migrate V1")
        && rehearsal.exitCode == .done)
    #expect(try bytes() == before && backups().isEmpty)

    let walk = tool.run("migrate")
    #expect(timeless(walk.stdout) == report && walk.exitCode == .done)
    #expect(try walk.stderr.hasPrefix("note: the backup is '\(path).v1-") && backups().count == 1)
    #expect(tool.run("list", "--count").stdout == "3\n")
    #expect(tool.run("migrate").stdout == "Nothing to do: the store has schema V5\n")
    #expect(tool.run("migrate", "--report").stdout.hasSuffix(report.suffix(200)))
    // The stay's trip was merged into another, to which the stay returns; the item's trip never
    // existed.
    #expect(tool.run("stay", "show", "1").stdout.contains("Zelt"))
    let doctor = tool.run("doctor").stdout
    #expect(
      doctor.contains(
        "item 4 'lost' belongs to no trip; it belonged to trip 77, which was deleted\n"))
  }

  /// If a REPLACE removes a row, SQLite leaves undefined what a trigger on it may write.
  @Test func hintsAtDroppingAndRecreatingTriggers() throws {
    let trigger = """
      CREATE TRIGGER "tidy up" AFTER DELETE ON livingAccommodation
      BEGIN UPDATE trip SET destination = 'none' WHERE id = old.tripId; END
      """
    _ = try SQLiteShell.run(path, trigger)
    let before = try bytes()
    for words in [["migrate"], ["migrate", "--dry-run"]] {
      let result = tool.run(words: words)
      #expect(result.exitCode == .store && result.stdout.isEmpty)
      #expect(
        result.stderr == """
            DROP TRIGGER "tidy up"
            CREATE TRIGGER "tidy up" AFTER DELETE ON livingAccommodation
            BEGIN UPDATE trip SET destination = 'none' WHERE id = old.tripId; END
          error: '\(path)' cannot be migrated, and nothing was changed: your trigger 'tidy up' on \
          livingAccommodation would be fired by the migration
          hint: drop them with 'sqlite3 FILE' as above, migrate, and create them again as above

          """)
    }
    #expect(try bytes() == before && backups().isEmpty)
    _ = try SQLiteShell.run(path, "DROP TRIGGER \"tidy up\"")
    tool.run("migrate").expectDone()
    _ = try SQLiteShell.run(path, trigger)
    let warning =
      "warning: your trigger 'tidy up' changes trips while livingAccommodation loses a row: "
      + "the history may miss it\n"
    tool.run("add", "Rome")
    #expect(tool.run("undo").stderr.hasPrefix(warning))
    #expect(tool.run("redo").stderr.hasPrefix(warning))
    #expect(tool.run("-q", "undo").stderr == "")
  }

  @Test func latestVersionMustHaveItsSchema() throws {
    tool.run("migrate")
    _ = try SQLiteShell.run(path, "DROP TRIGGER trip_afterInsert")
    let result = tool.run("migrate")
    #expect(result.exitCode == .store && result.stderr.contains("trip_afterInsert"))
  }

  @Test func backupIsTheOldStoreAndPrivate() throws {
    let before = try SQLiteShell.run(path, ".dump")
    tool.run("migrate")
    let name = try #require(backups().first)
    #expect(name.wholeMatch(of: #/t\.db\.v1-[0-9]{8}T[0-9]{6}Z\.backup/#) != nil)
    let backup = tool.folder.appending(path: name).path
    #expect(try SQLiteShell.run(backup, ".dump") == before)
    let mode = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func undoRestoresTheBackupIfNothingWasWritten() throws {
    let before = try SQLiteShell.run(path, ".dump")
    tool.run("migrate")
    #expect(tool.run("migrate", "--undo").exitCode == .done)
    #expect(try SQLiteShell.run(path, ".dump") == before)
    #expect(tool.run("migrate", "--undo").exitCode == .refused)

    tool.run("migrate")
    tool.run("add", "Rom")
    let migrated = try bytes()
    let refused = tool.run("migrate", "--undo")
    #expect(refused.exitCode == .refused && refused.stderr.contains("was written to after"))
    #expect(try bytes() == migrated)
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
        latest\tV5 (5.0.0)
        pending\tV1 → V2 (custom)
        pending\tV2 → V3 (custom)
        pending\tV3 → V4 (lightweight)
        pending\tV4 → V5 (lightweight)
        schema\tas V1 declares it

        """)
    #expect(
      tool.run("migrate", "--status", "--json").stdout.hasPrefix(#"{"current":"V1","latest":"V5","#)
    )
    #expect(try bytes() == before)
  }

  @Test func alignsTheStatusOnATerminal() throws {
    tool.terminal = Context.Terminal(isOutput: true, width: 80)
    tool.environment["NO_COLOR"] = "1"
    #expect(
      tool.run("migrate", "--status").stdout == """
        current:  V1 (1.0.0)
        latest:   V5 (5.0.0)
        pending:  V1 → V2 (custom)
                  V2 → V3 (custom)
                  V3 → V4 (lightweight)
                  V4 → V5 (lightweight)
        schema:   as V1 declares it

        """)
  }

  @Test func statusNamesTheObjectThatDiffers() throws {
    try SQLiteShell.run(path, "ALTER TABLE trip ADD COLUMN mine")
    let status = tool.run("migrate", "--status")
    #expect(status.stdout.hasSuffix("schema\tthe table 'trip' differs from that of V1\n"))
    #expect(status.exitCode == .store)
    let before = try bytes()
    let walk = tool.run("migrate")
    #expect(walk.stderr.contains("unknown model version") && walk.exitCode == .store)
    #expect(try bytes() == before && backups().isEmpty)
  }

  @Test(arguments: ["V2", "v3", "3.0.0", "4"])
  func stopsAtTheTarget(target: String) throws {
    #expect(tool.run("migrate", "--to", target).exitCode == .done)
    let version = try SQLiteShell.run(path, "PRAGMA user_version").trimmingCharacters(in: .newlines)
    #expect(target.uppercased().replacing("V", with: "").hasPrefix(version))
    #expect(tool.run("migrate", "--to", "V1").exitCode == .refused)
  }

  @Test func anotherCommandAsksForIt() throws {
    let before = try bytes()
    let list = tool.run("list")
    #expect(
      list.stderr == """
        error: this store has schema V1, and 'list' needs V5
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
    let walk = tool.run("migrate", "--quarantine")
    #expect(walk.stdout.contains("quarantined trip 4 'Oslo\\u{A}x'"))
    #expect(tool.run("list", "--count").stdout == "2\n")
  }

  @Test func mergesIfRequested() throws {
    tool.run("migrate", "--duplicates", "merge")
    #expect(
      tool.run("list", "--json", "id,startDate").stdout == """
        [
        {"id":1,"startDate":"2026-05-01"},
        {"id":4,"startDate":"2027-01-01"}
        ]

        """)
  }

  @Test func doesNothingWithoutAStore() throws {
    tool.environment["TRIPS_DB"] = tool.folder.appending(path: "none.db").path
    #expect(tool.run("migrate").exitCode == .done)
    #expect(tool.run("migrate", "--status").exitCode == .store)
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "none.db").path))
  }

  @Test(arguments: [
    ("PRAGMA user_version = 9", "supports up to V5"),
    ("PRAGMA application_id = 7", "another program"),
  ])
  func refusesOtherStores(sql: String, words: String) throws {
    try SQLiteShell.run(path, sql)
    let before = try bytes()
    for mode in [[], ["--dry-run"], ["--status"], ["--report"], ["--undo"]] {
      let result = tool.run(words: ["migrate"] + mode)
      #expect(result.stderr.contains(words) && result.exitCode == .store)
    }
    #expect(try bytes() == before && backups().isEmpty)
  }

  @Test func theJSONIsValid() throws {
    let output = tool.run("migrate", "--json").stdout
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    #expect((object?["stages"] as? [Any])?.count == 4)
    let records = try #require(object?["records"] as? [[String: Any]])
    #expect(records.count == 10)
    #expect((records[0]["row"] as? [String: Any])?["title"] as? String == "lost")
  }

  @Test(arguments: [
    ["--status", "--undo"], ["--status", "--to", "V3"], ["--to", "V6"], ["--duplicates", "drop"],
    ["--report", "--quarantine"],
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
