import Testing

@testable import TripsCore

/// A trip of hotels, a night train and tickets, with a day inserted and a day removed.
struct DayMoveTests {
  let temporary: TemporaryStore
  let italy = TripReference("Italy")

  init() throws {
    temporary = try TemporaryStore()
    var draft = TripEdit()
    draft.values.set(.name, "Italy")
    draft.values.set(.startDate, "2027-05-01")
    draft.end = CalendarDate("2027-05-08").map { .on($0) }
    let store = try temporary.store
    _ = try store.add(draft, today: .first)
    for (place, from, to) in [
      ("Rome", "day1", "day4"), ("Night train", "day4", "day5"), ("Venice", "day5", "day8"),
    ] {
      var stay = StayDraft()
      stay.set(.placeName, place)
      stay.set(.isConfirmed, true)
      var nights = StayNights()
      nights.from = try TripDayExpression(from).day(today: .first)
      nights.to = try TripDayExpression(to).day(today: .first)
      _ = try store.add([stay], nights, to: italy)
    }
    for (title, day) in [("Forum", "day2"), ("Murano", "day6"), ("Flight", "day8")] {
      var item = BucketListDraft()
      item.set(.title, title)
      item.set(.hasReservation, true)
      var days = ItemDays()
      days.on = try TripDayExpression(day).day(today: .first)
      _ = try store.add([item], days, to: italy)
    }
  }

  private func move(_ offset: String, from day: String) throws -> [String] {
    var draft = TripEdit()
    draft.move = try CalendarOffset(offset)
    draft.moveFrom = try TripDayExpression(day).day(today: .first)
    let trip = try temporary.store.edit(italy, draft).trip
    func short(_ date: CalendarDate?) -> String { date.map { String($0.components.day) } ?? "-" }
    return ["\(short(trip.startDate))-\(short(trip.endDate))"]
      + trip.livingAccommodations.map {
        "\($0.placeName) \(short($0.startDate))-\(short($0.endDate))\($0.isConfirmed ? " ok" : "")"
      }
      + trip.bucketList.map { "\($0.title) \(short($0.date))\($0.hasReservation ? " ok" : "")" }
  }

  @Test func insertsADay() throws {
    #expect(
      try move("+1d", from: "day5") == [
        "1-9", "Rome 1-4 ok", "Night train 4-6", "Venice 6-9", "Forum 2 ok", "Murano 7", "Flight 9",
      ])
  }

  @Test func removesADay() throws {
    #expect(
      try move("-1d", from: "day4") == [
        "1-7", "Rome 1-3", "Night train 3-4", "Venice 4-7", "Forum 2 ok", "Murano 5", "Flight 7",
      ])
  }

  @Test func insertsAndRemovesTheSameDay() throws {
    let before = try temporary.store.trip(italy)
    _ = try move("+1d", from: "day5")
    _ = try move("-1d", from: "day6")
    let after = try temporary.store.trip(italy)
    #expect(before.endDate == after.endDate)
    #expect(before.livingAccommodations.map(\.endDate) == after.livingAccommodations.map(\.endDate))
    #expect(before.bucketList.map(\.date) == after.bucketList.map(\.date))
  }

  @Test(arguments: [
    ("-1d", "day3", "in 'Italy', item 'Forum' (1, 2027-05-02) is on days to remove"),
    ("-1d", "day5", "in 'Italy', stay 'Night train' (2) would have no night left"),
    ("-1d", "day1", "'Italy' (1), 2027-05-01 to 2027-05-08, does not have 1 day before 2027-05-01"),
    ("+1d", "day9", "day9 is not a day of 'Italy' (1), 2027-05-01 to 2027-05-08"),
    (
      "+1d", "sat",
      "'Italy' (1), 2027-05-01 to 2027-05-08, has more than one 'sat': 2027-05-01, 2027-05-08"
    ),
    ("+1m", "day2", "use days or weeks to insert or remove days"),
  ])
  func refusesInvalidMoves(offset: String, day: String, reason: String) throws {
    let error = #expect(throws: TripsError.self) { try move(offset, from: day) }
    #expect(error?.description == reason)
  }
}
