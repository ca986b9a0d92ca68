import TripsCore

/// How `next` writes a trip: a text with placeholders, or a status bar's form.
enum NextFormat: Sendable, Equatable {
  enum Part: Sendable, Equatable {
    case text(String)
    case placeholder(Placeholder)
  }

  enum Placeholder: String, CaseIterable, Sendable {
    case name, destination, start, end, days, type, countdown
  }

  case parts([Part])
  /// One JSON object a line, as a custom module of waybar reads it (man 5 waybar-custom).
  case waybar

  static let standard = NextFormat.parts([
    .placeholder(.name), .text(", "), .placeholder(.start), .text(" to "), .placeholder(.end),
    .text(" ("), .placeholder(.countdown), .text(")"),
  ])

  /// Reads `waybar` or a text such as `{name} {countdown}`; `{{` is a brace.
  ///
  /// - Throws: `ValueError` for a placeholder that there is not.
  init(_ text: String) throws(ValueError) {
    if text == "waybar" {
      self = .waybar
      return
    }
    var parts: [Part] = []
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      rest = rest[rest.index(after: brace)...]
      if rest.first == "{" {
        parts.append(.text("{"))
        rest = rest.dropFirst()
        continue
      }
      parts.append(.placeholder(try Self.placeholder(rest)))
      rest = rest.drop { $0 != "}" }.dropFirst()
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self = .parts(parts)
  }

  private static func placeholder(_ rest: Substring) throws(ValueError) -> Placeholder {
    let name = String(rest.prefix { $0 != "}" })
    guard name.utf8.count < rest.utf8.count else {
      throw ValueError("'{\(name)' has no '}'; '{{' stands for a brace")
    }
    guard let placeholder = Placeholder(rawValue: name) else {
      let names = Placeholder.allCases.map { "{\($0.rawValue)}" }
      throw ValueError("'{\(name)}' is not a placeholder; use " + names.joinedAsAlternatives)
    }
    return placeholder
  }

  /// One line, with nothing in it that could act on a terminal.
  func line(for trip: Trip, today: CalendarDate) -> String {
    switch self {
    case .parts(let parts):
      SafeText.visible(
        parts.map { part in
          switch part {
          case .text(let text): text
          case .placeholder(let placeholder): Self.value(placeholder, trip, today)
          }
        }.joined())
    case .waybar: Self.waybarLine(trip, today)
    }
  }

  private static func value(
    _ placeholder: Placeholder, _ trip: Trip, _ today: CalendarDate
  ) -> String {
    switch placeholder {
    case .name: trip.name
    case .destination: trip.destination
    case .start: trip.startDate.description
    case .end: trip.endDate.description
    case .days: String(trip.days)
    case .type: trip.type.rawValue
    case .countdown: trip.countdown(on: today)
    }
  }

  private static func waybarLine(_ trip: Trip, _ today: CalendarDate) -> String {
    let countdown = trip.countdown(on: today)
    let place = trip.destination.isEmpty ? "" : "\n\(trip.destination)"
    var json = JSONWriter()
    json.object { json in
      json.member("text", markup("\(trip.name) \(countdown)"))
      json.member(
        "tooltip",
        markup("\(trip.name)") + markup(place)
          + "\n\(TripSummary(trip).dates), \(counted(trip.days, "day"))")
      json.member(
        "class", [trip.type.rawValue, trip.startDate <= today ? "current" : "upcoming"])
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// waybar reads the text as Pango markup.
  private static func markup(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      SafeText.visible(String(line)).unicodeScalars.map { scalar in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        default: String(scalar)
        }
      }.joined()
    }.joined(separator: "\n")
  }
}
