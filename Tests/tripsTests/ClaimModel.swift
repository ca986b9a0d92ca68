import Chance
import TripsCore

/// A rule of a per diem, as the model of `ClaimYearTests` understands it.
struct ModelRule: Equatable {
  /// What the first and the last day get: a share, or cents; nil for the full amount.
  var edge: Part?
  var isOfNights = false
  /// What breakfast, lunch and dinner take off; empty if meals do not count.
  var meals: [Part] = []

  enum Part: Equatable {
    case percent(Int)
    case cents(Int)

    /// In hundredths of a cent.
    func of(_ full: Int) -> Int {
      switch self {
      case .percent(let share): full * share
      case .cents(let cents): cents * 100
      }
    }

    var text: String {
      switch self {
      case .percent(let share): "\(share)%"
      case .cents(let cents): ModelRule.amount(cents)
      }
    }

    var isAmount: Bool { if case .cents = self { true } else { false } }
  }

  static func amount(_ cents: Int) -> String {
    "\(cents / 100).\(String(100 + cents % 100).dropFirst())"
  }

  static func random(_ random: inout SplitMix) -> ModelRule {
    let edges: [Part?] = [nil, nil, .percent(50), .percent(75), .percent(33), .cents(1_250)]
    let meals: [[Part]] = [
      [], [.percent(20), .percent(40), .percent(40)], [.cents(0), .cents(1_500), .cents(1_500)],
    ]
    var rule = ModelRule(edge: edges[random.below(6)], meals: meals[random.below(3)])
    if rule.edge == nil { rule.isOfNights = random.below(3) == 0 }
    return rule
  }

  var text: String {
    let days = isOfNights ? "nights" : edge.map { "first-last:\($0.text)" } ?? "full"
    return meals.isEmpty
      ? days : "\(days),meals:" + meals.map(\.text).joined(separator: "/")
  }

  var hasAmount: Bool { ([edge].compactMap(\.self) + meals).contains(where: \.isAmount) }
}

/// A business trip of the model. Days are numbers, as in `CalendarDate.dayNumber`.
struct ModelTrip: Equatable {
  struct Single: Equatable {
    var cents: Int?
    var meals: Set<Int> = []
  }

  var name: String
  var start: Int
  var days: Int
  var cents: Int
  var currency: String
  var rule: ModelRule
  var singles: [Int: Single] = [:]

  var end: Int { start + days - 1 }
  var hasMeals: Bool { singles.values.contains { !$0.meals.isEmpty } }
  var hasOwnAmount: Bool { singles.values.contains { $0.cents != nil } }

  mutating func setSingle(_ day: Int, _ change: (inout Single) -> Void) {
    var single = singles[day] ?? Single()
    change(&single)
    singles[day] = single == Single() ? nil : single
  }

  mutating func move(by count: Int) {
    start += count
    shiftSingles(from: .min, by: count)
  }

  /// Inserts a free day before a day.
  mutating func insertDay(before day: Int) {
    days += 1
    shiftSingles(from: day, by: 1)
  }

  mutating func removeDay(before day: Int) {
    days -= 1
    singles[day - 1] = nil
    shiftSingles(from: day, by: -1)
  }

  private mutating func shiftSingles(from first: Int, by count: Int) {
    singles = Dictionary(
      uniqueKeysWithValues: singles.map { ($0.key < first ? $0.key : $0.key + count, $0.value) })
  }

  /// In cents.
  func amount(of day: Int) -> Int {
    let isEdge = day == start || day == end
    var exact = cents * 100
    if rule.isOfNights, day == end { exact = 0 }
    if isEdge, let edge = rule.edge { exact = edge.of(cents) }
    if let own = singles[day]?.cents { exact = own * 100 }
    for meal in singles[day]?.meals ?? [] where !rule.meals.isEmpty {
      exact -= rule.meals[meal].of(cents)
    }
    return exact <= 0 ? 0 : (exact + 50) / 100
  }
}

/// The sums of a claim: cents by trip, day and currency, without those that are 0.
struct ClaimSums: Equatable {
  struct Key: Hashable {
    var uid: String
    var date: String
    var currency: String
  }

  private(set) var cents: [Key: Int] = [:]

  init() {}

  /// The claim of trips, by uid, for the days of a period that have begun.
  init(_ trips: [String: ModelTrip], in period: ClosedRange<Int>, today: Int) {
    for (uid, trip) in trips {
      for day in trip.start...trip.end where period.contains(day) && day <= today {
        add(
          trip.amount(of: day),
          Key(uid: uid, date: CalendarDate.numbered(day), currency: trip.currency))
      }
    }
  }

  mutating func add(_ amount: Int, _ key: Key) {
    cents[key, default: 0] += amount
    if cents[key] == 0 { cents[key] = nil }
  }

  /// The first sums that differ from the expected ones, in words; empty if there are none.
  func differences(from expected: ClaimSums) -> String {
    let keys = Set(cents.keys).union(expected.cents.keys).filter { cents[$0] != expected.cents[$0] }
    return keys.prefix(3).map { key in
      "\(key.uid) \(key.date) \(key.currency): "
        + "\(cents[key] ?? 0), not \(expected.cents[key] ?? 0)"
    }.joined(separator: "; ")
  }

  /// Adds the rows of a claim with the columns uid, date, amount and currency among others.
  mutating func add(csv text: String) {
    let lines = text.unicodeScalars.drop { $0 == "\u{FEFF}" }
      .split { $0 == "\n" || $0 == "\r" }.map { String($0) }
    guard let header = lines.first else { return }
    let separator: Character = header.contains(";") ? ";" : ","
    let names = header.split(separator: separator).map(String.init)
    for line in lines.dropFirst() {
      let cells = line.split(separator: separator, omittingEmptySubsequences: false)
      var row: [String: String] = [:]
      for (name, cell) in zip(names, cells) { row[name] = String(cell) }
      let digits = (row["amount"] ?? "").filter { $0.isNumber || $0 == "-" }
      add(
        Int(digits) ?? .min,
        Key(
          uid: row["uid"] ?? "", date: row["date"] ?? "", currency: row["currency"] ?? ""))
    }
  }
}

extension CalendarDate {
  static func numbered(_ day: Int) -> String { CalendarDate(dayNumber: day)?.description ?? "" }
}
