import Foundation
import Testing

@testable import trips

struct StorePlaceTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: tool.folder.appending(path: path).path)
  }

  @Test func usesTheDataFolderInHOME() {
    tool.run("add", "a")
    #expect(exists(".local/share/trips/trips.db"))
  }

  @Test func usesTheXDGDataFolder() {
    tool.environment["XDG_DATA_HOME"] = tool.folder.path + "/data"
    tool.run("add", "a")
    #expect(exists("data/trips/trips.db"))
    #expect(!exists(".local"))
  }

  @Test(arguments: ["", "relative"])
  func ignoresAnInvalidXDGFolder(value: String) {
    tool.environment["XDG_DATA_HOME"] = value
    tool.run("add", "a")
    #expect(exists(".local/share/trips/trips.db"))
    #expect(!exists("relative"))
  }

  @Test func optionTakesPrecedenceOverTheVariable() {
    tool.environment["TRIPS_DB"] = "variable.db"
    tool.run("add", "a")
    #expect(exists("variable.db"))
    tool.run("add", "a", "--db", "option.db")
    #expect(exists("option.db"))
    #expect(!exists(".local"))
  }

  @Test func readsATildeInTheVariable() {
    tool.environment["TRIPS_DB"] = "~/mine.db"
    tool.run("add", "a")
    #expect(exists("mine.db"))
    #expect(!exists("~"))
  }

  @Test(arguments: [":memory:", "file:x.db?mode=memory", "a?b#c%20.db", "-x.db", "x'y.db"])
  func usesAPathLiterally(name: String) {
    #expect(tool.run("add", "a", "--db=" + name).exitCode == .done)
    #expect(exists(name))
    #expect(tool.run("list", "--count", "--db=" + name).stdout == "1\n")
  }

  @Test func requiresHOME() {
    tool.environment["HOME"] = ""
    let result = tool.run("list")
    #expect(result.exitCode == .usage)
    #expect(
      result.stderr == """
        error: HOME is not set, so the path of the store is unknown
        hint: set a file with '--db' or TRIPS_DB

        """)
  }
}

struct EnvironmentTests {
  @Test(arguments: [
    ("TRIPS_TODAY", "2026-02-30", "use YYYY-MM-DD"),
    ("TRIPS_CURRENCY", "dollars", "use an ISO 4217 code such as EUR"),
    ("TRIPS_BUSY_TIMEOUT", "soon", "use seconds from 0 to 86400"),
    ("TRIPS_BUSY_TIMEOUT", "-1", "use seconds from 0 to 86400"),
  ])
  func refusesABadVariable(name: String, value: String, reason: String) throws {
    let tool = try TestTool()
    tool.environment[name] = value
    let result = tool.run("add", "--business", "--perdiem", "5")
    #expect(result.exitCode == .usage)
    #expect(result.stderr == "error: the value '\(value)' is invalid for '\(name)'; \(reason)\n")
  }

  @Test func assignsACurrencyToABareAmount() throws {
    let tool = try TestTool()
    tool.environment["TRIPS_CURRENCY"] = "JPY"
    tool.run("add", "--business", "--perdiem", "5000")
    #expect(tool.run("list").stdout.contains("\t5000 JPY\t"))
  }

  @Test func namesTheAuthorOfAChange() throws {
    let tool = try TestTool()
    tool.run("add", "a")
    tool.environment["TRIPS_AUTHOR"] = "widget"
    tool.run("add", "b")
    tool.run("bucket", "add", "b", "c", "--author", "Zoë")
    try tool.execute("UPDATE trip SET destination = 'x' WHERE id = 1")
    #expect(
      try tool.query("SELECT author || ' ' || command FROM historyTransaction ORDER BY id")
        == ["trips add", "widget add", "Zoë bucket add", "external "])
  }
}

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
