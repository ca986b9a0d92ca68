/// What a sync compares of a trip: the values of its row, of its items and of its stay, by the names
/// of their columns, each as the reading of an event would give it back. NULL has no entry.
struct TripFacts {
  var values: [String: String]
  var items: [RowFacts] = []
  var stay: RowFacts?
  /// Stays of the store beside that one, which another program wrote; none is in the calendar.
  var otherStays: [RowFacts] = []
  /// The columns of which an event says only what its last writer believed (`EventProperty.restored`,
  /// `EventBase`).
  var doubtful: Set<String> = []
  /// The items, by id, and whether the stay, that an event does not have because its writer did not know
  /// them (`EventBase`).
  var unknownItems: Set<Int64> = []
  var isStayUnknown = false

  /// The value of a column as it is stored and written into an event: an amount in a rule has all decimals
  /// of its currency there.
  func written(_ column: String) -> String? {
    guard column == "perdiemRule", let text = values[column],
      let currency = values[Fact.perdiem].flatMap(Fact.money)?.currency,
      let rule = try? PerDiemRule(text, currency: currency)
    else { return values[column] }
    return rule.text(exponent: currency.exponent)
  }

  var name: String { values["name"] ?? "" }
  var type: TripType { values["type"].flatMap(TripType.init) ?? .trip }

  var startDate: CalendarDate? { values["startDate"].flatMap { CalendarDate($0) } }
  var endDate: CalendarDate? { values["endDate"].flatMap { CalendarDate($0) } }

  /// Whether nothing differs but the ids and the order of items, which are not facts.
  func agrees(with other: TripFacts) -> Bool {
    hasSameEvent(as: other) && stay?.values == other.stay?.values
  }

  /// As `agrees`, without the stay.
  func hasSameEvent(as other: TripFacts) -> Bool {
    guard values == other.values, items.count == other.items.count else { return false }
    var counts: [[String: String]: Int] = [:]
    for item in items { counts[item.values, default: 0] += 1 }
    for item in other.items { counts[item.values, default: 0] -= 1 }
    return counts.values.allSatisfy { $0 == 0 }
  }

  /// With the rows that its items have in a trip that took the place of this one: those of their titles.
  func withItems(of other: TripFacts) -> TripFacts {
    var facts = self
    var left = other.items
    for index in items.indices {
      let place = left.firstIndex { $0.title == items[index].title }
      if let place { facts.items[index].id = left.remove(at: place).id }
    }
    return facts
  }

  /// The estimate of its per diem, as the event shows it.
  var estimate: String? {
    guard let perdiem = values[Fact.perdiem].flatMap(Fact.money), let startDate, let endDate
    else { return nil }
    let rule = values["perdiemRule"].flatMap { try? PerDiemRule($0, currency: perdiem.currency) }
    let days = startDate.days(until: endDate) + 1
    return PerDiemEstimate(perdiem: perdiem, rule: rule ?? .full, days: days).formula
  }
}

/// The values of an item or a stay.
struct RowFacts {
  /// The row in the store; of what was read from an event that of the row that is meant, if there is one.
  var id: Int64?
  var values: [String: String]
  /// As a trip's.
  var doubtful: Set<String> = []
  /// Whether an event has lost what it said of the item beside its title and box, or is in doubt of it.
  var isLost = false
  /// What an event said of where that came from (`EventProperty.restored`).
  var origin: String?
  /// The digests of the titles that an event says it had before.
  var formerTitles: [String] = []

  /// These facts where the event shows them or says them, else those of the same item elsewhere.
  func over(_ other: RowFacts) -> RowFacts {
    guard isLost, doubtful.isEmpty else { return self }
    var row = other
    row.values["isDone"] = values["isDone"]
    return row
  }

  var title: String { values["title"] ?? "" }
  var isDone: Bool { values["isDone"] == Fact.yes }
}

extension [RowFacts] {
  /// Those that have a row in the store.
  var byID: [Int64: RowFacts] {
    Dictionary(
      compactMap { row in row.id.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
  }
}

/// How values are written down where they are compared.
enum Fact {
  /// The amount and the currency of a per diem, which change together.
  static let perdiem = "perdiem"
  static let yes = "1"
  static let no = "0"

  private static let columns = (TripColumn.names + ItemColumn.names + StayColumn.names)
    .map { $0 == "perdiemMinor" ? perdiem : $0 }
    .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }

  /// The columns of two rows, in the order of their declaration.
  static func columns(of one: [String: String], _ other: [String: String]) -> [String] {
    columns.filter { one[$0] != nil || other[$0] != nil }
  }

  static func flag(_ isSet: Bool) -> String { isSet ? yes : no }

  /// A value of a column as a person reads it.
  static func shown(_ value: String?, of column: String) -> String? {
    HistoryEntity.flags.contains(column) ? value.map { $0 == yes ? "true" : "false" } : value
  }

  /// `120.50 EUR`; nil for anything else, such as one that a server has cut.
  static func money(_ text: String) -> Money? {
    guard text.utf8.last.map({ (65...90).contains($0) }) == true else { return nil }
    return try? Money(text, defaultCurrency: .usd)
  }

  /// The rule in its one form, whatever the currency of an amount in it; nil for the one that is meant
  /// where there is none.
  static func rule(_ text: String, perdiem: Money?) -> String? {
    let currency = perdiem?.currency ?? .unknown
    guard let rule = try? PerDiemRule(text, currency: currency) else { return text }
    return rule == .full ? nil : rule.shortText(exponent: currency.exponent)
  }

  /// The value of a text column as an event gives it back: another program may have stored what no
  /// command takes.
  static func text(_ text: String, of column: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) || $0 == 0x20 }
    if isPlain, text.utf8.first != 0x20, text.utf8.last != 0x20 { return text }
    guard let kind = HistoryEntity.texts[column] else { return text }
    // Where no control character stands an escaped text comes back as it was.
    let mayChange = text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
    var text = mayChange ? ICSLine.text(of: ICSWriter.escaped(text)) : text
    if !kind.allowsLineBreaks { text = oneLine(text) }
    return StoredText.formed(text)
  }

  /// Other programs write names and addresses in lines.
  static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { (0x09...0x0D).contains($0) }) else { return text }
    return text.split(whereSeparator: \.isNewline).joined(separator: ", ")
      .replacing("\t", with: " ")
  }
}
