extension TripDraft {
  /// The end of a trip, relative to its start if necessary.
  package enum End: Sendable, Hashable {
    case on(CalendarDate)
    /// This long after the start.
    case after(CalendarOffset)
    /// This long, including the start.
    case lasting(CalendarOffset)
    /// The first such day after the start.
    case next(Weekday)
    /// Keeps the length.
    case keepingLength
    /// This long after the current end.
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
  /// Applies the dates of the draft.
  ///
  /// - Throws: `TripsError.value` if a date is outside the calendar.
  mutating func applyDates(_ draft: TripDraft) throws(TripsError) {
    let length = startDate.days(until: endDate)
    if let move = draft.move, draft.moveFrom == nil {
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
