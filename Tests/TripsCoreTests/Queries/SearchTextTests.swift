import Foundation
import Testing

@testable import TripsCore

struct SearchTextTests {
  @Test(arguments: [
    ("", ""), ("PARIS", "paris"), ("@AZ[`az{ 0129", "@az[`az{ 0129"), ("São PAULO", "sao paulo"),
    ("Łódź", "lodz"), ("Straße STRASSE ẞ", "strasse strasse ss"), ("Ørsted", "orsted"),
    ("Đà Nẵng", "da nang"), ("Þingvellir Ægir Œuvre ð", "thingvellir aegir oeuvre d"),
    ("İstanbul Iğdır ı", "istanbul igdir i"), ("Ħaż-Żabbar Ŋ Ŧ", "haz-zabbar n t"), ("ﬁ", "fi"),
    ("ΑΘΉΝΑΣ Αθήνας", "αθηνασ αθηνασ"), ("Йошкар-ОЛА Ёлка", "иошкар-ола елка"),
    ("Ｔｏｋｙｏ　１", "tokyo 1"), ("ﾊﾟﾘ ｶﾞ", "ハ\u{309A}リ カ\u{3099}"), ("パリ", "ハ\u{309A}リ"),
    ("한글", "한글"), ("가각", "가각"), ("東京", "東京"), ("เชียงใหม่", "เชียงใหม่"),
    ("أحمد", "احمد"), ("תֵּל", "תל"), ("क़", "क\u{93C}"), ("𐐀 𞤀", "𐐨 𞤢"), ("👩🏽‍🚀", "👩🏽‍🚀"),
    ("a\u{0}\u{1F}\u{7F}", "a\u{0}\u{1F}\u{7F}"),
  ])
  func folds(text: String, folded: String) {
    #expect(Array(SearchText.folded(text).utf8) == Array(folded.utf8))
  }

  /// Every scalar in both normal forms, with a neighbour at every offset of an eight-byte word.
  @Test func foldsEveryScalarEquallyInAllForms() {
    var differing: [String] = []
    for value in UInt32(0)..<0x1F100 {
      guard let scalar = Unicode.Scalar(value), !(0x1F..<0x80).contains(value) else { continue }
      let text = String(scalar)
      let folded = Array(SearchText.folded(text).utf8)
      let forms = [
        text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping,
        String(decoding: folded, as: UTF8.self),
      ]
      for form in forms where Array(SearchText.folded(form).utf8) != folded {
        differing.append(String(value, radix: 16))
      }
      let place = Int(value % 9)
      let padding = String(repeating: "x", count: place)
      if Array(SearchText.folded("\(padding)\(text)yyyyyyyyy").utf8)
        != Array(padding.utf8) + folded + Array("yyyyyyyyy".utf8)
      {
        differing.append("place of \(String(value, radix: 16))")
      }
    }
    #expect(differing == [])
  }

  @Test func keepsInvalidUTF8() {
    let bytes: [UInt8] = [0x41, 0xFF, 0xC3, 0x41, 0xE2, 0x82, 0xF4, 0x80, 0x80]
    let folded = [UInt8](unsafeUninitializedCapacity: TextFolding.capacity(for: bytes.count)) {
      output, count in
      count = bytes.withUnsafeBytes { input in
        output.baseAddress.map { TextFolding.fold(input, into: $0) } ?? 0
      }
    }
    #expect(folded == [0x61, 0xFF, 0xC3, 0x61, 0xE2, 0x82, 0xF4, 0x80, 0x80])
  }
}
