/// Finds which item a line of an event's description means.
enum ItemMatching {
  /// The known item of each title, in the order of the titles; nil for a new one.
  ///
  /// First those of the same title, in their order, then those that the store calls so by now. Then, if
  /// `renames`, another title in the same place, after the same item, is that item renamed.
  ///
  /// - Parameters:
  ///   - stored: the items as the store has them; they have the ids of those that are known.
  ///   - gone: of the known ones those that no new title renames, for it is known that they were removed.
  ///   - former: the digests of the titles that one had before, as far as the event knows them.
  ///   - isPlaced: whether a title stands where the event's writer put it, which had the known order.
  static func matches(
    _ titles: [String], among known: [RowFacts], stored: [RowFacts] = [],
    gone: (RowFacts) -> Bool = { _ in false }, former: [String: [String]] = [:],
    isPlaced: (String) -> Bool = { _ in false }, renames: Bool
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
    for index in titles.indices where result[index] == nil {
      guard let digests = former[titles[index]], !digests.isEmpty,
        let match = left.sorted().first(where: {
          digests.contains(Lineage.digest(known[$0].title))
        })
      else { continue }
      result[index] = match
      left.remove(match)
    }
    let isGone = Set(left.filter { gone(known[$0]) })
    left.subtract(isGone)
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
    var pairs = placed(result, Set(unknown), left, isGone, titles, known)
    // The known order is not the event's where somebody has put a line between others.
    let items = left.subtracting(pairs.map(\.known))
    let new = Set(unknown).subtracting(pairs.map(\.title))
    if items.count == 1, new.count == 1, let title = new.first, let item = items.first {
      let isElsewhere = result[..<title].last { $0 != nil }?.map { isPlaced(known[$0].title) }
      if isElsewhere != true || areSimilar(titles[title], known[item].title) {
        pairs.append((title, item))
      }
    }
    for pair in pairs { result[pair.title] = pair.known }
    return result
  }

  /// A list that somebody has written anew is not compared title by title.
  private static let mostPairs = 10_000

  /// Pairs what is left by the item before it.
  private static func placed(
    _ matches: [Int?], _ unknown: Set<Int>, _ left: Set<Int>, _ gone: Set<Int>,
    _ titles: [String], _ known: [RowFacts]
  ) -> [(title: Int, known: Int)] {
    var gaps: [Int: (titles: [Int], known: [Int])] = [:]
    var before = -1
    for (index, match) in matches.enumerated() {
      if let match { before = match }
      if unknown.contains(index) { gaps[before, default: ([], [])].titles.append(index) }
    }
    before = -1
    for index in known.indices where !gone.contains(index) {
      if !left.contains(index) {
        before = index
      } else {
        gaps[before, default: ([], [])].known.append(index)
      }
    }
    return gaps.values.flatMap { gap in
      gap.titles.count == gap.known.count || gap.titles.count * gap.known.count > mostPairs
        ? Array(zip(gap.titles, gap.known)) : similar(gap, titles, known)
    }.map { (title: $0.0, known: $0.1) }
  }

  /// Where a place has more titles than items, or fewer: those that have most in common.
  private static func similar(
    _ gap: (titles: [Int], known: [Int]), _ titles: [String], _ known: [RowFacts]
  ) -> [(Int, Int)] {
    var candidates: [(title: Int, item: Int, common: Int)] = []
    for title in gap.titles {
      for item in gap.known where areSimilar(titles[title], known[item].title) {
        candidates.append((title, item, common(titles[title], known[item].title)))
      }
    }
    var pairs: [(Int, Int)] = []
    for (title, item, _) in candidates.sorted(by: { $0.common > $1.common })
    where !pairs.contains(where: { $0 == title || $1 == item }) {
      pairs.append((title, item))
    }
    // Of many titles the others go to the other items as they stand; one of few may be no one's.
    guard pairs.isEmpty || gap.titles.count > gap.known.count else { return pairs }
    let titles = gap.titles.filter { title in !pairs.contains { $0.0 == title } }
    let items = gap.known.filter { item in !pairs.contains { $0.1 == item } }
    let isOne = gap.titles.count == 1 || gap.known.count == 1
    return isOne || titles.count > items.count ? pairs + zip(titles, items) : pairs
  }

  static func areSimilar(_ one: String, _ other: String) -> Bool {
    common(one, other) * 3 >= min(one.count, other.count) * 2
  }

  /// How many characters two titles share at their beginnings and ends.
  private static func common(_ one: String, _ other: String) -> Int {
    let start = zip(one, other).prefix { $0 == $1 }.count
    let end = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
    return min(start + end, min(one.count, other.count))
  }
}
