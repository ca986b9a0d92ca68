import Testing

@testable import TripsCore

struct ICSReaderTests {
  @Test(arguments: [
    ("SUMMARY:a\\, b\\; c\\\\ d\\n e\\Nf", "SUMMARY", "a, b; c\\ d\n e\nf"),
    ("dtstart;value=date:20261210", "DTSTART", "20261210"),
    ("X-A;P=\"a:b;c\";Q=2:v:w", "X-A", "v:w"), ("A:", "A", ""), ("A:x\\", "A", "x\\"),
  ])
  func readsLines(text: String, name: String, value: String) throws {
    let line = try #require(ICSReader.parse(text, number: 1))
    #expect(line.name == name)
    #expect(line.text == value)
  }

  @Test func readsParameters() {
    let line = ICSReader.parse("X-A;P=\"a:b;c\";q=2:v", number: 1)
    #expect(line?.parameters == ["P": "a:b;c", "Q": "2"])
  }

  @Test(arguments: ["", "A", ":x", "A B:x", "A;P=\"x:y"])
  func refusesInvalidLines(text: String) {
    #expect(ICSReader.parse(text, number: 1) == nil)
  }

  /// RFC 5545 section 3.3.11.
  @Test func escapesText() {
    #expect(ICSWriter.escaped("a,b;c\\d:e\nf") == "a\\,b\\;c\\\\d:e\\nf")
  }

  /// Any text survives a round trip, in lines of at most 75 octets.
  @Test(arguments: [
    "a,b;c\\d\ne", String(repeating: "ä", count: 200), String(repeating: "👨‍👩‍👧", count: 40), "\\n", "",
    "e\u{301}\u{301}", "a\tb",
  ])
  func readsWrittenText(text: String) throws {
    let bytes = ICSWriter.folded(
      "SUMMARY:" + ICSWriter.escaped(text), lineEnd: Array("\r\n".utf8))
    for line in bytes.split(separator: UInt8(ascii: "\n")) { #expect(line.count <= 76) }
    let file = InputFile(bytes: bytes)
    let line = try #require(try ICSReader(file: file).line())
    #expect(try ICSReader.property(line.bytes, number: line.number).text == text)
  }
}
