import Testing

@testable import TripsCore

struct DateExpressionTests {
  let today = CalendarDate("2026-11-21")  // a Saturday

  @Test(arguments: [
    ("2026-12-10", "2026-12-10"), ("today", "2026-11-21"), ("Today", "2026-11-21"),
    ("tomorrow", "2026-11-22"), ("yesterday", "2026-11-20"),
    ("+10d", "2026-12-01"), ("+2w", "2026-12-05"), ("+0d", "2026-11-21"), ("fri", "2026-11-27"),
    ("Friday", "2026-11-27"), ("sat", "2026-11-28"), ("sun", "2026-11-22"),
    ("-7d", "2026-11-14"), ("-2w", "2026-11-07"), ("+1m", "2026-12-21"), ("-1m", "2026-10-21"),
    ("+2m", "2027-01-21"), ("+1y", "2027-11-21"), ("-1y", "2025-11-21"), ("-11m", "2025-12-21"),
  ])
  func parsesADay(text: String, day: String) throws {
    let today = try #require(today)
    #expect(try DateExpression(text).day(today: today).description == day)
  }

  @Test(arguments: [
    ("2027-01-31", "+1m", "2027-02-28"), ("2028-01-31", "+1m", "2028-02-29"),
    ("2028-02-29", "+1y", "2029-02-28"), ("2028-02-29", "+4y", "2032-02-29"),
    ("2027-03-31", "-1m", "2027-02-28"), ("2027-08-31", "+1m", "2027-09-30"),
    ("2027-12-31", "+2m", "2028-02-29"),
  ])
  func usesTheLastDayOfAShortMonth(
    today: String, text: String, day: String
  ) throws {
    let today = try #require(CalendarDate(today))
    #expect(try DateExpression(text).day(today: today).description == day)
  }

  @Test(arguments: [
    "10d", "+10", "d", "+d", "+-1d", "--1d", "2026-02-30", "", "f", "fr", "+1", "+1x",
    "+99999999999d", "Todday", "+１d", "5n", "+5n", "1m", "last week",
  ])
  func refusesOtherWords(text: String) {
    #expect(throws: ValueError.self) { try DateExpression(text) }
  }

  @Test(arguments: [
    ("2027-6-1", "write it as 2027-06-01"), ("2027/06/01", "write it as 2027-06-01"),
    ("2027.6.1", "write it as 2027-06-01"),
    ("11.01.2027", "write a date as YYYY-MM-DD, such as 2027-01-31"),
    ("1/11/27", "write a date as YYYY-MM-DD, such as 2027-01-31"),
    ("2027-13-1", "write a date as YYYY-MM-DD, such as 2027-01-31"),
    ("2026-02-30", "the calendar has no such day"),
    ("5d", "a length such as '5d' is only valid for an end; write '+5d'"),
    ("5n", "a length such as '5n' is only valid for an end; write '+5d'"),
    (
      "27",
      "use YYYY-MM-DD, today, tomorrow, yesterday, +10d, -2w, +1m, +1y or a weekday"
    ),
  ])
  func suggestsTheRightForm(text: String, reason: String) {
    #expect(throws: ValueError(reason)) { try DateExpression(text) }
  }

  @Test func suggestsTheDaysOfATrip() {
    #expect(
      throws: ValueError(
        "use YYYY-MM-DD, today, tomorrow, yesterday, +10d, -2w, +1m, +1y or a weekday, or day3 for "
          + "the third of the trip")
    ) { try TripDayExpression("day 3") }
  }

  @Test(arguments: ["+999999999d", "-999999999d", "+999999999y", "-999999999m"])
  func refusesADayOutsideTheCalendar(text: String) throws {
    let today = try #require(today)
    #expect(throws: ValueError.self) { try DateExpression(text).day(today: today) }
  }

  @Test(arguments: [
    ("2027-01-31", "5d", "2027-02-04"), ("2027-05-01", "1d", "2027-05-01"),
    ("2027-05-01", "5n", "2027-05-06"), ("2027-05-01", "0n", "2027-05-01"),
    ("2027-05-01", "2w", "2027-05-14"), ("2027-05-01", "1m", "2027-05-31"),
    ("2027-01-31", "1m", "2027-02-27"), ("2027-05-15", "1y", "2028-05-14"),
    ("2027-05-01", "+5d", "2027-05-06"), ("2027-05-01", "+0d", "2027-05-01"),
    ("2027-01-31", "+1m", "2027-02-28"), ("2027-05-01", "fri", "2027-05-07"),
    // 2027-05-01 is a Saturday, and a weekday never means the day itself.
    ("2027-05-01", "sat", "2027-05-08"), ("2026-11-01", "today", "2026-11-21"),
    ("2026-11-01", "yesterday", "2026-11-20"), ("2026-11-01", "-2d", "2026-11-19"),
  ])
  func parsesAnEnd(start: String, text: String, end: String) throws {
    let today = try #require(today)
    var draft = TripEdit()
    draft.values.set(.startDate, start)
    draft.end = try DateExpression(text, role: .end).end(today: today)
    #expect(try draft.newTrip(today: today).text(.endDate) == end)
  }

  @Test(arguments: ["0d", "0w", "0m", "0y"])
  func refusesALengthOfZero(text: String) {
    let reason = "a trip has at least one day; '1d' or '0n' is a day trip"
    #expect(throws: ValueError(reason)) { try DateExpression(text, role: .end) }
  }

  @Test(arguments: ["-1d", "9999999y", "+999999999d"])
  func refusesAnImpossibleEnd(text: String) throws {
    let today = try #require(today)
    var draft = TripEdit()
    draft.end = try DateExpression(text, role: .end).end(today: today)
    #expect(throws: TripsError.self) { try draft.newTrip(today: today) }
  }

  @Test(arguments: ["1w", "+1", "w", "+1n", "", "+-1d", "2027-05-01"])
  func refusesAnInvalidOffset(text: String) {
    #expect(throws: ValueError.self) { try CalendarOffset(text) }
  }
}

struct PeriodExpressionTests {
  let today = CalendarDate("2026-11-21")

  @Test(arguments: [
    ("2027", "2027-01-01", "2027-12-31"), ("2027-03", "2027-03-01", "2027-03-31"),
    ("2028-02", "2028-02-01", "2028-02-29"), ("0001", "0001-01-01", "0001-12-31"),
    ("9999-12", "9999-12-01", "9999-12-31"),
    ("2027-03-01..2027-03-15", "2027-03-01", "2027-03-15"),
    ("2027-03-01..2027-03-01", "2027-03-01", "2027-03-01"),
    ("-1m..yesterday", "2026-10-21", "2026-11-20"),
    ("2027-02..2027-04", "2027-02-01", "2027-04-30"), ("2026..2027", "2026-01-01", "2027-12-31"),
    ("2027-02..2027-03-15", "2027-02-01", "2027-03-15"),
    ("today..2027", "2026-11-21", "2027-12-31"),
  ])
  func parsesPeriods(text: String, first: String, last: String) throws {
    let today = try #require(today)
    let days = try PeriodExpression(text).days(today: today)
    #expect("\(days.lowerBound)" == first)
    #expect("\(days.upperBound)" == last)
  }

  @Test(arguments: [
    ("27", "write a year with four digits, such as 2027"),
    ("20270", "write a year with four digits, such as 2027"),
    ("0000", "years range from 0001 to 9999"),
    ("27-03", "write a year with four digits, such as 2027"),
    ("2027-6", "write it as 2027-06"), ("2027-13", "the calendar has no such month"),
    ("2027-00", "the calendar has no such month"),
    ("2027-6-1", "write it as 2027-06-01"),
    ("11.01.2027", "write a date as YYYY-MM-DD, such as 2027-01-31"),
    ("2027-06-01", "for one day write 2027-06-01..2027-06-01"),
    ("2027-06-01..2027-06-31", "the calendar has no such day"),
    ("2027-06-01..27", "write a year with four digits, such as 2027"),
    ("march", "use 2027, 2027-03, 2027-02..2027-04 or 2027-03-01..2027-03-15"),
    ("", "use 2027, 2027-03, 2027-02..2027-04 or 2027-03-01..2027-03-15"),
    ("２０２７", "use 2027, 2027-03, 2027-02..2027-04 or 2027-03-01..2027-03-15"),
  ])
  func suggestsTheRightForm(text: String, reason: String) {
    #expect(throws: ValueError(reason)) { try PeriodExpression(text) }
  }

  @Test func refusesAPeriodThatEndsBeforeItBegins() throws {
    let today = try #require(today)
    for text in ["2027-03-02..2027-03-01", "2027-03..2027-02"] {
      let period = try PeriodExpression(text)
      #expect(throws: ValueError("it ends before it begins")) { try period.days(today: today) }
    }
  }
}
