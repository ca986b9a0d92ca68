import Testing

@testable import TripsCore

struct RenderedRowsTests {
  /// Keys that repeat, rows of all lengths, in memory and in a file.
  @Test(arguments: [false, true], [1, 1 << 20, Int.max])
  func sortsByKeyThenByInsertion(isReversed: Bool, memoryLimit: Int) throws {
    let rows = RenderedRows(isReversed: isReversed, memoryLimit: memoryLimit)
    var expected: [(key: UInt32, text: String)] = []
    for number in 0..<20_000 {
      let key = UInt32(number * 7_919 % 3_652 * 1_000)
      let length = number == 9_000 ? 2_000_000 : number % 400
      let text = "\(number) " + String(repeating: "x", count: length)
      expected.append((key, text))
      try rows.append(key: key) { $0 += text.utf8 }
    }
    // A stable sort: the standard library's sort is stable, but this is not documented.
    let places = expected.indices.sorted {
      (expected[$0].key, $0) < (expected[$1].key, $1)
    }
    let texts = (isReversed ? places.reversed() : places).map { expected[$0].text }
    var found: [String] = []
    try rows.withEach { found.append(String(decoding: $0, as: UTF8.self)) }
    #expect(rows.count == 20_000)
    #expect(found == texts)
  }

  @Test func yieldsNothingWithoutRows() throws {
    let rows = RenderedRows(memoryLimit: 1)
    var calls = 0
    try rows.withEach { _ in calls += 1 }
    #expect(calls == 0)
  }
}
