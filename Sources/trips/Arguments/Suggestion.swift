/// Finds the word that somebody meant. It is only ever suggested, never run.
enum Suggestion {
  /// The one candidate that begins with the word, else the one with the fewest typing mistakes, if
  /// they are few for the length of the word, and no other is as close to a very short one.
  static func closest(to word: String, among candidates: [String]) -> String? {
    let lowered = word.lowercased()
    if let begun = only(beginning: lowered, of: candidates) { return begun }
    let ranked = candidates.map { ($0, mistakes(Array(lowered), Array($0.lowercased()))) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
    let bare = Self.bare(lowered)
    let allowed = bare.count <= 4 ? 1 : bare.count <= 7 ? 2 : 3
    // 'V9' may be any of the schema's versions.
    if bare.count <= 2, ranked.count(where: { $0.1 == best.1 }) > 1 { return nil }
    return best.1 <= allowed && best.1 < bare.count ? best.0 : nil
  }

  /// Without the dashes: `-V` is meant to be `--version`.
  private static func only(beginning word: String, of candidates: [String]) -> String? {
    let bare = Self.bare(word)
    guard !bare.isEmpty else { return nil }
    let begun = Set(
      candidates.filter { Self.bare($0.lowercased()).begins(with: bare) })
    return begun.count == 1 ? begun.first : nil
  }

  private static func bare(_ word: String) -> Substring {
    Substring(word.unicodeScalars.drop { $0 == "-" })
  }

  /// Letters inserted, left out, exchanged or swapped with their neighbour (the optimal string
  /// alignment distance of Damerau and Levenshtein).
  static func mistakes(_ one: [Character], _ other: [Character]) -> Int {
    // Nobody mistypes a command of a thousand letters; the table would take a million steps.
    guard one.count <= 64, other.count <= 64 else { return .max }
    var rows = [Array(0...other.count)]
    for (row, letter) in one.enumerated() {
      var next = [row + 1]
      for (column, wanted) in other.enumerated() {
        let exchange = rows[row][column] + (letter == wanted ? 0 : 1)
        var least = min(rows[row][column + 1] + 1, next[column] + 1, exchange)
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == wanted {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[one.count][other.count]
  }
}
