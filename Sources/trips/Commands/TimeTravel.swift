import TripsCore

/// The option that makes a reading command answer as the store was. A command that includes it does
/// nothing more: `Context.openStore` opens the store at that place.
enum TimeTravel {
  static let at = Option(
    "--at", "WHEN", completes: .date,
    "as the store was: after a transaction (its number or a token), at the end of a DATE, or at "
      + "'DATE HH:MM'"
  ) { try MomentExpression($0) }
}

/// A place in the history as a person types it: a token, the number of a transaction, a date, or
/// `2026-11-20 14:30`.
struct MomentExpression: Sendable {
  private enum Form {
    case token
    case transaction(Int64)
    /// Minutes after midnight: those of the whole day, or one.
    case time(DateExpression, minutes: Range<Int>)
  }

  /// As it was typed.
  let text: String
  private let form: Form

  /// - Parameter expectsToken: whether what is neither a number nor begins as a date does is a token,
  ///   so that a malformed one is told as such (exit code 6).
  init(_ text: String, expectsToken: Bool = false) throws {
    self.text = text
    form = try Self.form(text, expectsToken)
  }

  private static func form(_ text: String, _ expectsToken: Bool) throws -> Form {
    if text.begins(with: "h1.") { return .token }
    if text.isDigits {
      guard let number = Int64(text) else { throw ValueError("no transaction has such a number") }
      return .transaction(number)
    }
    let scalars = text.unicodeScalars
    if let colon = scalars.lastIndex(of: ":"), let blank = scalars.lastIndex(of: " "), blank < colon
    {
      let (hour, minute) = (
        text[scalars.index(after: blank)..<colon], text[scalars.index(after: colon)...]
      )
      guard let hours = twoDigits(hour, through: 23), let minutes = twoDigits(minute, through: 59)
      else { throw ValueError("a time is HH:MM, from 00:00 to 23:59") }
      let start = hours * 60 + minutes
      return .time(try DateExpression(String(text[..<blank])), minutes: start..<start + 1)
    }
    do {
      return .time(try DateExpression(text), minutes: 0..<24 * 60)
    } catch {
      let looksLikeDate = text.utf8.first.map { (43...57).contains($0) } ?? true
      if expectsToken, !looksLikeDate { return .token }
      throw ValueError("\(error), 'DATE HH:MM', the number of a transaction, or a token")
    }
  }

  private static func twoDigits(_ text: Substring, through last: Int) -> Int? {
    guard text.utf8.count == 2, text.isDigits else { return nil }
    return Int(text).flatMap { $0 <= last ? $0 : nil }
  }

  /// Whether it is a day, or a time of one, that has not come yet.
  func isAfterToday(in context: Context) throws -> Bool {
    switch form {
    case .token, .transaction: false
    case .time(let day, _): try day.day(today: context.today()) > context.today()
    }
  }

  /// Which end of a day is meant where nothing but the day is said.
  enum Edge { case beginning, end }

  /// The place that is meant: a minute counts to its end, a day from its beginning or to its end.
  func moment(_ edge: Edge = .end, in context: Context) throws -> HistoryMoment {
    switch form {
    case .token: return .token(try HistoryToken(text))
    case .transaction(let number): return .transaction(number)
    case .time(let expression, let minutes):
      let day = try expression.day(today: context.today())
      let minute = edge == .end ? minutes.upperBound : minutes.lowerBound
      return .before(
        timestamp: context.timeZone.timestamp(day, minute: minute), words: "'\(text)'")
    }
  }
}
