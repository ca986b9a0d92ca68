import Testing

@testable import trips

struct EditCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  /// What was shown is what is done.
  @Test(arguments: [("3", ExitCode.refused), ("1", .done)])
  func changesNothingIfATripWasChangedWhileAsking(id: String, code: ExitCode) throws {
    let other = try TestTool()
    other.environment["TRIPS_DB"] = tool.store.path
    tool.terminal = Context.Terminal(isInput: true, isError: true)
    tool.answers = ["y"]
    tool.whenAsked = { other.run("edit", id, "--notes", "meanwhile").expectDone() }
    let start = try tool.query("SELECT startDate FROM trip WHERE id = 2")
    let result = tool.run("edit", "2", "3", "--move", "+1w")
    #expect(result.exitCode == code)
    #expect(
      result.stderr.replacing("\n ", with: "").contains(
        "another program changed 'Paris' (3), 2027-05-01 to 2027-05-03 meanwhile; nothing was done")
        == (code == .refused))
    #expect(
      try (tool.query("SELECT startDate FROM trip WHERE id = 2") == start) == (code == .refused))
  }

  @Test func namesTheRuleThatAPerDiemHasWithoutOne() {
    #expect(
      tool.run("edit", "1", "--perdiem-rule", "full", "--columns", "property,old,new").stdout
        == "perdiemRule\tfirst-last:75%\tfull\n")
    #expect(
      tool.run("edit", "1", "--no-perdiem", "--columns", "property,old,new").stdout
        == "perdiem\t120.00 EUR\t\n")
  }

  @Test func removesTheDestinationAndTheNotes() {
    tool.run("edit", "2", "--notes", "x")
    #expect(
      tool.changes("edit", "2", "--no-destination", "--no-notes")
        == "2\tdestination\tŁódź\t\n2\tnotes\tx\t\n")
  }

  @Test func changesSeveralInOneTransaction() throws {
    tool.run("add", "Paris", "--start", "2027-05-08", "--end", "3d")
    let refused = tool.run("edit", "3", "4", "--move", "+1w")
    #expect(refused.exitCode == .refused)
    #expect(
      refused.stderr
        == "error: changing 2 trips needs a confirmation\nhint: run it again with '--yes'\n")
    let changes = """
      3\tstartDate\t2027-05-01\t2027-05-08
      3\tendDate\t2027-05-03\t2027-05-10
      4\tstartDate\t2027-05-08\t2027-05-15
      4\tendDate\t2027-05-10\t2027-05-17

      """
    #expect(tool.changes("edit", "3", "4", "--move", "+1w", "--dry-run") == changes)
    // Each moves to the former dates of the previous one.
    #expect(tool.changes("edit", "3", "4", "--move", "+1w", "-y") == changes)
    let dates =
      "[\n{\"id\":3,\"startDate\":\"2027-05-08\"},\n{\"id\":4,\"startDate\":\"2027-05-15\"}\n]\n"
    #expect(tool.run("edit", "3", "4", "--move=-1w", "-y").exitCode == .done)
    #expect(tool.run("history", "--limit", "1").stdout.split(separator: "\n").count == 5)
    tool.run("undo")
    #expect(
      tool.run("list", "--name", "Paris", "--json", "--columns", "id,startDate").stdout == dates)
    let collision = tool.run("edit", "3", "4", "--start", "2027-06-01", "--shift", "-y")
    #expect(collision.exitCode == .refused)
    #expect(
      collision.stderr
        == "error: trips 3 and 4 would both be 'Paris', 2027-06-01 to 2027-06-03\n")
    #expect(
      tool.run("list", "--name", "Paris", "--json", "--columns", "id,startDate").stdout == dates)
  }

  @Test func showsOldAndNewValuesBeforeItChangesSeveral() throws {
    let asked = try TestTool.onTerminal()
    _ = asked.withSampleTrips()
    asked.answers = ["y"]
    let result = asked.run("edit", "2", "3", "--move", "+1d")
    #expect(
      result.stderr == """
          'Summer in Łódź' (2), 2027-07-02 to 2027-07-12
            start: 2027-07-01 → 2027-07-02
            end: 2027-07-11 → 2027-07-12
          'Paris' (3), 2027-05-02 to 2027-05-04
            start: 2027-05-01 → 2027-05-02
            end: 2027-05-03 → 2027-05-04
        Change 2 trips? [y/N]:\u{20}
        """)
    #expect(result.stdout.hasPrefix("Changed 'Summer in Łódź' (2), 2027-07-02 to 2027-07-12\n"))
    asked.answers = ["n"]
    #expect(asked.run("edit", "2", "3", "--move", "+1d").exitCode == .refused)
    #expect(try asked.query("SELECT startDate FROM trip WHERE id = 3") == ["2027-05-02"])
  }

  @Test func movesFromADayOn() {
    tool.run("stay", "edit", "3", "--nights", "1", "--confirmed")
    tool.run("bucket", "add", "3", "Train", "--on", "day3", "--reserved")
    #expect(
      tool.changes("edit", "3", "--move", "+1d", "--from", "day2") == """
        3\tendDate\t2027-05-03\t2027-05-04
        1\tisConfirmed\ttrue\tfalse
        1\tendDate\t2027-05-02\t2027-05-03
        3\thasReservation\ttrue\tfalse
        3\tdate\t2027-05-03\t2027-05-04

        """)
    #expect(
      tool.run("edit", "3", "--move", "-1d", "--from", "day5").stderr
        == "error: day5 is not a day of 'Paris' (3), 2027-05-01 to 2027-05-04\n")
    #expect(
      tool.run("edit", "3", "--from", "day2").stderr.hasPrefix("error: '--from' needs '--move'"))
  }

  @Test func removesNoDayThatIsInUse() {
    tool.run("bucket", "add", "3", "Zoo", "Train", "--on", "day2").expectDone()
    let items = tool.run("edit", "3", "--move", "-1d", "--from", "day3")
    #expect(
      items.stderr == """
        error: in 'Paris', items 'Zoo' (3, 2027-05-02), 'Train' (4, 2027-05-02) are on days to remove
        hint: move or remove the items first, as with 'trips bucket edit 3 ID --on +1d'

        """)
    tool.run("bucket", "rm", "3", "Zoo", "Train").expectDone()
    tool.run("stay", "edit", "3", "--from", "day2", "--nights", "1").expectDone()
    let stay = tool.run("edit", "3", "--move", "-1d", "--from", "day3")
    #expect(
      stay.stderr == """
        error: in 'Paris', stay 'Hôtel du Nord' (1) would have no night left
        hint: give the stay other nights or remove it first, as with \
        'trips stay edit 3 ID --from DATE --to DATE'

        """)
    for result in [items, stay] { #expect(result.exitCode == .refused) }
  }

  @Test(arguments: [
    (["--destination", "Rome"], "error: missing argument TRIP\n"),
    (["3", "--in", "2027"], "error: unknown option '--in'"),
    (
      ["3", "1", "--start", "+1d", "-y"],
      "error: '--start' needs to know what happens to the end; add --shift,"
    ),
  ])
  func refusesACommandWithoutTripsOrChanges(words: [String], message: String) {
    let result = tool.run(words: ["edit"] + words)
    #expect(result.stderr.hasPrefix(message))
    #expect(result.exitCode == .usage && result.stdout.isEmpty)
  }

  @Test func reportsThatNothingChanged() throws {
    tool.run("edit", "1", "--perdiem-rule", "first-last:14")
    let result = tool.run("edit", "1", "--perdiem-rule", "first-last:14.00")
    #expect(
      result.stderr == "note: unchanged 'Berlin kickoff' (1), 2026-12-10 to 2026-12-15\n")
    #expect(tool.run("history", "--token") == tool.run("history", "--token"))
    tool.terminal.isOutput = true
    #expect(
      tool.run("edit", "1", "--name", "Berlin kickoff").stdout
        == "Unchanged 'Berlin kickoff' (1), 2026-12-10 to 2026-12-15\n")
  }

  /// Paris begins on 2027-05-01; today is months earlier.
  @Test(arguments: [
    (["--start", "+1d", "--shift"], "2027-05-02", "2027-05-04"),
    (["--start=-1w", "--keep-end"], "2027-04-24", "2027-05-03"),
    (["--start", "+1d", "--end", "+3d"], "2027-05-02", "2027-05-05"),
    (["--start", "today", "--shift"], "2026-11-21", "2026-11-23"),
  ])
  func countsAnOffsetFromTheStartOfTheTrip(options: [String], start: String, end: String) {
    tool.run(words: ["edit", "3"] + options).expectDone()
    #expect(
      tool.run("show", "3", "--json", "--columns", "startDate,endDate").stdout
        == "{\"startDate\":\"\(start)\",\"endDate\":\"\(end)\"}\n")
  }

  @Test(arguments: [
    (["--shift"], "2027-06-01", "2027-06-03"), (["--keep-end"], "2027-05-02", "2027-05-03"),
    (["--end", "0n"], "2027-06-01", "2027-06-01"), (["--end", "fri"], "2027-05-02", "2027-05-07"),
  ])
  func movesTheStart(options: [String], start: String, end: String) {
    tool.run(words: ["edit", "3", "--start", start] + options).expectDone()
    #expect(
      tool.run("show", "3", "--json", "--columns", "startDate,endDate").stdout
        == "{\"startDate\":\"\(start)\",\"endDate\":\"\(end)\"}\n")
  }

  /// A script whose search failed with 0 must not change a trip that contains it.
  @Test(arguments: ["0", "00", "18446744073709551616"])
  func changesNoTripByPartOfANumber(words: String) throws {
    tool.run("add", "Tour 1\(words)", "--notes", "mine")
    let result = tool.run("edit", words, "--notes", "Wrong")
    #expect(result.stderr.hasPrefix("error: no trip has the id or name '\(words)'\n"))
    #expect(result.exitCode == .noTrip)
    #expect(try tool.query("SELECT notes FROM trip WHERE id = 4") == ["mine"])
  }

  /// Another program may have stored spaces around a name.
  @Test func findsANameWithSpacesAroundIt() throws {
    try tool.execute("UPDATE trip SET name = ' Paris ' WHERE id = 3")
    try tool.execute("INSERT INTO bucketListItem(tripId, title) VALUES (3, ' Louvre ')")
    #expect(tool.run("edit", "paris", "--notes", "a").exitCode == .done)
    #expect(tool.run("bucket", "done", "Paris", "louvre").exitCode == .done)
    tool.run("add", "Paris", "--start", "2028-01-01")
    #expect(
      tool.run("edit", "Paris", "--notes", "b", "--columns", "id").stdout == "4\n")
    #expect(
      tool.run("edit", " Paris ", "--notes", "c", "--columns", "id").stdout == "3\n")
    #expect(
      tool.run("edit", " Paris", "--notes", "d", "--columns", "id").stdout == "4\n")
  }

  @Test func requiresAFlagForTheEnd() {
    let result = tool.run("edit", "3", "--start", "2027-05-02")
    #expect(
      result.stderr.hasPrefix(
        "error: '--start' needs to know what happens to the end; add --shift, --keep-end or --end\n"
      ))
    #expect(result.exitCode == .usage)
  }

  @Test func reportsValuesDroppedWithTheKind() {
    #expect(
      tool.changes("edit", "1", "--personal", "--reason", "family") == """
        1\ttype\tbusiness\tpersonal
        1\tperdiem\t120.00 EUR\t
        1\tperdiemRule\tfirst-last:75%\t
        1\treason\t\tfamily

        """)
    #expect(
      tool.changes("edit", "1", "--plain")
        == "1\ttype\tpersonal\tplain\n1\treason\tfamily\t\n")
  }

  @Test(arguments: [
    (["--move", "+1w"], "2027-05-08", "2027-05-10"),
    (["--move", "-2d"], "2027-04-29", "2027-05-01"),
    (["--move=-2d"], "2027-04-29", "2027-05-01"), (["--move", "+1y"], "2028-05-01", "2028-05-03"),
    (["--extend", "+1d"], "2027-05-01", "2027-05-04"),
    (["--extend", "-2d"], "2027-05-01", "2027-05-01"),
    (["--extend", "+1m"], "2027-05-01", "2027-06-03"),
    (["--move", "+1w", "--extend", "-1d"], "2027-05-08", "2027-05-09"),
    (["--end", "5d"], "2027-05-01", "2027-05-05"), (["--end", "5n"], "2027-05-01", "2027-05-06"),
    (["--end", "2w"], "2027-05-01", "2027-05-14"), (["--end", "1m"], "2027-05-01", "2027-05-31"),
    (["--end", "+5d"], "2027-05-01", "2027-05-06"),
  ])
  func movesATripFromItsOwnDates(options: [String], start: String, end: String) {
    tool.run(words: ["edit", "3"] + options).expectDone()
    #expect(
      tool.run("show", "3", "--json", "--columns", "startDate,endDate").stdout
        == "{\"startDate\":\"\(start)\",\"endDate\":\"\(end)\"}\n")
  }

  /// 2027-01-31 plus a month: the length in days is kept.
  @Test func keepsTheLengthOverMonths() {
    tool.run("edit", "3", "--start", "2027-01-31", "--end", "3d")
    #expect(
      tool.changes("edit", "3", "--move", "+1m")
        == "3\tstartDate\t2027-01-31\t2027-02-28\n3\tendDate\t2027-02-02\t2027-03-02\n")
  }

  @Test func notesThatAStayIsNoLongerConfirmed() throws {
    tool.run("stay", "confirm", "3")
    #expect(
      tool.changes("edit", "3", "--extend", "+1d")
        == "3\tendDate\t2027-05-03\t2027-05-04\n1\tisConfirmed\ttrue\tfalse\n")
    tool.run("undo")
    #expect(
      tool.run("stay", "list", "3", TestTool.stayColumns).stdout
        == "Hôtel du Nord\tyes\t\t1\t\t\t\n")
    #expect(
      tool.run("list", "--json", "--columns", "id,endDate").stdout.contains(
        #"{"id":3,"endDate":"2027-05-03"}"#))
    tool.run("edit", "3", "--name", "Lutetia")
    #expect(
      tool.run("stay", "list", "3", TestTool.stayColumns).stdout
        == "Hôtel du Nord\tyes\t\t1\t\t\t\n")
  }

  @Test func keepsTheCurrencyOfTheTrip() {
    tool.environment["TRIPS_CURRENCY"] = "GBP"
    #expect(
      tool.changes("edit", "1", "--perdiem", "85") == "1\tperdiem\t120.00 EUR\t85.00 EUR\n")
    tool.run("edit", "3", "--business", "--perdiem", "85")
    #expect(
      tool.run("list", "--business", "--json", "--columns", "perdiem").stdout.contains(
        #""currency":"GBP""#))
    let refused = tool.run("edit", "1", "--perdiem", "85.0051")
    #expect(
      refused.stderr == "error: the per diem '85.0051' is invalid: EUR has at most 2 decimals\n")
    #expect(refused.exitCode == .usage)
  }

  @Test func addsNoDuplicateTitle() {
    tool.run("edit", "2", "--bucket", "Manufaktura", "--bucket", "EC1")
    #expect(
      tool.run("bucket", "list", "2", "--json", "--columns", "id").stdout
        == "[\n{\"id\":1},\n{\"id\":2},\n{\"id\":3}\n]\n")
  }

  /// The days of the stay and the trip differ only in the year.
  @Test func showsTheYearOfADayThatIsNotInTheYearsOfTheTrip() {
    tool.run("stay", "add", "3", "Inn", "--from", "day1", "--to", "day3")
    let result = tool.run("edit", "3", "--start", "2028-05-01", "--end", "3d")
    #expect(
      result.stderr.contains("stay 'Inn' (2), 1–3 May 2027, 2 nights"))
  }

  @Test func changesNothingInADryRun() {
    let before = tool.run("list", "--json").stdout
    #expect(
      tool.run("edit", "3", "--move", "+1w", "--dry-run").stderr
        == """
        note: this was a dry run: nothing was changed

        """)
    #expect(tool.run("list", "--json").stdout == before)
  }

  @Test func removesValues() {
    tool.run("edit", "1", "--no-perdiem")
    tool.run("edit", "2", "--no-reason")
    #expect(
      tool.run("list", "--json", "--columns", "id,perdiem,reason").stdout == """
        [
        {"id":1,"perdiem":null,"reason":null},
        {"id":3,"perdiem":null,"reason":null},
        {"id":2,"perdiem":null,"reason":null}
        ]

        """)
  }

  /// Another program may have stored values that this one refuses.
  @Test func keepsTheOtherColumns() throws {
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
        + "hint: '--business' makes it one\n"
    ),
    (
      ["edit", "3", "--name", "Berlin kickoff", "--start", "2026-12-10", "--end", "5n"], .refused,
      """
      error: another trip has this name and these dates: 'Berlin kickoff' (1), 2026-12-10 to \
      2026-12-15
      hint: 'trips show 1' shows it

      """
    ),
    (["edit", "9", "--name", "x"], .noTrip, "error: no trip has the id or name '9'\n"),
    (["edit", "3", "--shift"], .usage, "error: '--shift' needs '--start'\n"),
    (["edit", "3", "--dry-run"], .usage, "error: nothing to do; say what to change\n"),
    (
      ["edit", "3", "--move", "1w"], .usage,
      "error: the value '1w' is invalid for '--move'; add a sign: +1w or -1w\n"
    ),
    (
      ["edit", "3", "--move", "+1w", "--start", "fri"], .usage,
      "error: '--start' and '--move' exclude each other\n"
    ),
    (
      ["edit", "3", "--extend", "+1w", "--end", "5d"], .usage,
      "error: '--end' and '--extend' exclude each other\n"
    ),
    (
      ["edit", "3", "--extend", "-1w"], .usage,
      "error: the end 2027-04-26 is before the start 2027-05-01\n"
    ),
    (
      ["edit", "3", "--move", "-9999y"], .usage,
      "error: the start would be outside the years 0001 to 9999\n"
    ),
    (
      ["edit", "3", "--end", "0d"], .usage,
      "error: the value '0d' is invalid for '--end'; a trip has at least one day; '1d' or '0n' is a "
        + "day trip\n"
    ),
    (
      ["edit", "3", "--business", "--plain"], .usage,
      "error: '--business' and '--plain' exclude each"
    ),
    (["edit", "3", "--type", "trip"], .usage, "error: unknown option '--type'"),
    (
      ["edit", "3", "--notes", "x", "--no-notes"], .usage,
      "error: '--notes' and '--no-notes' exclude"
    ),
    (
      ["edit", "3", "--destination", "x", "--no-destination"], .usage,
      "error: '--destination' and '--no-destination' exclude"
    ),
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

  @Test func asksNothingIfATripIsGivenTwice() throws {
    let tool = try TestTool()
    tool.run("add", "Rome", "--start", "2027-05-01")
    #expect(tool.run("edit", "1", "Rome", "--destination", "Lazio").exitCode == .done)
    #expect(try tool.query("SELECT destination FROM trip") == ["Lazio"])
  }

  /// Only a collision in the result is refused.
  @Test func changesTripsThatTakeEachOthersDates() throws {
    for end in ["2028-01-03", "2028-01-04", "2028-01-05"] {
      tool.run("add", "Rome", "--start", "2028-01-01", "--end", end).expectDone()
    }
    let ids = try tool.query("SELECT id FROM trip WHERE name = 'Rome' ORDER BY id")
    tool.run(words: ["edit"] + ids + ["--extend", "+1d", "-y"]).expectDone()
    #expect(
      try tool.query("SELECT endDate FROM trip WHERE name = 'Rome' ORDER BY id")
        == ["2028-01-04", "2028-01-05", "2028-01-06"])
    tool.run(words: ["edit"] + ids + ["--extend=-1d", "-y"]).expectDone()
    let refused = tool.run(words: ["edit"] + ids.dropLast() + ["--extend", "+1d", "-y"])
    #expect(refused.stderr.hasPrefix("error: another trip has this name and these dates: 'Rome'"))
  }
}
