/// The amounts and meals of single days of a business trip that differ from the rule of its per
/// diem.
package struct SingleDays: Equatable, Sendable {
  package enum Meal: String, CaseIterable, Sendable {
    case breakfast, lunch, dinner

    /// Its index in the order of a day.
    var index: Int {
      switch self {
      case .breakfast: 0
      case .lunch: 1
      case .dinner: 2
      }
    }
  }

  package struct Day: Equatable, Sendable {
    package var date: CalendarDate
    /// Digits in the currency of the per diem: `64.00`; nil for the rule's amount.
    package var amount: String?
    /// The meals that were provided, in the order of a day.
    package var meals: [Meal] = []
  }

  /// The limit of days.
  static let maxCount = 10_000

  /// By date, each day once.
  package private(set) var days: [Day] = []

  package init() {}

  /// The value of a row. Text that another program stored in another form has no days.
  init(stored text: String) {
    self = (try? Self(text)) ?? Self()
  }

  /// Days from a JSON list of objects with `date`, `amount` and `meals`.
  ///
  /// - Throws: `ValueError`.
  init(_ text: String) throws(ValueError) {
    let value: JSONValue
    do {
      var reader = JSONReader(file: InputFile(bytes: text.utf8))
      value = try reader.value()
      if try reader.peekPastSpace() != nil { throw reader.problem("there is text after its end") }
    } catch {
      throw ValueError(
        "'singleDays' is invalid; \((error as? ImportProblem)?.reason ?? "\(error)")")
    }
    try self.init(value)
  }

  /// - Throws: `ValueError`.
  init(_ value: JSONValue) throws(ValueError) {
    guard case .array(let elements) = value else {
      throw ValueError("'singleDays' must be a list, not \(value.kind)")
    }
    for element in elements { days.append(try Day(element)) }
    days.sort { $0.date < $1.date }
    for (one, other) in zip(days, days.dropFirst()) where one.date == other.date {
      throw ValueError("'singleDays' has the day \(one.date) twice")
    }
    days.removeAll { $0.amount == nil && $0.meals.isEmpty }
  }

  package var isEmpty: Bool { days.isEmpty }

  var hasMeals: Bool { days.contains { !$0.meals.isEmpty } }

  /// The day, if it differs from the rule. Setting nil, or a day without an amount and meals,
  /// removes it.
  package subscript(date: CalendarDate) -> Day? {
    get {
      let index = index(of: date)
      return index < days.count && days[index].date == date ? days[index] : nil
    }
    set {
      let index = index(of: date)
      if index < days.count, days[index].date == date { days.remove(at: index) }
      guard let newValue, newValue.amount != nil || !newValue.meals.isEmpty else { return }
      days.insert(newValue, at: index)
    }
  }

  /// The index of the first day that is not earlier.
  private func index(of date: CalendarDate) -> Int {
    var range = days.indices
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range =
        days[middle].date < date
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// The stored form: the JSON list.
  package var text: String {
    var json = JSONWriter()
    json.array(days) { json, day in
      json.object { json in
        json.member("date", day.date.description)
        json.member("amount", day.amount)
        json.member("meals", day.meals.map(\.rawValue))
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension SingleDays {
  /// The days at other dates; nil removes a day.
  func moved(
    _ date: (CalendarDate) throws(TripsError) -> CalendarDate?
  ) throws(TripsError) -> SingleDays {
    var moved = SingleDays()
    for var day in days {
      guard let date = try date(day.date) else { continue }
      day.date = date
      moved.days.append(day)
    }
    return moved
  }

  /// The same days, with amounts that have all decimals of the currency.
  ///
  /// - Throws: `ValueError` for an amount that the currency does not allow.
  func inCurrency(_ currency: Currency) throws(ValueError) -> SingleDays {
    if days.count > Self.maxCount {
      throw ValueError("only \(Self.maxCount) days may be single days")
    }
    var result = self
    for index in days.indices {
      guard let units = try days[index].minorUnits(in: currency) else { continue }
      result.days[index].amount = Money.amount(units, exponent: currency.exponent)
    }
    return result
  }
}

extension SingleDays.Day {
  /// The amount of the day; nil for the rule's amount.
  func minorUnits(in currency: Currency) throws(ValueError) -> Int64? {
    guard let amount else { return nil }
    do {
      return try Money.minorUnits(amount, of: currency)
    } catch {
      throw ValueError("the amount '\(amount)' of \(date) is invalid: \(error)")
    }
  }

  fileprivate init(_ value: JSONValue) throws(ValueError) {
    guard case .object(let members) = value else {
      throw ValueError("an item of 'singleDays' must be an object, not \(value.kind)")
    }
    var date: CalendarDate?
    var amount: String?
    var meals: [SingleDays.Meal] = []
    for (key, value) in members {
      switch (key, value) {
      case ("date", .string(let text)): date = CalendarDate(text)
      case ("amount", .string(let text)), ("amount", .number(let text)):
        amount = try Self.digits(text)
      case ("amount", .null): amount = nil
      case ("meals", .array(let words)): meals = try Self.meals(words)
      case ("meals", .null): meals = []
      default: throw ValueError("'\(key)' of 'singleDays' is invalid")
      }
    }
    guard let date else { throw ValueError("a day of 'singleDays' has no date") }
    self.init(date: date, amount: amount, meals: meals)
  }

  private static func digits(_ text: String) throws(ValueError) -> String {
    let parts = text.parts(separatedBy: ".")
    let isNumber = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard isNumber, parts.count <= 2, text.utf8.count <= 30 else {
      throw ValueError("the amount '\(text)' of 'singleDays' is invalid")
    }
    return text
  }

  private static func meals(_ words: [JSONValue]) throws(ValueError) -> [SingleDays.Meal] {
    var found: Set<SingleDays.Meal> = []
    for word in words {
      guard case .string(let text) = word, let meal = SingleDays.Meal(rawValue: text) else {
        throw ValueError("a meal of 'singleDays' must be breakfast, lunch or dinner")
      }
      found.insert(meal)
    }
    return SingleDays.Meal.allCases.filter(found.contains)
  }
}

extension [SingleDays.Day] {
  /// Consecutive days of one value: an amount, meals, or both.
  var spans: [(days: ClosedRange<CalendarDate>, amount: String?, meals: [SingleDays.Meal])] {
    var spans: [(days: ClosedRange<CalendarDate>, amount: String?, meals: [SingleDays.Meal])] = []
    for day in self {
      if let last = spans.last, (last.amount, last.meals) == (day.amount, day.meals),
        last.days.upperBound.adding(days: 1) == day.date
      {
        spans[spans.count - 1].days = last.days.lowerBound...day.date
      } else {
        spans.append((day.date...day.date, day.amount, day.meals))
      }
    }
    return spans
  }
}

extension SingleDays {
  /// A stored value in words: `2026-09-02 breakfast, dinner; 2026-09-03..2026-09-04 64.00`. Text that
  /// another program stored in another form stays.
  static func words(of stored: String) -> String {
    guard let days = try? Self(stored) else { return stored }
    return days.days.spans.map { span in
      let (first, last) = (span.days.lowerBound, span.days.upperBound)
      let values = (span.amount.map { [$0] } ?? []) + span.meals.map(\.rawValue)
      return "\(first)\(first == last ? "" : "..\(last)") \(values.joined(separator: ", "))"
    }.joined(separator: "; ")
  }
}

extension [UInt8] {
  mutating func append(json days: SingleDays) {
    self += days.text.utf8
  }
}
