import Testing

@testable import TripsCore
@testable import trips

struct SafeTextTests {
  static let escaped: [(String, String)] = [
    ("\u{1B}[31mred\u{1B}[0m", #"\u{1B}[31mred\u{1B}[0m"#),
    ("\u{1B}]52;c;cm0=\u{7}", #"\u{1B}]52;c;cm0=\u{7}"#),
    ("\u{9B}31m", #"\u{9B}31m"#),
    ("a\tb\r\nc\u{0}", #"a\u{9}b\u{D}\u{A}c\u{0}"#),
    ("\u{7F}\u{80}\u{9F}\u{85}", #"\u{7F}\u{80}\u{9F}\u{85}"#),
    ("a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
    ("\u{FEFF}soft\u{AD}hyphen", #"\u{FEFF}soft\u{AD}hyphen"#),
    ("a\u{200B}b\u{200C}c\u{200D}d", #"a\u{200B}b\u{200C}c\u{200D}d"#),
    ("\u{2060}\u{2064}\u{180E}\u{FFF9}\u{FFFB}", #"\u{2060}\u{2064}\u{180E}\u{FFF9}\u{FFFB}"#),
    ("\u{E0001}\u{3164}\u{34F}", #"\u{E0001}\u{3164}\u{34F}"#),
    ("A\u{E0041}", #"A\u{E0041}"#),
    ("می\u{200C}", #"می\u{200C}"#),
    ("خوا\u{200D}\u{200D}", "خوا" + #"\u{200D}\u{200D}"#),
    ("👩\u{200D}", "👩" + #"\u{200D}"#),
    ("👩\u{200D}a", "👩" + #"\u{200D}a"#),
    ("👩\u{200D}\u{200D}👧", "👩" + #"\u{200D}\u{200D}"# + "👧"),
    ("a\u{FE0F} \u{FE0F}b\u{E0100}", #"a\u{FE0F} \u{FE0F}b\u{E0100}"#),
    ("❤\u{FE0F}\u{FE0E}\u{E0100}", "❤\u{FE0F}" + #"\u{FE0E}\u{E0100}"#),
  ]

  @Test(arguments: escaped)
  func escapesCharactersThatForgeHideOrReorder(text: String, expected: String) {
    #expect(SafeText.visible(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(arguments: [
    "", "Paris ~ 'n' \"q\" \\u{1B}", "São Paulo, Łódź, Zu\u{308}rich", "東京 한국 \u{1100}\u{1161}",
    "Ωμέγα Київ שָׁלוֹם", "👨\u{200D}👩\u{200D}👧", "👩🏽\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👨🏻",
    "🏳\u{FE0F}\u{200D}🌈", "🇫🇷🇩🇪", "🏴\(tags("gbeng"))", "1\u{FE0F}\u{20E3} #\u{FE0F}\u{20E3}",
    "葛\u{E0100}",
    "ภาษาไทย", "क्षत्रिय", "क्\u{200D}ष", "ශ්\u{200D}රී", "می\u{200C}خواهم",
    "ᠮᠣᠩᠭᠣᠯ\u{180B}",
  ])
  func keepsOrdinaryText(text: String) {
    #expect(SafeText.visible(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(
    arguments: [
      0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068,
      0x2069,
    ] as [UInt32])
  func escapesEveryBidiControl(code: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(code))
    let expected = "שלום\\u{\(String(code, radix: 16, uppercase: true))}abc"
    #expect(SafeText.visible("שלום\(scalar)abc") == expected)
  }

  @Test func escapesEveryControlOrInvisibleScalar() {
    let shown = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter {
      let properties = $0.properties
      let isHidden = properties.isDefaultIgnorableCodePoint || properties.isBidiControl
      let isSeparator =
        properties.generalCategory == .lineSeparator
        || properties.generalCategory == .paragraphSeparator
      return (isHidden || isSeparator || properties.generalCategory == .control)
        && SafeText.visible(String($0)) == String($0)
    }
    #expect(shown == [])
  }

  @Test func keepsOnlyLineFeedsOfMultilineText() {
    let text = "1 rue X\r\n\tParis\n\u{1B}[m\n\u{FE0F}"
    #expect(
      SafeText.visibleMultiline(text) == "1 rue X\\u{D}\n\\u{9}Paris\n\\u{1B}[m\n\\u{FE0F}")
    #expect(SafeText.visibleMultiline("plain") == "plain")
  }

  @Test(arguments: ["Paris", "Zürich", "a\u{1B}b", "می\u{200C}خواهم"])
  func appendsTheEscapedText(text: String) {
    var bytes = Array("> ".utf8)
    Array(text.utf8).withUnsafeBytes { SafeText.appendVisible($0, to: &bytes) }
    #expect(bytes == Array("> \(SafeText.visible(text))".utf8))
  }
}

/// The tag characters for lower-case letters and digits, and the cancel tag.
func tags(_ letters: String) -> String {
  let scalars = letters.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) }
  return String(String.UnicodeScalarView(scalars)) + "\u{E007F}"
}
