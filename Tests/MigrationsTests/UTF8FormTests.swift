import Testing

@testable import Migrations

struct UTF8FormTests {
  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xE2, 0x82],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
      [0x61, 0xC3, 0x28],
    ] as [[UInt8]])
  func refusesBytesThatAreNotUTF8(bytes: [UInt8]) {
    let form = bytes.withUnsafeBytes { UTF8Form($0) }
    #expect(!form.isValid && !form.isKey)
    #expect(String(validating: bytes, as: UTF8.self) == nil)
  }

  /// Text reported as its own key must be one, for every scalar alone and after a letter.
  @Test func keysAreInNFCAndTrimmed() {
    var wrong: [String] = []
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in ["\(scalar)", "e\(scalar)o"] {
        let bytes = Array(text.utf8)
        let form = bytes.withUnsafeBytes { UTF8Form($0) }
        if !form.isValid || form.isKey && Array(NameKey.key(of: text).utf8) != bytes {
          wrong.append(String(value, radix: 16))
        }
        if value > 0x30000 { break }
      }
    }
    #expect(wrong == [])
  }

  @Test(arguments: [
    ("Paris", true), ("Łódź", true), ("東京", true), ("Москва", true), ("서울", true), ("", true),
    ("Cafe\u{301}", false), (" Paris", false), ("Paris\u{A0}", false), ("\u{212B}", false),
    ("\u{1100}\u{1161}", false),
  ])
  func recognizesCommonScripts(text: String, isKey: Bool) {
    #expect(Array(text.utf8).withUnsafeBytes { UTF8Form($0).isKey } == isKey)
  }
}
