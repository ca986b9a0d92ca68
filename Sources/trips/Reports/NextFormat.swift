import TripsCore

/// The format in which `next` prints a trip: text with placeholders, or JSON for waybar.
struct NextFormat: Sendable {
  typealias Text = @Sendable (_ trip: Trip, _ today: CalendarDate) -> String

  /// One escaped line.
  let line: Text

  private static let placeholders: KeyValuePairs<String, Text> = [
    "id": { trip, _ in String(trip.id) }, "uid": { trip, _ in trip.uid },
    "name": { trip, _ in trip.name }, "destination": { trip, _ in trip.destination },
    "start": { trip, _ in trip.startDate.description },
    "end": { trip, _ in trip.endDate.description }, "days": { trip, _ in String(trip.days) },
    "nights": { trip, _ in String(trip.nights) }, "type": { trip, _ in trip.type.rawValue },
    "stay": { trip, today in
      trip.stays(atNightOf: today).map(\.placeName).joined(separator: ", ")
    },
    "countdown": { trip, today in trip.countdown(on: today) },
  ]

  /// Parses `waybar` (one JSON object per line for a custom module: man 5 waybar-custom) or text
  /// such as `{name} {countdown}`; `{{` is a brace.
  ///
  /// - Throws: `ValueError` for an unknown placeholder.
  init(_ text: String) throws(ValueError) {
    if text == "waybar" {
      line = Self.waybarLine
      return
    }
    var parts: [Text] = []
    var rest = text[...]
    while let brace = rest.unicodeScalars.firstIndex(of: "{") {
      let text = String(rest[..<brace])
      parts.append { _, _ in text }
      rest = rest[rest.unicodeScalars.index(after: brace)...]
      if let next = rest.rest(after: "{") {
        parts.append { _, _ in "{" }
        rest = next
      } else {
        let name = Substring(rest.unicodeScalars.prefix { $0 != "}" })
        guard let next = rest.rest(after: name + "}") else {
          throw ValueError("'{\(name)' has no '}'; use '{{' for a brace")
        }
        parts.append(try Self.placeholder(String(name)))
        rest = next
      }
    }
    line = { [parts, end = String(rest)] trip, today in
      SafeText.visible(parts.map { $0(trip, today) }.joined() + end)
    }
  }

  private static func placeholder(_ name: String) throws(ValueError) -> Text {
    guard let placeholder = placeholders.first(where: { $0.key == name }) else {
      let names = placeholders.map { "{\($0.key)}" }
      throw ValueError("'{\(name)}' is not a placeholder; use " + names.joinedAsAlternatives)
    }
    return placeholder.value
  }

  @Sendable private static func waybarLine(_ trip: Trip, _ today: CalendarDate) -> String {
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

  /// waybar parses the text as Pango markup.
  private static func markup(_ text: String) -> String {
    text.parts(separatedBy: "\n").map { line in
      let escapes: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
      return SafeText.visible(String(line)).unicodeScalars.map { escapes[$0] ?? String($0) }
        .joined()
    }.joined(separator: "\n")
  }
}
