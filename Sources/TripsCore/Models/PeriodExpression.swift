/// A stretch of days as a person types it: `2027`, `2027-03`, or two dates with two points between
/// them, `2027-03-01..2027-03-15`.
package struct PeriodExpression: Hashable, Sendable, CustomStringConvertible {
  private enum Form: Hashable {
    case days(ClosedRange<CalendarDate>)
    case between(DateExpression, DateExpression)
  }

  /// As it was typed.
  package let description: String
  private let form: Form

  package init(_ text: String) throws(ValueError) {
    description = text
    if let points = text.unicodeScalars.firstRange(of: "..".unicodeScalars) {
      form = .between(
        try DateExpression(String(text[..<points.lowerBound])),
        try DateExpression(String(text[points.upperBound...])))
      return
    }
    let parts = text.parts(separatedBy: "-")
    guard parts.allSatisfy(\.isDigits), parts.count <= 2 else { throw Self.mistake(in: text) }
    form = .days(
      parts.count == 1 ? try Self.year(text) : try Self.month(String(parts[0]), String(parts[1])))
  }

  /// The days that are meant.
  package func days(today: CalendarDate) throws(ValueError) -> ClosedRange<CalendarDate> {
    switch form {
    case .days(let days): return days
    case .between(let first, let last):
      let (first, last) = (try first.day(today: today), try last.day(today: today))
      guard first <= last else { throw ValueError("it ends before it begins") }
      return first...last
    }
  }

  /// The days of a year that is written with four digits.
  package static func year(_ text: String) throws(ValueError) -> ClosedRange<CalendarDate> {
    guard text.isDigits, text.utf8.count == 4, let year = Int(text) else {
      throw ValueError("write a year with four digits, such as 2027")
    }
    guard let first = CalendarDate(year: year, month: 1, day: 1),
      let last = CalendarDate(year: year, month: 12, day: 31)
    else { throw ValueError("years are counted from 0001 to 9999") }
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
      ?? ValueError("use 2027, 2027-03 or two dates, 2027-03-01..2027-03-15")
  }
}
