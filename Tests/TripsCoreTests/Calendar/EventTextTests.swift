import Testing

@testable import TripsCore

/// The form of a DESCRIPTION.
struct EventTextTests {
  @Test(
    arguments: [
      ("[ ]\na\nb", false, "a\nb"), ("[x]", true, ""), ("a\n[X]\nb", true, "a\nb"),
      ("\n [ ]\u{A0}\na", false, "\na"), ("[x ]\n[ ]\nb", true, "[ ]\nb"), ("[]", false, ""),
      // No line that is only a box.
      ("[ ] a\nb", nil, "[ ] a\nb"), ("", nil, ""), ("[y]", nil, "[y]"), ("[xx]", nil, "[xx]"),
    ] as [(String, Bool?, String)])
  func readsTheFirstLineThatIsOnlyABox(_ text: String, _ isDone: Bool?, _ rest: String) {
    let read = EventText(ofItem: text)
    #expect(read.isDone == isDone)
    #expect(read.text == rest)
  }

  /// Line ends, trailing spaces and no-break spaces do not count; indentation does.
  @Test(arguments: [
    ("a  \nb\t\n", "a\nb", true), ("a\u{A0}b", "a b", true), ("a\u{A0}\n\n\n", "a", true),
    (" a", "a", false), ("\na", "a", false), ("a", "b", false),
  ])
  func comparesDescriptions(_ text: String, _ other: String, _ areEqual: Bool) {
    #expect(EventText.areEqual(text, other) == areEqual)
  }

  /// What looks like a tag in our own text is text.
  @Test func readsTheLinesOfHTML() throws {
    func visible(_ line: String) throws -> String {
      EventText.visible(try #require(ICSReader.parse(line, number: 1)))
    }
    #expect(try visible("DESCRIPTION:a<br>b\\nc") == "a\nb c")
    #expect(try visible("DESCRIPTION:a < b\\nc") == "a < b\nc")
    #expect(try visible("DESCRIPTION;FMTTYPE=text/plain:a<br>b") == "a<br>b")
  }
}
