/// Finds which item a line of an event's description means.
enum ItemMatching {
  /// The known item of each title, in the order of the titles; nil for a new one.
  ///
  /// First those that are told: by the same title, in their order, by one that the store calls them by
  /// now, and by one that they had before. Then, if `renames`, another title in the same place, after the
  /// same item, is that item renamed.
  ///
  /// - Parameters:
  ///   - stored: the items as the store has them; they have the ids of those that are known.
  ///   - gone: of the known ones those that no new title renames, for it is known that they were removed.
  ///   - lines: what the event says of a title beside it, and of the titles that it had before.
  ///   - isPlaced: whether a title stands where the event's writer put it, which had the known order.
  static func matches(
    _ titles: [String], among known: [RowFacts], stored: [RowFacts] = [],
    gone: (RowFacts) -> Bool = { _ in false }, lines: [String: RowFacts] = [:],
    isPlaced: (String) -> Bool = { _ in false }, renames: Bool
  ) -> [Int?] {
    var result = ToldItems(titles, known, stored, lines).matches
    var left = Set(known.indices).subtracting(result.compactMap(\.self))
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

/// The items that an event tells of by their titles.
private struct ToldItems {
  private(set) var matches: [Int?] = []
  private let titles: [String]
  private let known: [RowFacts]
  private let stored: [RowFacts]
  private let lines: [String: RowFacts]
  private var left: Set<Int> = []

  init(
    _ titles: [String], _ known: [RowFacts], _ stored: [RowFacts], _ lines: [String: RowFacts]
  ) {
    (self.titles, self.known, self.stored, self.lines) = (titles, known, stored, lines)
    match()
    if !lines.values.contains(where: { !$0.formerTitles.isEmpty }) { return }
    // Where an item has got the title of another one, a device that is behind knows that one by it.
    for first in [indicesOfFormer, Array(titles.indices)] {
      var other = self
      other.match(byFormerFirst: first)
      if other.likelihood > likelihood { matches = other.matches }
    }
  }

  /// - Parameter first: the places of the titles that are found by the ones that their items had before,
  ///   sooner than by themselves.
  private mutating func match(byFormerFirst first: [Int] = []) {
    matches = Array(repeating: nil, count: titles.count)
    left = Set(known.indices)
    takeByFormer(first)
    take(by: known.map(\.title))
    let names = Dictionary(
      stored.compactMap { item in item.id.map { ($0, item.title) } },
      uniquingKeysWith: { first, _ in first })
    take(by: known.map { item in item.id.flatMap { names[$0] } })
    takeByFormer(Array(titles.indices))
  }

  /// The places of the titles beside which the event says what is said of an item that had another one, and
  /// of none that has this one.
  private var indicesOfFormer: [Int] {
    let places = Dictionary(grouping: known.indices) { Lineage.digest(known[$0].title) }
    return titles.indices.filter { index in
      guard let line = lines[titles[index]], !line.formerTitles.isEmpty else { return false }
      func isSaid(of digest: String) -> Bool {
        places[digest]?.contains { known[$0].unshown == line.unshown } ?? false
      }
      return !isSaid(of: Lineage.digest(titles[index])) && line.formerTitles.contains(where: isSaid)
    }
  }

  /// - Parameter names: what each known item is called.
  private mutating func take(by names: [String?]) {
    var places: [String: [Int]] = [:]
    for index in left.sorted(by: >) {
      if let name = names[index] { places[name, default: []].append(index) }
    }
    for index in titles.indices where matches[index] == nil {
      guard let match = places[titles[index]]?.popLast() else { continue }
      matches[index] = match
      left.remove(match)
    }
  }

  private mutating func takeByFormer(_ indices: [Int]) {
    let places = Dictionary(grouping: left.sorted()) { Lineage.digest(known[$0].title) }
    func found(_ index: Int) -> [Int] {
      let former = lines[titles[index]]?.formerTitles ?? []
      return former.compactMap { digest in places[digest]?.first { left.contains($0) } }
    }
    let open = indices.filter { matches[$0] == nil }.map { (index: $0, count: found($0).count) }
    // What can be one item alone is that one; another title may be of another one, too.
    for (index, _) in open.sorted(by: { ($0.count, $0.index) < ($1.count, $1.index) }) {
      guard let match = found(index).last else { continue }
      matches[index] = match
      left.remove(match)
    }
  }

  /// By how many items are told, how many titles are of known items and yet of none, how many of those told
  /// the store still has, and how many are as the event says.
  private var likelihood: (told: Int, strange: Int, present: Int, same: Int) {
    let ids = Set(stored.compactMap(\.id))
    let digests = Set(known.map { Lineage.digest($0.title) })
    let told = zip(titles, matches).compactMap { title, match in
      match.map { (known[$0], lines[title]) }
    }
    let strange = zip(titles, matches).count { title, match in
      match == nil && lines[title]?.formerTitles.contains(where: digests.contains) == true
    }
    return (
      told.count, -strange, told.count { item, _ in item.id.map(ids.contains) == true },
      told.count { item, line in line?.unshown == item.unshown }
    )
  }
}
