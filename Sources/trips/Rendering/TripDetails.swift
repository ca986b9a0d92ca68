import TripsCore

/// Everything about one trip, as labelled lines.
struct TripDetails {
  let trip: Trip
  let today: CalendarDate
  /// Whether the name and the identifiers are included; a heading may already show them.
  var isNamed = true

  var fields: FieldList {
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
    if let trip = trip as? BusinessTrip {
      fields.add("Per diem", Self.perdiem(of: trip))
      fields.add("Estimate", trip.estimate?.formula)
    }
    fields.add("Reason", (trip as? PersonalTrip)?.reason?.rawValue)
    for stay in trip.livingAccommodations {
      fields.add("Stay", Self.line(of: stay))
      fields.add("Address", stay.address, isMultiline: true)
    }
    fields.add("Nights", Wording.nights(of: trip))
    fields.add("Costs", Wording.costs(of: trip))
    for item in trip.bucketList {
      fields.add("Bucket list", Self.text(item), isMultiline: true)
    }
    fields.add("Notes", trip.notes, isMultiline: true)
    if isNamed { fields.add("UID", trip.uid) }
    return fields
  }

  private static func perdiem(of trip: BusinessTrip) -> String? {
    guard let perdiem = trip.perdiem else {
      return trip.perdiemRule == .full ? nil : "none, \(trip.ruleText)"
    }
    return "\(perdiem) a day, \(trip.ruleText)"
  }

  /// The place and its facts, with the address below them.
  static func text(_ stay: LivingAccommodation) -> String {
    let line = line(of: stay)
    return stay.address.isEmpty ? line : line + "\n" + stay.address
  }

  /// On one line, even if another program stored a name with line breaks.
  static func line(of stay: LivingAccommodation) -> String {
    SafeText.visible(stay.placeName) + Wording.facts(of: stay)
  }

  /// The tick, id, title and other facts on one line, with the details below them.
  static func text(_ item: BucketListItem, _ facts: String? = nil) -> String {
    let tick = item.isDone ? "[x]" : "[ ]"
    let title = SafeText.visible(item.title) + (facts ?? Wording.facts(of: item))
    // By scalars: CR LF is one character, and must not escape the indentation.
    let details = item.details.unicodeScalars.split(separator: "\n").map { "\n      \(String($0))" }
    return "\(tick) \(item.id) \(title)\(details.joined())"
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
  var named: String { "'\(name)' (\(id))" }

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
