/// A move of dates by a number of days: of all dates, or only of those from a day on. The latter
/// inserts free days before that day, or removes the days before it.
struct DayMove {
  private let days: Int
  /// The day from which dates move; earlier ones stay.
  private var first = CalendarDate.first
  /// The first removed day; nil if no day is removed.
  private var removed: CalendarDate?

  init(days: Int) {
    self.days = days
  }

  /// - Throws: `TripsError.value` if the trip has no such days, `.daysInUse` if something is on a day
  ///   to remove.
  init(_ offset: CalendarOffset, from day: TripDay, in trip: Trip) throws(TripsError) {
    guard offset.months == 0 else { throw .value("use days or weeks to insert or remove days") }
    days = offset.days
    first = try day.date(in: trip)
    guard trip.contains(first) else {
      throw .value("\(first) is not a day of \(TripSummary(trip).description)")
    }
    guard days < 0 else { return }
    guard let removed = first.adding(days: days), trip.contains(removed) else {
      throw .value(
        "\(TripSummary(trip).description), does not have \(counted(-days, "day")) before \(first)")
    }
    self.removed = removed
    try checkRemoved(in: trip)
  }

  private func checkRemoved(in trip: Trip) throws(TripsError) {
    let items = trip.bucketList.byDate().filter { $0.date.map(isRemoved) ?? false }
    let stays = trip.livingAccommodations.filter { stay in
      guard let start = stay.startDate, let end = stay.endDate, start < end else { return false }
      return isRemoved(start) && (isRemoved(end) || end == first)
    }
    if items.isEmpty, stays.isEmpty { return }
    throw .daysInUse(
      DaysInUse(
        trip: TripSummary(trip),
        items: items.map { Wording.row($0.title, $0.id, $0.date?.description ?? "") },
        stays: stays.map { Wording.row($0.placeName, $0.id) }))
  }

  private func isRemoved(_ date: CalendarDate) -> Bool {
    removed.map { $0 <= date && date < first } ?? false
  }

  /// Where a day moves to; nil for one that is removed.
  ///
  /// - Throws: `TripsError.value` if that is outside the calendar.
  func day(_ date: CalendarDate) throws(TripsError) -> CalendarDate? {
    isRemoved(date) ? nil : try self.date(date)
  }

  /// Where a date moves to.
  ///
  /// - Throws: `TripsError.value` if that is outside the calendar.
  func date(_ date: CalendarDate) throws(TripsError) -> CalendarDate {
    if date < first { return isRemoved(date) ? removed ?? date : date }
    guard let moved = date.adding(days: days) else {
      throw .value("a date of its stays or items would be outside the years 0001 to 9999")
    }
    return moved
  }
}
