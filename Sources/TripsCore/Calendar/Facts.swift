import Platform
internal import SQLite

/// Values of a row as text, by fact, in the form of events.
///
/// A fact is a column, or an amount together with its currency. Empty text is NULL; a missing entry
/// is not stated.
typealias Facts = [String: String]

/// A trip with its items and stays, from a store or from its events.
struct TripFacts: Equatable {
  var values: Facts
  var items: [RowFacts] = []
  var stays: [RowFacts] = []

  /// The items without a date, which are lines of the trip's event.
  var listed: [RowFacts] { items.filter { !$0.isDated } }

  /// The rows with events of their own: the stays, and the items with a date.
  var parts: [TripPart] {
    stays.map { TripPart(kind: .stay, row: $0) }
      + items.filter(\.isDated).map { TripPart(kind: .item, row: $0) }
  }

  var name: String { values["name"] ?? "" }
  var type: TripType { values["type"].flatMap(TripType.init) ?? .plain }
  var notes: String { values["notes"] ?? "" }
  var startDate: CalendarDate? { values["startDate"].flatMap { CalendarDate($0) } }
  var endDate: CalendarDate? { values["endDate"].flatMap { CalendarDate($0) } }

  /// The facts that only another kind of trip can have.
  var factsOfAnotherKind: [String] {
    TripColumn.stated.filter { column in
      column.declaration.type ?? type != type && values[column.fact]?.isEmpty == false
    }.map(\.fact)
  }

  /// The formula of its per diem; nil without one.
  var estimate: String? {
    guard let perdiem = values["perdiem"].flatMap(Fact.money), let startDate, let endDate,
      endDate >= startDate
    else { return nil }
    let rule = values["perdiemRule"].flatMap { try? PerDiemRule($0, currency: perdiem.currency) }
    let days = startDate.days(until: endDate) + 1
    return PerDiemEstimate(perdiem: perdiem, rule: rule ?? .full, days: days).formula
  }
}

/// A row that belongs to a trip: an item or a stay.
struct RowFacts: Equatable, Codable {
  /// Its uid, nil if it has none yet: the UID of its event, or the `X-ID` of an item without one.
  var key: String?
  /// Its row in the store; nil if it has none yet.
  var row: Int64?
  var values: Facts

  /// For an item.
  var title: String { values["title"] ?? "" }
  var isDone: Bool { values["isDone"] == Fact.yes }
  var isDated: Bool { values["date"].flatMap { CalendarDate($0) } != nil }
}

/// A row of a trip that has an event of its own.
struct TripPart: Equatable {
  let kind: StatedEvent.Kind
  let row: RowFacts
}

/// How values are written as facts.
enum Fact {
  static let yes = "1"
  static let no = "0"

  /// `120.50 EUR`; nil for anything else.
  static func money(_ text: String) -> Money? {
    guard text.utf8.last.map({ (65...90).contains($0) }) == true else { return nil }
    return try? Money(text, defaultCurrency: .usd)
  }

  /// A normalised rule, independent of an amount's decimals; empty for the default.
  static func rule(_ text: String, perdiem: String?) -> String {
    let currency = perdiem.flatMap(money)?.currency ?? .unknown
    guard let rule = try? PerDiemRule(text, currency: currency) else { return text }
    return rule == .full ? "" : rule.shortText(exponent: currency.exponent)
  }

  /// The rule in stored form, with all decimals of its currency.
  static func storedRule(_ text: String, perdiem: String?) -> String {
    guard let currency = perdiem.flatMap(money)?.currency,
      let rule = try? PerDiemRule(text, currency: currency)
    else { return text }
    return rule.text(exponent: currency.exponent)
  }

  /// The UID in a line; a digest of one that no row can have.
  static func uid(_ line: ICSLine) -> String {
    guard line.value.utf8.count > StoredText.uid.limit else { return text(line.text, .uid) }
    var sum = FNV1a()
    sum.add(line.value.utf8)
    return sum.digits
  }

  /// Text in the form in which an event returns it. Other programs may store, and write, text that
  /// no command accepts.
  static func text(_ text: String, _ kind: StoredText) -> String {
    let isPlain = text.utf8.allSatisfy { byte in byte >= 0x20 && byte <= 0x7E }
    if isPlain, text.utf8.first != 0x20, text.utf8.last != 0x20 { return text }
    let mayChange = text.utf8.contains { (byte: UInt8) in
      byte < 0x20 || byte == 0x7F || byte == 0xC2
    }
    let text = mayChange ? ICSLine.text(of: ICSWriter.escaped(text)) : text
    return StoredText.formed(kind.allowsLineBreaks ? text : oneLine(text))
  }

  /// Other programs write names and addresses in several lines.
  static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { (0x09...0x0D).contains($0) }) else { return text }
    return text.unicodeScalars.split { (0x0A...0x0D).contains($0.value) }.map { line in
      String(String.UnicodeScalarView(line.map { $0 == "\t" ? " " : $0 }))
    }.joined(separator: ", ")
  }
}

extension StoredColumn {
  /// The columns of facts: not a row's identity, nor a currency, which belongs to its amount.
  static var stated: [Self] {
    allCases.filter { column in
      if case .identifier = column.declaration.content { return false }
      return column.name != "uid" && !column.declaration.isCurrency
    }
  }

  /// The facts of a row.
  static func facts(of row: [SQLiteValue]) -> Facts {
    var facts = Facts(minimumCapacity: row.count)
    for column in stated { facts[column.fact] = column.text(in: row) }
    if let rule = facts["perdiemRule"], !rule.isEmpty {
      facts["perdiemRule"] = Fact.rule(rule, perdiem: facts["perdiem"])
    }
    return facts
  }

  private func text(in row: [SQLiteValue]) -> String {
    switch row[Int(rawValue)] {
    case .integer where declaration.isAmount: return money(in: row)?.description ?? ""
    case .integer(let number): return String(number)
    case .text(let stored):
      let text = stored.streamSafe
      return declaration.text.map { Fact.text(text, $0) } ?? text
    case .real, .malformedText, .blob, .null: return ""
    }
  }
}

extension Trip {
  var facts: TripFacts {
    TripFacts(
      values: TripColumn.facts(of: values),
      items: bucketList.map { item in
        RowFacts(key: item.uid, row: item.id, values: ItemColumn.facts(of: item.values))
      },
      stays: livingAccommodations.map { stay in
        RowFacts(key: stay.uid, row: stay.id, values: StayColumn.facts(of: stay.values))
      })
  }
}

extension StatedRow {
  /// The values that an event states.
  init(_ facts: Facts, perdiem: String? = nil) throws(ValueError) {
    self.init()
    for column in Column.stated {
      guard var text = facts[column.fact] else { continue }
      if column.fact == "perdiemRule" {
        text = Fact.storedRule(text, perdiem: perdiem ?? facts["perdiem"])
      }
      if column.declaration.isFlag {
        set(column, text == Fact.yes)
      } else {
        try set(column, text: text, ImportOptions())
      }
    }
    // It includes a currency.
    if let resolved = try? resolved(over: nil) { self = resolved }
  }
}
