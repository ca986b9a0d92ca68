import Foundation
import Testing

@testable import trips

struct AddCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  @Test func addsWithDefaults() {
    let result = tool.run("add", "--business", "--perdiem", "120")
    #expect(
      result.stdout
        == "1\t2026-11-21\t2026-11-21\t1\tbusiness\t120.00 USD\tBusiness trip\t\n")
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
    #expect(tool.run(words: words + ["--json", "name"]).stdout == "{\"name\":\"\(name)\"}\n")
  }

  @Test func saysWhatAnUpsertChanged() {
    tool.run("add", "Paris", "--business", "--perdiem", "100EUR")
    let result = tool.run("add", "Paris", "--business", "--perdiem", "120EUR")
    #expect(
      result.stderr
        == "note: updated 'Paris' (1), 2026-11-21: perdiem: 100.00 EUR → 120.00 EUR\n")
    #expect(tool.run("list", "--count").stdout == "1\n")
    #expect(
      tool.run("add", "Paris").stderr
        == "note: updated 'Paris' (1), 2026-11-21: nothing to change\n")
  }

  @Test func warnsOfAnOverlapUnlessItIsQuiet() {
    tool.run("add", "Paris", "--end", "5d")
    let words = ["add", "Rome", "--start", "+5d"]
    #expect(
      tool.run(words: words).stderr
        == "warning: 'Rome' (2), 2026-11-26 overlaps 'Paris' (1), 2026-11-21 to 2026-11-26\n")
    #expect(tool.run(words: words + ["--quiet"]).stderr.isEmpty)
  }

  @Test func changesNothingInADryRun() {
    let result = tool.run("add", "Paris", "--dry-run")
    #expect(result.stderr == "note: would have added 'Paris' (1), 2026-11-21\n")
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
  func saysWhatIsWrong(options: [String], message: String) {
    let result = tool.run(words: ["add"] + options)
    #expect(result.stderr.hasPrefix("error: \(message)\nUsage: trips add [NAME] "))
    #expect(result.exitCode == .usage)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func refusesAnEndBeforeTheStart() {
    let result = tool.run("add", "a", "--start", "2026-12-02", "--end", "2026-12-01")
    #expect(result.stderr == "error: the end 2026-12-01 lies before the start 2026-12-02\n")
    #expect(result.exitCode == .usage)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func asksOnATerminalForWhatIsMissing() throws {
    let tool = try TestTool.onTerminal()
    tool.answers = ["Rome", "business", "", "+10d", "2026-11-30", "5d", "12.345", "120.50EUR"]
    let result = tool.run("add")
    #expect(
      result.stderr == """
        Destination: Kind (trip, business or personal) [trip]: Name [Rome]: Start [2026-11-21]: \
        End, or a length such as 5d [2026-12-01]:   the end lies before the start 2026-12-01
        End, or a length such as 5d [2026-12-01]: Per diem in USD [none]: \
          USD has at most 2 decimals
        Per diem in USD [none]: 
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
        Per diem:     120.50 EUR a day, full
        Estimate:     6 × 120.50 = 723.00 EUR

        """)
  }

  @Test func givesNoValueByEnterWhereTheTripIsThereAlready() throws {
    let words = ["add", "Paris", "--start", "2027-01-01", "--end", "5d"]
    tool.run(
      words: words + ["--destination", "FR", "--business", "--perdiem", "100EUR"])
    let before = tool.run("list", "--json").stdout
    tool.terminal = Context.Terminal(isInput: true, isOutput: true, isError: true)
    tool.answers = ["", "", ""]
    #expect(tool.run(words: words).stdout.hasSuffix("\n  nothing to change\n"))
    tool.terminal = Context.Terminal()
    #expect(tool.run("list", "--json").stdout == before)
  }

  @Test func refusesAnAnswerThatIsNoText() throws {
    let tool = try TestTool.onTerminal()
    tool.answerBytes = [[], [], Array("bad".utf8) + [0xFF], Array("good".utf8), [], []]
    let result = tool.run("add")
    #expect(result.stderr.contains("  the answer is not valid UTF-8\n"))
    #expect(result.stdout.hasPrefix("Added 'good' (1)"))
  }

  @Test func saysWhatIsWrongWithTheStoreBeforeItAsks() throws {
    let tool = try TestTool.onTerminal()
    try Data("this is a letter, and no store of trips".utf8)
      .write(to: tool.folder.appending(path: "letter.txt"))
    let result = tool.run("add", "--db", "letter.txt")
    #expect(result.stderr.hasPrefix("error: "))
    #expect(result.exitCode == .store)
  }

  @Test func changesNoByteWhereThereIsNothingToChange() throws {
    tool.run("add", "Paris")
    let before = try Data(contentsOf: tool.store)
    tool.run("add", "Paris")
    tool.run("edit", "Paris", "--destination", "")
    #expect(try Data(contentsOf: tool.store) == before)
  }

  @Test func isCancelledByTheEndOfTheInput() throws {
    let tool = try TestTool.onTerminal()
    tool.answers = ["Rome"]
    let result = tool.run("add")
    #expect(result.stderr.hasSuffix("\nerror: cancelled, nothing was changed\n"))
    #expect(result.exitCode == .refused)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func neverAsksIfItIsToldSo() throws {
    let tool = try TestTool.onTerminal()
    #expect(tool.run("add", "Rome", "--no-input").exitCode == .done)
  }
}

struct ShowCommandTests {
  @Test func showsEverything() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    let uid = tool.run("show", "2", "--json", "uid").stdout.dropFirst(8).dropLast(3)
    #expect(
      tool.run("show", "summer in lodz").stdout == """
        Name:         Summer in Łódź
        Id:           2
        Type:         personal
        Destination:  Łódź
        Start:        Thu 2027-07-01
        End:          Sun 2027-07-11
        Length:       11 days, 10 nights
        When:         in 222 days
        Reason:       family
        Bucket list:  [ ] 1 Manufaktura
                      [ ] 2 Księży Młyn
        UID:          \(uid)

        """)
    #expect(
      tool.run("show", "1").stdout.contains(
        """
        Per diem:     120.00 EUR a day, first-last:75%
        Estimate:     90.00 + 4 × 120.00 + 90.00 = 660.00 EUR

        """))
  }

  @Test func writesLinesForProgramsInAPipe() throws {
    let lines = try TestTool().withSampleTrips().run("show", "Paris").stdout.split(separator: "\n")
    #expect(lines.prefix(3) == ["Name\tParis", "Id\t3", "Type\ttrip"])
    #expect(lines.contains("Stay\tHôtel du Nord (not confirmed)"))
  }

  @Test func writesJSON() throws {
    let tool = try TestTool().withSampleTrips()
    #expect(
      tool.run("show", "1", "--json", "name,days,nights,perdiem,reason,livingAccommodation").stdout
        == """
        {"name":"Berlin kickoff","days":6,"nights":5,"perdiem":{"amount":"120.00",\
        "currency":"EUR","rule":"first-last:75%","total":"660.00"},"reason":null,\
        "livingAccommodation":null}

        """)
  }

  @Test func showsNoControlCharacterOfAnotherProgram() throws {
    let tool = try TestTool.onTerminal(width: 120).withSampleTrips()
    try tool.execute(
      "UPDATE trip SET name = 'a' || char(27) || '[31mb' || char(10) || char(8238) WHERE id = 3")
    tool.today = "2027-05-01"
    for words in [["show", "3"], ["list", "--search", "b"], ["next"], ["delete", "3"]] {
      let result = tool.run(words: words)
      let text = result.stdout + result.stderr
      #expect(text.contains("a\\u{1B}[31mb\\u{A}\\u{202E}"))
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
  }

  @Test(arguments: [
    ("Rom", "error: no trip has the id or name 'Rom'\nhint: 'trips list' shows all trips\n"),
    (
      "lodz",
      "error: no trip has the id or name 'lodz'; did you mean 'Summer in Łódź' (2)?\n"
    ),
  ])
  func saysThatThereIsNone(words: String, message: String) throws {
    let result = try TestTool().withSampleTrips().run("show", words)
    #expect(result.stderr == message)
    #expect(result.exitCode == .noTrip)
  }
}

struct EditCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test(arguments: [
    (["--shift"], "2027-06-01", "2027-06-03"), (["--keep-end"], "2027-05-02", "2027-05-03"),
    (["--end", "0d"], "2027-06-01", "2027-06-01"), (["--end", "fri"], "2027-05-02", "2027-05-07"),
  ])
  func movesTheStart(options: [String], start: String, end: String) {
    let result = tool.run(
      words: ["edit", "3", "--start", start, "--json", "startDate,endDate"] + options)
    #expect(result.stdout == "{\"startDate\":\"\(start)\",\"endDate\":\"\(end)\"}\n")
  }

  @Test func doesNotGuessWhatBecomesOfTheEnd() {
    let result = tool.run("edit", "3", "--start", "2027-05-02")
    #expect(
      result.stderr.hasPrefix(
        "error: '--start' alone leaves the end open; add --shift, --keep-end or --end\n"))
    #expect(result.exitCode == .usage)
  }

  @Test func asksWhatBecomesOfTheEndOnATerminal() throws {
    tool.terminal = Context.Terminal(isInput: true, isOutput: true, isError: true)
    tool.environment["NO_COLOR"] = "1"
    tool.answers = ["what", "keep"]
    let result = tool.run("edit", "3", "--start", "2027-05-02")
    #expect(
      result.stdout == """
        Changed 'Paris' (3), 2027-05-02 to 2027-05-03
          startDate: 2027-05-01 → 2027-05-02

        """)
  }

  @Test func changesTheType() {
    #expect(
      tool.run("edit", "1", "--type", "personal", "--reason", "family").stderr
        == """
        note: changed 'Berlin kickoff' (1), 2026-12-10 to 2026-12-15: type: business → personal, \
        perdiem: 120.00 EUR → none, perdiemRule: first-last:75% → none, reason: none → family

        """)
  }

  @Test func takesValuesAway() {
    tool.run("edit", "1", "--no-perdiem")
    tool.run("edit", "2", "--no-reason")
    #expect(
      tool.run("list", "--json", "id,perdiem,reason").stdout == """
        [
        {"id":1,"perdiem":null,"reason":null},
        {"id":3,"perdiem":null,"reason":null},
        {"id":2,"perdiem":null,"reason":null}
        ]

        """)
  }

  /// Another program may have written what this one would refuse.
  @Test func leavesTheOtherColumnsToTheByte() throws {
    try tool.execute("UPDATE trip SET name = CAST(x'41ff42' AS TEXT) WHERE id = 3")
    try tool.execute("UPDATE trip SET perdiemRule = 'weird' WHERE id = 1")
    #expect(tool.run("edit", "3", "--destination", "zz").exitCode == .done)
    #expect(tool.run("edit", "1", "--destination", "zz").exitCode == .done)
    #expect(
      try tool.query("SELECT hex(name) || perdiemRule FROM trip WHERE id = 1")
        == ["4265726C696E206B69636B6F6666weird"])
    #expect(try tool.query("SELECT hex(name) FROM trip WHERE id = 3") == ["41FF42"])
  }

  @Test(arguments: [
    (["edit", "3"], ExitCode.usage, "error: nothing to do; say what to change\n"),
    (
      ["edit", "3", "--perdiem", "5"], .usage,
      "error: only a business trip has a per diem, and 'Paris' is a plain trip\n"
    ),
    (
      ["edit", "3", "--name", "Berlin kickoff", "--start", "2026-12-10", "--end", "5d"], .refused,
      """
      error: another trip has this name and these dates: 'Berlin kickoff' (1), 2026-12-10 to \
      2026-12-15
      hint: 'trips show 1' shows it

      """
    ),
    (["edit", "9", "--name", "x"], .noTrip, "error: no trip has the id or name '9'\n"),
    (["edit", "3", "--shift"], .usage, "error: '--shift' needs '--start'\n"),
    (
      ["edit", "3", "--start", "fri", "--end", "1d", "--shift"], .usage,
      "error: '--end' and '--shift' exclude each other\n"
    ),
  ])
  func refuses(words: [String], code: ExitCode, message: String) {
    let before = tool.run("list", "--json").stdout
    let result = tool.run(words: words)
    #expect(result.stderr.hasPrefix(message))
    #expect(result.exitCode == code)
    #expect(tool.run("list", "--json").stdout == before)
  }
}

struct DeleteCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test func deletesOneWithoutAsking() {
    let result = tool.run("rm", "Paris")
    #expect(result.stdout == "3\t2027-05-01\t2027-05-03\t3\ttrip\t\tParis\t\n")
    #expect(tool.run("list", "--count").stdout == "2\n")
  }

  @Test func deletesSeveralOnlyWithAYes() {
    let result = tool.run("delete", "1", "2")
    #expect(
      result.stderr
        == "error: deleting 2 trips needs a confirmation\nhint: repeat it with '--yes'\n")
    #expect(result.exitCode == .refused)
    #expect(tool.run("list", "--count").stdout == "3\n")
    #expect(tool.run("delete", "1", "2", "--yes").exitCode == .done)
    #expect(tool.run("list", "--count").stdout == "1\n")
  }

  @Test(arguments: [(["y"], ExitCode.done, "1\n"), (["n"], .refused, "3\n"), ([], .refused, "3\n")])
  func asksOnATerminal(answers: [String], code: ExitCode, count: String) {
    tool.terminal = Context.Terminal(isInput: true, isOutput: true, isError: true)
    tool.answers = answers
    #expect(tool.run("delete", "1", "2").exitCode == code)
    tool.terminal = Context.Terminal()
    #expect(tool.run("list", "--count").stdout == count)
  }

  @Test func deletesNothingWhenHelpIsAskedFor() {
    #expect(tool.run("delete", "Paris", "-yh").stdout.hasPrefix("OVERVIEW: Delete trips"))
    #expect(tool.run("list", "--count").stdout == "3\n")
  }

  @Test func makesNoStoreToDeleteFrom() throws {
    let tool = try TestTool()
    #expect(tool.run("delete", "1").exitCode == .noTrip)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }
}

struct CopyCommandTests {
  @Test func copiesToAnotherStart() throws {
    let tool = try TestTool().withSampleTrips()
    #expect(
      tool.run("copy", "2", "--start", "2028-02-28", "--name", "Again").stdout
        == "4\t2028-02-28\t2028-03-09\t11\tpersonal\tfamily\tAgain\tŁódź\n")
    #expect(tool.run("copy", "2").exitCode == .usage)
    #expect(tool.run("copy", "2", "--start", "2027-07-01").exitCode == .refused)
    #expect(tool.run("copy", "2", "--start", "9999-12-31").exitCode == .usage)
  }
}

struct NextCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test(arguments: [
    ("2026-11-21", "Berlin kickoff, 2026-12-10 to 2026-12-15 (in 19 days)\n"),
    ("2026-12-09", "Berlin kickoff, 2026-12-10 to 2026-12-15 (tomorrow)\n"),
    ("2026-12-15", "Berlin kickoff, 2026-12-10 to 2026-12-15 (day 6 of 6)\n"),
    ("2026-12-16", "Paris, 2027-05-01 to 2027-05-03 (in 136 days)\n"), ("2027-07-12", ""),
  ])
  func tellsTheTripThatRunsOrComesFirst(today: String, line: String) {
    tool.today = today
    #expect(tool.run("next") == TestTool.Result(stdout: line))
  }

  @Test(arguments: [
    (
      "{name}|{destination}|{start}|{end}|{days}|{type}|{countdown}",
      "Berlin kickoff|Berlin|2026-12-10|2026-12-15|6|business|in 19 days"
    ),
    ("{{name}", "{name}"), ("", ""), ("plain", "plain"),
  ])
  func fillsInAFormat(format: String, line: String) {
    #expect(tool.run("next", "--format", format).stdout == line + "\n")
  }

  @Test(arguments: ["{nam}", "{name", "{"])
  func refusesAnUnknownPlaceholder(format: String) {
    #expect(tool.run("next", "--format", format).exitCode == .usage)
  }

  @Test func writesForWaybar() {
    tool.run("edit", "1", "--name", "R&D <Berlin>")
    #expect(
      tool.run("next", "--format", "waybar").stdout == """
        {"text":"R&amp;D &lt;Berlin&gt; in 19 days","tooltip":"R&amp;D &lt;Berlin&gt;\\nBerlin\\n\
        2026-12-10 to 2026-12-15, 6 days","class":["business","upcoming"]}

        """)
  }
}

struct BucketCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test func addsTicksEditsAndRemoves() {
    #expect(
      tool.run("bucket", "add", "Paris", "Louvre", "Orsay", "--details", "closed on Mondays").stdout
        == "3\tno\tno\tLouvre\tclosed on Mondays\n4\tno\tno\tOrsay\tclosed on Mondays\n")
    #expect(tool.run("bucket", "done", "Paris", "louvre", "4").exitCode == .done)
    tool.run("bucket", "undone", "Paris", "Orsay")
    tool.run("bucket", "edit", "Paris", "Orsay", "--title", "Musée d'Orsay", "--reserved")
    #expect(
      tool.run("bucket", "list", "Paris", "--json", "id,title,hasReservation,isInPlan").stdout
        == """
        [
        {"id":3,"title":"Louvre","hasReservation":false,"isInPlan":true},
        {"id":4,"title":"Musée d'Orsay","hasReservation":true,"isInPlan":false}
        ]

        """)
    tool.run("bucket", "rm", "Paris", "Louvre")
    #expect(
      tool.run("bucket", "ls", "Paris").stdout == "4\tno\tyes\tMusée d'Orsay\tclosed on Mondays\n")
  }

  @Test(arguments: [
    (["bucket", "done", "2", "mlyn"], ExitCode.noTrip), (["bucket", "done", "2"], .usage),
    (["bucket", "add", "2", ""], .usage), (["bucket", "edit", "2", "1"], .usage),
    (["bucket", "edit", "2", "1", "--planned", "--not-planned"], .usage),
    (["bucket", "remove", "2", "1", "99"], .noTrip), (["bucket"], .usage),
    (["bucket", "list", "99"], .noTrip), (["bucket", "list", "2", "--json", "name"], .usage),
  ])
  func refuses(words: [String], code: ExitCode) {
    let before = tool.run("show", "2", "--json").stdout
    #expect(tool.run(words: words).exitCode == code)
    #expect(tool.run("show", "2", "--json").stdout == before)
  }
}

struct StayCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test func setsConfirmsAndRemoves() {
    #expect(
      tool.run("stay", "set", "1", "Adlon", "--address", "Unter den Linden 77").stdout
        == "Adlon\tno\tUnter den Linden 77\n")
    #expect(tool.run("stay", "confirm", "1").stdout == "Adlon\tyes\tUnter den Linden 77\n")
    #expect(tool.run("stay", "set", "1", "Adlon", "--address", "77").stdout == "Adlon\tyes\t77\n")
    #expect(tool.run("stay", "set", "1", "Ritz").stdout == "Ritz\tno\t\n")
    #expect(tool.run("stay", "set", "1", "Ritz", "--confirmed").stdout == "Ritz\tyes\t\n")
    #expect(tool.run("stay", "unconfirm", "1").stdout == "Ritz\tno\t\n")
    #expect(
      tool.run("stay", "show", "1", "--json", "placeName,isConfirmed").stdout
        == "{\"placeName\":\"Ritz\",\"isConfirmed\":false}\n")
    #expect(tool.run("stay", "remove", "1").exitCode == .done)
    #expect(tool.run("stay", "show", "1") == TestTool.Result())
  }

  @Test(arguments: ["confirm", "unconfirm", "remove"])
  func needsAStay(command: String) {
    let result = tool.run("stay", command, "1")
    #expect(result.stderr.hasPrefix("error: 'Berlin kickoff' has no stay\n"))
    #expect(result.exitCode == .noTrip)
  }
}
