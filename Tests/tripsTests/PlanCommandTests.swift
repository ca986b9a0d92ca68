import Testing

@testable import trips

struct PlanCommandTests {
  /// A round trip with three stays, two nights without one, and items with and without a date.
  static let japan = """
    {"name":"Japan","destination":"Japan","type":"personal","startDate":"2027-04-03","endDate":"2027-04-12",
    "livingAccommodations":[
    {"placeName":"Hotel Gracery","isConfirmed":true,"startDate":"2027-04-03","endDate":"2027-04-06","cost":{"amount":"420.00","currency":"EUR"}},
    {"placeName":"Ryokan","address":"Hakone 7","startDate":"2027-04-08","endDate":"2027-04-10","cost":{"amount":"30000","currency":"JPY"}},
    {"placeName":"Hotel Kanra","startDate":"2027-04-10","endDate":"2027-04-14"}],
    "bucketList":[
    {"title":"Rail pass","isDone":true},
    {"title":"Senso-ji","date":"2027-04-04"},
    {"title":"Flight LH716","details":"Booking X4YZ2","hasReservation":true,"date":"2027-04-03","time":"10:35","cost":{"amount":"812.00","currency":"EUR"}},
    {"title":"Breakfast","date":"2027-04-04","time":"08:00"},
    {"title":"Farewell","date":"2027-04-20"}]}
    """

  static func tool(width: Int? = nil) throws -> TestTool {
    let tool = try TestTool()
    try tool.importing(japan)
    if let width { tool.terminal = try TestTool.onTerminal(width: width).terminal }
    tool.environment["NO_COLOR"] = "1"
    return tool
  }

  @Test func showsEachDay() throws {
    #expect(
      try Self.tool(width: 80).run("plan").stdout == """
        'Japan' (1), 2027-04-03 to 2027-04-12, 10 days, 9 nights
        Nights:      7 of 9 have a stay; none for 6–8 Apr
        Costs:       stays 420.00 EUR, 30000 JPY; items 812.00 EUR; total 1232.00 EUR,
                     30000 JPY
        Sat 3 Apr:   check in Hotel Gracery, 3 nights to Tue 6 Apr (confirmed), 420.00
                     EUR
                     10:35 [ ] 3 Flight LH716 (reserved), 812.00 EUR
                           Booking X4YZ2
        Sun 4 Apr:   at Hotel Gracery
                     08:00 [ ] 4 Breakfast
                     [ ] 2 Senso-ji
        Mon 5 Apr:   free, at Hotel Gracery
        Tue 6 Apr:   check out Hotel Gracery
        Wed 7 Apr:   free
        Thu 8 Apr:   check in Ryokan, 2 nights to Sat 10 Apr (not confirmed), 30000 JPY
        Fri 9 Apr:   free, at Ryokan
        Sat 10 Apr:  check out Ryokan
                     check in Hotel Kanra, 4 nights to Wed 14 Apr (not confirmed)
        11–12 Apr:   2 days free, at Hotel Kanra
        Outside:     Hotel Kanra, 10–14 Apr, 4 nights (not confirmed); ends after the
                     trip
                     [ ] 5 Farewell, Tue 20 Apr; outside the trip
        No date:     [x] 1 Rail pass

        """)
  }

  @Test func marksToday() throws {
    let tool = try Self.tool(width: 80)
    tool.today = "2027-04-11"
    #expect(
      tool.run("plan").stdout.contains(
        """
        Sun 11 Apr:  today
                     at Hotel Kanra
        Mon 12 Apr:  free, at Hotel Kanra

        """))
  }

  @Test func fitsANarrowTerminal() throws {
    let lines = try Self.tool(width: 40).run("plan", "Japan").stdout.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 40 })
  }

  @Test func writesEachLineWithItsDayInAPipe() throws {
    #expect(
      try Self.tool().run("plan", "Japan").stdout.split(separator: "\n").dropFirst(3).prefix(4) == [
        "Sat 3 Apr\tcheck in Hotel Gracery, 3 nights to Tue 6 Apr (confirmed), 420.00 EUR",
        "Sat 3 Apr\t10:35 [ ] 3 Flight LH716 (reserved), 812.00 EUR",
        "Details\tBooking X4YZ2", "Sun 4 Apr\tat Hotel Gracery",
      ])
  }

  @Test func writesEveryDayAsJSON() throws {
    let tool = try Self.tool()
    let json = tool.run("plan", "Japan", "--json").stdout
    #expect(json.split(separator: "\"stays\"").count == 12)
    #expect(json.contains(#"{"date":"2027-04-07","stays":[],"items":[]}"#))
    #expect(
      json.contains(
        #""cost":{"amount":"420.00","currency":"EUR"},"isCheckIn":true,"isCheckOut":false}"#))
    #expect(json.contains(/"undated":\[{"id":1,"uid":"item-[0-9a-f]{32}","title":"Rail pass"/))
  }

  @Test func reportsThatNothingIsPlanned() throws {
    let tool = try TestTool.onTerminal()
    tool.run("add", "Past", "--start", "2020-01-01")
    let result = tool.run("plan")
    #expect(result.stdout.isEmpty)
    #expect(result.stderr == "note: no trip is planned\n")
    #expect(result.exitCode == .done)
  }

  @Test func exportsThePlanForPeople() throws {
    let tool = try Self.tool()
    #expect(
      tool.run("export", "--format", "md").stdout.contains(
        """
        ### Plan

        - **Sat 3 Apr**
          - check in Hotel Gracery, 3 nights to Tue 6 Apr (confirmed), 420.00 EUR
          - [ ] 10:35 Flight LH716 (reserved), 812.00 EUR

            Booking X4YZ2

        - **Sun 4 Apr**
          - at Hotel Gracery
        """))
    let page = tool.run("export", "--format", "html").stdout
    #expect(page.contains("<h4><time datetime=\"2027-04-03\">Sat 3 Apr</time></h4>"))
    #expect(
      page.contains("<li class=\"stay\">check in <bdi>Hotel Gracery</bdi>, 3 nights to Tue 6 Apr"))
    #expect(page.contains("Rail pass"))
  }
}
