/// How another program writes days: `%d.%m.%Y`, as strftime has it.
package struct DateFormat: Sendable, CustomStringConvertible {
  private enum Part: Equatable, Sendable {
    case year, month, day, monthName
    case literal(Character)
  }

  /// As it was typed.
  package let description: String
  private let parts: [Part]

  /// - Throws: `ValueError` where a day, a month or a year is missing or comes twice.
  package init(_ text: String) throws(ValueError) {
    description = text
    var parts: [Part] = []
    var rest = Substring(text)
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts.append(.literal(character))
        continue
      }
      switch rest.popFirst() {
      case "Y": parts.append(.year)
      case "m": parts.append(.month)
      case "b", "B": parts.append(.monthName)
      case "d", "e": parts.append(.day)
      case "%": parts.append(.literal("%"))
      default: throw Self.mistake
      }
    }
    for field: [Part] in [[.year], [.month, .monthName], [.day]]
    where parts.count(where: field.contains) != 1 { throw Self.mistake }
    self.parts = parts
  }

  private static let mistake = ValueError(
    "use %d, %m (or %b for its name) and %Y, each once, such as %d.%m.%Y")

  /// The day that a text means; nil for any other text.
  func date(_ text: String) -> CalendarDate? {
    var rest = Substring(text)
    var (year, month, day): (Int?, Int?, Int?)
    for part in parts {
      switch part {
      case .literal(let character): guard rest.popFirst() == character else { return nil }
      case .year: year = Self.number(&rest, digits: 4...4)
      case .month: month = Self.number(&rest, digits: 1...2)
      case .day: day = Self.number(&rest, digits: 1...2)
      case .monthName: month = Self.month(&rest)
      }
    }
    guard rest.isEmpty, let year, let month, let day else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  private static func number(_ rest: inout Substring, digits: ClosedRange<Int>) -> Int? {
    let taken = rest.prefix { $0.isASCII && $0.isNumber }.prefix(digits.upperBound)
    guard taken.count >= digits.lowerBound else { return nil }
    rest = rest.dropFirst(taken.count)
    return Int(taken)
  }

  /// An English name, whole or its first three letters.
  private static func month(_ rest: inout Substring) -> Int? {
    let word = rest.prefix(while: \.isLetter)
    rest = rest.dropFirst(word.count)
    return CalendarDate.month(named: word.lowercased())
  }
}
