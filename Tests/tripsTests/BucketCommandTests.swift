import Testing

@testable import trips

struct BucketCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test func addsTicksEditsAndRemoves() {
    #expect(
      tool.run("bucket", "add", "Paris", "Louvre", "Orsay", "--details", "closed on Mondays").stdout
        == "3\tno\tno\tno\tLouvre\tclosed on Mondays\t\t\t\n4\tno\tno\tno\tOrsay\tclosed on Mondays\t\t\t\n"
    )
    #expect(tool.run("bucket", "done", "Paris", "louvre", "4").exitCode == .done)
    tool.run("bucket", "undone", "Paris", "Orsay")
    tool.run("bucket", "edit", "Paris", "Orsay", "--title", "Musée d'Orsay", "--reserved")
    #expect(
      tool.run("bucket", "list", "Paris", "--json", "id,title,hasReservation,isInPlan,isDone")
        .stdout
          == """
          [
          {"id":3,"title":"Louvre","hasReservation":false,"isInPlan":false,"isDone":true},
          {"id":4,"title":"Musée d'Orsay","hasReservation":true,"isInPlan":false,"isDone":false}
          ]

          """)
    tool.run("bucket", "rm", "Paris", "Louvre")
    #expect(
      tool.run("bucket", "ls", "Paris").stdout
        == "4\tno\tno\tyes\tMusée d'Orsay\tclosed on Mondays\t\t\t\n")
  }

  /// None of the three flags sets another.
  @Test func distinguishesThreeFacts() throws {
    tool.run("bucket", "add", "Paris", "Louvre", "--planned")
    tool.run("bucket", "done", "Paris", "Louvre")
    #expect(tool.run("bucket", "list", "Paris").stdout == "3\tyes\tyes\tno\tLouvre\t\t\t\t\n")
    tool.run("bucket", "edit", "Paris", "Louvre", "--not-planned", "--reserved")
    #expect(tool.run("bucket", "list", "Paris").stdout == "3\tyes\tno\tyes\tLouvre\t\t\t\t\n")
    tool.terminal.isOutput = true
    tool.environment["NO_COLOR"] = "1"
    #expect(tool.run("bucket", "list", "Paris").stdout == "  [x] 3 Louvre (reserved)\n")
    tool.run("bucket", "undone", "Paris", "Louvre")
    tool.run("bucket", "edit", "Paris", "Louvre", "--planned")
    #expect(
      tool.run("bucket", "list", "Paris").stdout == "  [ ] 3 Louvre (planned, reserved)\n")
  }

  @Test func reportsItemsAlreadyOnTheList() {
    tool.run("bucket", "add", "Paris", "Louvre")
    let again = tool.run("bucket", "add", "Paris", "Louvre", "Orsay")
    #expect(
      again.stderr == """
        note: 'Louvre' (3) is already on the bucket list
        hint: to add a second one, give it another title

        """)
    #expect(again.stdout == "3\tno\tno\tno\tLouvre\t\t\t\t\n4\tno\tno\tno\tOrsay\t\t\t\t\n")
    let flagged = tool.run("bucket", "add", "Paris", "Louvre", "--reserved", "--details", "Mondays")
    #expect(
      flagged.stderr == """
        note: 'Louvre' (3) is already on the bucket list; changed details of 'Louvre': '' → Mondays, \
        reserved of 'Louvre': no → yes
        hint: to add a second one, give it another title; 'trips undo' takes the change back

        """)
    #expect(flagged.stdout == "3\tno\tno\tyes\tLouvre\tMondays\t\t\t\n")
    #expect(
      tool.run("bucket", "add", "Paris", "Louvre", "--not-reserved").stdout
        == "3\tno\tno\tno\tLouvre\tMondays\t\t\t\n")
  }

  /// A second item with the same title would silently replace the cost and the day of the first.
  @Test func showsWhatAddingATitleAgainChanges() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    tool.run("bucket", "add", "Paris", "Taxi", "--on", "day1", "--cost", "20EUR")
    #expect(
      tool.run("bucket", "add", "Paris", "Taxi", "--on", "day2", "--cost", "30EUR")
        == TestTool.Result(
          stdout: """
            Changed 1 item of 'Paris' (3)
              [ ] 3 Taxi, Sun 2 May, 30.00 EUR
              date of 'Taxi': 2027-05-01 → 2027-05-02
              cost of 'Taxi': 20.00 EUR → 30.00 EUR

            """,
          stderr: """
            note: 'Taxi' (3) is already on the bucket list
            hint: to add a second one, give it another title; 'trips undo' takes the change
              back

            """))
    #expect(
      tool.run("bucket", "add", "Paris", "Taxi").stdout
        == "Nothing to change in 1 item of 'Paris' (3)\n  [ ] 3 Taxi, Sun 2 May, 30.00 EUR\n")
  }

  /// Titles are compared as in a search, and keep their spelling.
  @Test func findsATitleOfEditInAnySpelling() throws {
    tool.run("edit", "1", "--bucket", "Café", "--bucket", "CAFE")
    #expect(tool.run("edit", "1", "--bucket", "cafe").stderr.contains("is already on the bucket"))
    tool.run("bucket", "add", "1", "Zoo", "zoo")
    #expect(
      try tool.query("SELECT title FROM bucketListItem WHERE tripId = 1 ORDER BY id").suffix(2)
        == ["Café", "Zoo"])
  }

  @Test func findsATitleInAnotherSpelling() throws {
    tool.run("bucket", "add", "Paris", "Louvre")
    let result = tool.run("bucket", "add", "Paris", "LOÛVRE", "--cost", "5EUR")
    #expect(result.stdout == "3\tno\tno\tno\tLouvre\t\t\t\t5.00 EUR\n")
    #expect(result.stderr.hasPrefix("note: 'Louvre' (3) is already on the bucket list; changed"))
    #expect(tool.run("stay", "add", "3", "hotel du NORD").stderr.contains("(1) is already there"))
    #expect(try tool.query("SELECT placeName FROM livingAccommodation") == ["Hôtel du Nord"])
  }

  @Test func countsOnlyItemsThatChange() {
    tool.run("bucket", "add", "Paris", "Louvre", "Seine")
    tool.run("bucket", "done", "Paris", "Louvre")
    #expect(
      tool.run("bucket", "done", "Paris", "Louvre").stderr
        == "note: 'Louvre' (3) is unchanged\n")
    tool.terminal.isOutput = true
    #expect(
      tool.run("bucket", "done", "Paris", "Louvre", "Seine")
        == TestTool.Result(
          stdout: "Changed 1 item of 'Paris' (3)\n  [x] 3 Louvre\n  [x] 4 Seine\n",
          stderr: "note: 'Louvre' (3) is unchanged\n"))
    #expect(
      tool.run("bucket", "done", "Paris", "Louvre", "Seine")
        == TestTool.Result(
          stdout: "Nothing to change in 2 items of 'Paris' (3)\n  [x] 3 Louvre\n  [x] 4 Seine\n"))
  }

  @Test func removesAnItemThatIsNamedTwice() throws {
    tool.run("bucket", "add", "Paris", "Louvre")
    #expect(tool.run("bucket", "remove", "Paris", "Louvre", "3").exitCode == .done)
    #expect(tool.run("bucket", "list", "Paris").stdout == "")
  }

  /// Of two dinners, which one is to move?
  @Test func refusesToAddATitleThatSeveralItemsHave() throws {
    tool.run("bucket", "add", "Paris", "Dinner", "Supper")
    try tool.execute("UPDATE bucketListItem SET title = 'Dinner' WHERE title = 'Supper'")
    let result = tool.run("bucket", "add", "Paris", "Dinner", "--on", "day2")
    #expect(result.exitCode == .noTrip)
    #expect(result.stderr.hasPrefix("error: 'Dinner' matches 2 items of 'Paris': 3, 4\n"))
  }

  @Test func reportsDuplicatesInOneCall() throws {
    let again = tool.run("bucket", "add", "Paris", "Louvre", "Louvre")
    #expect(again.stderr.hasPrefix("note: 'Louvre' (3) is already on the bucket list\n"))
    #expect(again.stdout == "3\tno\tno\tno\tLouvre\t\t\t\t\n")
    tool.terminal.isOutput = true
    #expect(
      tool.run("bucket", "add", "Paris", "Orsay", "Orsay", "Louvre").stdout
        .hasPrefix("Added 1 item to 'Paris' (3)\n"))
    tool.terminal.isOutput = false
    let edited = tool.run("edit", "Paris", "--bucket", "Louvre", "--bucket", "Seine", "Seine")
    #expect(
      edited.stderr.contains(
        "note: 'Louvre' (3), 'Seine' (5) are already on the bucket list\n"))
    let added = tool.run("add", "Rome", "--start", "2028-01-01", "--bucket", "Forum", "Forum")
    #expect(added.stderr == "note: 'Forum' (6) is already on the bucket list\n")
    #expect(tool.run("bucket", "list", "Rome").stdout == "6\tno\tno\tno\tForum\t\t\t\t\n")
  }

  /// A writing command needs the whole title, and reports where part of it was found.
  @Test func namesTheOnlyItemThatContainsTheText() {
    tool.run("bucket", "add", "Paris", "Louvre", "--details", "closed on Mondays")
    let result = tool.run("bucket", "done", "Paris", "monday")
    #expect(
      result.stderr.hasPrefix(
        "error: the bucket list of 'Paris' has no item 'monday'; did you mean 'Louvre' (3)?\n"
      ))
    #expect(result.exitCode == .noTrip)
  }

  @Test func showsDetailsBelowTheirItem() {
    tool.run("bucket", "add", "Paris", "Louvre", "--details", "closed on Mondays\nrue de Rivoli")
    let shown = "[ ] 3 Louvre\\u{A}      closed on Mondays\\u{A}      rue de Rivoli"
    #expect(tool.run("show", "Paris").stdout.contains("Bucket list\t\(shown)\n"))
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

  // MARK: - Days and costs

  /// A trip from Saturday 1 to Monday 3 May 2027.
  @Test(arguments: [
    (["--on", "2027-05-02"], "2027-05-02\t\t"), (["--on", "DAY3"], "2027-05-03\t\t"),
    (["--on", "sun", "--time", "9:05"], "2027-05-02\t09:05\t"),
    (["--on", "day1", "--time", "23:59", "--cost", "12.5EUR"], "2027-05-01\t23:59\t12.50 EUR"),
    (["--cost", "3"], "\t\t3.00 USD"),
  ])
  func setsTheDayTimeAndCostOfAnItem(words: [String], cells: String) {
    let result = tool.run(words: ["bucket", "add", "Paris", "Louvre"] + words)
    #expect(result.stdout == "3\tno\tno\tno\tLouvre\t\t\(cells)\n", "\(result.stderr)")
  }

  @Test func changesAndRemovesDaysTimesAndCosts() {
    tool.run(
      "bucket", "add", "Paris", "Louvre", "--on", "day2", "--time", "10:00", "--cost", "22EUR")
    func edit(_ words: String...) -> String {
      String(tool.run(words: ["bucket", "edit", "Paris", "Louvre"] + words).stdout.dropFirst(19))
    }
    #expect(edit("--time", "11:30") == "2027-05-02\t11:30\t22.00 EUR\n")
    #expect(edit("--on", "day3") == "2027-05-03\t11:30\t22.00 EUR\n")
    // The item keeps its currency.
    #expect(edit("--no-time", "--cost", "20") == "2027-05-03\t\t20.00 EUR\n")
    #expect(edit("--time", "12:00", "--no-cost") == "2027-05-03\t12:00\t\n")
    #expect(edit("--no-date") == "\t\t\n")
    let again = tool.run("bucket", "add", "Paris", "Louvre", "--on", "day1")
    #expect(
      again.stderr.contains(
        "already on the bucket list; changed date of 'Louvre': none → 2027-05-01\n"))
    #expect(again.stdout.contains("\t2027-05-01\t"))
  }

  @Test(arguments: [
    (["--on", "2027-05-04"], "2027-05-04 is not a day of 'Paris' (3), 2027-05-01 to 2027-05-03"),
    (["--on", "wed"], "wed (2027-05-05) is not a day of 'Paris' (3)"),
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
      // The other trip is longer.
      if command[0] == "edit", reason.contains("not a day") { continue }
      #expect(result.exitCode == .usage && result.stderr.contains(reason), "\(result.stderr)")
    }
    #expect(!tool.run("bucket", "list", "Paris").stdout.contains("Zoo"))
  }

  @Test(arguments: ["--search", "--in", "--from"])
  func refusesAFilterWithATrip(filter: String) {
    let result = tool.run("bucket", "list", "Paris", filter, "2027")
    #expect(result.exitCode == .usage && result.stdout.isEmpty)
    #expect(result.stderr.hasPrefix("error: 'TRIP' and '\(filter)' exclude each other\n"))
    #expect(
      result.stderr.hasSuffix(
        "hint: '\(filter)' chooses trips, and TRIP names one; leave one of them out\n"))
  }

  @Test func listsTheItemsOfAllTripsThatMatch() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    tool.run("bucket", "done", "Summer in Łódź", "Manufaktura")
    tool.run("bucket", "add", "Paris", "Louvre", "--reserved", "--on", "day2")
    #expect(
      tool.run("bucket", "list", "--open").stdout == """
        'Paris' (3), 2027-05-01 to 2027-05-03
          [ ] 3 Louvre, Sun 2 May (reserved)
        'Summer in Łódź' (2), 2027-07-01 to 2027-07-11
          [ ] 2 Księży Młyn

        """)
    #expect(
      tool.run("bucket", "list", "--not-reserved", "--business").stderr == "note: no item matches\n"
    )
    tool.terminal = Context.Terminal()
    #expect(
      tool.run("bucket", "list", "--in", "2027-05").stdout
        == "3\tno\tno\tyes\tLouvre\t\t2027-05-02\t\t\t3\tParis\n")
    #expect(
      tool.run("bucket", "list", "--in", "2027-05", "--json").stdout.contains(
        #""cost":null,"trip":{"id":3,"name":"Paris"}}"#))
    for words in [["--in", "2027-05"], ["Paris"]] {
      #expect(
        tool.run(words: ["bucket", "list"] + words + ["--json", "title,trip"]).stdout
          == "[\n{\"title\":\"Louvre\",\"trip\":{\"id\":3,\"name\":\"Paris\"}}\n]\n")
    }
  }
}
