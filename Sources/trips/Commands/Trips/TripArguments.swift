import TripsCore

// Arguments that several commands share.

extension ArgumentDeclaration {
  static let trip = trips(.one)

  /// A trip or several, as `trips help values` explains.
  static func trips(_ arity: Arity) -> ArgumentDeclaration {
    ArgumentDeclaration("TRIP", arity, completes: .trip)
  }
}

extension ParsedArguments {
  /// The first argument as a reference to a trip.
  func tripReference() throws(UsageError) -> TripReference {
    try Self.tripReference(words[0])
  }

  static func tripReference(_ word: String) throws(UsageError) -> TripReference {
    if word.isEmpty { throw .invalidValue(word, of: "TRIP", reason: "use an id or a name") }
    return TripReference(word)
  }

  /// The value of the option that is set, among options that exclude each other; nil for none.
  func only<Value>(_ flags: [(any DeclaredOption, Value)]) throws(UsageError) -> Value? {
    let given = flags.filter { isSet($0.0.declaration) }
    if given.count > 1 { try refuse(given[0].0, with: given[1].0) }
    return given.first?.1
  }

  /// The values of the flags that are set.
  func all<Value>(_ flags: [(Flag, Value)]) -> [Value] {
    flags.filter { isSet($0.0) }.map(\.1)
  }
}

extension Option where Value == DateExpression {
  /// The day of this option's value.
  func day(_ expression: DateExpression, today: CalendarDate) throws -> CalendarDate {
    try UsageError.naming("\(expression)", of: declaration.name) {
      try expression.day(today: today)
    }
  }
}

extension Option where Value == PeriodExpression {
  /// The days of this option's value.
  func days(
    _ period: PeriodExpression, today: CalendarDate
  ) throws -> ClosedRange<CalendarDate> {
    try UsageError.naming("\(period)", of: declaration.name) { try period.days(today: today) }
  }
}

extension Option where Value == Int {
  /// An option whose value is a count.
  init(_ name: String, counting help: String) {
    self.init(name, "N", help) { text in
      guard text.isDigits, let count = Int(text) else {
        throw ValueError("use a whole number from 0")
      }
      return count
    }
  }
}

extension Context {
  /// Notes that a store named by the user does not exist; in a pipe, a missing default store is not
  /// mentioned.
  func noteMissing(_ store: Store) {
    guard store.isMissing else { return }
    if (try? StoreLocation(self))?.isExplicit == true {
      reporter.note("there is no store at '\(store.path)' yet; \(quoted("add")) creates one")
    } else if terminal.isOutput {
      reporter.note("there are no trips yet; 'trips add' adds one")
    }
  }

  /// A command for the same store: `'trips undo'`, `'trips --db other.db undo'`.
  func quoted(_ command: String) -> String { "'\(self.command(command))'" }

  /// The same without quotes.
  func command(_ command: String) -> String {
    guard let path = globals.databasePath else { return "trips \(command)" }
    return "trips --db \(ShellWords.word(path)) \(command)"
  }
}
