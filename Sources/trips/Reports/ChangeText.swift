import TripsCore

/// The words for properties of a trip, an item or a stay, and for their values.
enum PropertyWords {
  /// `confirmed` for `isConfirmed`; the dates of a stay are its check-in and check-out.
  static func label(of property: String, isOfStay: Bool = false) -> String {
    switch property {
    case "startDate": isOfStay ? "check-in" : "start"
    case "endDate": isOfStay ? "check-out" : "end"
    case "perdiem", "perdiemMinor": "per diem"
    case "perdiemCurrency", "costCurrency": "currency"
    case "costMinor": "cost"
    case "perdiemRule": "per diem rule"
    case "singleDays": "single days"
    case "bucketList": "bucket list"
    case "hasReservation": "reserved"
    case "isInPlan": "planned"
    case "endTime": "end time"
    case "placeName": "place"
    case "tripId": "trip"
    // A fact is its word: `paid` for `isPaid`.
    default: property.rest(after: "is").map { $0.lowercased() } ?? property
    }
  }

  /// `start: 2026-05-01 → 2026-05-03`.
  static func words(_ change: PropertyChange, isOfStay: Bool = false) -> String {
    "\(label(of: change.property, isOfStay: isOfStay)): \(difference(change))"
  }

  /// `old → new`; for text of several lines, the first line that differs.
  static func difference(_ change: PropertyChange) -> String {
    let lines = [change.old, change.new].map { ($0 ?? "").parts(separatedBy: "\n") }
    let equal = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
    return [change.old, change.new].map { text in
      value(text.map { line(equal, of: $0) }, of: change.property)
    }.joined(separator: " → ")
  }

  /// `yes` for a true flag, and a word for an empty value.
  private static func value(_ text: String?, of property: String) -> String {
    guard let text else { return "none" }
    let isBlank = text.isEmpty || text.begins(with: " ") || text.ends(with: " ")
    return isBlank ? "'\(text)'" : flag(text, of: property) ?? text
  }

  /// `yes` or `no`; nil for a property that is no flag.
  static func flag(_ text: String, of property: String) -> String? {
    guard property.begins(with: "is") || property.begins(with: "has") else { return nil }
    return text == "true" ? "yes" : "no"
  }

  /// A line of text, with marks if there are lines before or after it.
  static func line(_ index: Int, of text: String) -> String {
    let lines = text.parts(separatedBy: "\n")
    let line = index < lines.count ? [String(lines[index])] : []
    return ((index > 0 ? ["…"] : []) + line + (index < lines.count - 1 ? ["…"] : []))
      .joined(separator: " ")
  }
}

extension PropertyChange {
  /// `start: 2026-05-01 → 2026-05-03`, `stay 'Ryokan' (2), confirmed: yes → no`,
  /// `item 'Louvre' (7): added`.
  var words: String {
    "\(label): "
      + (isOfWholeRow ? old == nil ? "added" : "removed" : PropertyWords.difference(self))
  }

  /// `start`, `stay 'Ryokan' (2), confirmed`; for a whole row `item 'Louvre' (7)`.
  var label: String {
    if isOfWholeRow { return owner.words }
    let isOfStay = if case .stay = owner { true } else { false }
    return (owner == .trip ? "" : owner.words + ", ")
      + PropertyWords.label(of: property, isOfStay: isOfStay)
  }
}

extension PropertyChange.Owner {
  /// `item 'Louvre' (7)`; a row that a file would add has no id yet.
  fileprivate var words: String {
    switch self {
    case .trip: "the trip"
    case .item(let id, let title): "item \(Wording.row(title, id > 0 ? id : nil))"
    case .stay(let id, let place): "stay \(Wording.row(place, id > 0 ? id : nil))"
    }
  }
}

extension CancelledRow {
  /// The command that deletes the row.
  var removal: String {
    switch entity {
    case .trip: "delete \(id)"
    case .item: "bucket remove \(trip) \(id)"
    case .stay: "stay remove \(trip) \(id)"
    }
  }
}

extension Context {
  /// Prints changes on a terminal, one per line.
  func print(changes: [PropertyChange]) throws(OutputError) {
    for change in changes { try print(line: change.words, indent: 2) }
  }

  /// Reports a row whose event was cancelled, with the command that deletes it.
  ///
  /// - Parameter place: `in the file`.
  func note(cancelled row: CancelledRow, _ place: String) {
    reporter.note("'\(row.name)' is cancelled \(place); \(quoted(row.removal)) removes it")
  }

  func warn(of outcome: TripOutcome) {
    for sentence in outcome.warnings.map(Self.sentences) ?? [] { reporter.warning(sentence) }
  }

  /// The warnings about a change of a trip.
  static func sentences(of warnings: TripWarnings) -> [String] {
    let trip = warnings.trip
    var sentences: [String] = []
    let outside =
      warnings.staysOutside.map {
        "stay \(Wording.row($0.placeName, $0.id))"
          + (Wording.nights(of: $0).map { ", \($0)" } ?? "")
      }
      + warnings.itemsOutside.map {
        "item \(Wording.row($0.title, $0.id)), \($0.date?.short(in: trip) ?? "")"
      } + warnings.singleDaysOutside.map { "per diem of \($0.short(in: trip))" }
    if !outside.isEmpty { sentences.append("outside \(trip.summary): \(listed(outside))") }
    let shared = warnings.shared.compactMap { earlier, later in
      trip.sharedNights(of: earlier, and: later).map { nights in
        [earlier, later].map { Wording.row($0.placeName, $0.id) }.joined(separator: " and ")
          + ", " + nights.short(in: trip)
      }
    }
    if !shared.isEmpty {
      sentences.append("two stays for one night in \(trip.summary): \(listed(shared))")
    }
    if !warnings.twins.isEmpty {
      let twins = warnings.twins.map { "\($0.new.words) and \($0.old.words)" }
      sentences.append("twice in \(trip.summary): \(listed(twins))")
    }
    let limit = TripWarnings.overlapLimit
    sentences += warnings.overlaps.prefix(limit).map {
      "\(trip.summary), overlaps \($0.description)"
    }
    if warnings.overlaps.count > limit {
      sentences.append("\(trip.summary), overlaps other trips too")
    }
    return sentences + warnings.clashes.map(sentence)
  }

  static func sentence(of clash: PerDiemClaim.Clash) -> String {
    let (first, last) = (clash.days.lowerBound, clash.days.upperBound)
    return "\(clash.trips.0.named) and \(clash.trips.1.named) both claim "
      + (first == last ? "\(first)" : "the days \(first) to \(last)")
  }

  /// The first five, and the number of others.
  private static func listed(_ names: [String]) -> String {
    let rest = names.count - 5
    return names.prefix(5).joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }
}
