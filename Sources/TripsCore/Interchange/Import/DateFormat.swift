/// The date format of another program in the notation of strftime: `%d.%m.%Y`.
package struct DateFormat: Sendable, CustomStringConvertible {
  private enum Part: Equatable, Sendable {
    case year, shortYear, month, day, monthName
    case literal(Unicode.Scalar)
  }

  /// As it was typed.
  package let description: String
  private let parts: [Part]

  /// - Throws: `ValueError` if a day, month or year is missing or repeated.
  package init(_ text: String) throws(ValueError) {
    description = text
    var parts: [Part] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        parts.append(.literal(scalar))
        continue
      }
      switch rest.popFirst() {
      case "Y": parts.append(.year)
      case "y": parts.append(.shortYear)
      case "m": parts.append(.month)
      case "b", "B": parts.append(.monthName)
      case "d", "e": parts.append(.day)
      case "%": parts.append(.literal("%"))
      default: throw Self.mistake
      }
    }
    for field: [Part] in [[.year, .shortYear], [.month, .monthName], [.day]]
    where parts.count(where: field.contains) != 1 { throw Self.mistake }
    self.parts = parts
  }

  private static let mistake = ValueError(
    "use %d, %m (or %b for its name) and %Y (or %y for two digits), each once, such as %d.%m.%Y")

  /// A day in this format.
  var example: String {
    parts.map { part in
      switch part {
      case .literal(let scalar): String(scalar)
      case .year: "2026"
      case .shortYear: "26"
      case .month: "12"
      case .monthName: "Dec"
      case .day: "31"
      }
    }.joined()
  }

  /// The day; nil for any other text.
  func date(_ text: String) -> CalendarDate? {
    var rest = text.unicodeScalars[...]
    var (year, month, day): (Int?, Int?, Int?)
    for part in parts {
      switch part {
      case .literal(let scalar): guard rest.popFirst() == scalar else { return nil }
      case .year: year = Self.number(&rest, digits: 4...4)
      // Two-digit years as in POSIX: from 1969 to 2068.
      case .shortYear:
        year = Self.number(&rest, digits: 2...2).map { $0 < 69 ? 2000 + $0 : 1900 + $0 }
      case .month: month = Self.number(&rest, digits: 1...2)
      case .day: day = Self.number(&rest, digits: 1...2)
      case .monthName: month = Self.month(&rest)
      }
    }
    guard rest.isEmpty, let year, let month, let day else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  private static func number(
    _ rest: inout Substring.UnicodeScalarView, digits: ClosedRange<Int>
  ) -> Int? {
    let taken = rest.prefix { "0"..."9" ~= $0 }.prefix(digits.upperBound)
    guard taken.count >= digits.lowerBound else { return nil }
    rest = rest.dropFirst(taken.count)
    return Int(String(taken))
  }

  /// An English name, in full or its first three letters.
  private static func month(_ rest: inout Substring.UnicodeScalarView) -> Int? {
    let word = rest.prefix { $0.properties.isAlphabetic }
    rest = rest.dropFirst(word.count)
    return CalendarDate.month(named: String(word).lowercased())
  }
}
