/// A trip day by day: check-ins, check-outs, nights and items.
package struct TripPlan {
  package struct Day {
    package let date: CalendarDate
    /// Check-outs first, then continuing stays, then check-ins.
    package let stays: [StayOnDay]
    /// Those with a time first, by time; the others by id.
    package let items: [BucketListItem]
    /// The items that began on an earlier day and end on this one or later.
    let earlier: [BucketListItem]

    /// Whether nothing happens: no item begins or ends, no check-in, no check-out.
    package var isFree: Bool {
      items.isEmpty && stays.allSatisfy { !$0.isCheckIn && !$0.isCheckOut }
        && earlier.allSatisfy { $0.endDate != date }
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
  private let stays: [Span<LivingAccommodation>]
  /// Items of several days, by their first.
  private let long: [Span<BucketListItem>]

  private typealias Span<Part> = (part: Part, dates: ClosedRange<CalendarDate>)

  /// - Parameter trip: with its items and stays loaded.
  package init(_ trip: Trip) {
    self.trip = trip
    items = Dictionary(grouping: trip.bucketList.filter { $0.date != nil }) {
      $0.date ?? trip.startDate
    }
    stays = Self.inOrder(trip.livingAccommodations.map { ($0, trip.dates(of: $0)) })
    long = Self.inOrder(
      trip.bucketList.compactMap { item in
        guard let date = item.date, let end = item.endDate, date < end else { return nil }
        return (item, date...end)
      })
  }

  private static func inOrder<Part: TripPart>(_ spans: [Span<Part>]) -> [Span<Part>] {
    spans.sorted { ($0.dates.lowerBound, $0.part.id) < ($1.dates.lowerBound, $1.part.id) }
  }

  /// Items without a date.
  package var undated: [BucketListItem] { trip.bucketList.filter { $0.date == nil } }

  /// Calls `body` for each day of the trip, without collecting the days: a trip may last ten
  /// thousand years.
  package func forEachDay(_ body: (Day) throws -> Void) rethrows {
    var (stays, long) = (stays[...], long[...])
    var (presentStays, presentItems): ([Span<LivingAccommodation>], [Span<BucketListItem>]) = (
      [], []
    )
    for number in trip.startDate.dayNumber...trip.endDate.dayNumber {
      guard let date = CalendarDate(dayNumber: number) else { return }
      Self.advance(&presentStays, &stays, to: date)
      Self.advance(&presentItems, &long, to: date)
      let earlier = presentItems.filter { $0.dates.lowerBound < date }.map(\.part)
      try body(day(date, presentStays, earlier))
    }
  }

  /// Moves the spans that begin by a day to those that are present, and drops those that have ended.
  private static func advance<Part>(
    _ present: inout [Span<Part>], _ waiting: inout ArraySlice<Span<Part>>, to date: CalendarDate
  ) {
    while let next = waiting.first, next.dates.lowerBound <= date {
      present.append(next)
      waiting.removeFirst()
    }
    present.removeAll { $0.dates.upperBound < date }
  }

  private func day(
    _ date: CalendarDate, _ present: [Span<LivingAccommodation>], _ earlier: [BucketListItem]
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
      items: timed.map(\.item) + dated.filter { $0.time == nil }, earlier: earlier)
  }

  /// A part of a printed plan: a day, or several consecutive free days.
  package enum Part {
    case day(Day)
    /// The stays and the items are those that go on.
    case free(ClosedRange<CalendarDate>, stays: [LivingAccommodation], items: [BucketListItem])
  }

  /// Calls `body` for each part from a day on. Consecutive free days are one part, but today is
  /// always separate.
  package func forEachPart(
    today: CalendarDate? = nil, from first: CalendarDate? = nil, _ body: (Part) throws -> Void
  ) rethrows {
    var free: (days: ClosedRange<CalendarDate>, day: Day)?
    func close() throws {
      if let (days, day) = free {
        try body(.free(days, stays: day.stays.map(\.stay), items: day.earlier))
      }
      free = nil
    }
    try forEachDay { day in
      if let first, day.date < first { return }
      if !day.isFree || day.date == today {
        try close()
        try body(.day(day))
      } else if let known = free {
        // If nothing begins or ends, what goes on is the same as on the previous day.
        free = (known.days.lowerBound...day.date, known.day)
      } else {
        free = (day.date...day.date, day)
      }
    }
    try close()
  }
}

extension TripPlan.Day {
  package enum Event {
    case stay(TripPlan.StayOnDay)
    case item(BucketListItem)
    /// An item of an earlier day, which ends or goes on.
    case earlier(BucketListItem)
  }

  /// When a check-out and a check-in are listed, since stays have no hours.
  private static let (checkOut, checkIn) = (11 * 60, 15 * 60)

  /// What goes on, then what happens by its time, then what has no time.
  package var events: [Event] {
    var events = stays.map { onDay in
      (onDay.isCheckIn ? Self.checkIn : onDay.isCheckOut ? Self.checkOut : -1, Event.stay(onDay))
    }
    events += earlier.map { item in
      let end = item.endDate == date ? item.endTime?.minutes ?? ClockTime.minutesOfDay : -1
      return (end, .earlier(item))
    }
    events += items.map { ($0.time?.minutes ?? ClockTime.minutesOfDay, .item($0)) }
    // A sort may change the order of equal elements.
    return events.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map(\.element.1)
  }
}
