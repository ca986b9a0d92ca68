import Testing

@testable import TripsCore

struct StoredTextTests {
  @Test func normalizesTextToNFC() throws {
    let text = try StoredText.name.normalized("Cafe\u{301}")
    #expect(Array(text.utf8) == Array("Caf\u{E9}".utf8))
  }

  @Test(arguments: [
    ("  Paris ", "Paris"), ("\u{3000}東京\u{2003}", "東京"), ("\t\n", ""), ("a b", "a b"),
  ])
  func trimsWhitespace(text: String, trimmed: String) throws {
    #expect(try StoredText.name.normalized(text) == trimmed)
  }

  @Test(arguments: ["a\0b", "a\u{1B}[31m", "a\u{7F}b", "a\u{9B}b", "a\nb", "a\tb", "a\rb"])
  func refusesControlCharacters(text: String) {
    #expect(throws: ValueError.self) { try StoredText.name.normalized(text) }
  }

  @Test func keepsLineBreaksInLongText() throws {
    #expect(try StoredText.details.normalized("a\r\nb\rc\n\td") == "a\nb\nc\n\td")
    #expect(throws: ValueError("the details contain the control character U+0000")) {
      try StoredText.details.normalized("a\0b")
    }
  }

  @Test func measuresTheLimitInBytes() throws {
    #expect(try StoredText.name.normalized(String(repeating: "é", count: 500)).utf8.count == 1_000)
    #expect(throws: ValueError("the name has 1002 bytes of UTF-8, and at most 1000 are allowed")) {
      try StoredText.name.normalized(String(repeating: "é", count: 501))
    }
    #expect(
      try StoredText.details.normalized(String(repeating: "a", count: 65_536)).count == 65_536)
    let mistake = ValueError("the notes have 65537 bytes of UTF-8, and at most 65536 are allowed")
    #expect(throws: mistake) {
      try StoredText.notes.normalized(String(repeating: "a", count: 65_537))
    }
  }

  /// The limit applies to the text in NFC, which may be three times shorter.
  @Test func measuresTheLimitInNFC() throws {
    let kelvins = String(repeating: "\u{212A}", count: 1_000)
    #expect(
      try StoredText.name.normalized("  \(kelvins)\t") == String(repeating: "K", count: 1_000))
    #expect(throws: ValueError("the name has 3003 bytes of UTF-8, and at most 1000 are allowed")) {
      try StoredText.name.normalized(kelvins + "\u{212A}")
    }
  }

  @Test func refusesALongRunOfMarks() throws {
    let marks = String(repeating: "\u{301}", count: 30)
    #expect(try StoredText.name.normalized("x" + marks).utf8.count == 61)
    #expect(
      throws: ValueError("the notes have too many combining marks in a row; at most 30 are allowed")
    ) {
      try StoredText.notes.normalized("x" + marks + "\u{323}")
    }
  }

  /// Values that another program has stored.
  @Test func keepsALongRunOfMarks() {
    let text = "x" + String(repeating: "\u{301}\u{323}", count: 200_000)
    #expect(StoredText.formed(" \(text) ").utf8.elementsEqual(text.utf8))
  }

  @Test(arguments: [
    ("a\r\nb", "a\nb"), ("a\rb\r", "a\nb\n"), ("\r\r\n\n", "\n\n\n"), ("a\r\u{301}", "a\n\u{301}"),
    ("a\nb", "a\nb"),
  ])
  func unifiesLineBreaks(text: String, unified: String) {
    #expect(StoredText.unifyingLineBreaks(text).utf8.elementsEqual(unified.utf8))
  }

  @Test func refusesAnEmptyName() {
    #expect(throws: ValueError("the name must not be empty")) {
      try StoredText.name.required(" ")
    }
  }
}
