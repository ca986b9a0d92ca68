import Chance
import Testing

@testable import TripsCore

/// How the lines of a list are matched after an edit.
struct ListPairsTests {
  @Test(
    arguments: [
      ([], [], [], []),
      (["a", "b", "c"], ["a", "b", "c"], [0, 1, 2], []),
      // Order does not matter.
      (["a", "b", "c"], ["c", "a", "b"], [2, 0, 1], []),
      // Between unchanged lines, removed and added ones are paired in order.
      (["a", "b", "c"], ["a", "x", "c"], [0, 1, 2], []),
      (["a", "b", "c"], ["x", "b", "c"], [0, 1, 2], []),
      (["a", "b", "c"], ["a", "b", "x"], [0, 1, 2], []),
      (["a", "b", "c", "d"], ["a", "x", "y", "d"], [0, 1, 2, 3], []),
      (["a"], ["x"], [0], []),
      // The others were removed or added.
      (["a", "b", "c"], ["a", "c"], [0, 2], [1]),
      (["a", "b", "c"], ["a", "b", "c", "d"], [0, 1, 2, nil], []),
      (["a", "c"], ["a", "x", "y", "c"], [0, nil, nil, 1], []),
      (["a", "b", "c", "d"], ["a", "x", "d"], [0, 1, 3], [2]),
      (["a", "b"], ["a", "x", "y"], [0, 1, nil], []),
      ([], ["a"], [nil], []),
      (["a"], [], [], [0]),
      // A removed line is not paired with one added elsewhere.
      (["a", "b", "c"], ["b", "c", "x"], [1, 2, nil], [0]),
      // Equal titles are distinguished by their order.
      (["b", "b"], ["b", "b"], [0, 1], []),
      (["b", "b"], ["b"], [0], [1]),
      (["b"], ["b", "b"], [0, nil], []),
      // One title moved, another was renamed.
      (["a", "b", "c"], ["b", "a", "x"], [1, 0, 2], []),
    ] as [([String], [String], [Int?], [Int])])
  func pairsLines(_ before: [String], _ after: [String], _ old: [Int?], _ removed: [Int]) {
    let pairs = ListPairs(before, after)
    #expect(pairs.old == old)
    #expect(before.indices.filter { !pairs.old.contains($0) } == removed)
  }

  @Test func pairsEachLineOnceAtMost() {
    var random = SplitMix(state: 3)
    for _ in 0..<2_000 {
      let lists = (0..<2).map { _ in
        (0..<random.below(7)).map { _ in ["a", "b", "c", "d"][random.below(4)] }
      }
      let pairs = ListPairs(lists[0], lists[1])
      let places = pairs.old.compactMap(\.self)
      #expect(Set(places).count == places.count)
      #expect(places.allSatisfy(lists[0].indices.contains))
      // Equal titles are the same item, as long as there are enough.
      for title in Set(lists[0]).intersection(lists[1]) {
        let count = min(
          lists[0].count { $0 == title }, lists[1].count { $0 == title })
        let kept = zip(lists[1], pairs.old).count {
          $0 == title && $1.map { lists[0][$0] } == title
        }
        #expect(kept == count)
      }
    }
  }
}
