import Foundation
import Testing

@testable import trips

struct BucketCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  /// The values of some columns of the items of Paris, without those that are empty.
  private func items(_ columns: String) throws -> [String] {
    let names = columns.components(separatedBy: ", ").map {
      "coalesce(' ' || nullif(\($0), ''), '')"
    }
    return try tool.query(
      "SELECT trim(\(names.joined(separator: " || "))) FROM bucketListItem WHERE tripId = 3")
  }

  @Test func findsAnItemByItsUID() throws {
    tool.run("bucket", "add", "Paris", "Louvre", "Orsay").expectDone()
    let uid = try #require(
      tool.query("SELECT uid FROM bucketListItem WHERE title = 'Orsay'").first)
    tool.run("bucket", "done", "Paris", uid).expectDone()
    #expect(try tool.query("SELECT title FROM bucketListItem WHERE isDone") == ["Orsay"])
  }

  @Test func addsTicksEditsAndRemoves() {
    #expect(
      tool.run(
        "bucket", "add", "Paris", "Louvre", "Orsay", "--details", "closed on Mondays",
        TestTool.itemColumns
      ).stdout
        == "3\tno\tno\tno\tLouvre\tclosed on Mondays\t\t\t\n4\tno\tno\tno\tOrsay\tclosed on Mondays\t\t\t\n"
    )
    #expect(tool.run("bucket", "done", "Paris", "louvre", "4").exitCode == .done)
    tool.run("bucket", "undone", "Paris", "Orsay")
    tool.run("bucket", "edit", "Paris", "Orsay", "--title", "Musée d'Orsay", "--reserved")
    #expect(
      tool.run(
        "bucket", "list", "Paris", "--json", "--columns", "id,title,hasReservation,isInPlan,isDone"
      )
      .stdout
        == """
        [
        {"id":3,"title":"Louvre","hasReservation":false,"isInPlan":false,"isDone":true},
        {"id":4,"title":"Musée d'Orsay","hasReservation":true,"isInPlan":false,"isDone":false}
        ]

        """)
    tool.run("bucket", "rm", "Paris", "Louvre")
    #expect(
      tool.run("bucket", "ls", "Paris", TestTool.itemColumns).stdout
        == "4\tno\tno\tyes\tMusée d'Orsay\tclosed on Mondays\t\t\t\n")
  }

  /// None of the three flags sets another.
  @Test func setsEachFlagSeparately() throws {
    func listed() -> String { tool.run("bucket", "list", "Paris", TestTool.itemColumns).stdout }
    tool.run("bucket", "add", "Paris", "Louvre", "--planned")
    tool.run("bucket", "done", "Paris", "Louvre")
    #expect(listed() == "3\tyes\tyes\tno\tLouvre\t\t\t\t\n")
    tool.run("bucket", "edit", "Paris", "Louvre", "--not-planned", "--reserved")
    #expect(listed() == "3\tyes\tno\tyes\tLouvre\t\t\t\t\n")
  }

  /// Two taxis on one day are two items.
  @Test func alwaysAdds() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    for cost in ["20EUR", "30EUR"] {
      tool.run("bucket", "add", "Paris", "Taxi", "--on", "day1", "--cost", cost)
    }
    #expect(
      tool.run("bucket", "add", "Paris", "Taxi", "taxi", "--on", "day2")
        == TestTool.Result(
          stdout: """
            Added 2 items to 'Paris' (3)
              [ ] 5 Taxi, Sun 2 May
              [ ] 6 taxi, Sun 2 May

            """))
    #expect(tool.run("bucket", "list", "Paris").stdout.split(separator: "\n").count == 5)
  }

  @Test func addsOnlyItemsThatTheTripLacks() throws {
    tool.run("edit", "1", "--bucket", "Café", "--bucket", "CAFE")
    #expect(
      tool.run("edit", "1", "--bucket", "cafe", "--bucket", "Zoo").stdout
        == "insert\tBucketListItem\t4\tZoo\t1\t\t\t\n")
    tool.run("edit", "3", "--stay", "hotel du NORD", "--bucket", "Louvre")
    #expect(try tool.query("SELECT placeName FROM livingAccommodation") == ["Hôtel du Nord"])
  }

  @Test func printsEachChangedValueOnce() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    tool.run("bucket", "add", "Paris", "Louvre", "Seine", "--on", "day1", "--reserved")
    #expect(
      tool.run("bucket", "edit", "Paris", "louv", "--on", "day2", "--time", "9:00").stdout == """
        Changed 'Paris' (3)
          item 'Louvre' (3), reserved: yes → no
          item 'Louvre' (3), date: 2027-05-01 → 2027-05-02
          item 'Louvre' (3), time: none → 09:00

        """)
    #expect(
      tool.run("bucket", "done", "Paris", "Louvre", "Seine").stdout == """
        Changed 'Paris' (3)
          item 'Louvre' (3), done: no → yes
          item 'Seine' (4), done: no → yes

        """)
    #expect(tool.run("bucket", "done", "Paris", "Seine").stdout == "Unchanged 'Paris' (3)\n")
  }

  /// A reservation is for the day it was made for; another time is the same day.
  @Test func clearsAReservationForAnotherDay() throws {
    tool.run("bucket", "add", "Paris", "Louvre", "--reserved")
    func isReserved(_ words: String...) throws -> Bool {
      tool.run(words: ["bucket", "edit", "Paris", "Louvre"] + words).expectDone()
      return try tool.query("SELECT hasReservation FROM bucketListItem WHERE id = 3") == ["1"]
    }
    #expect(try isReserved("--on", "day1"))
    #expect(try isReserved("--time", "9:00"))
    #expect(try !isReserved("--on", "day2"))
    #expect(try isReserved("--on", "day3", "--reserved"))
    #expect(try !isReserved("--no-date"))
    tool.run("bucket", "edit", "Paris", "Louvre", "--on", "day1", "--reserved")
    tool.run("edit", "Paris", "--extend", "+1d")
    #expect(try tool.query("SELECT hasReservation FROM bucketListItem WHERE id = 3") == ["1"])
    tool.run("edit", "Paris", "--move", "+1d")
    #expect(try tool.query("SELECT hasReservation FROM bucketListItem WHERE id = 3") == ["0"])
  }

  @Test func allowsADayOutsideTheTripWithAWarning() {
    let result = tool.run("bucket", "add", "Paris", "Visa", "--on", "2027-03-01")
    #expect(
      result.stderr
        == "warning: outside 'Paris' (3), 2027-05-01 to 2027-05-03: item 'Visa' (3), Mon 1 Mar\n")
    #expect(tool.run("bucket", "done", "Paris", "Visa").stderr.contains("warning") == false)
    #expect(tool.run("show", "Paris").stdout.contains("Visa, Mon 1 Mar; outside the trip"))
  }

  @Test func removesAnItemThatIsGivenTwice() throws {
    tool.run("bucket", "add", "Paris", "Louvre")
    #expect(tool.run("bucket", "remove", "Paris", "Louvre", "3").exitCode == .done)
    #expect(tool.run("bucket", "list", "Paris").stdout == "")
  }

  @Test func refusesTextThatMatchesSeveralItems() throws {
    tool.run("bucket", "add", "Paris", "Dinner", "Dinner", "Diner en blanc")
    let result = tool.run("bucket", "done", "Paris", "Dinner")
    #expect(result.exitCode == .noTrip)
    #expect(
      result.stderr.hasPrefix(
        "error: 'Dinner' matches 2 items of 'Paris': 'Dinner' (3), 'Dinner' (4)\n"))
    #expect(tool.run("bucket", "done", "Paris", "blanc").exitCode == .done)
    // To remove it, part of a title is not enough.
    #expect(
      tool.run("bucket", "remove", "Paris", "blanc").stderr.hasPrefix(
        "error: 'blanc' is only part of a name: item 'Diner en blanc' (5)\nhint: use its id or "))
  }

  /// The trip is not deleted, so a part of its name is enough.
  @Test func removesAnItemOfATripThatIsNamedByAPart() throws {
    tool.run("bucket", "add", "Paris", "Louvre")
    #expect(tool.run("bucket", "remove", "par", "Louvre").exitCode == .done)
    #expect(tool.run("bucket", "remove", "0", "Louvre").exitCode == .noTrip)
  }

  @Test func showsDetailsBelowTheirItem() {
    tool.run("bucket", "add", "Paris", "Louvre", "--details", "closed on Mondays\nrue de Rivoli")
    #expect(
      tool.run("show", "Paris").stdout.contains(
        "Bucket list\t[ ] 3 Louvre\nDetails\tclosed on Mondays\\u{A}rue de Rivoli\n"))
  }

  @Test(arguments: [
    (["bucket", "done", "2", "zoo"], ExitCode.noTrip), (["bucket", "done", "2"], .noTrip),
    (["bucket", "add", "2", ""], .usage), (["bucket", "edit", "2", "1"], .usage),
    (["bucket", "edit", "2", "1", "--planned", "--not-planned"], .usage),
    (["bucket", "remove", "2", "1", "99"], .noTrip), (["bucket"], .usage),
    (["bucket", "list", "99"], .noTrip),
    (["bucket", "list", "2", "--json", "--columns", "name"], .usage),
  ])
  func refuses(words: [String], code: ExitCode) {
    let before = tool.run("show", "2", "--json").stdout
    #expect(tool.run(words: words).exitCode == code)
    #expect(tool.run("show", "2", "--json").stdout == before)
  }

  /// Each value and each fact has an option and its opposite.
  @Test func setsAndRemovesEachValueOfSeveralItems() throws {
    let columns =
      "title, place, reference, details, hasReservation, isInPlan, isPaid, isDone, "
      + "date, time, endDate, endTime, costMinor, costCurrency"
    tool.run("bucket", "add", "Paris", "A", "B").expectDone()
    tool.run(
      "bucket", "edit", "Paris", "A", "B", "--place", "Gare", "--reference", "X1", "--details", "d",
      "--on", "day1", "--time", "20:15", "--end", "6:30", "--cost", "9EUR", "--reserved",
      "--planned",
      "--paid", "--done"
    ).expectDone()
    let values = " Gare X1 d 1 1 1 1 2027-05-01 20:15 2027-05-02 06:30 900 EUR"
    #expect(try items(columns) == ["A" + values, "B" + values])
    tool.run(
      "bucket", "edit", "Paris", "A", "B", "--no-place", "--no-reference", "--no-details",
      "--no-date",
      "--no-cost", "--not-reserved", "--not-planned", "--not-paid", "--not-done"
    ).expectDone()
    #expect(try items(columns) == ["A 0 0 0 0", "B 0 0 0 0"])
    #expect(tool.run("bucket", "edit", "Paris", "A", "--paid", "--not-paid").exitCode == .usage)
    #expect(
      tool.run("bucket", "edit", "Paris", "A", "--place", "x", "--no-place").exitCode == .usage)
    #expect(tool.run("bucket", "add", "Paris", "A", "--no-place").exitCode == .usage)
  }

  @Test func changesNothingInADryRun() throws {
    #expect(
      tool.run("bucket", "add", "Paris", "A", "--dry-run").stderr
        == "note: this was a dry run: nothing was changed\n"
    )
    tool.run("bucket", "remove", "2", "Manufaktura", "--dry-run").expectDone()
    #expect(try tool.query("SELECT count(*) FROM bucketListItem") == ["2"])
  }

  // MARK: - Days and costs

  /// The end of an item on Saturday 1 May at 20:15, or without a time.
  @Test(arguments: [
    (["--time", "20:15", "--end", "21:00"], "2027-05-01 21:00"),
    (["--time", "20:15", "--end", "6:30"], "2027-05-02 06:30"),
    (["--time", "20:15", "--end", "20:15"], "2027-05-02 20:15"),
    (["--time", "20:15", "--end", "day3 6:30"], "2027-05-03 06:30"),
    (["--time", "20:15", "--end", "+2d 06:30"], "2027-05-03 06:30"),
    (["--time", "20:15", "--end", "2027-05-01 06:30"], "2027-05-01 06:30"),
    (["--time", "20:15", "--end", "2027-04-30 22:00"], "2027-04-30 22:00"),
    (["--end", "+1d"], "2027-05-02"), (["--end", "mon"], "2027-05-03"), (["--end", "day1"], ""),
  ])
  func setsTheEndOfAnItem(words: [String], end: String) throws {
    tool.run(words: ["bucket", "add", "Paris", "Train", "--on", "day1"] + words).expectDone()
    #expect(
      try items("endDate, endTime")
        == [end])
  }

  @Test(arguments: [
    (["--end", "6:30"], "the end has a time, 06:30, and the start has none"),
    (["--time", "9:00", "--end", "+1d"], "the start has a time, 09:00, and the end has none"),
    (
      ["--time", "9:00", "--end", "2027-04-29 9:00"],
      "the end 2027-04-29 is more than a day before the start 2027-05-01"
    ),
    (["--end", "2027-04-30"], "the end 2027-04-30 is before the start 2027-05-01"),
    (["--end", "soon"], "the value 'soon' is invalid for '--end'"),
    (["--end", "24:00"], "write a time such as 17:32, or a day and a time: '2027-05-04 06:30'"),
    (["--end", ""], "the value '' is invalid for '--end'"),
  ])
  func refusesAnEndThatDoesNotFit(words: [String], reason: String) throws {
    let result = tool.run(words: ["bucket", "add", "Paris", "Train", "--on", "day1"] + words)
    #expect(result.exitCode == .usage && result.stderr.contains(reason), "\(result.stderr)")
    #expect(try tool.query("SELECT count(*) FROM bucketListItem") == ["2"])
  }

  @Test func movesTheEndWithTheDay() throws {
    tool.run(
      "bucket", "add", "Paris", "Train", "--on", "day1", "--time", "20:15", "--end", "6:30"
    ).expectDone()
    func end(_ words: String...) throws -> String {
      tool.run(words: ["bucket", "edit", "Paris", "Train"] + words).expectDone()
      return try items("date, time, endDate, endTime")[0]
    }
    #expect(try end("--on", "+1d") == "2027-05-02 20:15 2027-05-03 06:30")
    #expect(try end("--end", "+2d") == "2027-05-02 20:15 2027-05-04 06:30")
    #expect(try end("--end", "22:00") == "2027-05-02 20:15 2027-05-02 22:00")
    let late = tool.run("bucket", "edit", "Paris", "Train", "--time", "23:00")
    #expect(late.stderr == "error: the end 22:00 would be before the start 23:00\n")
    #expect(try end("--no-time") == "2027-05-02")
    #expect(try end("--end", "+1d") == "2027-05-02 2027-05-03")
    #expect(try end("--no-end") == "2027-05-02")
    #expect(
      tool.run("bucket", "edit", "2", "Manufaktura", "--end", "6:30").stderr
        == "error: the end needs a start: the item has no date\n")
  }

  /// A trip from Saturday 1 to Monday 3 May 2027.
  @Test(arguments: [
    (["--on", "2027-05-02"], "2027-05-02\t\t"), (["--on", "DAY3"], "2027-05-03\t\t"),
    (["--on", "sun", "--time", "9:05"], "2027-05-02\t09:05\t"),
    (["--on", "day1", "--time", "23:59", "--cost", "12.5EUR"], "2027-05-01\t23:59\t12.50 EUR"),
    (["--cost", "3"], "\t\t3.00 USD"),
  ])
  func setsTheDayTimeAndCostOfAnItem(words: [String], cells: String) {
    let result = tool.run(
      words: ["bucket", "add", "Paris", "Louvre", TestTool.itemColumns] + words)
    #expect(result.stdout == "3\tno\tno\tno\tLouvre\t\t\(cells)\n", "\(result.stderr)")
  }

  @Test func changesAndRemovesDaysTimesAndCosts() {
    tool.run(
      "bucket", "add", "Paris", "Louvre", "--on", "day2", "--time", "10:00", "--cost", "22EUR")
    func edit(_ words: String...) -> String {
      tool.run(words: ["bucket", "edit", "Paris", "Louvre"] + words).expectDone()
      return String(
        tool.run("bucket", "list", "Paris", TestTool.itemColumns).stdout.dropFirst(19))
    }
    #expect(edit("--time", "11:30") == "2027-05-02\t11:30\t22.00 EUR\n")
    #expect(edit("--on", "day3") == "2027-05-03\t11:30\t22.00 EUR\n")
    // The item keeps its currency.
    #expect(edit("--no-time", "--cost", "20") == "2027-05-03\t\t20.00 EUR\n")
    #expect(edit("--time", "12:00", "--no-cost") == "2027-05-03\t12:00\t\n")
    #expect(edit("--no-date") == "\t\t\n")
  }

  @Test(arguments: [
    (["--on", "wed"], "wed is not a day of 'Paris' (3)"),
    (["--on", "day9"], "day9 is not a day of 'Paris' (3)"),
    (["--on", "someday"], "the value 'someday' is invalid for '--on'"),
    (["--time", "10:00"], "the time 10:00 needs a date"),
    (["--on", "day1", "--time", "24:00"], "the value '24:00' is invalid for '--time'"),
    (["--time", "10:00", "--no-date"], "'--time' and '--no-date' exclude each other"),
    (["--on", "day1", "--no-date"], "'--on' and '--no-date' exclude each other"),
    (["--cost", "1", "--no-cost"], "'--cost' and '--no-cost' exclude each other"),
    (["--cost", "-1"], "an amount is never negative"),
    (["--cost", "1.5JPY"], "JPY has no decimals"),
  ])
  func refusesAnInvalidDayTimeOrCost(words: [String], reason: String) {
    for command in [["add", "Paris", "Zoo"], ["edit", "2", "Manufaktura"]] {
      let result = tool.run(words: ["bucket"] + command + words)
      // The other trip is longer, and a new item has nothing to remove.
      if command[0] == "edit", reason.contains("not a day") { continue }
      if command[0] == "add", reason.contains("exclude") { continue }
      #expect(result.exitCode == .usage && result.stderr.contains(reason), "\(result.stderr)")
    }
    #expect(!tool.run("bucket", "list", "Paris", TestTool.itemColumns).stdout.contains("Zoo"))
  }

  @Test func filtersTheItemsOfATrip() {
    tool.run("bucket", "add", "Paris", "Louvre", "--details", "closed on Mondays", "--paid")
    tool.run("bucket", "add", "Paris", "Orsay", "--place", "Rue de Lille", "--reserved")
    tool.run("bucket", "done", "Paris", "Louvre")
    func titles(_ words: String...) -> String {
      tool.run(words: ["bucket", "list", "--columns", "title"] + words).stdout
    }
    #expect(titles("Paris", "--search", "MONDAYS") == "Louvre\n")
    #expect(titles("--search", "lille") == "Orsay\n")
    #expect(titles("--search", "Paris") == "")
    #expect(titles("Paris", "--open") == "Orsay\n")
    #expect(titles("Paris", "--done", "--paid", "--in", "2027") == "Louvre\n")
    #expect(titles("Paris", "--not-paid", "--reserved") == "Orsay\n")
    #expect(titles("Paris", "--in", "2028") == "")
    #expect(tool.run("bucket", "list", "--open", "--done").exitCode == .usage)
    #expect(tool.run("bucket", "list", "--paid", "--not-paid").exitCode == .usage)
  }

  @Test func listsTheItemsOfAllMatchingTrips() throws {
    tool.run("bucket", "done", "Summer in Łódź", "Manufaktura")
    tool.run("bucket", "add", "Paris", "Louvre", "--reserved", "--on", "day2")
    try tool.execute("INSERT INTO bucketListItem(title) VALUES ('Lost')")
    func titles(_ words: String...) -> String {
      tool.run(words: ["bucket", "list", "--columns", "title,tripName"] + words).stdout
    }
    let summer = "\tSummer in Łódź\n"
    #expect(
      titles() == "Louvre\tParis\nManufaktura\(summer)Księży Młyn\(summer)Lost\t\n")
    #expect(titles("--in", "2027-05") == "Louvre\tParis\n")
    tool.terminal.isOutput = true
    #expect(tool.run("bucket", "list", "--business").stderr == "note: no item matches\n")
  }

  @Test func fitsATableToTheTerminal() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    tool.run("bucket", "add", "Paris", "Louvre", "--on", "day2", "--cost", "22EUR")
    #expect(
      tool.run("bucket", "list", "Paris").stdout == """
        ID  TITLE   RESERVED  PLANNED  DONE  PAID  DATE             COST
         3  Louvre  no        no       no    no    2027-05-02  22.00 EUR

        """)
    #expect(tool.run("bucket", "list", "Paris", "--columns", "trip").stdout == "TRIP ID\n      3\n")
    tool.terminal.width = 60
    #expect(
      tool.run("bucket", "list", "--upcoming").stdout == """
        ID  TITLE        DONE  DATE             COST  TRIP
         3  Louvre       no    2027-05-02  22.00 EUR  Paris
         1  Manufaktura  no                           Summer in Łódź
         2  Księży Młyn  no                           Summer in Łódź

        """)
    tool.terminal.width = 40
    #expect(
      tool.run("bucket", "list", "Paris").stdout == """
        ID  TITLE   DONE  DATE             COST
         3  Louvre  no    2027-05-02  22.00 EUR

        """)
  }
}
