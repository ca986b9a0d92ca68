import Testing

@testable import TripsCore

struct StoredTextTests {
  @Test func bringsTextToNFC() throws {
    let text = try StoredText.name.normalized("Cafe\u{301}")
    #expect(Array(text.utf8) == Array("Caf\u{E9}".utf8))
  }

  @Test(arguments: [
    ("  Paris ", "Paris"), ("\u{3000}東京\u{2003}", "東京"), ("\t\n", ""), ("a b", "a b"),
  ])
  func trimsWhiteSpace(text: String, trimmed: String) throws {
    #expect(try StoredText.name.normalized(text) == trimmed)
  }

  @Test(arguments: ["a\0b", "a\u{1B}[31m", "a\u{7F}b", "a\u{9B}b", "a\nb", "a\tb", "a\rb"])
  func refusesControlCharacters(text: String) {
    #expect(throws: ValueError.self) { try StoredText.name.normalized(text) }
  }

  @Test func keepsLineBreaksOfLongTexts() throws {
    #expect(try StoredText.details.normalized("a\r\nb\rc\n\td") == "a\nb\nc\n\td")
    #expect(throws: ValueError("the details hold the control character U+0000")) {
      try StoredText.details.normalized("a\0b")
    }
  }

  @Test func countsTheLimitInBytes() throws {
    #expect(try StoredText.name.normalized(String(repeating: "é", count: 500)).utf8.count == 1_000)
    #expect(throws: ValueError("the name has 1002 bytes of UTF-8, and at most 1000 are held")) {
      try StoredText.name.normalized(String(repeating: "é", count: 501))
    }
    #expect(
      try StoredText.details.normalized(String(repeating: "a", count: 65_536)).count == 65_536)
    #expect(throws: ValueError("the notes have 65537 bytes of UTF-8, and at most 65536 are held")) {
      try StoredText.notes.normalized(String(repeating: "a", count: 65_537))
    }
  }

  @Test func refusesAnEmptyName() {
    #expect(throws: ValueError("the name must not be empty")) {
      try StoredText.name.required(" ")
    }
  }
}
