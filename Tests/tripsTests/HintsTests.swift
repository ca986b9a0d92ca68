import Foundation
import Testing

@testable import trips

struct HintsTests {
  @Test func quotesThePathOfAStoreForAShell() throws {
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
  func hintsIncludeTheStore(words: [String], command: String?) throws {
    let tool = try TestTool()
    tool.run("--db", "x.db", "add", "a", "--start", "2027-05-01")
    tool.run("--db", "x.db", "add", "b", "--start", "2027-05-01")
    tool.run("--db", "x.db", "add", "Paris", "--start", "2027-06-01")
    let hint = tool.run(words: ["--db", "x.db"] + words).stderr.split(separator: "\n")
      .first { $0.hasPrefix("hint:") }
    #expect(hint?.contains("'trips --db x.db") ?? false == (command != nil))
    if let command { #expect(hint?.contains("'trips --db x.db \(command)'") == true) }
  }
}
