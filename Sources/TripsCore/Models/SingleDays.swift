/// What single days of a business trip get instead of what the rule of its per diem gives them.
package struct SingleDays: Equatable, Sendable {
  package enum Meal: String, CaseIterable, Sendable {
    case breakfast, lunch, dinner
  }

  package struct Day: Equatable, Sendable {
    package var date: CalendarDate
    /// Digits in the currency of the per diem: `64.00`; nil for what the rule gives.
    package var amount: String?
    /// The meals that were provided, in the order of a day.
    package var meals: [Meal] = []
  }

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
    for element in elements {
      let day = try Day(element)
      guard self[day.date] == nil else {
        throw ValueError("'singleDays' has the day \(day.date) twice")
      }
      days.append(day)
    }
    days.sort { $0.date < $1.date }
  }

  package var isEmpty: Bool { days.isEmpty }

  /// The day, if it is not as the rule says. Setting nil, or a day without an amount and meals, removes it.
  package subscript(date: CalendarDate) -> Day? {
    get { days.first { $0.date == date } }
    set {
      days.removeAll { $0.date == date }
      guard let newValue, newValue.amount != nil || !newValue.meals.isEmpty else { return }
      days.append(newValue)
      days.sort { $0.date < $1.date }
    }
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

extension SingleDays.Day {
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

extension [UInt8] {
  mutating func append(json days: SingleDays) {
    self += days.text.utf8
  }
}
