internal import SQLite

/// What a command states about a trip: values, and changes that count from the values it has.
package struct TripEdit: Sendable {
  package var values = StatedRow<TripColumn>()
  /// Whether the notes are appended as new lines.
  package var appendsNotes = false
  /// The offset by which the start moves.
  package var startOffset: CalendarOffset?
  package var end: TripEnd?
  /// The offset by which the whole trip moves; no start is given.
  package var move: CalendarOffset?
  /// With `move`: only dates on this day or later move.
  package var moveFrom: TripDay?
  /// The per diem rule of a new business trip that gets no other.
  package var ruleOfNew: String?
  /// The change to single days.
  package var singleDays: SingleDaysEdit?
  package var addedTags: [String] = []
  package var removedTags: [String] = []
  /// The places of stays to add, unless the trip has them.
  package var stays: [String] = []
  /// Titles to add to the bucket list, unless it has them.
  package var bucketList: [String] = []

  package init() {}
}

/// The end of a trip, relative to its start if necessary.
package enum TripEnd: Sendable, Hashable {
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

extension TripEdit {
  /// The default name of a new trip: its destination, otherwise its kind.
  package var defaultName: String {
    if let destination = values.text(.destination), !destination.isEmpty { return destination }
    switch values.kind {
    case .business: return "Business trip"
    case .personal: return "Personal trip"
    case .plain, nil: return "Trip"
    }
  }

  /// The values of a new trip, with defaults for those that are not given.
  ///
  /// - Throws: `TripsError.value` if the values contradict each other.
  package func newTrip(today: CalendarDate) throws(TripsError) -> StatedRow<TripColumn> {
    let start = values.date(.startDate) ?? today
    var trip = try values(ofTripOn: start...start)
    if trip[.name] == nil { trip.set(.name, defaultName) }
    try changeTags(of: &trip, from: TagList())
    if trip.kind == .business, trip[.perdiemRule] == nil { trip.set(.perdiemRule, ruleOfNew) }
    return try trip.fitting(nil)
  }

  /// The values that a trip gets, as far as they do not depend on its items and stays.
  func values(of trip: Trip) throws(TripsError) -> StatedRow<TripColumn> {
    var result = try values(ofTripOn: trip.startDate...trip.endDate)
    if appendsNotes, !trip.notes.isEmpty, let added = values.text(.notes) {
      do {
        result.set(.notes, try StoredText.notes.normalized(trip.notes + "\n" + added))
      } catch {
        throw .value("the notes are invalid: \(error)")
      }
    }
    try changeTags(of: &result, from: trip.tags)
    if let singleDays { result.set(.singleDays, try singleDays.applied(to: trip)) }
    return result
  }

  /// Whether the dates of stays and items move with the trip.
  var movesDays: Bool {
    move != nil || (values[.startDate] != nil || startOffset != nil) && end == .keepingLength
  }
}

// MARK: - Tags

extension TripEdit {
  private func changeTags(
    of trip: inout StatedRow<TripColumn>, from old: TagList
  ) throws(TripsError) {
    var tags = values.text(.tags).map { TagList(stored: $0) } ?? old
    for tag in removedTags { tags.remove(tag) }
    do {
      for tag in addedTags { try tags.insert(tag) }
    } catch {
      throw .value("the tags are invalid: \(error)")
    }
    if tags != old { trip.set(.tags, tags.text) }
  }
}

// MARK: - Dates

extension TripEdit {
  /// The given values, with those dates that are given for a trip on these days.
  private func values(
    ofTripOn days: ClosedRange<CalendarDate>
  ) throws(TripsError) -> StatedRow<TripColumn> {
    var result = values
    var start = values.date(.startDate) ?? days.lowerBound
    let length = days.lowerBound.days(until: days.upperBound)
    var last = days.upperBound
    if let offset = startOffset ?? (moveFrom == nil ? move : nil) {
      start = try Self.checked(start.adding(offset), "start")
    }
    if move != nil, moveFrom == nil { last = try Self.checked(start.adding(days: length), "end") }
    if let end {
      let date: CalendarDate? =
        switch end {
        case .on(let date): date
        case .after(let offset): start.adding(offset)
        case .lasting(let length): start.adding(length)?.adding(days: -1)
        case .next(let weekday): start.nextDay(weekday)
        case .keepingLength: start.adding(days: length)
        case .extended(let offset): last.adding(offset)
        }
      last = try Self.checked(date, "end")
    }
    result.set(.startDate, start.description)
    result.set(.endDate, last.description)
    return result
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
