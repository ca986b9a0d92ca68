/// A trip day by day: check-ins, check-outs, nights and items.
package struct TripPlan {
  package struct Day {
    package let date: CalendarDate
    /// Check-outs first, then continuing stays, then check-ins.
    package let stays: [StayOnDay]
    /// Those with a time first, by time; the others by id.
    package let items: [BucketListItem]

    /// Whether nothing happens: no item, no check-in, no check-out.
    package var isFree: Bool {
      items.isEmpty && stays.allSatisfy { !$0.isCheckIn && !$0.isCheckOut }
    }
  }

  package struct StayOnDay {
    package let stay: LivingAccommodation
    /// A day room is both.
    package let isCheckIn: Bool
    package let isCheckOut: Bool
  }

  package let trip: Trip
  /// Items with a date within the trip, by date.
  private let items: [CalendarDate: [BucketListItem]]
  /// Stays by check-in; those without dates cover the whole trip.
  private let stays: [(stay: LivingAccommodation, dates: ClosedRange<CalendarDate>)]

  /// - Parameter trip: with its items and stays loaded.
  package init(_ trip: Trip) {
    self.trip = trip
    items = Dictionary(grouping: trip.bucketList.filter { $0.date != nil }) {
      $0.date ?? trip.startDate
    }
    stays = trip.livingAccommodations.map { (stay: $0, dates: trip.dates(of: $0)) }
      .sorted { ($0.dates.lowerBound, $0.stay.id) < ($1.dates.lowerBound, $1.stay.id) }
  }

  /// Items without a date.
  package var undated: [BucketListItem] { trip.bucketList.filter { $0.date == nil } }

  /// Calls `body` for each day of the trip, without collecting the days: a trip may last ten
  /// thousand years.
  package func forEachDay(_ body: (Day) throws -> Void) rethrows {
    var next = stays.startIndex
    var present: [(stay: LivingAccommodation, dates: ClosedRange<CalendarDate>)] = []
    for number in trip.startDate.dayNumber...trip.endDate.dayNumber {
      guard let date = CalendarDate(dayNumber: number) else { return }
      while next < stays.endIndex, stays[next].dates.lowerBound <= date {
        present.append(stays[next])
        next += 1
      }
      present.removeAll { $0.dates.upperBound < date }
      try body(day(date, present))
    }
  }

  private func day(
    _ date: CalendarDate,
    _ present: [(stay: LivingAccommodation, dates: ClosedRange<CalendarDate>)]
  ) -> Day {
    let stays = present.map { stay, dates in
      StayOnDay(
        stay: stay, isCheckIn: dates.lowerBound == date, isCheckOut: dates.upperBound == date)
    }
    // A day room is a check-in.
    let leaving = stays.filter { $0.isCheckOut && !$0.isCheckIn }
    let staying = stays.filter { !$0.isCheckOut && !$0.isCheckIn }
    let dated = items[date] ?? []
    let timed = dated.compactMap { item in item.time.map { (time: $0, item: item) } }
      .sorted { ($0.time, $0.item.id) < ($1.time, $1.item.id) }
    return Day(
      date: date, stays: leaving + staying + stays.filter(\.isCheckIn),
      items: timed.map(\.item) + dated.filter { $0.time == nil })
  }

  /// A part of a printed plan: a day, or several consecutive free days.
  package enum Part {
    case day(Day)
    case free(ClosedRange<CalendarDate>, stays: [LivingAccommodation])
  }

  /// Calls `body` for each part from a day on. Consecutive free days are one part, but today is
  /// always separate.
  package func forEachPart(
    today: CalendarDate? = nil, from first: CalendarDate? = nil, _ body: (Part) throws -> Void
  ) rethrows {
    var free: (days: ClosedRange<CalendarDate>, stays: [LivingAccommodation])?
    func close() throws {
      if let free { try body(.free(free.days, stays: free.stays)) }
      free = nil
    }
    try forEachDay { day in
      if let first, day.date < first { return }
      if !day.isFree || day.date == today {
        try close()
        try body(.day(day))
      } else if let known = free {
        // Without a check-in or check-out, the stays are the same as on the previous day.
        free = (known.days.lowerBound...day.date, known.stays)
      } else {
        free = (day.date...day.date, day.stays.map(\.stay))
      }
    }
    try close()
  }
}
