import Platform
import Testing

@testable import TripsCore
@testable import trips

/// Compares functions on bytes with functions on strings.
struct ByteTextTests {
  static let texts: [String] = [
    "", "Paris", "Łódź", "東京 ｶﾞ", "á", "a\u{301}", "e\u{1B}[31m", "\u{7F}", "\u{85}", "\u{AD}",
    "\u{A0}",
    "\u{61C}", "\u{34F}", "\u{115F}", "\u{200B}", "\u{2028}", "\u{202E}", "\u{3164}", "\u{FEFF}",
    "👨‍👩‍👧", "👍🏽",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "می‌خواهم", "한글 ｱ", "\u{FFFD}", "\u{10FFFF}", "ｘ" + String(repeating: "y", count: 130),
    String(repeating: "é", count: 100),
  ]

  @Test(arguments: texts) func showsBytesAsStrings(text: String) {
    let visible = SafeText.visible(text)
    Array(text.utf8).withUnsafeBytes { bytes in
      var output: [UInt8] = []
      SafeText.appendVisible(bytes, to: &output)
      #expect(String(decoding: output, as: UTF8.self) == visible)
    }
  }

  @Test func countsASCIIBytesFromEveryOffset() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<20 {
        var bytes = [UInt8](repeating: UInt8(ascii: "~"), count: 20)
        bytes[place] = byte
        let isPrintable = (0x20...0x7E).contains(byte)
        let prefix = bytes.withUnsafeBytes { $0.endOfPrintableASCII() }
        #expect(prefix == (isPrintable ? 20 : place))
      }
    }
  }

  @Test func readsEveryScalar() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = UTF8.encode(scalar).map(Array.init) ?? []
      let found = bytes.withUnsafeBytes { $0.scalar(at: 0) }
      if found?.scalar != scalar || found?.length != bytes.count {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xE2, 0x82], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xFF],
    ] as [[UInt8]])
  func refusesBytesThatAreNotUTF8(bytes: [UInt8]) {
    #expect(bytes.withUnsafeBytes { $0.scalar(at: 0) } == nil)
    bytes.withUnsafeBytes {
      var output: [UInt8] = []
      SafeText.appendVisible($0, to: &output)
      #expect(String(decoding: output, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
    }
  }
}
