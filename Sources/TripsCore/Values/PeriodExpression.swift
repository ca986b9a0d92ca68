/// A typed period: `2027`, `2027-03`, or a range of these or of dates such as `2027-02..2027-04` or
/// `2027-03-01..2027-03-15`.
package struct PeriodExpression: Hashable, Sendable, CustomStringConvertible {
  /// A year, a month or a day.
  private enum Part: Hashable {
    case days(ClosedRange<CalendarDate>)
    case day(DateExpression)
  }

  /// As it was typed.
  package let description: String
  private let first: Part
  private let last: Part

  package init(_ text: String) throws(ValueError) {
    description = text
    if let points = text.unicodeScalars.firstRange(of: "..".unicodeScalars) {
      first = try Self.part(String(text[..<points.lowerBound]))
      last = try Self.part(String(text[points.upperBound...]))
    } else {
      guard let days = try Self.yearOrMonth(text) else { throw Self.mistake(in: text) }
      (first, last) = (.days(days), .days(days))
    }
  }

  private static func part(_ text: String) throws(ValueError) -> Part {
    if let days = try yearOrMonth(text) { return .days(days) }
    return .day(try DateExpression(text))
  }

  /// Nil for text of another form.
  private static func yearOrMonth(
    _ text: String
  ) throws(ValueError) -> ClosedRange<CalendarDate>? {
    let parts = text.parts(separatedBy: "-")
    guard parts.allSatisfy(\.isDigits), parts.count <= 2 else { return nil }
    return parts.count == 1 ? try year(text) : try month(String(parts[0]), String(parts[1]))
  }

  /// The days of the period.
  package func days(today: CalendarDate) throws(ValueError) -> ClosedRange<CalendarDate> {
    let first = try Self.days(first, today).lowerBound
    let last = try Self.days(last, today).upperBound
    guard first <= last else { throw ValueError("it ends before it begins") }
    return first...last
  }

  private static func days(
    _ part: Part, _ today: CalendarDate
  ) throws(ValueError) -> ClosedRange<CalendarDate> {
    switch part {
    case .days(let days): return days
    case .day(let expression):
      let day = try expression.day(today: today)
      return day...day
    }
  }

  /// The days of a year written with four digits.
  package static func year(_ text: String) throws(ValueError) -> ClosedRange<CalendarDate> {
    guard text.isDigits, text.utf8.count == 4, let year = Int(text) else {
      throw ValueError("write a year with four digits, such as 2027")
    }
    guard let first = CalendarDate(year: year, month: 1, day: 1),
      let last = CalendarDate(year: year, month: 12, day: 31)
    else { throw ValueError("years range from 0001 to 9999") }
    return first...last
  }

  private static func month(
    _ year: String, _ month: String
  ) throws(ValueError) -> ClosedRange<CalendarDate> {
    let days = try self.year(year)
    guard let number = Int(month),
      let first = CalendarDate(year: days.lowerBound.components.year, month: number, day: 1),
      let last = first.adding(days: first.daysInMonth - 1)
    else { throw ValueError("the calendar has no such month") }
    guard month.utf8.count == 2 else { throw ValueError("write it as \(year)-0\(number)") }
    return first...last
  }

  private static func mistake(in text: String) -> ValueError {
    if let day = CalendarDate(text) { return ValueError("for one day write \(day)..\(day)") }
    return CalendarDate.mistake(in: text)
      ?? ValueError("use 2027, 2027-03, 2027-02..2027-04 or 2027-03-01..2027-03-15")
  }
}
