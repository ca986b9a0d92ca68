import Testing

@testable import trips

struct StayCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test func addsConfirmsAndRemoves() {
    func run(_ words: String...) -> String {
      tool.run(words: ["stay"] + words).expectDone()
      return tool.run("stay", "list", "1", TestTool.stayColumns).stdout
    }
    #expect(
      run("add", "1", "Adlon", "--address", "Unter den Linden 77")
        == "Adlon\tno\tUnter den Linden 77\t2\t\t\t\n")
    #expect(run("confirm", "1") == "Adlon\tyes\tUnter den Linden 77\t2\t\t\t\n")
    #expect(run("unconfirm", "1", "adl") == "Adlon\tno\tUnter den Linden 77\t2\t\t\t\n")
    // It always adds: a trip may have two rooms.
    #expect(run("add", "1", "Adlon", "--confirmed").hasSuffix("Adlon\tyes\t\t3\t\t\t\n"))
    #expect(tool.run("stay", "remove", "1", "2").exitCode == .done)
    #expect(tool.run("stay", "remove", "1", "Adl").exitCode == .noTrip)
    #expect(tool.run("stay", "remove", "1", "adlon").exitCode == .done)
    #expect(tool.run("stay", "list", "1") == TestTool.Result())
  }

  @Test func listsTheStaysOfAllTripsAndThoseWithoutATrip() throws {
    try tool.execute("INSERT INTO livingAccommodation(placeName) VALUES ('Lost')")
    func names(_ words: String...) -> String {
      tool.run(words: ["stay", "list", "--columns", "placeName,trip,tripName"] + words).stdout
    }
    #expect(names() == "Hôtel du Nord\t3\tParis\nLost\t\t\n")
    #expect(names("--plain") == "Hôtel du Nord\t3\tParis\n")
    #expect(names("--business") == "")
  }

  @Test func allowsNightsOutsideTheTripWithOneWarning() {
    let result = tool.run("stay", "add", "3", "Airport", "--from", "2027-04-30", "--nights", "1")
    #expect(
      result.stderr
        == "warning: outside 'Paris' (3), 2027-05-01 to 2027-05-03: stay 'Airport' (2), 30 Apr – 1 May, "
        + "1 night\n")
    #expect(
      tool.run("stay", "edit", "3", "Airport", "--cost", "80EUR").stderr.contains("warning")
        == false)
    #expect(tool.run("show", "3").stdout.contains("begins before the trip"))
    #expect(tool.run("plan", "3").stdout.contains("Outside\tAirport"))
  }

  @Test func keepsTheCurrencyOfAnAmountOrUsesTheDefault() {
    tool.environment["TRIPS_CURRENCY"] = "CHF"
    tool.run("stay", "add", "1", "Inn", "--cost", "5")
    #expect(tool.run("stay", "list", "1", TestTool.stayColumns).stdout.hasSuffix("\t5.00 CHF\n"))
    tool.environment["TRIPS_CURRENCY"] = "GBP"
    tool.run("stay", "edit", "1", "--cost", "7")
    #expect(tool.run("stay", "list", "1", TestTool.stayColumns).stdout.hasSuffix("\t7.00 CHF\n"))
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

  @Test(arguments: [
    (["--from", "day4"], "day4 is not a day of 'Paris' (3)"),
    (["--from", "fri"], "fri is not a day of 'Paris' (3)"),
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
    (["--cost", "1.2345EUR"], "EUR has at most 2 decimals"),
    (["--cost", "1.250EUR"], "'.' may separate thousands or begin decimals; write 1250 or 1.25"),
  ])
  func refusesInvalidNightsAndCosts(words: [String], reason: String) {
    let result = tool.run(words: ["stay", "add", "3", "Inn"] + words)
    #expect(result.exitCode == .usage && result.stderr.contains(reason), "\(result.stderr)")
    #expect(!tool.run("stay", "list", "3", TestTool.stayColumns).stdout.contains("Inn"))
  }

  /// A check-out on the day of the next check-in is not an overlap.
  @Test func warnsOfAnOverlap() {
    tool.run("stay", "remove", "3")
    #expect(tool.run("stay", "add", "3", "A", "--nights", "1").stderr == "")
    #expect(tool.run("stay", "add", "3", "B", "--from", "day2").stderr == "")
    #expect(
      tool.run("stay", "add", "3", "C", "--nights", "2").stderr
        == "warning: two stays for one night in 'Paris' (3), 2027-05-01 to 2027-05-03: "
        + "'A' (2) and 'C' (4), 1–2 May; 'C' (4) and 'B' (3), 2–3 May\n")
    #expect(tool.run("show", "3").stdout.contains("all 2 have a stay; more than one for 1–3 May\n"))
    #expect(!tool.run("stay", "edit", "3", "C", "--cost", "5").stderr.contains("warning"))
    #expect(!tool.run("stay", "edit", "3", "C", "--nights", "0").stderr.contains("warning"))
    #expect(
      tool.run("stay", "edit", "3", "C", "--no-dates").stderr.contains("'A' (2) and 'C' (4)"))
  }

  @Test func showsWhatItRemoves() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    #expect(
      tool.run("stay", "remove", "3")
        == TestTool.Result(
          stdout: "Removed 1 stay of 'Paris' (3)\n  1 Hôtel du Nord (not confirmed)\n"))
  }

  @Test func changesOnlyTheGivenValues() throws {
    tool.run(
      "stay", "add", "3", "Inn", "--nights", "1", "--cost", "80EUR", "--address", "x", "--confirmed"
    )
    func edit(_ words: String...) -> String {
      tool.run(words: ["stay", "edit", "3", "inn"] + words).expectDone()
      let stays = tool.run("stay", "list", "3", TestTool.stayColumns).stdout
      return stays.split(separator: "\n").first { $0.hasPrefix("Inn") }.map { $0 + "\n" } ?? ""
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

  /// A confirmation counts only for the nights it was given for; one undo restores both.
  @Test func unconfirmsAStayForOtherNights() throws {
    tool.run("stay", "add", "3", "Inn", "--nights", "1", "--confirmed")
    #expect(
      tool.changes("stay", "edit", "3", "Inn", "--nights", "2")
        == "2\tisConfirmed\ttrue\tfalse\n2\tendDate\t2027-05-02\t2027-05-03\n")
    tool.run("undo").expectDone()
    #expect(
      tool.run("stay", "list", "3", TestTool.stayColumns).stdout.contains(
        "Inn\tyes\t\t2\t2027-05-01\t2027-05-02"))
    #expect(
      tool.changes("stay", "edit", "3", "Inn", "--nights", "2", "--confirmed")
        == "2\tendDate\t2027-05-02\t2027-05-03\n")
    // The same nights, typed differently.
    tool.run("stay", "edit", "3", "Inn", "--no-dates").expectDone()
    #expect(tool.run("stay", "list", "3", TestTool.stayColumns).stdout.contains("Inn\tyes"))
  }

  // MARK: - Which stay

  @Test(arguments: [("2", 2), ("Grand Inn", 2), ("grand", 2), ("GRÁND INN", 2), ("nord", 1)])
  func isIdentifiedByPartOfItsPlace(words: String, id: Int) {
    tool.run("stay", "add", "3", "Grand Inn", "--nights", "1")
    #expect(
      tool.changes("stay", "confirm", "3", words) == "\(id)\tisConfirmed\tfalse\ttrue\n")
  }

  @Test func refusesTextThatMatchesSeveralStays() {
    tool.run("stay", "add", "3", "Inn", "--nights", "1")
    tool.run("stay", "add", "3", "Inn", "--from", "day2")
    let several = tool.run("stay", "remove", "3", "inn")
    #expect(
      several.stderr.hasPrefix(
        "error: 'inn' matches 2 stays of 'Paris': 'Inn' (2, 2027-05-01 to 2027-05-02), "
          + "'Inn' (3, 2027-05-02 to 2027-05-03)\nhint: use its id\n"))
    let none = tool.run("stay", "confirm", "3", "Ritz")
    #expect(
      none.stderr
        == "error: 'Paris' has no stay 'Ritz'\nhint: 'trips stay list 3' shows its stays\n")
    let unnamed = tool.run("stay", "unconfirm", "3")
    #expect(unnamed.stderr.hasPrefix("error: 'Paris' has 3 stays; choose one: "))
    for result in [several, none, unnamed] { #expect(result.exitCode == .noTrip) }
    tool.run("stay", "remove", "3", "2").expectDone()
  }

  @Test func changesSeveralStays() throws {
    tool.run("stay", "add", "3", "A", "B", "--details", "d", "--reference", "R1").expectDone()
    tool.run("stay", "confirm", "3", "A", "B", "nord").expectDone()
    tool.run("stay", "edit", "3", "A", "B", "--paid", "--no-details", "--from", "day2").expectDone()
    let columns = "placeName || details || reference || isConfirmed || isPaid"
    #expect(
      try tool.query("SELECT \(columns) FROM livingAccommodation")
        == ["Hôtel du Nord10", "AR101", "BR101"])
    func names(_ words: String...) -> String {
      tool.run(words: ["stay", "list", "--columns", "placeName"] + words).stdout
    }
    #expect(names("3", "--open") == "A\nB\n")
    #expect(names("--not-paid", "--confirmed") == "Hôtel du Nord\n")
    #expect(names("--search", "r1") == "A\nB\n")
    // An offset counts from the check-in; in the check-out, from the new check-in.
    tool.run("stay", "edit", "3", "A", "--from", "+1d", "--to", "+2d").expectDone()
    #expect(
      try tool.query("SELECT startDate || endDate FROM livingAccommodation WHERE placeName = 'A'")
        == ["2027-05-032027-05-05"])
    tool.run("stay", "rm", "3", "A", "B").expectDone()
    #expect(names() == "Hôtel du Nord\n")
  }

  @Test func completesStays() {
    #expect(tool.run("__complete", "zsh", "stay", "edit", "3", "h").stdout == "Hôtel du Nord\n")
  }
}
