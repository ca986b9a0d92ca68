import Testing

@testable import TripsCore

struct CalendarDateTests {
  @Test(arguments: [
    "0001-01-01", "9999-12-31", "2024-02-29", "2000-02-29", "2026-12-31", "1900-02-28",
    "2400-12-31", "0400-02-29",
  ])
  func readsAndWritesADay(text: String) {
    #expect(CalendarDate(text)?.description == text)
  }

  @Test(arguments: [
    "2026-02-30", "2025-02-29", "1900-02-29", "0000-01-01", "2026-00-10", "2026-13-01",
    "2026-01-00", "2026-04-31", "2026-1-2", "26-01-01", " 2026-01-01", "2026-01-01 ",
    "2026/01/01", "20260101", "+026-01-01", "-026-01-01", "２０２６-01-01", "2026-01-0a",
    "10000-01-01", "2026-01-01T00:00:00Z", "", "----------", "2026-١٢-10",
  ])
  func refusesInvalidDays(text: String) {
    #expect(CalendarDate(text) == nil)
  }

  /// The calendar repeats every 400 years, so the last 400 years are one whole cycle.
  @Test func countsEveryDayOfACycleOnce() {
    var (year, month, day) = (9600, 1, 1)
    for number in (CalendarDate.lastDayNumber - 146_096)...CalendarDate.lastDayNumber {
      let date = CalendarDate(dayNumber: number)
      if date?.components ?? (0, 0, 0) != (year, month, day)
        || CalendarDate(year: year, month: month, day: day) != date
      {
        Issue.record("day \(number) is not \(year)-\(month)-\(day)")
        return
      }
      day += 1
      if day > CalendarDate.daysInMonth(month, of: year) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(year == 10_000)
  }

  @Test(arguments: [
    ("2026-11-21", Weekday.saturday), ("2000-01-01", .saturday), ("1970-01-01", .thursday),
    ("2024-02-29", .thursday),
  ])
  func computesTheWeekday(text: String, weekday: Weekday) {
    #expect(CalendarDate(text)?.weekday == weekday)
  }

  @Test func staysWithinTheYearsOfFourDigits() throws {
    let last = try #require(CalendarDate("9999-12-31"))
    #expect(last.adding(days: 1) == nil)
    #expect(last.adding(days: .max) == nil)
    #expect(CalendarDate.first.adding(days: -1) == nil)
    #expect(CalendarDate.first.adding(days: CalendarDate.lastDayNumber) == last)
  }
}
