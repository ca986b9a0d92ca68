import Testing

@testable import TripsCore

struct ICSTripReaderTests {
  /// Two hours east of UTC, as Berlin in May.
  private static let berlin = ZoneClock { _ in 7_200 }

  /// Read by the code that a sync uses.
  @Test func countsTimesInUTCByTheLocalDay() throws {
    let lines = ["UID:a", "SUMMARY:A", "DTSTART:20270501T230000Z", "DTEND:20270502T010000Z"]
    let text =
      (["BEGIN:VCALENDAR", "BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR", ""])
      .joined(separator: "\n")
    var options = ImportOptions()
    options.takesAllEvents = true
    let reader = ICSTripReader(InputFile(bytes: text.utf8), options, zone: Self.berlin)
    guard case .trip(let trip) = try #require(try reader.next()) else {
      Issue.record("it is no trip")
      return
    }
    #expect(trip.draft.startDate?.description == "2027-05-02")
    let event = StatedEvent(lines.compactMap { ICSReader.parse($0, number: 1) }, Self.berlin)
    #expect(event.facts["startDate"] == "2027-05-02" && event.facts["endDate"] == "2027-05-02")
  }
}
