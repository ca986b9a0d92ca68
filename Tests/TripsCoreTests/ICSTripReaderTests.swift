import Testing

@testable import TripsCore

struct ICSTripReaderTests {
  /// Two hours east of UTC, as Berlin in May.
  private static let berlin = ZoneClock { _ in 7_200 }

  /// Read by the code that a sync uses.
  @Test func convertsUTCTimesToLocalDays() throws {
    let lines = ["UID:a", "SUMMARY:A", "DTSTART:20270501T230000Z", "DTEND:20270502T010000Z"]
    let event = StatedEvent(lines.compactMap { ICSReader.parse($0, number: 1) }, Self.berlin)
    let trip = try event.row(TripColumn.self)
    #expect(trip.text(.startDate) == "2027-05-02" && trip.text(.endDate) == "2027-05-02")
    #expect(event.days?.time == "01:00" && event.days?.isInUTC == true)
  }
}
