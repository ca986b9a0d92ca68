import Testing

@testable import TripsCore

/// The form of a trip's DESCRIPTION.
struct EventTextTests {
  private static func text(
    _ notes: String, _ items: [(String, Bool)] = []
  ) -> EventText {
    var text = EventText()
    text.notes = notes
    text.items = items.map { EventText.Item(title: $0.0, isDone: $0.1) }
    return text
  }

  @Test func separatesPartsByAnEmptyLine() {
    #expect(
      Self.text("Bring cash.", [("Louvre", false), ("Orsay", true)]).text(estimate: "3 days") == """
        Bring cash.

        [ ] Louvre
        [x] Orsay

        Per diem (estimate): 3 days
        """)
    #expect(Self.text("").text(estimate: nil) == "")
    #expect(Self.text("a").text(estimate: nil) == "a")
    #expect(Self.text("", [("b", false)]).text(estimate: nil) == "[ ] b")
  }

  @Test(arguments: [
    "", "a", "a\n\nb", "Bucket list:", "a\n  indented\n\ttoo", "a <br> b", "<b>&amp;",
    "10\u{A0}EUR  \nx",
  ])
  func survivesNotesAndItems(_ notes: String) throws {
    for items in [[], [("Louvre", true), ("Bucket list:", false), ("[x] y", false)]] {
      for estimate in [nil, "1 × 120.00 EUR"] {
        let text = Self.text(notes, items)
        #expect(EventText(reading: text.text(estimate: estimate)) == text)
      }
    }
  }

  /// Wherever it is.
  @Test func readsALineWithABoxAsAnItem() {
    #expect(
      EventText(reading: "[x] b\na\n\n[ ]\n[ ] c\nPer diem (estimate): 1\nd")
        == Self.text("a\n\nd", [("b", true), ("c", false)]))
  }

  @Test(arguments: [
    ("[ ] Louvre", "Louvre", false), ("[x] Louvre", "Louvre", true), ("[X] Louvre", "Louvre", true),
    ("[] Louvre", "Louvre", false), ("[x]Louvre", "Louvre", true),
    ("  [ ]  Louvre", "Louvre", false),
    ("[ x ] Louvre", "Louvre", true), ("[ ]\u{A0}Louvre ", "Louvre", false),
  ])
  func readsBoxesAsProgramsWriteThem(_ line: String, _ title: String, _ isDone: Bool) {
    let text = EventText(reading: line)
    #expect(text.items == [EventText.Item(title: title, isDone: isDone)])
  }

  @Test(arguments: ["Louvre", "[ Louvre", "[y] Louvre", "- [ ] Louvre", "[xx] Louvre"])
  func readsAnyOtherLineAsNotes(_ line: String) {
    #expect(EventText(reading: "[ ] a\n\(line)") == Self.text(line, [("a", false)]))
  }

  /// Line ends, trailing spaces and no-break spaces do not count; indentation does.
  @Test(arguments: [
    ("a\nb", "a\nb"), ("a  \nb\t\n", "a\nb"), ("a\u{A0}b", "a b"), ("a\u{A0}\n\n\n", "a"),
    (" a", " a"), ("\na", "\na"), ("a &amp; <b", "a &amp; <b"),
  ])
  func comparesDescriptions(_ text: String, _ plain: String) {
    #expect(EventText.plain(text) == plain)
  }

  /// Our own tags are text.
  @Test func readsTheLinesOfHTML() throws {
    func visible(_ line: String) throws -> String {
      EventText.visible(try #require(ICSReader.parse(line, number: 1)))
    }
    #expect(try visible("DESCRIPTION:a<br>b\\nc") == "a\nb c")
    #expect(try visible("DESCRIPTION:a < b\\nc") == "a < b\nc")
    #expect(try visible("DESCRIPTION;FMTTYPE=text/plain:a<br>b") == "a<br>b")
  }
}
