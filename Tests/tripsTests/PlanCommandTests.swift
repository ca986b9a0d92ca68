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
        Sat 3 Apr:   10:35 [ ] 3 Flight LH716 (reserved), 812.00 EUR
                           Booking X4YZ2
                     check in Hotel Gracery, 3 nights to Tue 6 Apr (confirmed), 420.00
                     EUR
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
        11–12 Apr:   2 free days, at Hotel Kanra
        Outside:     Hotel Kanra, 10–14 Apr, 4 nights (not confirmed); ends after the
                     trip
                     [ ] 5 Farewell, Tue 20 Apr; outside the trip
        No date:     [x] 1 Rail pass

        """)
  }

  /// A night train, a ski course, a change of hotels and a flight over the date line.
  static let winter = """
    {"name":"Winter","startDate":"2027-02-01","endDate":"2027-02-10","tags":["ski"],
    "livingAccommodations":[
    {"placeName":"Alpenblick","isConfirmed":true,"isPaid":true,"reference":"HA-77","details":"door 4711",
    "address":"Dorf 12","startDate":"2027-02-02","endDate":"2027-02-07","cost":{"amount":"840.00","currency":"EUR"}},
    {"placeName":"Inn","startDate":"2027-02-07","endDate":"2027-02-09"}],
    "bucketList":[
    {"title":"Nightjet","hasReservation":true,"isPaid":true,"place":"Berlin Hbf","reference":"NJ4","date":"2027-02-01",
    "time":"20:15","endDate":"2027-02-02","endTime":"06:30","cost":{"amount":"59.00","currency":"EUR"}},
    {"title":"Ski course","date":"2027-02-03","endDate":"2027-02-06","cost":{"amount":"280.00","currency":"EUR"}},
    {"title":"Dinner","date":"2027-02-04","time":"19:00"},{"title":"Brunch","date":"2027-02-07","time":"12:00"},
    {"title":"Flight","date":"2027-02-10","time":"01:10","endDate":"2027-02-09","endTime":"17:30"}]}
    """

  @Test func showsEndsReferencesAndWhatIsPaid() throws {
    let tool = try TestTool.onTerminal()
    try tool.importing(Self.winter)
    tool.environment["NO_COLOR"] = "1"
    #expect(
      tool.run("plan").stdout == """
        'Winter' (1), 2027-02-01 to 2027-02-10, 10 days, 9 nights
        Nights:      7 of 9 have a stay; none for 1–2 Feb, 9–10 Feb
        Costs:       stays 840.00 EUR; items 339.00 EUR; total 1179.00 EUR; paid 899.00
                     EUR
        Mon 1 Feb:   20:15–06:30 +1 [ ] 1 Nightjet (reserved, paid), 59.00 EUR,
                     reference NJ4
                           Berlin Hbf
        Tue 2 Feb:   06:30 end of Nightjet
                     check in Alpenblick, 5 nights to Sun 7 Feb (confirmed, paid),
                     840.00 EUR, reference HA-77
        Wed 3 Feb:   at Alpenblick
                     [ ] 2 Ski course, to Sat 6 Feb, 280.00 EUR
        Thu 4 Feb:   at Alpenblick
                     Ski course, to Sat 6 Feb
                     19:00 [ ] 3 Dinner
        Fri 5 Feb:   Ski course, at Alpenblick
        Sat 6 Feb:   at Alpenblick
                     end of Ski course
        Sun 7 Feb:   check out Alpenblick
                     12:00 [ ] 4 Brunch
                     check in Inn, 2 nights to Tue 9 Feb (not confirmed)
        Mon 8 Feb:   free, at Inn
        Tue 9 Feb:   check out Inn
        Wed 10 Feb:  01:10–17:30 −1 [ ] 5 Flight

        """)
    #expect(
      tool.run("plan", "--json").stdout.hasSuffix(
        #""costs":[{"amount":"1179.00","currency":"EUR","paid":"899.00"}]}"# + "\n"))
    let shown = tool.run("show", "1").stdout
    #expect(shown.contains("Tags:         ski\n"))
    #expect(shown.contains("Address:      Dorf 12\nDetails:      door 4711\n"))
    #expect(shown.contains("[ ] 2 Ski course, 3–6 Feb, 280.00 EUR\n"))
    let page = tool.run("export", "--format", "html").stdout
    #expect(page.contains(#"<a href="https://www.openstreetmap.org/search?query=Dorf%2012">"#))
    #expect(page.contains("<time>20:15</time>–06:30 +1 <bdi>Nightjet</bdi>"))
  }

  /// School holidays hide no trip within them.
  @Test func showsTheCurrentTripThatBeganLast() throws {
    let tool = try TestTool()
    tool.run("add", "Holidays", "--start", "2027-06-26", "--end", "2027-08-31")
    tool.run("add", "Rental", "--start", "2027-07-10", "--end", "2027-07-31")
    tool.run("add", "Road trip", "--start", "2027-07-10", "--end", "2027-07-30")
    tool.run("add", "Later", "--start", "2027-07-20")
    tool.today = "2027-07-19"
    #expect(tool.run("plan").stdout.hasPrefix("'Road trip' (3)"))
    let next = ["next", "--format", "{name}", "--limit"]
    #expect(tool.run(words: next + ["5"]).stdout == "Road trip\nRental\nHolidays\nLater\n")
    #expect(tool.run(words: next + ["1", "--upcoming"]).stdout == "Later\n")
    #expect(tool.run(words: next + ["1", "--past"]).stdout == "")
  }

  @Test func countsTheNightsOfATripWithoutAStay() throws {
    let tool = try TestTool()
    tool.run("add", "Rodos", "--start", "2027-06-01", "--end", "7n")
    #expect(tool.run("plan", "Rodos").stdout.contains("Nights\tnone of 7 has a stay\n"))
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
        "Sat 3 Apr\t10:35 [ ] 3 Flight LH716 (reserved), 812.00 EUR", "Details\tBooking X4YZ2",
        "Sat 3 Apr\tcheck in Hotel Gracery, 3 nights to Tue 6 Apr (confirmed), 420.00 EUR",
        "Sun 4 Apr\tat Hotel Gracery",
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
          - [ ] 10:35 Flight LH716 (reserved), 812.00 EUR

            Booking X4YZ2

          - check in Hotel Gracery, 3 nights to Tue 6 Apr (confirmed), 420.00 EUR
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
