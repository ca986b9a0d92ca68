/// Suggests the intended word for a mistyped one. A suggestion is never run.
enum Suggestion {
  /// The only candidate that begins with the word, otherwise the one with the fewest typing errors.
  /// Longer words may have more errors, and a very short word must have a single closest candidate.
  static func closest(to word: String, among candidates: [String]) -> String? {
    let lowered = word.lowercased()
    if let begun = only(beginning: lowered, of: candidates) { return begun }
    let ranked = candidates.map { ($0, mistakes(Array(lowered), Array($0.lowercased()))) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
    let bare = Self.bare(lowered)
    let allowed = bare.count <= 4 ? 1 : bare.count <= 7 ? 2 : 3
    // 'V9' is equally close to every schema version.
    if bare.count <= 2, ranked.count(where: { $0.1 == best.1 }) > 1 { return nil }
    return best.1 <= allowed && best.1 < bare.count ? best.0 : nil
  }

  /// Ignores dashes, so that `-V` suggests `--version`.
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

  /// The number of insertions, deletions, substitutions and transpositions between two words
  /// (optimal string alignment, Damerau and Levenshtein).
  static func mistakes(_ one: [Character], _ other: [Character]) -> Int {
    // Skip words of a thousand letters, which are not typing errors and would take a million steps.
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
