import Foundation
import Testing

@testable import trips

struct AddCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  @Test func addsWithDefaults() {
    let result = tool.run(
      "add", "--business", "--perdiem", "120", "--columns=id,startDate,perdiem,name")
    #expect(result.stdout == "1\t2026-11-21\t120.00 USD\tBusiness trip\n")
    #expect(result.stderr.isEmpty)
    #expect(result.exitCode == .done)
  }

  @Test(arguments: [
    (["add"], "Trip"), (["add", "--personal"], "Personal trip"),
    (["add", "--destination", "Rome"], "Rome"),
    (["add", "Paris", "--destination", "Rome"], "Paris"),
    (["add", "--name", "Oslo"], "Oslo"),
  ])
  func namesATrip(words: [String], name: String) {
    #expect(
      tool.run(words: words + ["--json", "--columns", "name"]).stdout
        == "[\n{\"name\":\"\(name)\"}\n]\n")
  }

  @Test func reportsTheChangesOfAnUpsert() {
    tool.run("add", "Paris", "--business", "--perdiem", "100EUR")
    let result = tool.run("add", "Paris", "--business", "--perdiem", "120EUR")
    #expect(
      result.stderr
        == "note: updated 'Paris' (1), 2026-11-21: "
        + "per diem: 100.00 EUR → 120.00 EUR\n")
    #expect(tool.run("list", "--count").stdout == "1\n")
    #expect(
      tool.run("add", "Paris").stderr
        == "note: unchanged 'Paris' (1), 2026-11-21\n")
  }

  @Test func warnsOfAnOverlapUnlessQuiet() {
    tool.run("add", "Paris", "--end", "5n")
    let words = ["add", "Rome", "--start", "+4d"]
    #expect(
      tool.run(words: words).stderr
        == "warning: 'Rome' (2), 2026-11-25, overlaps 'Paris' (1), 2026-11-21 to 2026-11-26\n")
    #expect(tool.run(words: words + ["--quiet"]).stderr.isEmpty)
  }

  @Test func changesNothingInADryRun() {
    let result = tool.run("add", "Paris", "--dry-run")
    #expect(
      result.stderr == """
        note: would have added 'Paris' (1), 2026-11-21
        note: this was a dry run: nothing was changed

        """)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test(arguments: [
    (["--perdiem", "5"], "'--perdiem' needs '--business'"),
    (["--reason", "family"], "'--reason' needs '--personal'"),
    (["--business", "--personal"], "'--business' and '--personal' exclude each other"),
    (["a", "--name", "b"], "'NAME' and '--name' exclude each other"),
    (["a", "b"], "unexpected argument 'b'"),
    ([""], "the value '' is invalid for 'NAME'; the name must not be empty"),
    (
      ["--start", "2026-02-30"],
      "the value '2026-02-30' is invalid for '--start'; the calendar has no such day"
    ),
    (
      ["--personal", "--reason", "fun"],
      "the value 'fun' is invalid for '--reason'; use family, reunion or wellness"
    ),
    (
      ["--personal", "--reason", "famly"],
      "the value 'famly' is invalid for '--reason'; did you mean 'family'?"
    ),
    (
      ["--business", "--perdiem", "1e3"],
      "the value '1e3' is invalid for '--perdiem'; write an amount such as 120, 120.50 or 120.50 EUR"
    ),
    (
      ["--business", "--perdiem", "100JPY", "--perdiem-rule", "first-last:1.5"],
      "the value 'first-last:1.5' is invalid for '--perdiem-rule'; JPY has no decimals"
    ),
  ])
  func reportsTheProblem(options: [String], message: String) {
    let result = tool.run(words: ["add"] + options)
    let usage = message.hasPrefix("the value") ? "" : "Usage: trips add [NAME] "
    #expect(result.stderr.hasPrefix("error: \(message)\n\(usage)"))
    #expect(result.stderr.contains("Usage") == !usage.isEmpty)
    #expect(result.exitCode == .usage)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func refusesAnEndBeforeTheStart() {
    let result = tool.run("add", "a", "--start", "2026-12-02", "--end", "2026-12-01")
    #expect(result.stderr == "error: the end 2026-12-01 is before the start 2026-12-02\n")
    #expect(result.exitCode == .usage)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func wrapsPromptsBetweenWords() throws {
    let tool = try TestTool.onTerminal(width: 40)
    tool.answers = ["Rome", "x", "b", "", "", "5n", ""]
    #expect(
      tool.run("add").stderr.hasPrefix(
        """
        Destination: Kind (plain, business or personal)
        [plain]:   use plain, business or personal
        Kind (plain, business or personal)
        [plain]: Name [Rome]:
        """))
  }

  @Test func promptsForMissingValuesOnATerminal() throws {
    let tool = try TestTool.onTerminal(width: 400)
    tool.answers = [
      "Rome", "b", "", "+10d", "2026-11-30", "5n", "12.3456", "120.50EUR", "half", "nights",
    ]
    let result = tool.run("add")
    #expect(
      result.stderr == """
        Destination: Kind (plain, business or personal) [plain]: Name [Rome]: Start [2026-11-21]: \
        End, or a length such as 5d or 4n [2026-12-01]:   the end is before the start 2026-12-01
        End, or a length such as 5d or 4n [2026-12-01]: Per diem in USD [none]: \
          USD has at most 2 decimals
        Per diem in USD [none]: Per diem rule [full]:   use full, nights, first-last:75% or \
        first-last:90.00, and for meals add ',meals:20%/40%/40%'
        Per diem rule [full]: note: created the store '\(tool.store.path)'

        """)
    #expect(
      result.stdout == """
        Added 'Rome' (1), 2026-12-01 to 2026-12-06
        Type:         business
        Destination:  Rome
        Start:        Tue 2026-12-01
        End:          Sun 2026-12-06
        Length:       6 days, 5 nights
        When:         in 10 days
        Per diem:     120.50 EUR a day, nights
        Estimate:     5 × 120.50 = 602.50 EUR
        Nights:       none of 5 has a stay

        """)
  }

  @Test func takesTheRuleOfANewBusinessTripFromAVariable() throws {
    tool.environment["TRIPS_PERDIEM_RULE"] = "first-last:75%,meals:20%/40%/40%"
    func rule(_ name: String) -> String {
      let line = tool.run("show", name).stdout.split(separator: "\n")
        .first { $0.hasPrefix("Per diem") }
      return line?.split(separator: " ").last.map(String.init) ?? ""
    }
    tool.run("add", "A", "--business", "--perdiem", "80EUR")
    #expect(rule("A") == "first-last:75%,meals:20%/40%/40%")
    tool.run("add", "B", "--business", "--perdiem", "80EUR", "--perdiem-rule", "nights")
    #expect(rule("B") == "nights")
    // An existing trip keeps its rule.
    tool.run("add", "B", "--business", "--perdiem", "90EUR")
    #expect(rule("B") == "nights")
    #expect(tool.run("add", "C").exitCode == .done)
    #expect(rule("C") == "")
    tool.run("edit", "C", "--business", "--perdiem", "7EUR")
    #expect(rule("C") == "full")
    tool.environment["TRIPS_PERDIEM_RULE"] = "half"
    let wrong = tool.run("add", "D", "--business", "--perdiem", "80EUR")
    #expect(
      wrong.stderr == "error: the value 'half' is invalid for 'TRIPS_PERDIEM_RULE'; "
        + "use a rule such as first-last:75%\n")
    #expect(wrong.exitCode == .usage)
    let atTerminal = try TestTool.onTerminal()
    atTerminal.environment["TRIPS_PERDIEM_RULE"] = "nights"
    atTerminal.answers = ["Rome", "b", "", "", "3d", "100", ""]
    let added = atTerminal.run("add")
    #expect(added.stderr.contains("Per diem rule [nights]: "))
    #expect(added.stdout.contains("100.00 USD a day, nights"))
  }

  @Test func enterKeepsTheValuesOfAnExistingTrip() throws {
    tool.run(
      "add", "Paris", "--start", "2027-01-01", "--end", "5d", "--destination", "FR", "--business",
      "--perdiem", "100EUR")
    let before = tool.run("list", "--json").stdout
    tool.terminal = Context.Terminal(isInput: true, isOutput: true, isError: true)
    tool.answers = ["", "b", "Paris", "2027-01-01", "5d", ""]
    #expect(tool.run("add").stdout == "Unchanged 'Paris' (1), 2027-01-01 to 2027-01-05\n")
    tool.terminal = Context.Terminal()
    #expect(tool.run("list", "--json").stdout == before)
  }

  @Test func refusesAnAnswerThatIsNotText() throws {
    let tool = try TestTool.onTerminal()
    tool.answerBytes = [[], [], Array("bad".utf8) + [0xFF], Array("good".utf8), [], []]
    let result = tool.run("add")
    #expect(result.stderr.contains("  the answer is not valid UTF-8\n"))
    #expect(result.stdout.hasPrefix("Added 'good' (1)"))
  }

  @Test func reportsAnUnusableStoreBeforePrompting() throws {
    let tool = try TestTool.onTerminal()
    try Data("this is a letter, and no store of trips".utf8)
      .write(to: tool.folder.appending(path: "letter.txt"))
    let result = tool.run("add", "--db", "letter.txt")
    #expect(result.stderr.hasPrefix("error: "))
    #expect(result.exitCode == .store)
  }

  @Test func changesNoByteIfThereIsNothingToChange() throws {
    tool.run("add", "Paris")
    let before = try Data(contentsOf: tool.store)
    tool.run("add", "Paris")
    tool.run("edit", "Paris", "--destination", "")
    #expect(try Data(contentsOf: tool.store) == before)
  }

  @Test func isCancelledAtTheEndOfTheInput() throws {
    let tool = try TestTool.onTerminal()
    tool.answers = ["Rome"]
    let result = tool.run("add")
    #expect(result.stderr.hasSuffix("\nerror: cancelled, nothing was changed\n"))
    #expect(result.exitCode == .refused)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  /// If a value is given, missing ones get defaults. There are no prompts in a pipe.
  @Test(arguments: [
    ["Rome"], ["--name", "Rome"], ["--destination", "Rome"], ["--start", "fri"], ["--no-input"],
    ["--business", "--perdiem", "120"],
  ])
  func promptsOnlyWithoutAnyValue(words: [String]) throws {
    let tool = try TestTool.onTerminal()
    #expect(!tool.run(words: ["add"] + words).stderr.contains("Destination"))
    #expect(tool.run(words: ["add"] + words).exitCode == .done)
  }

  @Test func neverAsksIfTheOutputIsAPipe() throws {
    tool.terminal = Context.Terminal(isInput: true, isOutput: false, isError: true)
    #expect(!tool.run("add", "--business").stderr.contains("Destination"))
  }

  @Test func keepsTheCurrencyOfAnExistingTrip() {
    tool.run("add", "Paris", "--business", "--perdiem", "100EUR")
    #expect(
      tool.run("add", "Paris", "--business", "--perdiem", "120").stderr.hasSuffix(
        ": per diem: 100.00 EUR → 120.00 EUR\n"))
  }

  @Test func setsNotesAndChangesTheKindBack() {
    tool.run("add", "Paris", "--personal", "--notes", "Blue folder\nRow 12")
    #expect(
      tool.run("add", "Paris", "--plain", "--json", "--columns", "type,notes").stdout
        == "[\n{\"type\":\"plain\",\"notes\":\"Blue folder\\nRow 12\"}\n]\n")
  }

  @Test func addsATitleOnce() {
    tool.run("add", "Paris", "--bucket", "Louvre", "--bucket", "Louvre")
    tool.run("add", "Paris", "--bucket", "Louvre", "--bucket", "Orsay")
    #expect(
      tool.run("bucket", "list", "Paris", TestTool.itemColumns).stdout
        == "1\tno\tno\tno\tLouvre\t\t\t\t\n2\tno\tno\tno\tOrsay\t\t\t\t\n")
  }

  /// The word after a value is the name.
  @Test func takesOneValueForEachBucketAndStay() {
    tool.run("add", "--stay", "A", "--stay", "B", "--stay", "a", "--bucket", "Louvre", "Rome")
    #expect(tool.run("list", "--columns", "name").stdout == "Rome\n")
    #expect(tool.run("stay", "list", "--columns", "placeName").stdout == "A\nB\n")
    #expect(tool.run("bucket", "list", "--columns", "title").stdout == "Louvre\n")
  }

  /// Users might expect two values to combine.
  @Test(arguments: [
    ["list", "--in", "2026-11", "--in", "2026-12"],
    ["list", "--from", "2026-11-01", "--from", "2026-12-01"],
    ["list", "--limit", "1", "--limit", "2"],
  ])
  func refusesASecondValueOfASingleOption(words: [String]) {
    let result = tool.run(words: words)
    #expect(result.exitCode == .usage)
    #expect(
      result.stderr.hasPrefix("error: '\(words[1])' takes one value; it was given several times\n"))
    #expect(tool.run(words: words.dropLast(2) + words[1...2]).exitCode == .done)
    #expect(tool.run("list", "--color", "never", "--color", "always").exitCode == .done)
  }
}
