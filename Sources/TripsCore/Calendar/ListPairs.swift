/// Matches the lines of two lists.
///
/// Equal lines match, wherever they are. Between those that kept their order, removed and added
/// lines are paired in order, as renames. The others were removed or added.
struct ListPairs {
  /// For each new line, the index of its old one; nil for an added line.
  private(set) var old: [Int?]

  init(_ before: [String], _ after: [String]) {
    old = Self.equal(before, after)
    var taken = Set(old.compactMap(\.self))
    let anchors = Self.longestRun(old)
    var (oldStart, newStart) = (0, 0)
    for anchor in anchors + [after.count] {
      let oldEnd = anchor < after.count ? old[anchor] ?? before.count : before.count
      let gone = (oldStart..<max(oldStart, oldEnd)).filter { !taken.contains($0) }
      let came = (newStart..<anchor).filter { old[$0] == nil }
      for (place, line) in zip(gone, came) {
        old[line] = place
        taken.insert(place)
      }
      (oldStart, newStart) = (oldEnd + 1, anchor + 1)
    }
  }

  /// Of equal lines, the first matches the first, the second the second.
  private static func equal(_ before: [String], _ after: [String]) -> [Int?] {
    var places: [String: [Int]] = [:]
    for place in before.indices.reversed() { places[before[place], default: []].append(place) }
    return after.map { places[$0]?.popLast() }
  }

  /// The new lines of a longest run with ascending old indices.
  private static func longestRun(_ old: [Int?]) -> [Int] {
    // The last line of the best run of each length, and the line before each line in its run.
    var last: [Int] = []
    var before = [Int](repeating: -1, count: old.count)
    for line in old.indices {
      guard let place = old[line] else { continue }
      var (low, high) = (0, last.count)
      while low < high {
        let middle = (low + high) / 2
        if old[last[middle]] ?? 0 < place { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[line] = last[low - 1] }
      if low < last.count { last[low] = line } else { last.append(line) }
    }
    var run: [Int] = []
    var line = last.last ?? -1
    while line >= 0 {
      run.append(line)
      line = before[line]
    }
    return run.reversed()
  }
}
