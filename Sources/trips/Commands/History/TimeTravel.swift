import TripsCore

/// The option for reading an earlier state of the store. Commands only declare it:
/// `Context.openStore` opens the store at that state.
enum TimeTravel {
  static let at = Option(
    "--at", "WHEN", completes: .date,
    "the store as it was at a DATE, time or transaction"
  ) { try MomentExpression($0) }
}

extension Context {
  /// The day that counts as today in a store: with `--at`, the day of that state.
  func today(in store: Store) throws -> CalendarDate {
    guard moment != nil else { return try today() }
    return try momentDay ?? store.timestampOfState().flatMap(timeZone.day) ?? today()
  }
}

/// A typed position in the history: a token, the number of a transaction, a date, or a time such as
/// `2026-11-20 14:30`, in every form that `history` prints.
struct MomentExpression: Sendable {
  private enum Form {
    case token
    case transaction(Int64)
    case time(DateExpression, Clock)
  }

  /// A whole day, or a minute, second or millisecond of it.
  private struct Clock {
    /// Since midnight.
    var milliseconds = 0..<24 * 60 * 60_000
    var isUTC = false
  }

  /// As it was typed.
  let text: String
  private let form: Form

  /// - Parameter expectsToken: whether text that is neither a number nor starts like a date is a
  ///   token, so that a malformed token exits with its own code (6).
  init(_ text: String, expectsToken: Bool = false) throws {
    self.text = text
    form = try Self.form(text, expectsToken)
  }

  private static func form(_ text: String, _ expectsToken: Bool) throws -> Form {
    if text.begins(with: "h1.") { return .token }
    if text.isDigits {
      guard let number = Int64(text) else {
        throw ValueError("there is no transaction with such a number")
      }
      return .transaction(number)
    }
    if let (day, time) = split(text) {
      guard let clock = clock(time) else {
        throw ValueError("a time is HH:MM or HH:MM:SS, from 00:00 to 23:59:59; a Z means UTC")
      }
      return .time(try DateExpression(String(day)), clock)
    }
    do {
      return .time(try DateExpression(text), Clock())
    } catch {
      let looksLikeDate = text.utf8.first.map { (43...57).contains($0) } ?? true
      if expectsToken, !looksLikeDate { return .token }
      throw ValueError("\(error), 'DATE HH:MM', the number of a transaction, or a token")
    }
  }

  /// The day and the time, separated by a space or a `T`; nil for text without a time.
  private static func split(_ text: String) -> (day: Substring, time: Substring)? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let separators = [UInt8(ascii: " "), UInt8(ascii: "T")]
    guard let end = text.utf8[..<colon].lastIndex(where: separators.contains) else { return nil }
    return (text[..<end], text[text.utf8.index(after: end)...])
  }

  /// Parses `14:30`, `14:30:05` or `14:30:05.123`, with or without a `Z`.
  private static func clock(_ text: Substring) -> Clock? {
    let isUTC = text.ends(with: "Z")
    let parts = (text.rest(before: "Z") ?? text).parts(separatedBy: ":")
    let seconds = parts.dropFirst(2).first?.parts(separatedBy: ".") ?? []
    let digits = parts.prefix(2) + seconds
    guard (2...3).contains(parts.count), seconds.count <= 2, digits.allSatisfy(\.isDigits),
      zip(digits, [2, 2, 2, 3]).allSatisfy({ $0.utf8.count == $1 })
    else { return nil }
    let numbers = digits.compactMap { Int($0) }
    guard numbers[0] < 24, numbers.dropFirst().prefix(2).allSatisfy({ $0 < 60 }) else { return nil }
    let units = [60 * 60_000, 60_000, 1_000, 1]
    let start = zip(numbers, units).reduce(0) { $0 + $1.0 * $1.1 }
    return Clock(milliseconds: start..<start + units[numbers.count - 1], isUTC: isUTC)
  }

  /// Whether it is a day, or a time on a day, in the future.
  func isAfterToday(in context: Context) throws -> Bool {
    switch form {
    case .token, .transaction: false
    case .time(let day, _): try self.day(day, in: context) > context.today()
    }
  }

  /// The day of a time; nil for a token and a transaction, whose time the store has.
  func day(in context: Context) throws -> CalendarDate? {
    if case .time(let day, _) = form { try self.day(day, in: context) } else { nil }
  }

  /// - Throws: `UsageError` for a day outside the calendar.
  private func day(_ day: DateExpression, in context: Context) throws -> CalendarDate {
    try UsageError.naming(text, of: "WHEN") { try day.day(today: context.today()) }
  }

  /// The beginning or the end of a day or time.
  enum Edge { case beginning, end }

  /// The position in the history: a day or time counts from its beginning or to its end.
  func moment(_ edge: Edge = .end, in context: Context) throws -> HistoryMoment {
    switch form {
    case .token: return .token(try HistoryToken(text))
    case .transaction(let number): return .transaction(number)
    case .time(let expression, let clock):
      let day = try day(expression, in: context)
      let range = clock.milliseconds
      return .before(
        timestamp: context.timeZone.timestamp(
          day, milliseconds: edge == .end ? range.upperBound : range.lowerBound,
          isUTC: clock.isUTC), words: "'\(text)'")
    }
  }
}
