import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Programs that change what a text holds beside its words.
struct SyncEscapesTests {
  /// What khal's library icalendar (4.0.3, as tried) makes of an event, whatever somebody edits in it.
  private static let readTwice = [
    (#"C:\\Users\\nina\\maps"#, #"C:\\Users\nina\\maps"#), (#"\\\\nas\\new"#, #"\\\nas\new"#),
    ("q=48.85%2C2.35", #"q=48.85\,2.35"#), (#"AC\\,DC"#, #"AC\,DC"#),
  ]
  private static let notes = #"""
    See C:\Users\nina\maps
    on \\nas\new
    https://maps.example/?q=48.85%2C2.35
    """#

  private static func readTwice(_ text: String) -> String {
    readTwice.reduce(SyncVariantsTests.unfolded(text)) { $0.replacing($1.0, with: $1.1) }
  }

  @Test func knowsATextWhoseEscapesWereTakenOffTwice() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    fixture.tool.run("note", "Paris", Self.notes)
    fixture.tool.run(words: ["bucket", "add", "Paris", #"Scan C:\Users\nina\maps"#])
    fixture.tool.run("bucket", "edit", "Paris", "Orsay", "--details", #"\\nas\new"#)
    for tool in [fixture.tool, other] {
      #expect(tool.run("sync", fixture.folder.path).exitCode == .done)
    }
    let before = try fixture.trips()
    func edit(_ work: (String) -> String) throws {
      let file = try fixture.file("Paris")
      try fixture.write(file, work(Self.readTwice(fixture.read(file))))
    }
    try edit { $0 }
    #expect(try fixture.read(fixture.file("Paris")).contains(#"C:\\Users\nina"#))
    try fixture.expectSettled()
    #expect(try fixture.trips() == before)
    // As it is where somebody goes on there, twice.
    try edit { text in
      text.replacing("DESCRIPTION:", with: "DESCRIPTION:call Ann\\n")
        .replacing("[ ] Scan", with: "[x] Scan").replacing("SUMMARY:Paris", with: "SUMMARY:Paname")
    }
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled()
    for tool in [fixture.tool, other] {
      #expect(
        try tool.query("SELECT notes FROM trip WHERE name = 'Paname'")
          == ["call Ann\n" + Self.notes])
      #expect(
        try tool.query("SELECT title || details FROM bucketListItem WHERE isDone OR details <> ''")
          .sorted() == [#"Orsay\\nas\new"#, #"Scan C:\Users\nina\maps"#])
    }
  }

  /// Nothing shows that a program has done it.
  @Test func takesALineBreakThatAPersonHasMadeOfItsEscape() throws {
    let fixture = try SyncFixture()
    fixture.tool.run(words: ["note", "Rome", #"Anna\nBob"#])
    try fixture.expectSettled()
    try fixture.set("Rome", "DESCRIPTION", #"DESCRIPTION:Anna\nBob"#)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Rome'") == ["Anna\nBob"])
  }

  @Test(arguments: [
    ("a%2Cb", "a,b"), (#"%5C"#, #"\"#), (#"\new"#, "\new"), (#"\New"#, "\new"),
    (#"\\"#, #"\"#), (#"a\,b\;c\:d"#, #"a,b;c\:d"#), ("100 %", "100 %"), ("a\\\nb", "a\\\nb"),
  ])
  func takesEscapesOffAsTheLibraryDoes(_ text: String, _ expected: String) {
    #expect(
      EventReading.withoutEscapes(text)
        == expected.replacing("\new", with: "\n" + "ew"))
  }

  /// Blanks of empty lines, tabs, line breaks of a word processor: in the notes they are no change, or a
  /// line break; in a list they are blanks, and a box without a title is nothing.
  @Test func readsWhatIsNoWord() throws {
    let fixture = try SyncFixture()
    let notes = "Guide: Ann <ann@example.org>\n\nBring shoes"
    fixture.tool.run("note", "Paris", notes)
    try fixture.expectSettled()
    let before = try fixture.trips()
    try fixture.edit("Paris") {
      SyncVariantsTests.unfolded($0).replacing("org>\\n\\n", with: "org>\\n \\n")
        .replacing("shoes\\n\\n", with: "shoes\\n\u{A0}\\n").replacing("[ ] L", with: "  [ ] L")
    }
    try fixture.expectSettled()
    #expect(try fixture.trips() == before)
    try fixture.edit("Paris") {
      SyncVariantsTests.without($0, "X-TRIPS-").replacing("Bring ", with: "Bring\u{B}warm ")
        .replacing("[ ] Louvre", with: "[ ] The\tLouvre\\n[ ]\\n[х] Metro")
        .replacing("SUMMARY:Paris", with: "SUMMARY:Paris\tParis")
    }
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Paris Paris'")
        == ["Guide: Ann <ann@example.org>\n \nBring\nwarm shoes"])
    #expect(
      try fixture.tool.query("SELECT title || isDone FROM bucketListItem ORDER BY title")
        == ["Metro1", "Orsay0", "Rodin0", "The Louvre0"])
  }
}
