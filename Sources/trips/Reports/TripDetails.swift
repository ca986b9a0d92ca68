import TripsCore

/// Everything about one trip, as labelled lines.
struct TripDetails {
  let trip: Trip
  let today: CalendarDate
  /// Whether the name and the identifiers are included; a heading may already show them.
  var isNamed = true

  var fields: FieldList {
    let page = TripPage(trip)
    var fields = FieldList()
    if isNamed {
      fields.add("Name", trip.name, style: trip.type.style)
      fields.add("Id", String(trip.id))
    }
    fields.add("Type", trip.type.rawValue, style: trip.type.style)
    fields.add("Destination", trip.destination)
    fields.add("Start", trip.startDate.withWeekday)
    fields.add("End", trip.endDate.withWeekday)
    fields.add("Length", Wording.length(of: trip))
    fields.add("When", trip.countdown(on: today))
    for line in page.facts + page.items { fields.add(line) }
    fields.add("Notes", trip.notes, isMultiline: true)
    if isNamed { fields.add("UID", trip.uid) }
    return fields
  }
}

extension TripType {
  var style: TextStyle {
    switch self {
    case .plain: .plain
    case .business: .business
    case .personal: .personal
    }
  }
}

extension Trip {
  /// `'Paris' (3), 2026-12-10 to 2026-12-15`.
  var summary: String { TripSummary(self).description }

  /// `'Paris' (3)`.
  var named: String { Wording.row(name, id) }

  /// The time until the trip starts, or since it ended.
  func countdown(on today: CalendarDate) -> String {
    let untilStart = today.days(until: startDate)
    let sinceEnd = endDate.days(until: today)
    return switch (untilStart, sinceEnd) {
    case (2..., _): "in \(untilStart) days"
    case (1, _): "tomorrow"
    case (_, 1): "ended yesterday"
    case (_, 2...): "ended \(sinceEnd) days ago"
    default: days == 1 ? "today" : "day \(1 - untilStart) of \(days)"
    }
  }
}

extension CalendarDate {
  /// `Thu 2026-12-10`.
  var withWeekday: String { "\(weekday.abbreviation) \(self)" }
}
