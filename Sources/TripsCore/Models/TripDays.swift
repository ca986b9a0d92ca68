// Facts derived from the days of a trip: nights with and without a stay, dates outside the trip,
// costs.

extension Trip {
  /// From check-in to check-out: the days of a stay, or of the trip if it has none.
  package func dates(of stay: LivingAccommodation) -> ClosedRange<CalendarDate> {
    guard let start = stay.startDate, let end = stay.endDate, start <= end else {
      return startDate...endDate
    }
    return start...end
  }

  /// The stays themselves, since a list of ranges is a generic type that slows down a start.
  private var staysByCheckIn: [LivingAccommodation] {
    livingAccommodations.sorted { dates(of: $0).lowerBound < dates(of: $1).lowerBound }
  }

  /// The stays for the night of a day: before the trip, for its first night; from its last day on,
  /// for its last night.
  package func stays(atNightOf day: CalendarDate) -> [LivingAccommodation] {
    let last = max(endDate.adding(days: -1) ?? startDate, startDate)
    let evening = min(max(day, startDate), last)
    return livingAccommodations.filter { stay in
      let dates = dates(of: stay)
      return dates.contains(evening) && (evening < dates.upperBound || startDate == endDate)
    }
  }

  /// The nights without a stay, as ranges of evenings in order.
  package var nightsWithoutStay: [ClosedRange<CalendarDate>] {
    var gaps: [ClosedRange<CalendarDate>] = []
    var next = startDate.dayNumber
    func close(before night: Int) {
      if next < night, let first = CalendarDate(dayNumber: next),
        let last = CalendarDate(dayNumber: night - 1)
      {
        gaps.append(first...last)
      }
    }
    for stay in staysByCheckIn {
      let nights = dates(of: stay)
      if nights.lowerBound == nights.upperBound { continue }
      close(before: min(nights.lowerBound, endDate).dayNumber)
      next = max(next, nights.upperBound.dayNumber)
    }
    close(before: endDate.dayNumber)
    return gaps
  }

  /// The nights that stays share, as ranges of evenings in order.
  package var nightsWithSeveralStays: [ClosedRange<CalendarDate>] {
    var shared: [ClosedRange<CalendarDate>] = []
    var covered = startDate
    for stay in staysByCheckIn {
      let dates = dates(of: stay)
      let nights = max(dates.lowerBound, startDate)..<max(dates.upperBound, startDate)
      let end = min(nights.upperBound, covered, endDate)
      if nights.lowerBound < end, let last = end.adding(days: -1) {
        if let before = shared.last, before.upperBound.days(until: nights.lowerBound) <= 1 {
          shared.removeLast()
          shared.append(before.lowerBound...max(before.upperBound, last))
        } else {
          shared.append(nights.lowerBound...last)
        }
      }
      covered = max(covered, nights.upperBound)
    }
    return shared
  }

  /// The number of nights with a stay.
  package var nightsWithStay: Int {
    nights - nightsWithoutStay.reduce(0) { $0 + $1.lowerBound.days(until: $1.upperBound) + 1 }
  }

  /// From the first evening that two stays share to the morning after the last such night; nil if
  /// they share none.
  package func sharedNights(
    of one: LivingAccommodation, and other: LivingAccommodation
  ) -> ClosedRange<CalendarDate>? {
    let (one, other) = (dates(of: one), dates(of: other))
    let (start, end) = (
      max(one.lowerBound, other.lowerBound), min(one.upperBound, other.upperBound)
    )
    return start < end ? start...end : nil
  }

  package func contains(_ date: CalendarDate) -> Bool { (startDate...endDate).contains(date) }

  package var staysOutside: [LivingAccommodation] { livingAccommodations.filter(\.isOutside) }

  package var itemsOutside: [BucketListItem] { bucketList.filter(\.isOutside) }

  /// Whether a stay or an item has a date of its own.
  package var hasDates: Bool {
    livingAccommodations.contains { $0.startDate != nil } || bucketList.contains { $0.date != nil }
  }

  /// The cost of its stays and items, one sum per currency, and what of it is paid.
  package var costs: [CostSum] {
    let paid =
      livingAccommodations.filter(\.isPaid).compactMap(\.cost)
      + bucketList.filter(\.isPaid).compactMap(\.cost)
    return [CostSum](
      livingAccommodations.compactMap(\.cost) + bucketList.compactMap(\.cost), paid: paid)
  }
}

extension LivingAccommodation {
  /// Whether one of its days is outside its trip.
  package var isOutside: Bool {
    guard let trip else { return false }
    let dates = trip.dates(of: self)
    return !trip.contains(dates.lowerBound) || !trip.contains(dates.upperBound)
  }

  /// The nights from check-in to check-out; nil without dates.
  package var nights: Int? { startDate.flatMap { start in endDate.map { start.days(until: $0) } } }
}

extension BucketListItem {
  /// Whether its date is outside its trip.
  package var isOutside: Bool { date.map { trip?.contains($0) == false } ?? false }
}
