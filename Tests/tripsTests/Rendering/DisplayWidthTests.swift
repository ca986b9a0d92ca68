import Chance
import Testing

@testable import TripsCore
@testable import trips

struct DisplayWidthTests {
  /// Widths according to Python's `wcwidth.wcswidth` 0.7.0 (Unicode 17.0.0).
  static let wcwidthSample: [(String, Int)] = [
    ("", 0), ("Paris", 5), ("São Paulo", 9), ("e\u{301}", 1), ("Zu\u{308}rich", 6),
    ("東京都 日本国", 13), ("ｶﾀｶﾅ カタカナ", 13), ("ＡＢＣ", 6), ("𠮷野家", 6), ("葛\u{E0100}", 2),
    ("한국", 4), ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}", 4),
    ("ภาษาไทย", 7), ("กำ", 2), ("क्षि", 2), ("हिन्दी", 4), ("नमस्ते", 4), ("বাংলা", 4), ("தமிழ்", 4),
    ("ශ්\u{200D}රී", 2), ("မြန်မာ", 5), ("ខ្មែរ", 4), ("ᠮᠣᠩᠭᠣᠯ", 6),
    ("می\u{200C}خواهم", 7), ("שָׁלוֹם", 4),
    ("👨\u{200D}👩\u{200D}👧", 2), ("👩🏽\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👨🏻", 2),
    ("🏳\u{FE0F}\u{200D}🌈", 2), ("🇫🇷", 2), ("🇫🇷🇩🇪", 4), ("🏴\(tags("gbeng"))", 2),
    ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("👍🏽", 2), ("⌚", 2), ("✈ Roma", 6),
    ("a🏻", 3), ("é🏽", 3), ("a\u{301}🏻", 3), ("1🏻", 3), ("東🏻", 4), ("🏽", 2), ("🏽🏽", 4),
    ("🚗🏻", 2), ("👍\u{301}🏽", 2), ("👍🏽🏽", 2),
    ("🀄", 2), ("½ § …", 5), ("æßł", 3), ("①②", 2), ("ﬁ", 1), ("─│", 2),
  ]

  @Test(arguments: wcwidthSample)
  func agreesWithWcwidth(text: String, expected: Int) {
    #expect(DisplayWidth.of(text) == expected)
  }

  @Test(arguments: [
    ("Paris", 5, "Paris"), ("Paris", 4, "Par…"), ("Paris", 1, "…"), ("Paris", 0, ""),
    ("Paris", -1, ""), ("New York", 5, "New…"), ("", 0, ""),
    ("東京都", 6, "東京都"), ("東京都", 5, "東京…"), ("東京都", 4, "東…"), ("東京都", 2, "…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("東\u{3000}京都", 6, "東…"),
    ("🇫🇷🇩🇪", 3, "🇫🇷…"), ("🇫🇷🇩🇪", 2, "…"),
    ("👨\u{200D}👩\u{200D}👧 abc", 4, "👨\u{200D}👩\u{200D}👧…"),
    ("क्षिक्षि", 3, "क्षि…"), ("a \u{301}bc", 3, "a \u{301}…"),
  ])
  func cutsAtAWholeCluster(text: String, cells: Int, expected: String) {
    #expect(DisplayWidth.truncate(text, to: cells).utf8.elementsEqual(expected.utf8))
  }

  @Test(arguments: [
    ("東京", 6, Alignment.left, "東京  "), ("東京", 6, .right, "  東京"), ("東京", 3, .left, "東京"),
    ("", 2, .right, "  "),
  ])
  func padsToCells(text: String, cells: Int, alignment: Alignment, expected: String) {
    #expect(DisplayWidth.pad(text, to: cells, alignment: alignment) == expected)
  }
}

/// A text of up to twelve pieces that are difficult to measure, cut or print.
func nastyText(using generator: inout SplitMix) -> String {
  let pieces = [
    "a", "Paris", " ", "  ", "é", "e\u{301}", "\u{301}", "東", "京都", "ｶ", "한", "\u{1100}",
    "\u{1161}", "\u{11AB}",
    "ก", "ำ", "क", "\u{94D}", "ष", "ि", "م", "\u{200C}", "\u{200D}", "\u{600}", "👩", "👧", "🏽", "❤",
    "\u{FE0F}", "🇫", "🇷", "🏴", tags("gbeng"), "\u{E0067}", "1", "\u{20E3}", "\u{1B}", "\u{9B}",
    "\u{202E}", "\u{2066}", "\t", "\r\n", "\u{0}", "\u{2028}", "\u{AD}", "\u{3164}", "\u{3000}",
    "\u{10FFFF}", "…", String(repeating: "\u{308}", count: 90),
  ]
  let count = Int.random(in: 0...12, using: &generator)
  return (0..<count).map { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }.joined()
}
