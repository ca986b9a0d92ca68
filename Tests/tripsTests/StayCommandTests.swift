import Testing

@testable import trips

struct StayCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test func setsConfirmsAndRemoves() {
    #expect(
      tool.run("stay", "set", "1", "Adlon", "--address", "Unter den Linden 77").stdout
        == "Adlon\tno\tUnter den Linden 77\t2\t\t\t\n")
    #expect(tool.run("stay", "confirm", "1").stdout == "Adlon\tyes\tUnter den Linden 77\t2\t\t\t\n")
    #expect(
      tool.run("stay", "set", "1", "Adlon", "--address", "77").stdout == "Adlon\tyes\t77\t2\t\t\t\n"
    )
    #expect(tool.run("stay", "set", "1", "Ritz").stdout == "Ritz\tno\t\t2\t\t\t\n")
    #expect(tool.run("stay", "set", "1", "Ritz", "--confirmed").stdout == "Ritz\tyes\t\t2\t\t\t\n")
    #expect(tool.run("stay", "unconfirm", "1").stdout == "Ritz\tno\t\t2\t\t\t\n")
    #expect(
      tool.run("stay", "show", "1", "--json", "placeName,isConfirmed").stdout
        == "[\n{\"placeName\":\"Ritz\",\"isConfirmed\":false}\n]\n")
    #expect(tool.run("stay", "remove", "1").exitCode == .done)
    #expect(tool.run("stay", "show", "1") == TestTool.Result())
  }

  /// A command for a trip's only stay is refused if there are several.
  @Test(arguments: [
    ["stay", "set", "3", "Ritz"], ["edit", "3", "--stay", "Ritz"],
    ["add", "Paris", "--start", "2027-05-01", "--end", "2027-05-03", "--stay", "Ritz"],
  ])
  func refusesToChooseAmongSeveral(words: [String]) throws {
    try tool.execute("INSERT INTO livingAccommodation(tripId, placeName) VALUES (3, 'Ibis')")
    let before = tool.run("stay", "show", "3")
    let result = tool.run(words: words)
    #expect(result.exitCode == .refused)
    #expect(result.stderr.hasPrefix("error: 'Paris' has 2 stays: 'Hôtel du Nord', 'Ibis'\n"))
    #expect(tool.run("stay", "show", "3") == before)
  }

  @Test(arguments: ["confirm", "unconfirm", "remove"])
  func requiresAStay(command: String) {
    let result = tool.run("stay", command, "1")
    #expect(result.stderr.hasPrefix("error: 'Berlin kickoff' has no stay\n"))
    #expect(result.exitCode == .noTrip)
  }

  // MARK: - Nights

  /// The nights that `stay add 3 Inn` gives, on a trip from Saturday 1 to Monday 3 May 2027.
  @Test(arguments: [
    ([], "NULL"), (["--from", "2027-05-02"], "2027-05-02 2027-05-03"),
    (["--to", "day2"], "2027-05-01 2027-05-02"), (["--nights", "1"], "2027-05-01 2027-05-02"),
    (["--nights", "0"], "2027-05-01 2027-05-01"),
    (["--from", "sun", "--nights", "1"], "2027-05-02 2027-05-03"),
    (["--from", "Saturday", "--to", "monday"], "2027-05-01 2027-05-03"),
    (["--from", "DAY3"], "2027-05-03 2027-05-03"),
  ])
  func addsAStayForSomeNights(words: [String], nights: String) throws {
    tool.run(words: ["stay", "add", "3", "Inn"] + words).expectDone()
    #expect(
      try tool.query(
        "SELECT ifnull(startDate || ' ' || endDate, 'NULL') FROM livingAccommodation WHERE id = 2")
        == [nights])
  }

  @Test func saysInAPipeThatAStayIsUnchanged() {
    #expect(tool.run("stay", "confirm", "3").stderr.isEmpty)
    #expect(
      tool.run("stay", "confirm", "3").stderr == "note: 'Hôtel du Nord' (1) is unchanged\n")
  }

  @Test func checkOutWeekdayIsAfterTheCheckIn() throws {
    tool.run("stay", "add", "2", "Inn", "--from", "day9", "--to", "fri").expectDone()
    // The trip begins on a Thursday.
    #expect(
      try tool.query("SELECT startDate || endDate FROM livingAccommodation WHERE id = 2")
        == ["2027-07-092027-07-09"])
  }

  @Test(arguments: [
    (["--from", "2027-04-30"], "2027-04-30 is not a day of 'Paris' (3), 2027-05-01 to 2027-05-03"),
    (["--to", "2027-05-04"], "2027-05-04 is not a day of 'Paris' (3)"),
    (["--from", "day4"], "day4 is not a day of 'Paris' (3)"),
    (["--from", "fri"], "fri (2027-05-07) is not a day of 'Paris' (3)"),
    (["--nights", "3"], "3 nights from 2027-05-01 end after 'Paris' (3)"),
    (
      ["--from", "day3", "--to", "day2"],
      "the check-out 2027-05-02 is before the check-in 2027-05-03"
    ),
    (
      ["--from", "day0"],
      "the value 'day0' is invalid for '--from'; the first day of a trip is 'day1'"
    ),
    (["--nights", "-1"], "the value '-1' is invalid for '--nights'"),
    (["--to", "day2", "--nights", "1"], "'--to' and '--nights' exclude each other"),
    (["--cost", "1.234EUR"], "EUR has at most 2 decimals"),
  ])
  func refusesInvalidNightsAndCosts(words: [String], reason: String) {
    let result = tool.run(words: ["stay", "add", "3", "Inn"] + words)
    #expect(result.exitCode == .usage && result.stderr.contains(reason), "\(result.stderr)")
    #expect(!tool.run("stay", "list", "3").stdout.contains("Inn"))
  }

  @Test func updatesAStayWithTheSamePlaceAndNights() throws {
    tool.run("stay", "add", "3", "Inn", "--nights", "1")
    let result = tool.run("stay", "add", "3", "Inn", "--to", "day2", "--cost", "80EUR")
    #expect(result.stdout == "Inn\tno\t\t2\t2027-05-01\t2027-05-02\t80.00 EUR\n")
    #expect(
      result.stderr.hasPrefix("note: 'Inn' (2) is already there on these nights; the given values"))
    #expect(tool.run("stay", "add", "3", "Hôtel du Nord").stderr.contains("(1) is already there"))
    tool.run("stay", "add", "3", "Inn", "--from", "day2").expectDone()
    #expect(try tool.query("SELECT count(*) FROM livingAccommodation WHERE tripId = 3") == ["3"])
  }

  /// A check-out on the day of the next check-in is no overlap.
  @Test func warnsOfAnOverlap() {
    tool.run("stay", "remove", "3")
    #expect(tool.run("stay", "add", "3", "A", "--nights", "1").stderr == "")
    #expect(tool.run("stay", "add", "3", "B", "--from", "day2").stderr == "")
    #expect(
      tool.run("stay", "add", "3", "C", "--nights", "2").stderr == """
        warning: 'C' (4) shares 1 night, 1–2 May, with 'A' (2)
        warning: 'C' (4) shares 1 night, 2–3 May, with 'B' (3)

        """)
    #expect(tool.run("show", "3").stdout.contains("all 2 have a stay; more than one for 1–3 May\n"))
    #expect(tool.run("stay", "edit", "3", "C", "--cost", "5").stderr == "")
    #expect(tool.run("stay", "edit", "3", "C", "--nights", "0").stderr.contains("shares") == false)
    #expect(tool.run("stay", "edit", "3", "C", "--no-dates").stderr.contains("'A' (2)"))
  }

  @Test func showsWhatItRemoves() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    #expect(
      tool.run("stay", "remove", "3")
        == TestTool.Result(
          stdout: "Removed a stay of 'Paris' (3)\n  1 Hôtel du Nord (not confirmed)\n",
          stderr: "hint: 'trips undo' reverts it\n"))
  }

  @Test func changesOnlyTheGivenValues() throws {
    tool.run(
      "stay", "add", "3", "Inn", "--nights", "1", "--cost", "80EUR", "--address", "x", "--confirmed"
    )
    func edit(_ words: String...) -> String {
      tool.run(words: ["stay", "edit", "3", "inn"] + words).stdout
    }
    #expect(edit("--to", "day3") == "Inn\tno\tx\t2\t2027-05-01\t2027-05-03\t80.00 EUR\n")
    #expect(edit("--from", "day2") == "Inn\tno\tx\t2\t2027-05-02\t2027-05-03\t80.00 EUR\n")
    #expect(edit("--nights", "0") == "Inn\tno\tx\t2\t2027-05-02\t2027-05-02\t80.00 EUR\n")
    // The stay keeps its currency.
    #expect(edit("--cost", "9.5") == "Inn\tno\tx\t2\t2027-05-02\t2027-05-02\t9.50 EUR\n")
    #expect(edit("--no-dates", "--no-cost", "--confirmed") == "Inn\tyes\tx\t2\t\t\t\n")
    #expect(edit("--name", "Inn 2", "--address", "") == "Inn 2\tyes\t\t2\t\t\t\n")
    #expect(tool.run("stay", "edit", "3", "2").exitCode == .usage)
    #expect(tool.run("stay", "edit", "3", "2", "--no-dates", "--from", "day1").exitCode == .usage)
  }

  @Test func namesWhatAnotherPlaceKeeps() throws {
    tool.run("stay", "edit", "3", "--cost", "90EUR", "--confirmed")
    #expect(
      tool.run("stay", "edit", "3", "--name", "Inn").stderr
        == "note: 'Inn' (1) keeps what 'Hôtel du Nord' had: confirmed, cost\n")
    #expect(
      tool.run("stay", "edit", "3", "--name", "Ibis", "--cost", "80EUR", "--address", "x").stderr
        == "note: 'Ibis' (1) keeps what 'Inn' had: confirmed\n")
    #expect(tool.run("stay", "edit", "3", "--name", "IBIS").stderr == "")
  }

  @Test func keepsThePriceOfAPlaceInAnotherSpelling() throws {
    tool.run("stay", "edit", "3", "--cost", "90EUR", "--confirmed")
    tool.run("edit", "3", "--stay", "HOTEL du nord")
    #expect(tool.run("stay", "list", "3").stdout.hasPrefix("HOTEL du nord\tyes\t"))
    #expect(tool.run("stay", "list", "3").stdout.contains("90.00 EUR"))
  }

  @Test func notesAStayThatHasLostItsNights() {
    tool.run("stay", "add", "3", "Inn", "--nights", "1")
    let note = "note: 'Inn' (2) is a day room now, without a night\n"
    #expect(tool.run("stay", "edit", "3", "Inn", "--from", "day2").stderr == note)
    #expect(tool.run("stay", "edit", "3", "Inn", "--cost", "9EUR").stderr == "")
  }

  /// A confirmation counts only for the nights it was given for; one undo restores both.
  @Test func unconfirmsAStayForOtherNights() throws {
    tool.run("stay", "add", "3", "Inn", "--nights", "1", "--confirmed")
    let result = tool.run("stay", "edit", "3", "Inn", "--nights", "2")
    #expect(
      result.stderr.hasPrefix(
        "note: 'Inn' (2) was confirmed for other nights and is no longer confirmed\n"))
    tool.run("undo").expectDone()
    #expect(tool.run("stay", "list", "3").stdout.contains("Inn\tyes\t\t2\t2027-05-01\t2027-05-02"))
    #expect(
      tool.run("stay", "edit", "3", "Inn", "--nights", "2", "--confirmed").stdout.contains("yes"))
    // The same nights, typed differently.
    tool.run("stay", "edit", "3", "Inn", "--no-dates").expectDone()
    #expect(tool.run("stay", "list", "3").stdout.contains("Inn\tyes"))
  }

  // MARK: - Which stay

  @Test(arguments: [("2", 2), ("Grand Inn", 2), ("grand", 2), ("GRÁND INN", 2), ("nord", 1)])
  func isIdentifiedByPartOfItsPlace(words: String, id: Int) {
    tool.run("stay", "add", "3", "Grand Inn", "--nights", "1")
    #expect(tool.run("stay", "confirm", "3", words).stdout.contains("\tyes\t\t\(id)\t"))
  }

  @Test func refusesATextThatFitsSeveralStays() {
    tool.run("stay", "add", "3", "Inn", "--nights", "1")
    tool.run("stay", "add", "3", "Inn", "--from", "day2")
    let several = tool.run("stay", "remove", "3", "inn")
    #expect(
      several.stderr.hasPrefix("error: 'inn' matches 2 stays of 'Paris': 'Inn' (2), 'Inn' (3)\n"))
    let none = tool.run("stay", "confirm", "3", "Ritz")
    #expect(
      none.stderr.hasPrefix("error: 'Paris' has no stay 'Ritz'; it has 'Hôtel du Nord' (1), "))
    let unnamed = tool.run("stay", "unconfirm", "3")
    #expect(unnamed.stderr.hasPrefix("error: 'Paris' has 3 stays, and none is named: "))
    for result in [several, none, unnamed] { #expect(result.exitCode == .noTrip) }
    tool.run("stay", "remove", "3", "2").expectDone()
  }

  /// The currency of the trip's per diem, otherwise of its first cost (stays before items),
  /// otherwise the default.
  @Test func usesTheCurrencyOfTheTrip() {
    tool.run("stay", "add", "1", "Inn", "--cost", "5")
    #expect(tool.run("stay", "list", "1").stdout.hasSuffix("\t5.00 EUR\n"))
    tool.run("bucket", "add", "2", "Boat", "--cost", "5PLN")
    tool.run("stay", "add", "2", "Inn", "--cost", "5")
    #expect(tool.run("stay", "list", "2").stdout.hasSuffix("\t5.00 PLN\n"))
    tool.environment["TRIPS_CURRENCY"] = "CHF"
    tool.run("stay", "edit", "3", "--cost", "5")
    #expect(tool.run("stay", "list", "3").stdout.hasSuffix("\t5.00 CHF\n"))
    tool.run("bucket", "add", "3", "Boat", "--cost", "7")
    #expect(tool.run("bucket", "list", "3").stdout.hasSuffix("\t7.00 CHF\n"))
  }

  /// The number of statements per stay is constant.
  @Test func handlesTenThousandStays() throws {
    try tool.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO livingAccommodation(tripId, placeName, startDate, endDate, isConfirmed)
      SELECT 2, 'Inn ' || i, '2027-07-01', '2027-07-02', 1 FROM n
      """)
    let clock = ContinuousClock()
    let duration = clock.measure {
      #expect(
        tool.run("stay", "add", "2", "Last", "--nights", "1").stderr.hasSuffix(
          "shares nights with 9995 other stays\n"))
      tool.run("edit", "2", "--move", "+1d").expectDone()
      tool.run("show", "2").expectDone()
    }
    #expect(duration < .seconds(20))
  }

  /// They work, although help does not list them.
  @Test func theCommandsOfRelease1AreNotListed() {
    let help = tool.run("help", "stay").stdout
    #expect(!help.contains("  set") && !help.contains("  show"))
    #expect(tool.run("__complete", "zsh", "stay", "s").stdout == "")
    #expect(tool.run("stay", "show", "3") == tool.run("stay", "list", "3"))
  }

  @Test func completesStaysAndDays() {
    #expect(tool.run("__complete", "zsh", "stay", "edit", "3", "h").stdout == "Hôtel du Nord\n")
    #expect(
      tool.run("__complete", "zsh", "stay", "add", "3", "x", "--from", "day").stdout
        == "day1\tSat 2027-05-01\nday2\tSun 2027-05-02\nday3\tMon 2027-05-03\n")
    #expect(
      tool.run("__complete", "zsh", "bucket", "edit", "3", "x", "--on", "2027-05-03").stdout
        == "2027-05-03\tMon\n")
  }
}
