/// `1 day`, `2 days`.
package func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

/// Phrases about nights and costs, shared by the readable formats. Stored text in them is
/// unescaped: each format escapes it.
package enum Wording {
  /// `'Paris' (3)`, or with its dates `'Paris' (3, 2026-12-10 to 2026-12-15)`. A row that is not
  /// stored yet has no id; without a name there is only the id.
  package static func row(_ name: String?, _ id: Int64?, _ dates: String = "") -> String {
    let facts = [id.map { "\($0)" } ?? "", dates].filter { !$0.isEmpty }.joined(separator: ", ")
    guard let name else { return facts }
    return "'\(name)'" + (facts.isEmpty ? "" : " (\(facts))")
  }

  /// `6 days, 5 nights`.
  package static func length(of trip: Trip) -> String {
    "\(counted(trip.days, "day")), \(counted(trip.nights, "night"))"
  }

  /// ` (planned, reserved, paid)`; empty if it is none of these.
  package static func state(of item: BucketListItem) -> String {
    let words = [
      item.isInPlan ? "planned" : nil, item.hasReservation ? "reserved" : nil,
      item.isPaid ? "paid" : nil,
    ]
    let states = words.compactMap(\.self).joined(separator: ", ")
    return states.isEmpty ? "" : " (\(states))"
  }

  /// The limit of spans that are listed; further ones are counted.
  private static let maxSpans = 5

  /// `11 of 13 have a stay; none for 6–8 Apr; more than one for 12–13 Apr`; nil for a trip without
  /// nights.
  package static func nights(of trip: Trip) -> String? {
    guard trip.nights > 0 else { return nil }
    if trip.livingAccommodations.isEmpty {
      return trip.nights == 1 ? "the night has no stay" : "none of \(trip.nights) has a stay"
    }
    let gaps = trip.nightsWithoutStay
    let shared = trip.nightsWithSeveralStays
    let words =
      if !gaps.isEmpty {
        "\(trip.nightsWithStay) of \(trip.nights) have a stay; none for "
          + spans(gaps, "other gap", of: trip)
      } else if trip.nights == 1 {
        "the night has a stay"
      } else {
        "all \(trip.nights) have a stay"
      }
    return shared.isEmpty
      ? words : "\(words); more than one for \(spans(shared, "other overlap", of: trip))"
  }

  /// Each from its first evening to the morning after its last night.
  private static func spans(
    _ nights: [ClosedRange<CalendarDate>], _ noun: String, of trip: Trip
  ) -> String {
    let names = nights.prefix(maxSpans).map { span in
      (span.lowerBound...(span.upperBound.adding(days: 1) ?? span.upperBound)).short(in: trip)
    }
    let rest = nights.count - maxSpans
    return names.joined(separator: ", ") + (rest > 0 ? " and \(counted(rest, noun))" : "")
  }

  /// `stays 720.00 EUR; items 812.00 EUR, 3000 JPY; total 1532.00 EUR, 3000 JPY; paid 812.00 EUR`;
  /// nil without costs.
  package static func costs(of trip: Trip) -> String? {
    let parts = [
      ("stays", trip.livingAccommodations.compactMap(\.cost)),
      ("items", trip.bucketList.compactMap(\.cost)),
    ].filter { !$0.1.isEmpty }.map { "\($0.0) \(sums($0.1.addedByCurrency))" }
    if parts.isEmpty { return nil }
    let costs = trip.costs
    let paid = costs.map(\.paid).filter { $0.minorUnits != 0 }
    let last = ["total \(sums(costs.map(\.sum)))"] + (paid.isEmpty ? [] : ["paid \(sums(paid))"])
    return (parts + last).joined(separator: "; ")
  }

  /// `Tue 2 Mar: 64.00 EUR; 3–4 Mar: breakfast, dinner; Sat 6 Mar: 0.00 EUR, outside the trip`; nil
  /// for none.
  package static func singleDays(of trip: BusinessTrip) -> String? {
    let days = trip.singleDays.days
    if days.isEmpty { return nil }
    let code = trip.perdiem.map { " \($0.currency.code)" } ?? ""
    func texts(_ days: [SingleDays.Day], _ mark: String) -> [String] {
      days.spans.map { span in
        let values = (span.amount.map { [$0 + code] } ?? []) + span.meals.map(\.rawValue)
        return "\(span.days.label(in: trip)): \(values.joined(separator: ", "))\(mark)"
      }
    }
    let outside = days.filter { !trip.contains($0.date) }
    return
      (texts(days.filter { trip.contains($0.date) }, "") + texts(outside, ", outside the trip"))
      .joined(separator: "; ")
  }

  /// `720.00 EUR, 3000 JPY`.
  package static func sums(_ sums: [MoneySum]) -> String {
    sums.map(\.description).joined(separator: ", ")
  }

  /// The text after the place of a stay: `, 3–6 Apr, 3 nights (confirmed, paid), 420.00 EUR`.
  package static func facts(of stay: LivingAccommodation) -> String {
    (nights(of: stay).map { ", \($0)" } ?? "") + " (\(state(of: stay)))"
      + (stay.cost.map { ", \($0)" } ?? "")
  }

  /// How a stay exceeds its trip: `ends after the trip`; nil for one within it.
  package static func outside(_ stay: LivingAccommodation) -> String? {
    guard let trip = stay.trip, stay.isOutside else { return nil }
    let (days, dates) = (trip.startDate...trip.endDate, trip.dates(of: stay))
    if !dates.overlaps(days) { return "outside the trip" }
    if days.contains(dates.lowerBound) { return "ends after the trip" }
    return "begins before the trip" + (days.contains(dates.upperBound) ? "" : " and ends after it")
  }

  /// `1–6 Apr, 5 nights`; nil for a stay without dates.
  package static func nights(of stay: LivingAccommodation) -> String? {
    guard let start = stay.startDate, let end = stay.endDate, let nights = stay.nights else {
      return nil
    }
    return "\((start...end).short(in: stay.trip)), "
      + (nights == 0 ? "day room" : counted(nights, "night"))
  }

  package static func state(of stay: LivingAccommodation) -> String {
    (stay.isConfirmed ? "confirmed" : "not confirmed") + (stay.isPaid ? ", paid" : "")
  }

  /// The text after the title of an item: `, Sat 3 Apr 20:15–06:30 +1 (planned), 12.00 EUR`.
  package static func facts(of item: BucketListItem) -> String {
    day(of: item) + state(of: item) + cost(of: item)
  }

  private static func day(of item: BucketListItem) -> String {
    guard let date = item.date else { return "" }
    if let time = item.time {
      return ", \(date.short(in: item.trip)) \(time)\(until(item))"
    }
    guard let end = item.endDate, date < end else { return ", \(date.short(in: item.trip))" }
    return ", \((date...end).short(in: item.trip))"
  }

  /// The text after the time of an item: `–17:32`, `–06:30 +1`, or after the title of one without a
  /// time, `, to Fri 9 Apr`; empty without an end.
  package static func until(_ item: BucketListItem) -> String {
    guard let date = item.date, let end = item.endDate else { return "" }
    guard let endTime = item.endTime else { return ", to \(end.short(in: item.trip))" }
    let days = date.days(until: end)
    return "–\(endTime)" + (days == 0 ? "" : days > 0 ? " +\(days)" : " −\(-days)")
  }

  /// `, 12.00 EUR`; empty for none.
  package static func cost(of item: BucketListItem) -> String { item.cost.map { ", \($0)" } ?? "" }

  /// The words before and after the place of a stay on a day: `check in`, `, 3 nights to 6 Apr
  /// (confirmed), 420.00 EUR`.
  package static func event(
    _ onDay: TripPlan.StayOnDay, in trip: Trip
  ) -> (verb: String, facts: String) {
    let stay = onDay.stay
    switch (onDay.isCheckIn, onDay.isCheckOut) {
    case (false, false): return ("at", "")
    case (false, true): return ("check out", "")
    case (true, _):
      let dates = trip.dates(of: stay)
      let nights = dates.lowerBound.days(until: dates.upperBound)
      let length =
        nights == 0 ? "" : ", \(counted(nights, "night")) to \(dates.upperBound.short(in: trip))"
      let cost = stay.cost.map { ", \($0)" } ?? ""
      return (nights == 0 ? "day room" : "check in", "\(length) (\(state(of: stay)))\(cost)")
    }
  }
}
