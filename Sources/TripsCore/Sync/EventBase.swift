import Platform

/// Where the facts of an event come from that was written anew after it was gone, or an item after its
/// line was: of each fact the digests of the values that its writers knew and wrote.
///
/// Such a writer may have been behind. A device that knew another value than all of these cannot tell who
/// is the later: that is a conflict and no change (`TripFacts.doubtful`).
struct EventBase: Equatable {
  static let property = "X-TRIPS-BASE"

  /// By column of the trip, or of a stay in its own event.
  private var values: [String: Lineage] = [:]
  /// Of whole items, by the digests of their titles.
  private var items: [String: Lineage] = [:]
  /// Of the stay, as far as the event tells of it.
  private var stay: Lineage?
  /// Whether the event was written anew as a whole, so that its writer did not know what it does not tell of.
  private var isWhole = false
  /// Whether its writer had the trip from another folder: who has deleted it as it is may have done so since,
  /// and is asked.
  var isRelayed = false

  init() {}

  /// - Parameter base: what the writer of a new event knew.
  init(writing facts: TripFacts, since base: TripFacts) {
    self.init(writing: facts.values, since: base.values)
    // That there was none is known too.
    for (column, _, _) in EventProperty.others where values[column] == nil {
      values[column] = Lineage(of: nil as String?)
    }
    isWhole = true
    for item in base.items { items[Lineage.digest(item.title)] = Lineage(of: item.values) }
    let known = base.items.byID
    for item in facts.items { add(item, since: item.id.flatMap { known[$0] }) }
    stay = Lineage(of: base.stay?.values)
    stay = stay?.ending(with: facts.stay?.values)
  }

  /// - Parameter row: the values of a stay.
  init(writing row: [String: String], since base: [String: String]) {
    for column in Fact.columns(of: row, base) {
      values[column] = Lineage(of: base[column]).adding(row[column])
    }
  }

  /// Nil where the event tells nothing of it.
  init?(_ file: EventFile) {
    guard let line = file.first(Self.property) else { return nil }
    for word in line.text.split(separator: " ") {
      let parts = word.split(separator: "=").map(String.init)
      guard parts.count == 2 else {
        if word == Self.whole { isWhole = true }
        if word == Self.relay { isRelayed = true }
        continue
      }
      let lineage = Lineage(parts[1])
      if parts[0].hasPrefix(Self.item) {
        items[String(parts[0].dropFirst(Self.item.count))] = lineage
      } else if parts[0] == Self.stay {
        stay = lineage
      } else {
        values[parts[0]] = lineage
      }
    }
  }

  private static let item = "item:"
  private static let stay = "stay"
  private static let whole = "whole"
  private static let relay = "relayed"

  /// The content line; nil where there is nothing to tell.
  var line: String? {
    var words = values.map { "\($0)=\($1)" } + items.map { "\(Self.item)\($0)=\($1)" }
    if let stay { words.append("\(Self.stay)=\(stay)") }
    if isWhole { words.append(Self.whole) }
    if isRelayed { words.append(Self.relay) }
    return words.isEmpty ? nil : "\(Self.property):" + words.sorted().joined(separator: " ")
  }
}

// MARK: - Doubts

extension EventBase {
  /// The columns of a row of which the event says only what its writers believed.
  func doubts(base: [String: String]) -> Set<String> {
    Set(values.filter { !$1.holds(base[$0]) }.keys)
  }

  /// As `doubts(base:)`, of an item: all of its columns, or none.
  func doubts(of item: RowFacts, base: RowFacts) -> Set<String> {
    let lineage = items[Lineage.digest(item.title)] ?? items[Lineage.digest(base.title)]
    guard let lineage, !lineage.holds(base.values) else { return [] }
    return Set(item.values.keys).union(base.values.keys)
  }

  /// Whether an item is missing because somebody has removed it who knew it.
  func knows(_ item: RowFacts) -> Bool {
    guard let lineage = items[Lineage.digest(item.title)] else { return !isWhole }
    return lineage.holds(item.values)
  }

  /// Whether it tells where an item of this title comes from.
  func tells(of title: String) -> Bool { items[Lineage.digest(title)] != nil }

  /// Whether somebody has removed a stay who knew it.
  func hasRemoved(_ stay: RowFacts?) -> Bool {
    self.stay.map { $0.endsWithNone && $0.holds(stay?.values) } ?? false
  }

  /// As `knows(_:)`, of a stay.
  func knows(stay: RowFacts?) -> Bool { self.stay?.holds(stay?.values) ?? true }

  /// Says of an item where it comes from: of what it is, and what it was known to be before.
  ///
  /// - Parameter former: the same item under whatever titles; what comes last is the latest.
  mutating func add(_ item: RowFacts, since former: RowFacts?...) {
    add(item, titles: former.compactMap { $0?.title }, former.compactMap(\.self))
  }

  private mutating func add(_ item: RowFacts, titles: [String], _ former: [RowFacts]) {
    let titles = ([item.title] + titles).map(Lineage.digest)
    let lineage = titles.compactMap { items[$0] }.first ?? Lineage()
    items[titles[0]] = (former + [item]).reduce(lineage) { $0.adding($1.values) }
  }

  /// As it is to be where the event says these facts.
  ///
  /// - Parameters:
  ///   - read: what the event says by now.
  ///   - base: what the writer knew.
  ///   - isDecided: whether it was said that this counts for less, or for more, than what is in doubt.
  ///   - removesStay: whether the writer takes the stay away, which others may have done before.
  func updated(
    to facts: TripFacts, over read: TripFacts, since base: TripFacts?, isDecided: Bool,
    removesStay: Bool
  ) -> EventBase {
    var new = self
    for row in [isDecided ? base : nil, read, facts].compactMap({ $0?.values }) {
      new = new.updated(to: row)
    }
    let known = (base?.items ?? []).byID
    let present = read.items.byID
    for item in facts.items {
      let (old, now) = (item.id.flatMap { known[$0] }, item.id.flatMap { present[$0] })
      let titles = [now, old].compactMap { $0?.title }
      let isTold = isWhole || (titles + [item.title]).contains { items[Lineage.digest($0)] != nil }
      let former = [isDecided ? old : nil, now].compactMap(\.self)
      if isTold { new.add(item, titles: titles, former) }
    }
    if isDecided, let known = base?.stay { new.stay = new.stay?.adding(known.values) }
    if facts.stay != nil || removesStay { new.stay = new.stay?.ending(with: facts.stay?.values) }
    return new
  }

  /// As `updated(to:over:since:isDecided:removesStay:)`, with the values of one row.
  func updated(to row: [String: String]) -> EventBase {
    var new = self
    for column in values.keys { new.values[column] = new.values[column]?.adding(row[column]) }
    return new
  }
}

/// Digests of the values that a fact has had, of which each writer knew the one before.
struct Lineage: Equatable, CustomStringConvertible {
  private static let most = 24
  private static let none = "-"

  private var digests: [String] = []

  init() {}

  init(_ text: String) { digests = text.uppercased().split(separator: ".").map(String.init) }

  init(of fact: (some DigestedFact)?) { digests = [Self.digest(fact)] }

  var description: String { digests.joined(separator: ".") }

  func holds(_ fact: (some DigestedFact)?) -> Bool { digests.contains(Self.digest(fact)) }

  /// Whether the latest one is none.
  var endsWithNone: Bool { digests.last == Self.none }

  func adding(_ fact: (some DigestedFact)?) -> Lineage {
    let digest = Self.digest(fact)
    if digests.contains(digest) { return self }
    var new = self
    new.digests = (digests + [digest]).suffix(Self.most)
    return new
  }

  /// As `adding`, with the fact as the latest one if it was there before, too.
  func ending(with fact: (some DigestedFact)?) -> Lineage {
    var new = self
    new.digests.removeAll { $0 == Self.digest(fact) }
    return new.adding(fact)
  }

  /// Eight hexadecimal digits; `-` for none.
  static func digest(_ fact: (some DigestedFact)?) -> String {
    guard let fact else { return none }
    var hash = FNV1a()
    hash.add(fact.digestedText.utf8)
    let digits = String(hash.mixed >> 32, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// A value, or the values of a whole row.
protocol DigestedFact {
  var digestedText: String { get }
}

extension String: DigestedFact {
  var digestedText: String { self }
}

extension [String: String]: DigestedFact {
  var digestedText: String {
    sorted { $0.key < $1.key }.map { "\($0)\u{0}\($1)\u{0}" }.joined()
  }
}
