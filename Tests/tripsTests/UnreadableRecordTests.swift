import Foundation
import Testing

@testable import trips

/// An unreadable record in a V4 store: with `PRAGMA ignore_check_constraints`, a program stored a
/// quote in a column whose texts V4 does not escape.
struct UnreadableRecordTests {
  private let tool: TestTool
  /// The transactions that wrote and removed the text.
  private let (written, mended): (Int, Int)

  init() throws {
    tool = try TestTool()
    let path = tool.store.path
    try FileManager.default.createDirectory(
      at: tool.store.deletingLastPathComponent(), withIntermediateDirectories: true)
    tool.run("sample", path, "--schema", "V4").expectDone()
    try SQLiteShell.run(path, Self.poison)
    try SQLiteShell.run(path, "UPDATE trip SET reason = 'family' WHERE id = 1")
    tool.run("migrate", "--no-backup").expectDone()
    mended = try #require(Int(try tool.query("SELECT max(id) FROM historyTransaction")[0]))
    written = mended - 1
  }

  private static let poison = """
    PRAGMA ignore_check_constraints = 1;
    UPDATE trip SET type = 'personal', perdiemMinor = NULL, perdiemCurrency = NULL,
      perdiemRule = NULL, reason = 'x","name":"y' WHERE id = 1
    """

  @Test func isMarkedAsUnreadable() throws {
    let history = tool.run("history")
    history.expectDone()
    let lines = history.stdout.split(separator: "\n")
    #expect(lines.count { $0.contains("\tthe record cannot be read") } == 2)
    #expect(lines.count > 5)
    let json = tool.run("history", "--json", "--since", "\(written - 1)").stdout
    #expect(json.contains(#""kind":"update","entity":"PersonalTrip","id":1,"#))
    #expect(json.contains(#""isReadable":false"#) && !json.contains(#""properties""#))
  }

  @Test(arguments: [
    ["list"], ["list", "--search", "team"], ["export", "--format", "ics"],
    ["history", "--trip", "1"],
    ["show", "1", "--blame"], ["history", "consumers", "--json"],
  ])
  func blocksNoReader(words: [String]) {
    let result = tool.run(words: words)
    #expect(result.exitCode == .done && !result.stdout.isEmpty, "\(result.stderr)")
  }

  @Test func pastStatesWithoutItAreRead() throws {
    tool.run("list", "--at", "\(written - 1)").expectDone()
    tool.run("list", "--at", "\(mended)").expectDone()
    let state = tool.run("list", "--at", "\(written)")
    #expect(state.exitCode == .store && state.stderr.contains("of the history cannot be read"))
  }

  @Test func cannotBeUndoneAndBlocksNoOtherUndo() throws {
    let undo = tool.run("undo")
    #expect(undo.exitCode == .refused)
    #expect(undo.stderr.contains("transaction \(mended) (by external, "))
    #expect(undo.stderr.contains(" cannot be reverted: its record of personal trip 1 "))
    tool.run("edit", "2", "--notes", "new").expectDone()
    tool.run("undo").expectDone()
    tool.run("redo").expectDone()
    #expect(tool.run("undo", "\(written - 1)").exitCode == .done)
  }

  @Test func blamesTheTransactionThatSetAProperty() throws {
    let lines = tool.run("show", "1", "--blame").stdout.split(separator: "\n")
    let reason = try #require(lines.first { $0.contains("\treason\tfamily\t") })
    #expect(reason.contains("\t\(mended)\t"))
    let name = try #require(lines.first { $0.contains("\tname\t") })
    #expect(!name.contains("\t\(mended)\t"))
  }

  @Test func doctorNamesIt() {
    let doctor = tool.run("doctor")
    for transaction in [written, mended] {
      #expect(
        doctor.stdout.contains(
          "note\thistory\twhat transaction \(transaction) changed in personal trip 1 cannot be read"
        ))
    }
    #expect(doctor.exitCode == .done)
  }

  @Test func latestVersionRecordsSuchATextReadably() throws {
    try tool.execute(Self.poison)
    try tool.execute(
      "PRAGMA ignore_check_constraints = 1; UPDATE trip SET startDate = '\"\\' WHERE id = 1")
    let history = tool.run("history", "--since", "\(mended)")
    history.expectDone()
    #expect(!history.stdout.contains("cannot be read"))
    #expect(history.stdout.contains(#"reason: family → x","name":"y"#))
  }
}
