/// A date as a person types it: `2026-12-10`, `today`, `tomorrow`, `+10d`, `+2w`, `fri`, or, for an
/// end, `5d` after the start.
package struct DateExpression: Hashable, Sendable, CustomStringConvertible {
  private enum Form: Hashable {
    case absolute(CalendarDate)
    /// Days after today.
    case afterToday(Int)
    /// The next such day, never today.
    case next(Weekday)
    /// Days after the start of the trip; it has a meaning for an end only.
    case afterStart(Int)
  }

  /// Which of the forms an option takes.
  package enum Role: Sendable { case day, end }

  /// As it was typed.
  package let description: String
  private let form: Form

  package init(_ text: String, role: Role = .day) throws(ValueError) {
    description = text
    form = try Self.form(text, role)
  }

  private static func form(_ text: String, _ role: Role) throws(ValueError) -> Form {
    switch text.lowercased() {
    case "today": return .afterToday(0)
    case "tomorrow": return .afterToday(1)
    default: break
    }
    if let date = CalendarDate(text) { return .absolute(date) }
    if let weekday = Weekday(text) { return .next(weekday) }
    if text.hasPrefix("+"), let days = days(text.dropFirst()) { return .afterToday(days) }
    if let days = days(Substring(text)) {
      if role == .end { return .afterStart(days) }
      throw ValueError("a length such as '\(text)' is for an end; write '+\(text)'")
    }
    throw mistake(in: text, role: role)
  }

  /// The day that is meant.
  package func day(today: CalendarDate) throws(ValueError) -> CalendarDate {
    let date: CalendarDate? =
      switch form {
      case .absolute(let date): date
      case .afterToday(let days), .afterStart(let days): today.adding(days: days)
      case .next(let weekday): today.nextDay(weekday)
      }
    guard let date else { throw ValueError("the date lies after 9999-12-31") }
    return date
  }

  /// The end of a trip that is meant: a weekday is the first one after the start.
  package func end(today: CalendarDate) throws(ValueError) -> TripDraft.End {
    switch form {
    case .afterStart(let days): .daysAfterStart(days)
    case .next(let weekday): .next(weekday)
    case .absolute, .afterToday: .on(try day(today: today))
    }
  }

  /// `10d` and `2w` as days; nil for anything else. At most nine digits.
  private static func days(_ text: Substring) -> Int? {
    guard let unit = text.last, unit == "d" || unit == "w" else { return nil }
    let digits = text.dropLast()
    guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let count = Int(digits)
    else { return nil }
    return unit == "w" ? count * 7 : count
  }

  private static func mistake(in text: String, role: Role) -> ValueError {
    let looksLikeDate =
      text.utf8.count == 10
      && text.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    if looksLikeDate {
      return ValueError("the calendar has no such day")
    }
    let length = role == .end ? ", or a length such as 5d" : ""
    return ValueError("use YYYY-MM-DD, today, tomorrow, +10d, +2w or a weekday\(length)")
  }
}

extension CalendarDate {
  /// The first such weekday after this day.
  func nextDay(_ weekday: Weekday) -> CalendarDate? {
    let all = Weekday.allCases
    guard let wanted = all.firstIndex(of: weekday), let here = all.firstIndex(of: self.weekday)
    else { return nil }
    let distance = (wanted - here + 7) % 7
    return adding(days: distance == 0 ? 7 : distance)
  }
}
