import Foundation
import Testing

@testable import trips

struct OutputTests {
  @Test func coloursOnATerminalAndNeverAlone() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    #expect(!tool.run("list").stdout.contains("\u{1B}"))
    #expect(tool.run("list", "--color", "always").stdout.contains("\u{1B}[32mbusiness\u{1B}[0m"))
    tool.environment = ["TERM": "xterm"]
    #expect(tool.run("list").stdout.contains("\u{1B}[34mpersonal\u{1B}[0m"))
    #expect(!tool.run("list", "--color", "never").stdout.contains("\u{1B}"))
    tool.environment = ["TERM": "dumb"]
    #expect(!tool.run("list").stdout.contains("\u{1B}"))
  }

  @Test(arguments: [
    (
      ["list"], "\tpersonal\tSummer in Łódź\t", "\t@b personal@e\t@b Summer in Łódź@e\t"
    ),
    (["show", "2"], "Name\tSummer in Łódź\n", "Name\t@b Summer in Łódź@e\n"),
    (["stats", "--by", "type"], "personal\t1\t", "@b personal@e\t1\t"),
    (
      ["history"], "\tPersonalTrip\t2\tSummer in Łódź\t", "\tPersonalTrip\t2\t@b Summer in Łódź@e\t"
    ),
    (
      ["copy", "2", "--start", "+1y", "--dry-run"], "\tpersonal\tSummer",
      "\t@b personal@e\t@b Summer"
    ),
  ])
  func coloursInAPipeWithColorAlways(words: [String], plain: String, coloured: String) throws {
    let tool = try TestTool().withSampleTrips()
    tool.environment["TERM"] = "xterm"
    for options in [[], ["--color", "auto"], ["--color", "never"]] {
      let output = tool.run(words: words + options).stdout
      #expect(output.contains(plain))
      #expect(!output.contains("\u{1B}"))
    }
    let expected = coloured.replacing("@b ", with: "\u{1B}[34m").replacing("@e", with: "\u{1B}[0m")
    #expect(tool.run(words: words + ["--color", "always"]).stdout.contains(expected))
  }

  @Test(arguments: [["show", "9"], ["lst"], ["list", "--typo"], ["list", "--limit", "x"]])
  func respectsColorInErrors(words: [String]) throws {
    let tool = try TestTool()
    let red = "\u{1B}[31merror:\u{1B}[0m "
    #expect(tool.run(words: words).stderr.hasPrefix("error: "))
    #expect(tool.run(words: words + ["--color", "always"]).stderr.hasPrefix(red))
    #expect(tool.run(words: ["--color=always"] + words).stderr.hasPrefix(red))
    #expect(tool.run(words: words + ["--", "--color=always"]).stderr.hasPrefix("error: "))
    tool.terminal.isError = true
    tool.environment["TERM"] = "xterm"
    #expect(tool.run(words: words).stderr.hasPrefix(red))
    #expect(tool.run(words: words + ["--color", "never"]).stderr.hasPrefix("error: "))
  }

  @Test func reportsAnEmptyStoreOnATerminal() throws {
    let tool = try TestTool.onTerminal()
    #expect(
      tool.run("list")
        == TestTool.Result(stderr: "note: there are no trips yet; 'trips add' adds one\n"))
    #expect(tool.run("list", "-q") == TestTool.Result())
  }

  @Test(arguments: [
    ["export", "--columns", "id"], ["export", "--csv"], ["plan", "--csv"], ["man", "--json"],
    ["completions", "bash", "--json"], ["help", "--csv"],
  ])
  func refusesFormsOfRowsWithoutRows(words: [String]) throws {
    let result = try TestTool().run(words: words)
    #expect(result.exitCode == .usage)
    let option = words[1...].first { $0.hasPrefix("-") } ?? ""
    #expect(
      result.stderr.hasPrefix("error: '\(words[0])' prints no rows for '\(option)'\nUsage: "))
  }

  @Test(arguments: [
    (["list"], "id, uid, type, name, "), (["next"], "id, uid, type, name, "),
    (["show", "1"], "id, uid, type, name, "), (["add", "x"], "id, uid, type, name, "),
    (["delete", "1"], "kind, entity, id, "), (["bucket", "add", "1", "x"], "id, "),
    (["bucket", "done", "1", "x"], "kind, "), (["stay", "add", "1", "x"], "id, "),
  ])
  func listsTheColumnsWithAnUnknownOne(words: [String], columns: String) throws {
    let tool = try TestTool()
    let result = tool.run(words: words + ["--json", "--columns", "id,nmae"])
    #expect(result.exitCode == .usage)
    #expect(
      result.stderr.contains("'nmae' is invalid for '--columns'; the columns are \(columns)"))
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }
}
