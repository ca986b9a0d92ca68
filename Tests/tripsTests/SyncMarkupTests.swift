import Testing

@testable import TripsCore
@testable import trips

/// Descriptions that a web client has written anew, or taken for markup.
struct SyncMarkupTests {
  @Test(arguments: [
    ("<title>, by Ann", "<title>, by Ann\ngate 7"), ("<style>a</style>", "<style>b</style>"),
    ("Seat <A 12>", "Seat <A 14>"), ("up to <a day\nor ->\nb", "up to <a week\nor ->\nb"),
    // It joins with the end of the tag before it.
    ("a\n\u{200D}b", "new\na\n\u{200D}b"),
  ])
  func readsWhatIsTypedBesideAWordThatLooksLikeATag(old: String, new: String) throws {
    let fixture = try SyncFixture()
    fixture.tool.run("note", "Rome", old)
    try fixture.expectSettled()
    let shown = new.replacing("<", with: "&lt\\;").replacing(">", with: "&gt\\;")
      .replacing(",", with: "\\,").replacing("\n", with: "<br>")
    try fixture.set("Rome", "DESCRIPTION", "DESCRIPTION:\(shown)<br>")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Rome'") == [new])
  }

  /// A web client's text of one line, a word of which somebody has made bold.
  @Test func readsMarkupOfWords() throws {
    let fixture = try SyncFixture()
    try fixture.setNotes("Rome", "call Ann")
    try fixture.expectSettled()
    try fixture.set("Rome", "DESCRIPTION", "DESCRIPTION:call <b>Ann</b> <i>&amp\\;</i> Bob")
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Rome'") == ["call Ann & Bob"])
  }

  @Test func readsATitleThatLooksLikeATag() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("bucket", "add", "Rome", "Row <A 12>", "Gate")
    try fixture.expectSettled()
    try fixture.set(
      "Rome", "DESCRIPTION",
      "DESCRIPTION:Bucket list:<br>[ ] Row &lt\\;A 14&gt\\;<br>[ ] Gate<br>")
    try fixture.expectSettled()
    let titles = "SELECT title FROM bucketListItem ORDER BY id DESC LIMIT 2"
    #expect(try fixture.tool.query(titles) == ["Gate", "Row <A 14>"])
  }

  /// A client has dropped our lines and the list's header, and another device has taken the list for notes.
  @Test func keepsTheDetailsOfAListThatAnotherDeviceTookForNotes() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    fixture.tool.run("note", "Rome", "Call Ann")
    fixture.tool.run("bucket", "add", "Rome", "Forum", "--details", "closed on Mondays")
    try fixture.expectSettled()
    try fixture.edit("Rome") { text in
      text.replacing("\n ", with: "").split(separator: "\n").filter { !$0.hasPrefix("X-") }
        .joined(separator: "\n").replacing("\\n\\nBucket list:", with: "") + "\n"
    }
    #expect(other.run("sync", fixture.folder.path, "--adopt").exitCode == .done)
    other.run("bucket", "add", "Rome", "Passport")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    #expect(try fixture.expectSettled(.refused).stdout.contains("stands in its notes"))
    let details = "SELECT details FROM bucketListItem WHERE title = 'Forum'"
    #expect(try fixture.tool.query(details) == ["closed on Mondays"])
  }

  @Test func takesAnItemForRemovedThatAnotherDeviceMentionsInItsNotes() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    fixture.tool.run("bucket", "add", "Rome", "Forum", "--details", "closed on Mondays")
    try fixture.expectSettled()
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    fixture.tool.run("bucket", "remove", "Rome", "Forum")
    fixture.tool.run("note", "Rome", "The Forum is closed")
    try fixture.expectSettled()
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    #expect(try other.query("SELECT title FROM bucketListItem WHERE title = 'Forum'").isEmpty)
    #expect(
      try other.query("SELECT notes FROM trip WHERE name = 'Rome'") == ["The Forum is closed"])
  }

  /// Some web clients take for tags what a person has put between angle brackets, and leave it out.
  @Test(arguments: [
    ("Ask Anna <anna@x.org> for keys\nand Bob", "Ask Anna  for keys\nand Bob", ""),
    (
      "Ask Anna <anna@x.org> for keys\n<https://x.org>\n\nand Bob",
      "Ask Anna for keys\n\n\nand Bill", "Bill"
    ),
    ("a\n<b>\nc <Ann>", "new\na\n\nc", "new"),
  ])
  func keepsWordsBetweenBracketsThatAClientLeavesOut(
    notes: String, shown: String, typed: String
  ) throws {
    let fixture = try SyncFixture()
    fixture.tool.run("note", "Rome", notes)
    fixture.tool.run("bucket", "add", "Rome", "Mail <anna@x.org> today", "Gate")
    try fixture.expectSettled()
    let text = shown + "\n\nBucket list:\n[ ] Mail today\n[x] Gate\n"
    try fixture.set(
      "Rome", "DESCRIPTION", "DESCRIPTION:" + text.replacing("\n", with: "<br>"))
    try fixture.expectSettled()
    let stored = try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Rome'")[0]
    let words = notes.split { " \n".contains($0) }.filter { $0.hasPrefix("<") }
    for word in words { #expect(stored.contains(word)) }
    #expect(stored.contains(typed) || typed.isEmpty)
    if typed.isEmpty { #expect(stored == notes) }
    let items = "SELECT title || isDone FROM bucketListItem ORDER BY id DESC LIMIT 2"
    #expect(try fixture.tool.query(items) == ["Gate1", "Mail <anna@x.org> today0"])
  }

  @Test func tellsTitlesThatHaveLostWordsBetweenBracketsByTheirOrder() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("bucket", "add", "Rome", "Write <ann@x.org>", "Milk", "Write <bob@x.org>")
    try fixture.expectSettled()
    try fixture.set(
      "Rome", "DESCRIPTION", "DESCRIPTION:Bucket list:<br>[ ] Write<br>[x] Milk<br>[ ] Write<br>")
    try fixture.expectSettled()
    let items = "SELECT title || isDone FROM bucketListItem ORDER BY id DESC LIMIT 3"
    #expect(
      try fixture.tool.query(items) == ["Write <bob@x.org>0", "Milk1", "Write <ann@x.org>0"])
  }

  /// A program has made one line of the description.
  @Test(arguments: ["寿司", "DC", "🗼"])
  func leavesAListOfShortTitlesThatHasBecomeText(title: String) throws {
    let fixture = try SyncFixture()
    fixture.tool.run("bucket", "add", "Rome", title, "--details", "at noon")
    try fixture.expectSettled()
    try fixture.set("Rome", "DESCRIPTION", "DESCRIPTION:Bucket list: [ ] \(title)")
    #expect(try fixture.expectSettled(.refused).stdout.contains("stands in its notes"))
  }

  @Test(arguments: [("Ask <anna@x.org>", "Ask"), ("Ask\n<https://x.org>\nfor it", "Ask\n\nfor it")])
  func namesALineThatHasLostWordsBetweenBrackets(notes: String, shown: String) throws {
    let fixture = try SyncFixture()
    fixture.tool.run("note", "Rome", notes)
    try fixture.expectSettled()
    let told = notes.replacing("\n", with: "\\n")
    let property = "DESCRIPTION:" + shown.replacing("\n", with: "\\n")
    try fixture.set("Rome", "DESCRIPTION", property)
    #expect(try fixture.expectSettled(.refused).stdout.contains("words between angle brackets"))
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.read(fixture.file("Rome")).contains("DESCRIPTION:\(told)\n"))
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Rome'") == [notes])
    try fixture.set("Rome", "DESCRIPTION", property)
    #expect(fixture.sync("--prefer", "calendar").exitCode == .done)
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Rome'") == [shown])
    try fixture.expectSettled()
  }

  @Test(arguments: ["two  spaces", "Zürich – Café", "Tom's place", "pass"])
  func knowsALineWhoseLettersAreNamed(notes: String) throws {
    let fixture = try SyncFixture()
    fixture.tool.run("note", "Rome", notes)
    try fixture.expectSettled()
    let names = [
      ("  ", " &nbsp\\;"), ("ü", "&uuml\\;"), ("–", "&ndash\\;"), ("é", "&eacute\\;"),
      ("'", "&#x27\\;"),
    ]
    let shown = names.reduce(notes) { $0.replacing($1.0, with: $1.1) }
    try fixture.set("Rome", "DESCRIPTION", "DESCRIPTION:\(shown)&nbsp\\;")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Rome'") == [notes])
  }

  @Test func keepsWhereALinkLeadsTo() throws {
    let fixture = try SyncFixture()
    let link = #"<a href="https://pay.example/t?a=1&amp;b=2">our tickets</a>"#
    let own = #"<a href="https://www.example.org/">www.example.org</a>"#
    let others =
      #"<A HREF='https://booking.example/4711'>Booking</A>, <a href=tel:+33123>+33 1 23</a>"#
    try fixture.set("Rome", "DESCRIPTION", "DESCRIPTION:old<br>\(link)<br>\(own)<br>\(others)")
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Rome'") == [
        "old\nour tickets (https://pay.example/t?a=1&b=2)\nwww.example.org\n"
          + "Booking (https://booking.example/4711), +33 1 23"
      ])
    // What nobody changes is not put in another form.
    fixture.tool.run("edit", "Rome", "--destination", "Lazio")
    try fixture.expectSettled()
    let event = try fixture.read(fixture.file("Rome")).replacing("\n ", with: "")
    #expect(event.contains("LOCATION:Lazio") && event.contains("DESCRIPTION:old<br>\(link)<br>"))
  }
}
