import Chance
import Foundation
import Platform
import Testing

struct NFCTests {
  /// Cases of Unicode's NormalizationTest.txt that Foundation gets wrong on Linux, with neighbours
  /// that it gets right. Scalars are in hexadecimal, as in that file.
  @Test(arguments: [
    ("1100 AC00 11A8", "1100 AC01"), ("1100 AC00 11A8 11A8", "1100 AC01 11A8"),
    ("AC00 11A8", "AC01"), ("AC00 11C2", "AC1B"), ("AC1C 11A8", "AC1D"), ("D788 11A8", "D789"),
    ("AC00 11A7", "AC00 11A7"), ("AC00 11C3", "AC00 11C3"), ("AC01 11A8", "AC01 11A8"),
    ("1100 1161 11A7", "AC00 11A7"), ("1100 1161 11C3", "AC00 11C3"), ("1100 1176", "1100 1176"),
    ("1112 1176", "1112 1176"), ("1113 1161", "1113 1161"), ("1113 1175", "1113 1175"),
    ("1113 1176", "1113 1176"), ("1112 1175 11C2", "D7A3"), ("1100 0301 1161", "1100 0301 1161"),
    ("AC00 0301 11A8", "AC00 0301 11A8"), ("AC00 0301 0323 11A8", "AC00 0323 0301 11A8"),
    ("1160 11A8", "1160 11A8"), ("0061 1100 1161 0301 11A8", "0061 AC00 0301 11A8"),
    ("0301 0F73", "0F71 0F72 0301"), ("0301 0F75", "0F71 0F74 0301"),
    ("0301 0F81", "0F71 0F80 0301"), ("0CCA 0CD5", "0CCB"), ("0CC6 0CC2 0CD5", "0CCB"),
    ("0CCA 0CD5 0309", "0CCB 0309"), ("0F73 0F71 0F72", "0F71 0F71 0F72 0F72"),
    ("0344 0323", "0323 0308 0301"), ("0958 0301", "0915 093C 0301"), ("212A 0327", "0136"),
    ("2126", "03A9"), ("1E0B 0323", "1E0D 0307"), ("09C7 09BE", "09CB"),
    ("0061 0315 0300 05AE 0300 0062", "00E0 05AE 0300 0315 0062"), ("1B05 1B35", "1B06"),
    ("11131 11127", "1112E"),
  ])
  func composesAsInUnicodesTests(text: String, composed: String) {
    for padding in ["", "q", String(repeating: "\u{928}", count: 63)] {
      let padded = padding + string(text) + padding
      #expect(hexadecimal(padded.inNFC) == hexadecimal(padding + string(composed) + padding))
    }
  }

  /// Swift would compare and hash the text in quadratic time.
  @Test func interruptsLongRunsOfMarksInTextFromOutside() {
    let marks = String(repeating: "\u{301}\u{323}", count: 100_000)
    let text = String(streamSafe: Array("a\(marks)b".utf8))
    #expect(text.utf8.count == 2 + 400_000 + 2 * (200_000 / 30))
    #expect(String(validating: Array(text.utf8))?.utf8.elementsEqual(text.utf8) == true)
    #expect(Set([text, text + "c"]).count == 2)
    let allowed = "a\(marks.unicodeScalars.prefix(30))b\(marks.unicodeScalars.prefix(30))"
    #expect(String(streamSafe: Array(allowed.utf8)).utf8.elementsEqual(allowed.utf8))
    #expect(String(validating: [0x61, 0xFF]) == nil)
  }

  /// The letters of each syllable, and its first two followed by the third.
  @Test func joinsTheLettersOfEverySyllable() throws {
    for value in 0xAC00...0xD7A3 as ClosedRange<UInt32> {
      let syllable = String(try #require(Unicode.Scalar(value)))
      let letters = syllable.decomposedStringWithCanonicalMapping
      #expect(hexadecimal(letters.inNFC) == hexadecimal(syllable))
      let open = try #require(Unicode.Scalar(value - (value - 0xAC00) % 28))
      let final = letters.unicodeScalars.dropFirst(2)
      #expect(hexadecimal((String(open) + String(final)).inNFC) == hexadecimal(syllable))
    }
  }

  /// Random scalars of all kinds: text in NFC is unchanged, and other text keeps its meaning.
  @Test func isIdempotent() {
    var random = SplitMix(state: 20_261_124)
    let ranges: [ClosedRange<Int>] = [
      0x20...0x24F, 0x300...0x36F, 0x900...0xDFF, 0xF40...0xFBC, 0x1100...0x11FF, 0x1E00...0x1FFF,
      0x212A...0x212B, 0xAC00...0xAC1D, 0xFB1D...0xFB4F, 0x11100...0x11150, 0x1D15E...0x1D164,
    ]
    for _ in 0..<5_000 {
      var text = String.UnicodeScalarView()
      for _ in 0...random.below(40) {
        let range = ranges[random.below(ranges.count)]
        Unicode.Scalar(range.lowerBound + random.below(range.count)).map { text.append($0) }
      }
      guard let once = String(text).inNFC else { continue }
      #expect(hexadecimal(once.inNFC) == hexadecimal(once))
      #expect(hexadecimal(decomposed(once)) == hexadecimal(decomposed(String(text))))
    }
  }

  @Test(arguments: ["\u{301}", "\u{301}\u{323}", "\u{F73}", "\u{9C7}\u{9BE}", "\u{94D}"])
  func refusesALongRunOfMarks(marks: String) {
    let count = marks.unicodeScalars.count
    for letter in ["", "a", "\u{1100}", "\u{AC00}"] {
      #expect((letter + String(repeating: marks, count: 10) + "b").inNFC != nil)
      #expect((letter + String(repeating: marks, count: 30 / count + 1) + "b").inNFC == nil)
    }
  }

  /// NFC has more marks than the original, and would be refused the second time.
  @Test func countsTheMarksInNFC() {
    #expect(String(repeating: "\u{344}", count: 15).inNFC != nil)
    #expect(String(repeating: "\u{344}", count: 16).inNFC == nil)
  }

  /// Quadratic time would take minutes.
  @Test(arguments: ["e\u{301}", "\u{9A8}\u{9C7}\u{9BE}", "\u{1100}\u{1161}\u{11A8}", "Tiếng "])
  func normalizesLongText(unit: String) throws {
    let text = String(repeating: unit, count: 1_000_000)
    let composed = try #require(unit.inNFC)
    #expect(text.inNFC?.utf8.count == 1_000_000 * composed.utf8.count)
  }

  /// Twice: after other marks, Foundation sorts the parts of U+0F73 only once they are separate.
  private func decomposed(_ text: String) -> String {
    text.decomposedStringWithCanonicalMapping.decomposedStringWithCanonicalMapping
  }

  private func string(_ scalars: String) -> String {
    var text = String.UnicodeScalarView()
    for word in scalars.split(separator: " ") {
      UInt32(word, radix: 16).flatMap(Unicode.Scalar.init).map { text.append($0) }
    }
    return String(text)
  }

  private func hexadecimal(_ text: String?) -> String? {
    text.map { $0.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ") }
  }
}
