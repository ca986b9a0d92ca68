extension TripDraft {
  /// Where a trip ends, once its start is known.
  package enum End: Sendable, Hashable {
    case on(CalendarDate)
    /// So far after the start.
    case after(CalendarOffset)
    /// So long, the start being the first day.
    case lasting(CalendarOffset)
    /// The first such day after the start.
    case next(Weekday)
    /// As many days after the start as now.
    case keepingLength
    /// So far after the end that it has now.
    case extended(CalendarOffset)
  }
}

extension TripDraft {
  /// Whether the dates of stays and items move with the trip.
  var movesDays: Bool {
    move != nil || (startDate != nil || startOffset != nil) && end == .keepingLength
  }
}

extension TripValues {
  /// Takes over the dates that the draft gives.
  ///
  /// - Throws: `TripsError.value` where one lies outside the calendar.
  mutating func applyDates(_ draft: TripDraft) throws(TripsError) {
    let length = startDate.days(until: endDate)
    if let move = draft.move {
      startDate = try Self.checked(startDate.adding(move), "start")
      endDate = try Self.checked(startDate.adding(days: length), "end")
    }
    if let start = draft.startDate { startDate = start }
    if let offset = draft.startOffset {
      startDate = try Self.checked(startDate.adding(offset), "start")
    }
    guard let end = draft.end else { return }
    let date: CalendarDate? =
      switch end {
      case .on(let date): date
      case .after(let offset): startDate.adding(offset)
      case .lasting(let length): startDate.adding(length)?.adding(days: -1)
      case .next(let weekday): startDate.nextDay(weekday)
      case .keepingLength: startDate.adding(days: length)
      case .extended(let offset): endDate.adding(offset)
      }
    endDate = try Self.checked(date, "end")
  }

  private static func checked(
    _ date: CalendarDate?, _ which: String
  ) throws(TripsError) -> CalendarDate {
    guard let date else {
      throw .value("the \(which) would be outside the years 0001 to 9999")
    }
    return date
  }
}
