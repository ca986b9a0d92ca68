import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// No command prints text of another program unescaped on a terminal.
struct RawTextTests {
  private static let hostile = "a\u{1B}[31m\u{9B}2J\u{202E}b\u{7F}\u{2028}\u{85}\u{FEFF}"

  /// At least one line of each command.
  static let lines: [(words: [String], exitCode: ExitCode)] = [
    (["list"], .done), (["list", "--csv"], .done), (["list", "--json"], .done),
    (["show", "1"], .done), (["show", "1", "--json"], .done), (["plan", "1"], .done),
    (["next"], .done), (["next", "--json"], .done), (["calendar"], .done),
    (["stats"], .done), (["stats", "--json"], .done),
    (["perdiem", "--planned"], .done), (["perdiem", "--planned", "--json"], .done),
    (["bucket", "list", "1"], .done), (["bucket", "list", "1", "--json"], .done),
    (["bucket", "add", "1", "new"], .done), (["bucket", "edit", "1", "3", "--on", "day1"], .done),
    (["bucket", "done", "1", "3"], .done), (["bucket", "undone", "1", "3"], .done),
    (["bucket", "remove", "1", "3"], .done), (["bucket", "attach", "1", "9"], .done),
    (["stay", "list", "1"], .done), (["stay", "list", "1", "--json"], .done),
    (["stay", "add", "1", "new"], .done), (["stay", "edit", "1", "2", "--nights", "1"], .done),
    (["stay", "edit", "1", "2", "--from", "day1", "--nights", "1"], .done),
    (["stay", "confirm", "1", "2"], .done), (["stay", "unconfirm", "1", "2"], .done),
    (["stay", "remove", "1", "2"], .done), (["stay", "attach", "1", "9"], .done),
    (["add", hostile, "--start", "2026-12-10", "--end", "2026-12-15"], .usage),
    (["add", "near", "--start", "2026-12-10"], .done),
    (["edit", "1", "--name", "b"], .done), (["edit", hostile, "--name", "b"], .done),
    (["copy", "1", "--start", "2027-03-01"], .done), (["delete", "1"], .done),
    (["note", "1", "new"], .done),
    (["history"], .done), (["history", "--json"], .done), (["diff", "3"], .done),
    (["history", "purge", "--before", "1", "--yes"], .done),
    (["undo", "--dry-run"], .done), (["undo", "--author", "external"], .done),
    (["redo"], .refused), (["watch"], .interrupted),
    (["import", "in.json", "--dry-run"], .done), (["import", "in.json"], .done),
    (["sync", "calendar"], .done),
    (["export", "--format", "json"], .done), (["export", "--format", "ndjson"], .done),
    (["export", "--format", "csv"], .done), (["export", "--format", "ics"], .done),
    (["export", "--format", "md"], .done), (["export", "--format", "html"], .done),
    (["doctor"], .done), (["migrate"], .done), (["migrate", "--status"], .done),
    (["migrate", "--status", "--json"], .done), (["backup", "copy.backup"], .done),
    (["restore", "missing"], .failed), (["sample", "sample.db"], .done),
    (["completions", "bash"], .done), (["man"], .done), (["help", hostile], .usage), ([], .done),
  ]

  @Test(arguments: lines)
  func reachesNoTerminal(words: [String], exitCode: ExitCode) throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    try tool.execute(
      """
      UPDATE trip SET name = '\(Self.hostile)', destination = '\(Self.hostile)',
        notes = '\(Self.hostile)', perdiemRule = '\(Self.hostile)' WHERE id = 1;
      INSERT INTO bucketListItem (tripId, title, details) VALUES (1, '\(Self.hostile)', '\(Self.hostile)');
      INSERT INTO bucketListItem (id, title) VALUES (9, '\(Self.hostile)');
      INSERT INTO livingAccommodation (tripId, placeName, address) VALUES (1, '\(Self.hostile)', '\(Self.hostile)');
      INSERT INTO livingAccommodation (id, placeName) VALUES (9, '\(Self.hostile)');
      INSERT INTO migrationRecord (stage, action, entity, rowId, row) VALUES
        ('V1toV2', 'merged', 'trip', 1, json_object('name', '\(Self.hostile)'));
      """)
    try Data("{\"name\":\"New\",\"startDate\":\"2026-12-11\"}".utf8).write(
      to: tool.folder.appending(path: "in.json"))
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "calendar"), withIntermediateDirectories: true)
    let result = tool.run(words: words)
    for text in [result.stdout, result.stderr] {
      let raw = text.unicodeScalars.filter {
        $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value))
          || [0x202E, 0x2028, 0xFEFF].contains($0.value)
      }
      #expect(raw.isEmpty, "\(words): \(raw.map { String($0.value, radix: 16) })")
    }
    #expect(result.exitCode == exitCode, "\(result.stderr)")
  }

  @Test func isTestedWithEveryCommand() {
    func names(_ nodes: [CommandNode], _ path: [String]) -> [[String]] {
      nodes.flatMap { node in
        (node.command == nil ? [] : [path + [node.name]]) + names(node.children, path + [node.name])
      }
    }
    let commands = names(CommandLineTool.commands, [])
    #expect(commands.count >= 40)
    for command in commands {
      #expect(Self.lines.contains { $0.words.starts(with: command) }, "\(command)")
    }
  }
}
