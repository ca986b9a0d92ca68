import Foundation
import Testing

@testable import trips

struct HintsTests {
  @Test func quotesAStoreForAShell() throws {
    let tool = try TestTool()
    let name = "a$b `c` \"d.db"
    tool.run("--db", name, "add", "a")
    #expect(
      tool.run("--db", name, "show", "9").stderr.contains(#"'trips --db "a\$b \`c\` \"d.db" list'"#)
    )
  }

  /// A command in a hint can be run as it is.
  @Test(arguments: [
    (["show", "9"], "list"), (["history", "--since", "x"], "history --token"),
    (["stay", "list", "Paris"], nil), (["edit", "2", "--name", "a"], "show 1"),
    (["redo"], nil),
  ])
  func hintsNameTheStore(words: [String], command: String?) throws {
    let tool = try TestTool()
    tool.run("--db", "x.db", "add", "a", "--start", "2027-05-01")
    tool.run("--db", "x.db", "add", "b", "--start", "2027-05-01")
    tool.run("--db", "x.db", "add", "Paris", "--start", "2027-06-01")
    let hint = tool.run(words: ["--db", "x.db"] + words).stderr.split(separator: "\n")
      .first { $0.hasPrefix("hint:") }
    #expect(hint?.contains("'trips --db x.db") ?? false == (command != nil))
    if let command { #expect(hint?.contains("'trips --db x.db \(command)'") == true) }
  }

  /// Debian's shell, with a command as a user would type it.
  @Test func suggestsARecoveryCommand() throws {
    let tool = try TestTool().withSampleTrips()
    for index in 0..<200 {
      try tool.execute(
        "UPDATE trip SET notes = '\(String(repeating: "\(index) ", count: 4_000))' WHERE id = 1")
    }
    let file = try FileHandle(forUpdating: tool.store)
    try file.seek(toOffset: try file.seekToEnd() / 4_096 / 2 * 4_096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
    try file.close()
    let hint = tool.run("doctor").stderr
    let command = try #require(hint.firstMatch(of: /without one, '(sqlite3 .+)' copies/)).output.1
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.currentDirectoryURL = tool.folder
    shell.arguments = [
      "-c",
      String(command).replacing("FILE", with: tool.store.path).replacing("NEW", with: "new.db"),
    ]
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(tool.run("--db", "new.db", "list", "--count").stdout == "3\n")
    #expect(tool.run("--db", "new.db", "doctor", "--fix").exitCode == .done)
  }
}
