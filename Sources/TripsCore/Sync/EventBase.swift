import Platform

/// What a device knew that wrote an event anew which was gone: of each fact a digest of its value at that
/// device's last sync, and one of the value that it wrote.
///
/// It may have been behind. Where another device, which knew a fact otherwise, finds the value that was
/// written then, nobody can tell which of them is the later: that is a conflict and no change.
struct EventBase {
  static let property = "X-TRIPS-BASE"

  fileprivate struct Value {
    let base: String
    let written: String
  }

  /// By column; those of items by their titles' digests.
  private var values: [String: Value] = [:]
  private var items: [String: Value] = [:]
  /// What was known of a stay where none was written.
  private var stay: String?

  /// - Parameter base: what the writer knew.
  init(writing facts: TripFacts, since base: TripFacts) {
    self.init(writing: facts.values, since: base.values)
    let known = Dictionary(
      base.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for item in base.items {
      items[Self.digest(item.title)] = Value(base: Self.digest(item.values), written: Self.none)
    }
    for item in facts.items {
      items[Self.digest(item.title)] = Value(
        base: Self.digest(item.id.flatMap { known[$0] }?.values),
        written: Self.digest(item.values))
    }
    if facts.stay == nil { stay = Self.digest(base.stay?.values) }
  }

  /// - Parameter row: the values of a stay.
  init(writing row: [String: String], since base: [String: String]) {
    for column in Fact.columns(of: row, base) {
      values[column] = Value(base: Self.digest(base[column]), written: Self.digest(row[column]))
    }
  }

  /// Nil where the event was not written anew, or has lost what was said of it.
  init?(_ file: EventFile) {
    guard let line = file.first(Self.property) else { return nil }
    for word in line.text.split(separator: " ") {
      let parts = word.split(separator: "=").map(String.init)
      let digests = parts.count == 2 ? parts[1].split(separator: ".").map(String.init) : []
      if digests.count == 2 {
        let value = Value(base: digests[0], written: digests[1])
        if parts[0].hasPrefix(Self.item) {
          items[String(parts[0].dropFirst(Self.item.count))] = value
        } else {
          values[parts[0]] = value
        }
      } else if digests.count == 1, parts[0] == Self.stay {
        stay = digests[0]
      }
    }
  }

  private static let item = "item:"
  private static let stay = "stay"
  private static let none = "-"

  /// The content line.
  var line: String {
    let words =
      values.map { "\($0)=\($1.base).\($1.written)" }
      + items.map { "\(Self.item)\($0)=\($1.base).\($1.written)" }
      + (stay.map { ["\(Self.stay)=\($0)"] } ?? [])
    return "\(Self.property):" + words.sorted().joined(separator: " ")
  }
}

// MARK: - Doubts

extension EventBase {
  /// The columns of a row of which the event says only what its writer believed.
  func doubts(of row: [String: String], base: [String: String]) -> Set<String> {
    Set(
      values.compactMap { column, value in
        value.isInDoubt(Self.digest(row[column]), base: Self.digest(base[column])) ? column : nil
      })
  }

  /// As `doubts(of:base:)`, of an item: all of its columns, or none.
  func doubts(of item: RowFacts, base: RowFacts) -> Set<String> {
    guard let value = items[Self.digest(item.title)],
      value.isInDoubt(Self.digest(item.values), base: Self.digest(base.values))
    else { return [] }
    return Set(item.values.keys)
  }

  /// Whether the event's writer knew of an item, so that it was removed where it is missing.
  func knows(_ item: RowFacts) -> Bool { items[Self.digest(item.title)] != nil }

  /// As `knows(_:)`, of a stay: whether the writer knew the same one.
  func knows(stay: RowFacts?) -> Bool { self.stay.map { $0 == Self.digest(stay?.values) } ?? true }

  /// Whether it says that none was written.
  var tellsOfStay: Bool { stay != nil }

  /// What remains of it where the event is made to say these facts by one who knows them.
  func updated(to facts: TripFacts) -> EventBase {
    var base = updated(to: facts.values)
    for item in facts.items {
      let title = Self.digest(item.title)
      let isSame = items[title]?.written == Self.digest(item.values)
      if !isSame { base.items[title] = Value(base: Self.none, written: Self.none) }
    }
    if facts.stay != nil { base.stay = nil }
    return base
  }

  /// As `updated(to:)`, of a stay.
  func updated(to row: [String: String]) -> EventBase {
    var base = self
    base.values = values.filter { Self.digest(row[$0]) == $1.written }
    return base
  }

  /// Eight hexadecimal digits.
  static func digest(_ text: String?) -> String {
    guard let text else { return none }
    var hash = FNV1a()
    hash.add(text.utf8)
    let digits = String(hash.mixed >> 32, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  static func digest(_ row: [String: String]?) -> String {
    digest(
      row.map { row in row.sorted { $0.key < $1.key }.map { "\($0)\u{0}\($1)\u{0}" }.joined() })
  }
}

extension EventBase.Value {
  fileprivate func isInDoubt(_ value: String, base: String) -> Bool {
    value == written && base != self.base
  }
}
