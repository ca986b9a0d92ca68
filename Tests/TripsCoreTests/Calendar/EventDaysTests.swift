import Testing

@testable import TripsCore

struct EventDaysTests {
  /// Two hours east of UTC.
  static let east = ZoneClock { _ in 7_200 }

  struct Case: Sendable, CustomTestStringConvertible {
    let lines: [String]
    let first: String
    let last: String

    init(_ lines: String, _ first: String, _ last: String) {
      self.lines = lines.split(separator: " ").map(String.init)
      self.first = "2027-05-" + first
      self.last = "2027-05-" + last
    }

    var testDescription: String { lines.joined(separator: " ") }
  }

  static let cases = [
    Case(
      "DTSTART;VALUE=DATE:20270501 DTEND;VALUE=DATE:20270504", "01", "03"),
    Case(
      "DTSTART:20270501 DTEND:20270504", "01", "03"),
    Case(
      "DTSTART;VALUE=DATE:20270501", "01", "01"),
    Case(
      "DTSTART;VALUE=DATE:20270501 DTEND;VALUE=DATE:20270501", "01", "01"),
    Case(
      "DTSTART;VALUE=DATE:20270501 DURATION:P1W", "01", "07"),
    // As khal writes it.
    Case(
      "DTSTART;VALUE=DATE-TIME:20270501T000000 DTEND;VALUE=DATE-TIME:20270504T000000", "01", "03"),
    Case(
      "DTSTART:20270501T000000 DURATION:P4D", "01", "04"),
    Case(
      "DTSTART:20270501T220000 DURATION:PT36H", "01", "03"),
    Case(
      "DTSTART;TZID=America/Los_Angeles:20270501T220000 DTEND;TZID=Asia/Tokyo:20270503T050000",
      "01", "03"),
    // Arrived on the previous day.
    Case(
      "DTSTART;TZID=Asia/Tokyo:20270502T003000 DTEND;TZID=Pacific/Honolulu:20270501T123000", "02",
      "02"),
    Case(
      "DTSTART:20270501T230000Z DTEND:20270503T215959Z", "02", "03"),
    Case(
      "DTSTART:20270501T230000Z DTEND:20270503T220000Z", "02", "03"),
    // The end is in UTC, the start in a zone: 3 May 22:00 there.
    Case(
      "DTSTART;TZID=America/Los_Angeles:20270501T090000 DTEND:20270504T050000Z", "01", "03"),
    // The times do not fit one day: it would end before it begins.
    Case(
      "DTSTART:20270501T100000 DTEND:20270501T100000", "01", "01"),
  ]

  @Test(arguments: cases) func readsDays(_ one: Case) throws {
    let text =
      ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a"] + one.lines + [
        "END:VEVENT", "END:VCALENDAR", "",
      ]
    let file = try EventFileTests.file(text.joined(separator: "\n"))
    let days = try file.days(Self.east)
    #expect(days.first.description == one.first)
    #expect(days.last.description == one.last)
  }

  @Test(arguments: [
    ("DTSTART:20270230", "DTSTART is not a date: '20270230'"),
    ("DTSTART:20270501T250000", "DTSTART is not a date: '20270501T250000'"),
    ("DTEND:20270501", "the event has no DTSTART"),
  ])
  func explainsInvalidDays(_ lines: String, _ reason: String) throws {
    let file = try Self.file(lines)
    #expect(throws: ValueError(reason)) { try file.days(.utc) }
  }

  private static func file(_ lines: String) throws -> EventFile {
    try EventFileTests.file(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n"
        + "\(lines.split(separator: " ").joined(separator: "\n"))\nEND:VEVENT\nEND:VCALENDAR\n")
  }

  /// An end that cannot be read is no end. Over the date line, an arrival is before the departure.
  @Test(
    arguments: [
      ("DTSTART:20270501 DTEND:20270430", nil, "it ends before it begins"),
      ("DTSTART:20270501 DURATION:-P2D", nil, "it ends before it begins"),
      ("DTSTART:20270501 DURATION:P", nil, "DURATION is not a length of time: 'P'"),
      ("DTSTART:20270501 DURATION:P1M", nil, "DURATION is not a length of time: 'P1M'"),
      ("DTSTART:20270501T100000 DTEND:", nil, "DTEND is not a date: ''"),
      ("DTSTART:20270503T100000 DTEND:20270501T090000", nil, "it ends before it begins"),
      ("DTSTART:20270501T195300 DTEND:20270501T185900", "2027-05-01 18:59", nil),
      ("DTSTART:20270501T210000 DTEND:20270501T240000", "2027-05-02 00:00", nil),
      ("DTSTART:20270501T210000 DURATION:PT11H30M", "2027-05-02 08:30", nil),
      ("DTSTART:20270501T210000 DTEND:20270501T210000", nil, nil),
      ("DTSTART:20270501 DTEND:20270503", "2027-05-02", nil),
      ("DTSTART:20270501T080000", nil, nil),
    ] as [(String, String?, String?)])
  func readsEnds(_ lines: String, _ end: String?, _ problem: String?) throws {
    let days = try Self.file(lines).days(.utc)
    let text = days.end.map { [$0.date.description, $0.time].compactMap(\.self) }
    #expect(text?.joined(separator: " ") == end)
    #expect(days.endProblem == problem)
  }

  /// So many weeks that their seconds overflow.
  @Test func refusesADurationWithoutEnd() {
    #expect(throws: ValueError.self) {
      try EventDuration.seconds(of: "P" + String(repeating: "999999999W", count: 20_000))
    }
  }

  /// `M` is minutes after `T` only; months are not a valid length.
  @Test(arguments: ["P1M", "PT1D", "P1H", "PT1HT1M"]) func refusesUnitsInTheWrongPlace(
    _ text: String
  ) {
    #expect(throws: ValueError.self) { try EventDuration.seconds(of: text) }
  }

  @Test func writesALengthBeyondTheLastDay() throws {
    let dates = try #require(EventDates("9999-12-30/9999-12-31"))
    #expect(
      EventTimes(dates, of: .trip).lines == ["DTSTART;VALUE=DATE:99991230", "DURATION:P2D"])
    let late = try #require(EventDates("9999-12-31 23:30"))
    #expect(EventTimes(late, of: .item).lines == ["DTSTART:99991231T233000"])
  }
}
