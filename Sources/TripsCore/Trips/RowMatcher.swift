/// A trip, an item or a stay that typed words may identify.
package struct NamedRow: Hashable, Sendable {
  package let id: Int64
  /// Nil if it was compared before.
  var uid: String?
  package let name: String
  /// Its dates, which distinguish rows of one name; empty without any.
  var start = ""
  var end = ""

  /// `'Paris' (3, 2026-12-10 to 2026-12-15)`.
  package var description: String {
    Wording.row(name, id, end.isEmpty || start == end ? start : "\(start) to \(end)")
  }
}

/// The rows that words identify.
struct RowMatch {
  /// How the words match these rows; only the strongest kind of match counts.
  enum Rank: Int { case id, uid, exactName, name, foldedName, part }

  private(set) var rank: Rank?
  /// In the order in which they were compared.
  private(set) var rows: [NamedRow] = []

  /// - Parameter row: the versions of one row follow one another.
  fileprivate mutating func add(_ row: NamedRow, as rank: Rank) {
    let strongest = self.rank?.rawValue ?? .max
    if rank.rawValue < strongest { (self.rank, rows) = (rank, [row]) }
    if rank.rawValue == strongest, rows.last?.id != row.id { rows.append(row) }
  }
}

/// The one rule for which row is meant: an id, a uid, a name (exact, otherwise compared as a search
/// compares), or a part of a name. Digits are an id or a whole name.
enum RowMatcher {
  private enum Key: Hashable {
    case id(Int64)
    case uid(String)
    case name(String)
    case foldedName(String)
  }

  /// The rows that each of the words identifies.
  static func matches(_ words: [String], among rows: [NamedRow]) -> [RowMatch] {
    var matches = words.map { _ in RowMatch() }
    var wanted: [Key: [(index: Int, rank: RowMatch.Rank)]] = [:]
    for (index, word) in words.enumerated() {
      for (rank, key) in keys(word) { wanted[key, default: []].append((index, rank)) }
    }
    for row in rows {
      for key in keys(row) {
        for (index, rank) in wanted[key] ?? [] { matches[index].add(row, as: rank) }
      }
    }
    for index in words.indices where matches[index].rank == nil {
      let folded = SearchText.foldedName(words[index])
      guard !folded.isDigits, let text = ByteSearch(folded) else { continue }
      for row in rows where text.isIn(SearchText.folded(row.name)) {
        matches[index].add(row, as: .part)
      }
    }
    return matches
  }

  /// How words can match a row. Another program may have stored spaces around a name.
  private static func keys(_ word: String) -> [(RowMatch.Rank, Key)] {
    let name = StoredText.formed(word)
    return [
      identifier(name).map { (.id, .id($0)) }, (.uid, .uid(word)), (.exactName, .name(word)),
      (.name, .name(name)), foldedName(word).map { (.foldedName, $0) },
    ]
    .compactMap(\.self)
  }

  private static func keys(_ row: NamedRow) -> [Key] {
    [.id(row.id), row.uid.map { .uid($0) }, .name(row.name), foldedName(row.name)]
      .compactMap(\.self)
  }

  /// Nil for a name such as an accent alone, which a search finds nowhere.
  private static func foldedName(_ name: String) -> Key? {
    let folded = SearchText.foldedName(name)
    return folded.isEmpty ? nil : .foldedName(folded)
  }

  /// A row's id in ASCII digits, from 1 to 2^63−1; nil for anything else.
  static func identifier(_ words: String) -> Int64? {
    guard words.isDigits, let id = Int64(words), id > 0 else { return nil }
    return id
  }
}
