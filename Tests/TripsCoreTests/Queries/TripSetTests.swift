import Testing

@testable import TripsCore

struct TripSetTests {
  @Test func isTheSetOfItsIDs() {
    var random = SplitMix(state: 8)
    var set = TripSet([.min, .max, -1, 0])
    var expected: Set<Int64> = [.min, .max, -1, 0]
    for _ in 0..<3_000 {
      let id = Int64(random.below(2_000)) - 1_000
      #expect(set.contains(id) == expected.contains(id))
      if random.below(3) == 0 {
        set.remove(id)
        expected.remove(id)
      } else {
        set.insert(id)
        expected.insert(id)
      }
    }
    #expect(set.ids == expected.sorted())
    #expect(set.count == expected.count)
  }
}
