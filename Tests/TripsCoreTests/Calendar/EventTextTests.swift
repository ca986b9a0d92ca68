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

        Bucket list:
        [ ] Louvre
        [x] Orsay

        Per diem (estimate): 3 days
        """)
    #expect(Self.text("").text(estimate: nil) == "")
    #expect(Self.text("a").text(estimate: nil) == "a")
    #expect(Self.text("", [("b", false)]).text(estimate: nil) == "Bucket list:\n[ ] b")
    #expect(Self.text("a").text(estimate: nil, keepsHeader: true) == "a\n\nBucket list:")
  }

  /// Even notes that look like the other parts.
  @Test(arguments: [
    "", "a", "a\n\nb", "Bucket list:", "Bucket list:\n[ ] not an item", "[ ] not an item",
    "Per diem (estimate): 100 EUR", "a\nPer diem (estimate): 1\nb", "a\n  indented\n\ttoo",
    "Bucket list:\n[ ] a\n\nPer diem (estimate): 2", "Bucket list: Paris", "a <br> b", "<b>&amp;",
  ])
  func survivesNotesAndItems(_ notes: String) throws {
    for items in [[], [("Louvre", true), ("Bucket list:", false), ("[x] y", false)]] {
      for estimate in [nil, "1 × 120.00 EUR"] {
        let text = Self.text(notes, items)
        #expect(EventText(reading: text.text(estimate: estimate)) == text)
      }
    }
  }

  /// Without the header, tags are markup.
  @Test func survivesTextsWithTags() {
    let text = Self.text("if a <b> c", [("<br>&amp;", false)])
    #expect(EventText(reading: EventText.plain(text.text(estimate: nil))) == text)
    let notes = Self.text("a <br> b &amp;").text(estimate: "1")
    #expect(EventText(reading: EventText.plain(notes)).notes == "a <br> b &amp;")
    #expect(EventText.plain(notes.replacing("\n", with: "<br>")).hasPrefix("a\n"))
    #expect(EventText.plain("a <br> b &amp;") == "a\n b &")
  }

  @Test(arguments: [
    ("[ ] Louvre", "Louvre", false), ("[x] Louvre", "Louvre", true), ("[X] Louvre", "Louvre", true),
    ("[] Louvre", "Louvre", false), ("[x]Louvre", "Louvre", true),
    ("  [ ]  Louvre", "Louvre", false),
    ("[ x ] Louvre", "Louvre", true),
  ])
  func readsBoxesAsProgramsWriteThem(_ line: String, _ title: String, _ isDone: Bool) {
    let text = EventText(reading: "Bucket list:\n\(line)")
    #expect(text.items == [EventText.Item(title: title, isDone: isDone)])
  }

  @Test(arguments: ["Louvre", "[ Louvre", "[y] Louvre", "- [ ] Louvre", "1. Louvre"])
  func findsALineBelowTheHeaderThatIsNotAnItem(_ line: String) {
    let text = "Bucket list:\n[ ] a\n\(line)\n\nPer diem (estimate): 1"
    #expect(EventText.strayLine(in: text) == line)
  }

  @Test func ignoresEmptyLinesAndLinesWithoutATitleInTheList() {
    let text = "a\n\nBucket list:\n\n[ ] b\n\n[ ]\n[x] c\n\nPer diem (estimate): 1"
    #expect(EventText.strayLine(in: text) == nil)
    #expect(EventText(reading: text) == Self.text("a", [("b", false), ("c", true)]))
  }

  /// Line ends, trailing blanks and no-break spaces do not count; indentation does.
  @Test(arguments: [
    ("a\r\nb\rc", "a\nb\nc"), ("a  \nb\t\n", "a\nb"), ("a\u{A0}b", "a b"), ("a\u{A0}\n\n\n", "a"),
    (" a", " a"), ("\na", "\na"), ("a &amp; <b", "a &amp; <b"),
  ])
  func comparesTexts(_ text: String, _ plain: String) {
    #expect(EventText.plain(text, isHTML: false) == plain)
  }
}
