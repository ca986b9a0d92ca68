import Chance
import Testing

@testable import TripsCore

/// Compares the byte search with a slow one, at every offset within its steps of sixteen.
struct ByteSearchTests {
  @Test func findsTextAtEveryOffset() throws {
    var random = SplitMix(state: 3)
    for _ in 0..<4_000 {
      // Three letters only, so that prefixes and suffixes match often.
      let wanted = (0...random.below(20)).map { _ in "abé".randomCharacter(&random) }
      let search = try #require(ByteSearch(String(wanted)))
      let text = (0..<random.below(140)).map { _ in "abé".randomCharacter(&random) }
      let bytes = Array(String(text).utf8)
      let start = random.below(bytes.count + 1)
      let found = bytes.withUnsafeBytes { search.offset(in: $0, from: start) }
      #expect(found == Self.offset(of: Array(String(wanted).utf8), in: bytes, from: start))
    }
  }

  private static func offset(of wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard start + wanted.count <= bytes.count else { return nil }
    return (start...bytes.count - wanted.count).first {
      bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }

  @Test func rejectsEmptyText() {
    #expect(ByteSearch("") == nil)
  }
}

extension String {
  fileprivate func randomCharacter(_ random: inout SplitMix) -> Character {
    self[index(startIndex, offsetBy: random.below(count))]
  }
}
