import Testing

@testable import TripsCore

struct EventDescriptionTests {
  typealias Item = EventDescription.Item

  @Test func hasThreeParts() {
    let items = [Item(title: "Louvre", isDone: true), Item(title: "Orsay", isDone: false)]
    let description = EventDescription(notes: "Bring cash.\n\nAnd maps.", items: items)
    let text = description.text(estimate: "2 × 10.00 = 20.00 EUR")
    #expect(
      text == """
        Bring cash.

        And maps.

        Bucket list:
        [x] Louvre
        [ ] Orsay

        Per diem (estimate): 2 × 10.00 = 20.00 EUR
        """)
    #expect(EventDescription(reading: text, titles: []) == description)
    #expect(EventDescription(notes: "", items: []).text(estimate: nil).isEmpty)
  }

  /// Notes come through unchanged, whatever they hold.
  @Test(arguments: [
    "Bucket list:", "Bucket list:\n[ ] x", "a\n\nBucket list:\n[x] y\n\nb",
    "Per diem (estimate): 5", "Per diem (estimate): ask",
    "a\n\nPer diem (estimate): 5\n\nb", "[ ] x", "[x] Louvre", "a <br> b",
    "bucket list:\n\nBucket list:", "x\n\n\n\ny", "- [ ] z\nBucket list:",
    "Per diem (estimate): 1 = 1 EUR\nfoo",
  ])
  func givesNotesBack(_ notes: String) {
    for items in [[], [Item(title: "Louvre", isDone: false)]] {
      for estimate in [nil, "1 = 1 EUR"] {
        let description = EventDescription(notes: notes, items: items)
        let text = description.text(estimate: estimate)
        #expect(EventDescription(reading: text, titles: []) == description, "\(text)")
        let again = EventDescription(
          reading: text, titles: Set(items.map(\.title)), notes: notes)
        #expect(again == description, "\(text)")
      }
    }
  }

  @Test func readsBoxesAsPeopleAndProgramsWriteThem() {
    let text = """
      Bucket list:
      [X] a
      [x ] b
      [] c
      - [ ] d
      * [x] e\u{20}\u{20}
      [\u{A0}]\u{A0}f

      [ ] g
      h
      [\u{2714}\u{FE0F}] i
      [✅] j
      """
    let read = EventDescription(reading: text, titles: [])
    #expect(read.items.map(\.title) == ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"])
    #expect(
      read.items.map(\.isDone) == [
        true, true, false, false, true, false, false, false, true, true,
      ])
    #expect(read.notes.isEmpty)
  }

  @Test(arguments: [
    // Below the list, after an empty line.
    ("n\n\nBucket list:\n[ ] a\n\nmore\n\nPer diem (estimate): 1", "n\n\nmore"),
    // Below what is computed.
    ("n\n\nBucket list:\n[ ] a\n\nPer diem (estimate): 1\nmore", "n\n\nmore"),
    ("n\n\nPer diem (estimate): 1 =\n540.00 EUR + 2\n\nmore", "n\n\nmore"),
    (
      "n\n\nPer diem (estimate): 1\n+33 1 42 60 38 30\nPIN = 1234",
      "n\n\n+33 1 42 60 38 30\nPIN = 1234"
    ),
    ("n\n\nPer diem (estimate): 1 = 1.00 EUR\n2 + 3 = 5\n\n2 × 3", "n\n\n2 + 3 = 5\n\n2 × 3"),
    ("n\n\nPer diem (estimate): 1 +\n\n2 + 3", "n\n\n2 + 3"),
    // What is computed: edited, written in another way, twice, gone.
    ("n\n\nPer diem (estimate): all wrong", "n"),
    ("n\n\nPer diem (estimate): 2 x 5,00 =\u{A0}10,00 EUR…", "n"),
    ("n\n\nPer diem (estimate): 1\nPer diem (estimate): 2", "n"),
    ("n", "n"),
  ])
  func readsNotesWhereverTheyWereTyped(_ text: String, _ notes: String) {
    #expect(EventDescription(reading: text, titles: []).notes == notes)
  }

  @Test func findsKnownItemsWithoutTheirHeader() {
    let read = EventDescription(
      reading: "n\n[x] Louvre\n[ ] other", titles: ["Louvre"])
    // Beside one, in one list, all are items; elsewhere they are a person's words.
    #expect(read.items.map(\.title) == ["Louvre", "other"])
    #expect(read.notes == "n")
    let apart = EventDescription(reading: "[x] Louvre\nn\n[ ] other", titles: ["Louvre"])
    #expect(apart.items == [Item(title: "Louvre", isDone: true)])
    #expect(apart.notes == "n\n[ ] other")
  }

  @Test func readsMarkup() {
    let text = "notes<br><br>Bucket list:<br>[x] Louvre&nbsp;<br>[ ] a &amp; b<ul><li>c</li></ul>"
    #expect(EventMarkup.isIn(text))
    #expect(!EventMarkup.isIn("a < b, c > d, Lisa <lisa@example.org>, <brian@example.org>, <p.x>"))
    #expect(
      EventMarkup.removed(from: "<p>if a < b then c > d <li@x></p>").contains(
        "a < b then c > d <li@x>"))
    let read = EventDescription(reading: EventMarkup.removed(from: text), titles: [])
    #expect(read.notes == "notes")
    #expect(read.items.map(\.title) == ["Louvre", "a & b", "c"])
  }

  @Test(arguments: [
    (#"<a href="https://x.org/a">https://x.org/a</a><br>"#, "https://x.org/a"),
    (#"<a href="https://x.org/%C3%A4">https://x.org/ä</a><br>"#, "https://x.org/ä"),
    (
      #"<a href="https://www.google.com/url?q=https%3A%2F%2Fx.org%2Fa&sa=D">https://x.org/a</a><br>"#,
      "https://x.org/a"
    ),
    (#"<a href="https://x.org/a/Long">https://x.org/a/L…</a><br>"#, "https://x.org/a/Long"),
    (#"<a href="https://x.org/">a<br>b</a><br>"#, "a\nb (https://x.org/)"),
    (
      #"<a href="https://www.google.com/url?q=https://x.org/a/long&sa=D">https://x.org/a/l…</a><br>"#,
      "https://x.org/a/long"
    ),
    (#"<a href="mailto:ann@x.org">ann@x.org</a><br>"#, "ann@x.org"),
    (#"<a href="https://x.org/a">x.org/a</a><br>"#, "x.org/a"),
    (#"<a href="https://x.org/res/77">x.org</a><br>"#, "x.org (https://x.org/res/77)"),
    (
      #"<a href="mailto:ann@x.org?subject=77">ann@x.org</a><br>"#,
      "ann@x.org (mailto:ann@x.org?subject=77)"
    ),
    (
      #"<a href="https://www.google.com/url?q=https://x.org/a/77&sa=D">x.org</a><br>"#,
      "x.org (https://www.google.com/url?q=https://x.org/a/77&sa=D)"
    ),
    ("Flight<div>Gate 5</div><div>Row 3</div>", "Flight\nGate 5\nRow 3"),
    ("<div>a</div><div><br></div><div>b<br></div>", "a\n\nb"),
    ("<p>a<o:p></o:p></p><p>&nbsp;</p><p>b &ndash; c</p>", "a\n\nb – c"),
    ("Flight<blockquote>Gate 5</blockquote>Row 3<br>", "Flight\nGate 5\nRow 3"),
    ("<ol><li>a</li><li>b</li></ol>c<br>", "a\nb\nc"),
    (
      "<!DOCTYPE html><html><head><meta charset='utf-8'><style>p { x: y; }</style></head><body>"
        + "<p>a</p></body></html>", "a"
    ),
    ("Tom&#x27;s &#38;lt; caf&#233; &#1; &#;<br>", "Tom's &lt; café &#1; &#;"),
    (#"<a href="mailto:ann@x.org">@Ann</a><br>"#, "@Ann (mailto:ann@x.org)"),
    (
      #"<a href="https://x.org/?pwd=1">https://zoom.example</a><br>"#,
      "https://zoom.example (https://x.org/?pwd=1)"
    ),
    (
      #"<a href="https://maps.example/?from=home&to=hotel.example">hotel.example</a><br>"#,
      "hotel.example (https://maps.example/?from=home&to=hotel.example)"
    ),
    (
      #"<a href="https://eu.safelinks.protection.outlook.com/?url=https%3A%2F%2Fx.org%2F&data=0">x.org</a><br>"#,
      "x.org"
    ),
    ("<a data-href='y'\nhref='https://x.org/1'>x</a><br>", "x (https://x.org/1)"),
    (#"<img src="1" alt="🎉">a<br>"#, "🎉a"),
    (
      "<html><!--[if gte mso 9]><xml>\n<o:x/></xml><![endif]--><p>a<wbr>b<!-- c > d --></p></html>",
      "ab"
    ),
    ("<pre>a\nb</pre>", "a\nb"), ("<p>a</p><script>x()</script><article>b</article>", "a\nb"),
    (
      #"<a href="https://www.google.com/url?q=https%3A%2F%2Fx.org%2Fa%3Fb%3D1%26c&amp;sa=D">https://x.org/a?b=1&amp;c</a><br>"#,
      "https://x.org/a?b=1&c"
    ),
    (
      #"<a href="https://x.org/?b=1&amp;lt=2">https://x.org/?b=1&amp;l…</a><br>"#,
      "https://x.org/?b=1&lt=2"
    ),
    (
      #"<a href="https://www.google.com/url?q=https://x.org/a%3Fb%3D1%26c&sa=D">https://x.org/a?b=1&c</a><br>"#,
      "https://x.org/a?b=1&c"
    ),
    (#"Pass: <a href="https://x.org/4711"><img src="1"></a><br>"#, "Pass: https://x.org/4711"),
    ("<table><tr><th>Coach</th><td>1</td> <td>23</td></tr></table><br>", "Coach 1 23\n"),
    ("<html><head><title/></head><body><p>a<br/>b</p></body></html>", "a\nb"),
  ])
  func keepsWhatMarkupSays(_ markup: String, _ text: String) {
    #expect(EventMarkup.isIn(markup))
    #expect(EventMarkup.removed(from: markup) == text + "\n")
  }

  /// A program that shows markup as it is has lines of its own.
  @Test func keepsTheLinesThatWereTypedBesideMarkup() {
    let text = EventMarkup.joined("typed\n<p>a<br>\nb</p>\n<p>c</p>\nbelow\n\nend")
    #expect(EventMarkup.removed(from: text) == "typed\na\nb\nc\n\nbelow\n\nend")
  }

  @Test(arguments: ["<body><pre>", "<style>p { white-space: pre-wrap }</style><body><p>"])
  func keepsTheLinesOfADocumentThatSaysSo(_ start: String) {
    let end = start.contains("<pre>") ? "</pre>" : "</p>"
    let text = EventMarkup.joined("<html>\(start)a\nb\nc\(end)</body></html>")
    #expect(EventMarkup.removed(from: text) == "a\nb\nc\n")
  }

  /// Notes that look like markup stand under a header, and are no markup to another device either.
  @Test(arguments: ["<ul>\n<li>x</li>\n</ul>", "<p>x</p>", "<br>", "a<br>b\nc", "a<br>\nb"])
  func notesOfTagsAreNoMarkup(notes: String) {
    let text = EventDescription(notes: notes, items: []).text(estimate: "2 = 2 EUR")
    for other in ["", "x", "a\nb"] { #expect(!EventMarkup.isIn(text, writtenAs: other)) }
    #expect(EventDescription(reading: text, titles: []).notes == notes)
  }

  @Test func readsANumberedList() {
    let read = EventDescription(
      reading: "Bucket list:\n1. [x] Louvre\n2) [ ] Orsay\n[ ] 3. floor", titles: [])
    #expect(read.items.map(\.title) == ["Louvre", "Orsay", "3. floor"])
    #expect(read.items.map(\.isDone) == [true, false, false])
  }

  @Test func anItemThatEndsWithATagIsNoMarkup() {
    let text = EventDescription(
      notes: "<p>x</p>", items: [Item(title: "see </p>", isDone: false)]
    ).text(estimate: nil)
    #expect(!EventMarkup.isIn(text, writtenAs: "y"))
  }

  @Test func knowsMarkupWithoutTagsByWhatIsEscaped() {
    #expect(EventMarkup.isIn("R&amp;D, a &lt; b, new", writtenAs: "R&D, a < b"))
    #expect(!EventMarkup.isIn("write &amp; there", writtenAs: "write"))
    #expect(!EventMarkup.isIn("R&amp;D", writtenAs: "R&amp;D & more"))
    let lines = "Trevi & Co\nnoon"
    #expect(EventMarkup.isIn("Trevi &amp; Co\nat noon &lt;12&gt;", writtenAs: lines))
    #expect(EventMarkup.isIn("at Trevi &amp; Co\nat noon", writtenAs: lines))
    #expect(EventMarkup.isIn("5 &#8364; each", writtenAs: "5 €"))
    #expect(!EventMarkup.isIn("Trevi & Co\nat &lt;noon&gt;", writtenAs: lines))
    #expect(!EventMarkup.isIn("Trevi &amp; Co\nat noon", writtenAs: "Trevi &amp; Co\nnoon"))
  }

  /// As Exchange breaks its lines and says what it has done, and an editor writes letters.
  @Test func readsMarkupWithCommentsBreaksAndNames() {
    let text =
      "<html>\n<body>\n<!-- Converted from text/plain format -->\n<div>\nCaf&eacute;\n</div>\n<div>"
      + "<b>gr&ouml;&szlig;er</b>\nals &euro;&nbsp;5 &amp;uuml; &bdquo;C&oelig;ur&ldquo; &rarr;</div></body></html>"
    let read = EventMarkup.removed(from: EventMarkup.joined(text))
    #expect(read.split(separator: "\n") == ["Café", "größer als € 5 &uuml; „Cœur“ →"])
  }

  /// Line breaks behind each tag, in notes that have tags and the same line twice.
  @Test(arguments: [
    "call <b>Ann</b>\n<p>there</p>\nx<br>y", "twice\ntwice", "<p>a</p>\n\nBucket list:",
    "a & b\n\nBucket list:\n[ ] Louvre\n[ ] x > y",
  ])
  func readsBreaksThatHaveLineBreaks(written: String) {
    let text = written.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\n", with: "<br />\n")
    #expect(EventMarkup.isIn(text, writtenAs: written))
    #expect(EventMarkup.removed(from: EventMarkup.joined(text)) == written)
    #expect(!EventMarkup.isIn(written, writtenAs: written))
  }

  @Test(arguments: [
    "<p>Train at 9<br />\n<br />\nBucket list:<br />\n[ ] Forum<br />\n[ ] Zoo</p>",
    "<html><body>Train at 9<br>\n<br>\nBucket list:<br>\n[ ] <s>Forum</s><br>\n[ ] Zoo</body></html>",
    "<HTML>\n<BODY>\n<P>Train at 9<BR>\n<BR>\nBucket list:<BR>\n[ ] Forum<BR>\n[ ] Zoo</P>\n</BODY>\n</HTML>",
    "Train at 9<br />\n<br />\nBucket list:<br />\n[ ] Forum<br />\n[ ] Zoo",
  ])
  func readsMarkupThatEndsWithAnItem(text: String) {
    #expect(EventMarkup.isIn(text, writtenAs: ""))
    let read = EventDescription(
      reading: EventMarkup.removed(from: EventMarkup.joined(text)), titles: [])
    #expect(read.notes == "Train at 9" && read.items.map(\.title) == ["Forum", "Zoo"])
  }

  /// As KOrganizer writes rich text, of notes that have a tag themselves.
  @Test func knowsAWholeDocumentBesideWordsAboutTags() {
    let written = "use <br> here\n\nBucket list:\n[x] Louvre"
    let text =
      "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.0//EN\">\n<html><head><style>\np {}\n</style></head>"
      + "<body>\n<p>use &lt;br&gt; here</p>\n<p><br /></p>\n<p>Bucket list:</p>\n<p>[x] Louvre</p>"
      + "</body></html>"
    #expect(EventMarkup.isIn(text, writtenAs: written))
    #expect(!EventMarkup.isIn("<html>\n\n" + written, writtenAs: "<html>\n\n" + written))
    let read = EventDescription(
      reading: EventMarkup.removed(from: EventMarkup.joined(text)), titles: [])
    #expect(read.notes == "use <br> here")
    #expect(read.items == [Item(title: "Louvre", isDone: true)])
  }

  /// Of a program that shows markup as it is.
  @Test(arguments: [
    ("a<br>b<br>\ntyped", "a\nb"), ("typed\nBucket list:<br>[ ] x<br>", "Bucket list:\n[ ] x"),
    ("Bucket list:<br>[ ] x\n[ ] y<br>[ ] z<br>", "Bucket list:\n[ ] x\n[ ] z"),
  ])
  func knowsMarkupBesideTypedLines(text: String, written: String) {
    #expect(EventMarkup.isIn(text, writtenAs: written))
    let lines = EventMarkup.removed(from: EventMarkup.joined(text)).split(separator: "\n")
    #expect(lines.count == written.split(separator: "\n").count + 1)
    #expect(!EventMarkup.isIn(written + "\n<br>", writtenAs: written))
  }

  /// A client that writes tags closes them.
  @Test func readsNoMarkupInWordsAboutTags() {
    #expect(!EventMarkup.isIn("learn <li> and <ul> for the talk"))
    #expect(EventMarkup.isIn("<ul><li>learn</li></ul>"))
  }

  @Test func readsALineOfAnglesInNoTime() {
    let text = String(repeating: "<", count: 60_000) + ">"
    #expect(!EventMarkup.isIn(text))
    #expect(EventMarkup.isIn(text + "<br>"))
  }

  /// Somebody has typed a list below it.
  @Test func whatIsComputedIsNoNoteAboveAList() {
    let line = "Per diem (estimate): 2 × 3.00 = 6.00 EUR"
    let text = "Ask\n\n\(line)\n\nBucket list:\n[ ] x"
    let read = EventDescription(reading: text, titles: [], notes: "Ask")
    #expect(read.notes == "Ask" && read.items.map(\.title) == ["x"])
    let own = EventDescription(reading: text, titles: [], notes: "Ask\n\(line)")
    #expect(own.notes == "Ask\n\n\(line)")
  }

  @Test func knowsALongTextThatWasCutInItsLastLine() {
    let long = String(repeating: "word ", count: 300)
    #expect(EventDescription.cutLine(of: "a\n" + long.dropLast(7), from: "a\n" + long) == 1)
    // Within a character, half of which is written as another.
    for half in ["\u{FFFD}", "\u{FFFD}\u{FFFD}", "?"] {
      let cut = "a\n" + long.dropLast(7) + half
      #expect(EventDescription.cutLine(of: cut, from: "a\n" + long + "\nb") == 1)
    }
    #expect(EventDescription.cutLine(of: "a\nAsk?", from: "a\nAsk Ann\nb") == nil)
    #expect(EventDescription.cutLine(of: "a\nshor", from: "a\nshort") == nil)
    #expect(EventDescription.cutLine(of: "a\n" + long, from: "a\n" + long) == nil)
    #expect(EventDescription.cutLine(of: "a\n" + long + "more", from: "a\n" + long) == nil)
  }

  @Test func aLineOfTheNotesIsNotComputed() {
    let notes = "Ask\nPer diem (estimate): 300 says Ann\nThen book"
    let read = EventDescription(reading: notes + "\nTaxi", titles: [], notes: notes)
    #expect(read.notes == notes + "\nTaxi")
  }

  /// Notes with boxes have a header below them, or they would be taken for items that have gone.
  @Test func notesWithBoxesAreNoItems() {
    let text = EventDescription(notes: "[ ] Louvre", items: []).text(estimate: nil)
    let read = EventDescription(reading: text, titles: ["Louvre"])
    #expect(read.notes == "[ ] Louvre" && read.items.isEmpty)
  }

  /// What changes at the ends of two lines must not be taken back by each other in a sum.
  @Test func eachDayOfATripHasADigestOfItsOwn() {
    for seed in 0..<50 as Range<UInt64> {
      var digests: Set<UInt64> = []
      for day in 1...28 {
        let dates = [
          "startDate": "2027-05-\(day < 10 ? "0" : "")\(day)",
          "endDate": "2027-06-\(day < 10 ? "0" : "")\(day)",
        ]
        digests.insert(
          TripFacts(values: ["name": "P", "type": "trip"].merging(dates) { $1 }).digest(
            seed: seed &* 0x9e37_79b9))
      }
      #expect(digests.count == 28)
    }
  }
}
