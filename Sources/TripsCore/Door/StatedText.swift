/// Values of files as text.
enum StatedText {
  /// From 1 to 2^53−1, beyond which other programs would round.
  static func identifier(_ text: String, _ field: String = "id") throws(ValueError) -> Int64 {
    guard let id = RowMatcher.identifier(text), id < 1 << 53 else {
      throw ValueError("'\(field)' must be a whole number from 1 to 9007199254740991")
    }
    return id
  }

  /// In lower case; `?` if it is too long for a word, which would take quadratic time to compare.
  private static func lowered(_ text: String) -> String {
    text.utf8.count > 100 ? "?" : text.lowercased().trimmingWhitespace()
  }

  static func flag(_ text: String, _ column: some StoredColumn) throws(ValueError) -> Bool {
    try flag(text, named: column.csv)
  }

  static func flag(_ text: String, named name: String) throws(ValueError) -> Bool {
    switch lowered(text) {
    case "true", "1", "1.0", "x", "y", "yes", "ja", "oui", "si", "sí", "tak", "wahr", "vrai", "✓":
      return true
    case "false", "0", "0.0", "n", "no", "nein", "non", "nie", "falsch", "faux", "": return false
    default: throw ValueError("'\(name)' must be true or false, not '\(text)'")
    }
  }

  static func date(
    _ text: String, _ column: some StoredColumn, _ options: ImportOptions
  ) throws(ValueError) -> CalendarDate {
    let format = options.dateFormat
    func day(_ text: String) -> CalendarDate? { format.map { $0.date(text) } ?? CalendarDate(text) }
    guard let date = day(text) ?? dayOfMidnight(text).flatMap(day) else {
      let example = format?.example ?? "2026-12-31"
      throw ValueError(
        "'\(column.csv)' must be a day such as \(example), not '\(text)'", remedy: .dateFormat)
    }
    return date
  }

  /// `2027-04-03` of `2027-04-03 00:00:00` or `2027-04-03 12:00:00 AM`: spreadsheets write a day as
  /// its midnight.
  private static func dayOfMidnight(_ text: String) -> String? {
    for midnight in [" 12:00:00 am", " 12:00 am", " 12:00:00am", " 12:00am"] {
      if let day = lowered(text).rest(before: midnight) { return String(day) }
    }
    let isGap = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "T" }
    guard let gap = text.unicodeScalars.lastIndex(where: isGap) else { return nil }
    let time = text.unicodeScalars[text.unicodeScalars.index(after: gap)...]
    let parts = String(time).parts(separatedBy: ":")
    guard parts.count > 1,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy("0.Z".utf8.contains) })
    else { return nil }
    return String(text.unicodeScalars[..<gap]).trimmingWhitespace()
  }

  /// The kind or reason of a trip, in upper or lower case, or the rule of its per diem.
  static func word(_ text: String, _ column: some StoredColumn) throws(ValueError) -> String {
    func choice<Value: RawRepresentable<String> & CaseIterable>(
      _ kind: Value.Type, _ word: (Value) -> String
    ) throws(ValueError) -> String {
      let typed = lowered(text)
      if let value = Value.allCases.first(where: { $0.rawValue == typed || word($0) == typed }) {
        return value.rawValue
      }
      let choices = Value.allCases.map(word).joined(separator: ", ")
      throw ValueError("'\(column.name)' must be one of \(choices), not '\(text)'")
    }
    switch column.name {
    case "type": return try choice(TripType.self, \.rawValue)
    case "reason": return try choice(PersonalTrip.Reason.self, \.rawValue)
    default: return lowered(text)
    }
  }
}
