import TripsCore

/// Everything about one trip, as labelled lines.
struct TripDetails {
  let trip: Trip
  let today: CalendarDate
  /// Whether the name and the identifiers are shown; a line before may have named the trip.
  var isNamed = true

  var fields: FieldList {
    var fields = FieldList()
    func add(
      _ label: String, _ text: String?, style: TextStyle = .plain, isMultiline: Bool = false
    ) {
      guard let text, !text.isEmpty else { return }
      fields.fields.append(
        FieldList.Field(label: label, value: text, style: style, isMultiline: isMultiline))
    }
    if isNamed {
      add("Name", trip.name, style: trip.type.style)
      add("Id", String(trip.id))
    }
    add("Type", trip.type.word, style: trip.type.style)
    add("Destination", trip.destination)
    add("Start", trip.startDate.withWeekday)
    add("End", trip.endDate.withWeekday)
    add("Length", Wording.length(of: trip))
    add("When", trip.countdown(on: today))
    if let trip = trip as? BusinessTrip {
      add("Per diem", Self.perdiem(of: trip))
      add("Estimate", trip.estimate?.formula)
    }
    add("Reason", (trip as? PersonalTrip)?.reason?.rawValue)
    for stay in trip.livingAccommodations {
      add("Stay", Self.placeLine(stay))
      add("Address", stay.address, isMultiline: true)
    }
    for item in trip.bucketList { add("Bucket list", Self.text(item), isMultiline: true) }
    add("Notes", trip.notes, isMultiline: true)
    if isNamed { add("UID", trip.uid) }
    return fields
  }

  private static func perdiem(of trip: BusinessTrip) -> String? {
    guard let perdiem = trip.perdiem else {
      return trip.perdiemRule == .full ? nil : "none, \(trip.ruleText)"
    }
    return "\(perdiem) a day, \(trip.ruleText)"
  }

  /// The place and its state, and below them the address.
  static func text(_ stay: LivingAccommodation) -> String {
    stay.address.isEmpty ? placeLine(stay) : placeLine(stay) + "\n" + stay.address
  }

  /// One line, whatever another program has written into the name.
  private static func placeLine(_ stay: LivingAccommodation) -> String {
    "\(SafeText.visible(stay.placeName)) (\(stay.isConfirmed ? "confirmed" : "not confirmed"))"
  }

  /// Whether it is done, the id, the title and the other facts in one line, and below them the details.
  static func text(_ item: BucketListItem) -> String {
    let tick = item.isDone ? "[x]" : "[ ]"
    let title = SafeText.visible(item.title) + Wording.state(of: item)
    // By scalars: CR LF is one character, and its end must not escape the indentation.
    let details = item.details.unicodeScalars.split(separator: "\n").map { "\n      \(String($0))" }
    return "\(tick) \(item.id) \(title)\(details.joined())"
  }
}

extension TripType {
  var style: TextStyle {
    switch self {
    case .trip: .plain
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

  /// How far away it is.
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
