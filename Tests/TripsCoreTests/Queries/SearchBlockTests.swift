import Testing

@testable import TripsCore

struct SearchBlockTests {
  @Test func returnsTheWrittenText() throws {
    var block = SearchBlock(number: 3)
    block.append(768, Array("rome\u{1}".utf8))
    block.append(770, [])
    block.append(1_023, Array("paris rome\u{1}".utf8))
    let bytes = block.bytes
    bytes.withUnsafeBytes { bytes in
      guard let stored = StoredSearchBlock(number: 3, bytes) else {
        Issue.record("it is no block")
        return
      }
      var texts: [Int64: String] = [:]
      for index in 0..<stored.count {
        texts[stored.id(index)] = String(decoding: stored.text(index), as: UTF8.self)
      }
      #expect(texts == [768: "rome\u{1}", 770: "", 1_023: "paris rome\u{1}"])
      for (wanted, ids) in [("rome", [768, 1_023]), ("paris", [1_023]), ("oslo", [Int64]())] {
        var found: [Int64] = []
        ByteSearch(wanted).map { stored.find([$0], into: &found) }
        #expect(found == ids)
      }
      #expect(stored.count == 3)
    }
  }

  @Test(arguments: [
    (Int64.min, -1 << 55), (-1, -1), (0, 0), (255, 0), (256, 1), (.max, 1 << 55 - 1),
  ])
  func putsEveryIDInABlock(id: Int64, number: Int64) {
    #expect(SearchBlock.number(of: id) == number)
    #expect(SearchBlock.ids(number).contains(id))
  }

  @Test func readsOverlongTextsFromTheRows() {
    var block = SearchBlock(number: 0, sizeLimit: 10)
    block.append(1, [UInt8](repeating: 65, count: 10))
    #expect(!block.bytes.isEmpty)
    block.append(2, [65])
    #expect(block.bytes.isEmpty)
    block.append(3, [])
    #expect(block.bytes.isEmpty)
    #expect([UInt8]().withUnsafeBytes { StoredSearchBlock(number: 0, $0) == nil })
  }
}
