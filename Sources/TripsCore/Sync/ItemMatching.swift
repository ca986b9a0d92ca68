/// Finds which item a line of an event's description means.
enum ItemMatching {
  /// The known item of each title, in the order of the titles; nil for a new one.
  ///
  /// First those of the same title, in their order, then those that the store calls so by now. Then, if
  /// `renames`, another title in the same place, after the same item, is that item renamed.
  ///
  /// - Parameter stored: the items as the store has them; they have the ids of those that are known.
  static func matches(
    _ titles: [String], among known: [RowFacts], stored: [RowFacts] = [], renames: Bool
  ) -> [Int?] {
    var result = [Int?](repeating: nil, count: titles.count)
    var left = Set(known.indices)
    var byTitle: [String: [Int]] = [:]
    for index in known.indices.reversed() { byTitle[known[index].title, default: []].append(index) }
    for (index, title) in titles.enumerated() {
      guard let match = byTitle[title]?.popLast() else { continue }
      result[index] = match
      left.remove(match)
    }
    let places = Dictionary(
      left.compactMap { index in known[index].id.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    byTitle = [:]
    for item in stored.reversed() {
      guard let index = item.id.flatMap({ places[$0] }) else { continue }
      byTitle[item.title, default: []].append(index)
    }
    for index in titles.indices where result[index] == nil {
      guard let match = byTitle[titles[index]]?.popLast() else { continue }
      result[index] = match
      left.remove(match)
    }
    guard renames, !left.isEmpty else { return result }
    // What the store calls a new item of its own is no other title of an old one.
    let ids = Set(known.compactMap(\.id))
    var added: [String: Int] = [:]
    for item in stored where item.id.map(ids.contains) != true {
      added[item.title, default: 0] += 1
    }
    var unknown = result.indices.filter { result[$0] == nil }
    unknown.removeAll { index in
      guard let count = added[titles[index]], count > 0 else { return false }
      added[titles[index]] = count - 1
      return true
    }
    for (titleIndex, knownIndex) in placed(result, Set(unknown), left, titles, known) {
      result[titleIndex] = knownIndex
    }
    return result
  }

  /// A list that somebody has written anew is not compared title by title.
  private static let mostPairs = 10_000

  /// Pairs what is left by the item before it.
  private static func placed(
    _ matches: [Int?], _ unknown: Set<Int>, _ left: Set<Int>, _ titles: [String],
    _ known: [RowFacts]
  ) -> [(title: Int, known: Int)] {
    var gaps: [Int: (titles: [Int], known: [Int])] = [:]
    var before = -1
    for (index, match) in matches.enumerated() {
      if let match { before = match }
      if unknown.contains(index) { gaps[before, default: ([], [])].titles.append(index) }
    }
    before = -1
    for index in known.indices {
      if !left.contains(index) {
        before = index
      } else {
        gaps[before, default: ([], [])].known.append(index)
      }
    }
    var pairs = gaps.values.flatMap { gap in
      gap.titles.count >= gap.known.count || gap.titles.count * gap.known.count > mostPairs
        ? Array(zip(gap.titles, gap.known)) : similar(gap, titles, known)
    }
    // The store's order is not the event's where somebody has put a line between others.
    let items = left.subtracting(pairs.map(\.1))
    let new = unknown.subtracting(pairs.map(\.0))
    if items.count == 1, new.count == 1 { pairs += zip(new, items) }
    return pairs.map { (title: $0.0, known: $0.1) }
  }

  /// Where a place has fewer titles than items: the ones that have most in common.
  private static func similar(
    _ gap: (titles: [Int], known: [Int]), _ titles: [String], _ known: [RowFacts]
  ) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var left = gap.known
    for title in gap.titles {
      let best = left.max {
        common(titles[title], known[$0].title) < common(titles[title], known[$1].title)
      }
      guard let best, common(titles[title], known[best].title) * 2 >= titles[title].count
      else { continue }
      pairs.append((title, best))
      left.removeAll { $0 == best }
    }
    if pairs.isEmpty, gap.titles.count == 1 || gap.known.count == 1, let title = gap.titles.first,
      let item = gap.known.first
    {
      return [(title, item)]
    }
    return pairs
  }

  /// How many characters two titles share at their beginnings and ends.
  private static func common(_ one: String, _ other: String) -> Int {
    let start = zip(one, other).prefix { $0 == $1 }.count
    let end = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
    return min(start + end, min(one.count, other.count))
  }
}
