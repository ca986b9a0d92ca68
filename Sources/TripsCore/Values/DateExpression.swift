/// A typed date: `2026-12-10`, `today`, `tomorrow`, `yesterday`, `+10d`, `-2w`, `+1m`, `fri`, or,
/// for an end, a length such as `5d`.
package struct DateExpression: Hashable, Sendable, CustomStringConvertible {
  private enum Form: Hashable {
    case absolute(CalendarDate)
    /// Days after today, in every role.
    case relativeToToday(Int)
    /// From today, or for an end from the start.
    case offset(CalendarOffset)
    /// The next such day, never the day itself.
    case next(Weekday)
    /// The length of a trip, including its first day; valid only for an end.
    case length(CalendarOffset)
    case nights(Int)
  }

  /// The forms that an option accepts.
  package enum Role: Sendable { case day, end, tripDay }

  /// As it was typed.
  package let description: String
  private let form: Form

  package init(_ text: String, role: Role = .day) throws(ValueError) {
    description = text
    form = try Self.form(text, role)
  }

  private static func form(_ text: String, _ role: Role) throws(ValueError) -> Form {
    switch text.lowercased() {
    case "today": return .relativeToToday(0)
    case "tomorrow": return .relativeToToday(1)
    case "yesterday": return .relativeToToday(-1)
    default: break
    }
    if let date = CalendarDate(text) { return .absolute(date) }
    if let weekday = Weekday(text) { return .next(weekday) }
    if let offset = CalendarOffset(signed: text) { return .offset(offset) }
    if let length = try length(text) {
      if role == .end { return length }
      let days = text.rest(before: "n").map { $0 + "d" } ?? text[...]
      throw ValueError("a length such as '\(text)' is only valid for an end; write '+\(days)'")
    }
    throw mistake(in: text, role: role)
  }

  private static func length(_ text: String) throws(ValueError) -> Form? {
    if let count = text.rest(before: "n"), let nights = CalendarOffset(unsigned: count + "d") {
      return .nights(nights.days)
    }
    guard let length = CalendarOffset(unsigned: Substring(text)) else { return nil }
    if length == .days(0) || length == .months(0) {
      throw ValueError("a trip has at least one day; '1d' or '0n' is a day trip")
    }
    return .length(length)
  }

  /// The resulting day.
  package func day(today: CalendarDate) throws(ValueError) -> CalendarDate {
    let date: CalendarDate? =
      switch form {
      case .absolute(let date): date
      case .relativeToToday(let days), .nights(let days): today.adding(days: days)
      case .offset(let offset), .length(let offset): today.adding(offset)
      case .next(let weekday): today.nextDay(weekday)
      }
    guard let date else { throw ValueError("it is outside the years 0001 to 9999") }
    return date
  }

  /// The offset of an expression such as `+1w`; nil for other forms.
  package var offset: CalendarOffset? {
    if case .offset(let offset) = form { offset } else { nil }
  }

  /// The resulting end of a trip: a positive offset and a weekday count from its start.
  package func end(today: CalendarDate) throws(ValueError) -> TripEnd {
    switch form {
    case .nights(let nights): .after(.days(nights))
    case .offset(let offset) where offset.days >= 0 && offset.months >= 0: .after(offset)
    case .length(let length): .lasting(length)
    case .next(let weekday): .next(weekday)
    case .absolute, .relativeToToday, .offset: .on(try day(today: today))
    }
  }

  private static func mistake(in text: String, role: Role) -> ValueError {
    if let mistake = CalendarDate.mistake(in: text) { return mistake }
    let more =
      switch role {
      case .day: ""
      case .end: ", or a length such as 5d or 4n"
      case .tripDay: ", or day3 for the third of the trip"
      }
    return ValueError(
      "use YYYY-MM-DD, today, tomorrow, yesterday, +10d, -2w, +1m, +1y or a weekday\(more)")
  }
}

extension CalendarDate {
  /// The mistake in a date written in numbers; nil for any other text.
  static func mistake(in text: String) -> ValueError? {
    let parts = text.unicodeScalars
      .split(omittingEmptySubsequences: false, whereSeparator: "-./".unicodeScalars.contains)
      .map(Substring.init)
    guard parts.count == 3, parts.allSatisfy({ $0.isDigits && $0.utf8.count <= 4 })
    else { return nil }
    if parts.map(\.utf8.count) == [4, 2, 2],
      text.utf8.filter({ $0 == UInt8(ascii: "-") }).count == 2
    {
      return ValueError("the calendar has no such day")
    }
    let numbers = parts.compactMap { Int($0) }
    if parts[0].utf8.count == 4,
      let date = CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2])
    {
      return ValueError("write it as \(date)")
    }
    return ValueError("write a date as YYYY-MM-DD, such as 2027-01-31")
  }

  /// The first such weekday after this day.
  func nextDay(_ weekday: Weekday) -> CalendarDate? {
    (1...7).lazy.compactMap { adding(days: $0) }.first { $0.weekday == weekday }
  }
}
