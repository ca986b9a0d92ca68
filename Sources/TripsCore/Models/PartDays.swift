/// Changes to the nights of a stay; values that are not given stay unchanged.
package struct StayNights: PartDays {
  package var from: TripDay?
  package var to: TripDay?
  /// Counted from the check-in; excludes `to`.
  package var count: Int?
  /// Whether the dates are removed, so that the stay covers the whole trip.
  package var coversTrip = false

  package init() {}

  package var isEmpty: Bool { from == nil && to == nil && count == nil && !coversTrip }

  package func set(
    in draft: inout StatedRow<StayColumn>, over row: StatedRow<StayColumn>?, of trip: Trip
  ) throws(TripsError) {
    if coversTrip { return draft.set(nil as ClosedRange<CalendarDate>?) }
    if isEmpty { return }
    // A stay without dates has the trip's.
    let old = row.map {
      (start: $0.date(.startDate) ?? trip.startDate, end: $0.date(.endDate) ?? trip.endDate)
    }
    let start = try from?.date(in: trip, replacing: old?.start) ?? old?.start ?? trip.startDate
    var end = try to?.date(in: trip, replacing: start) ?? old?.end ?? trip.endDate
    if let count {
      guard let date = start.adding(days: count) else {
        throw .value("\(counted(count, "night")) from \(start) end after 9999-12-31")
      }
      end = date
    }
    guard start <= end else {
      throw .value("the check-out \(end) is before the check-in \(start)")
    }
    draft.set(start...end)
  }
}

/// Changes to the day and the end of an item.
package struct ItemDays: PartDays {
  package var on: TripDay?
  package var end: ItemEnd?

  package init() {}

  package var isEmpty: Bool { on == nil && end == nil }

  package func set(
    in draft: inout StatedRow<ItemColumn>, over row: StatedRow<ItemColumn>?, of trip: Trip
  ) throws(TripsError) {
    if let on {
      draft.set(.date, try on.date(in: trip, replacing: row?.date(.date)).description)
    }
    let start = (row ?? StatedRow()).setting(draft)
    if let end {
      try end.set(in: &draft, start: start, of: trip)
    } else if let row, row.date(.date) == start.date(.date), !row.endsBeforeItStarts,
      start.endsBeforeItStarts
    {
      throw .value(
        "the end \(start.text(.endTime) ?? "") would be before the start \(start.text(.time) ?? "")"
      )
    }
  }
}

extension StatedRow<ItemColumn> {
  /// Whether it ends, on the clocks of both places, before it starts, as over the date line.
  fileprivate var endsBeforeItStarts: Bool {
    guard let date = text(.date), let time = text(.time), let end = text(.endDate),
      let endTime = text(.endTime)
    else { return false }
    return (end, endTime) < (date, time)
  }
}

/// The end of an item: a day, a time on that day, or a time alone, which is the first one after the
/// start.
package struct ItemEnd: Sendable {
  fileprivate let day: TripDay?
  fileprivate let time: ClockTime?

  fileprivate func set(
    in draft: inout StatedRow<ItemColumn>, start: StatedRow<ItemColumn>, of trip: Trip
  ) throws(TripsError) {
    guard let date = start.date(.date) else {
      throw .value("the end needs a start: the item has no date")
    }
    let startTime = start.text(.time)
    // A new day of the end leaves its time.
    let endTime = time?.description ?? (startTime == nil ? nil : start.text(.endTime))
    var end: CalendarDate? = date
    if let day {
      end = try day.date(in: trip, replacing: date)
    } else if let endTime, let startTime, endTime <= startTime {
      end = date.adding(days: 1)
    }
    guard let end else { throw .value("the end would be after 9999-12-31") }
    draft.set(.endDate, end.description)
    draft.set(.endTime, endTime)
    if endTime == nil { draft.clear(.endTime) }
  }
}

/// A typed end of an item: `17:32`, `2027-05-04 06:30`, `+1d`, `day3 9:00` or a date.
package struct ItemEndExpression: Sendable, CustomStringConvertible {
  /// As it was typed.
  package let description: String
  private let day: TripDayExpression?
  private let time: ClockTime?

  package init(_ text: String) throws(ValueError) {
    description = text
    let words = text.parts(separatedBy: " ").filter { !$0.isEmpty }
    time = words.last.flatMap { ClockTime(String($0)) }
    let rest = (time == nil ? words : words.dropLast()).joined(separator: " ")
    if rest.utf8.contains(UInt8(ascii: ":")) {
      throw ValueError("write a time such as 17:32, or a day and a time: '2027-05-04 06:30'")
    }
    day = time != nil && rest.isEmpty ? nil : try TripDayExpression(rest)
  }

  /// The end, as far as it can be known without the trip.
  package func end(today: CalendarDate) throws(ValueError) -> ItemEnd {
    ItemEnd(
      day: try day.map { expression throws(ValueError) in try expression.day(today: today) },
      time: time)
  }
}
