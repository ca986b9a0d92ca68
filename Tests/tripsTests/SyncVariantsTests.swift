import Foundation
import Testing

@testable import trips

/// Events as the programs of others write them: none may read as a change that nobody made.
struct SyncVariantsTests {
  struct Variant: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let edit: @Sendable (String) -> String

    init(_ name: String, _ edit: @escaping @Sendable (String) -> String) {
      testDescription = name
      self.edit = edit
    }
  }

  static func unfolded(_ text: String) -> String { text.replacingOccurrences(of: "\n ", with: "") }

  static func lines(_ text: String) -> [String] {
    unfolded(text).components(separatedBy: "\n").filter { !$0.isEmpty }
  }

  static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  static func without(_ text: String, _ prefix: String) -> String {
    joined(lines(text).filter { !$0.hasPrefix(prefix) })
  }

  static func adding(_ text: String, _ extra: [String]) -> String {
    var all = lines(text)
    all.insert(contentsOf: extra, at: (all.firstIndex(of: "END:VEVENT") ?? all.count))
    return joined(all)
  }

  static let quiet: [Variant] = [
    Variant("CRLF") { $0.replacingOccurrences(of: "\n", with: "\r\n") },
    Variant("unfolded", unfolded),
    Variant("folded at ten bytes, by tabs") { text in
      joined(lines(text)).components(separatedBy: "\n").map { line in
        line.utf8.count < 20 || line.hasPrefix("BEGIN") || line.hasPrefix("END")
          ? line : line.prefix(15) + "\n\t" + line.dropFirst(15)
      }.joined(separator: "\n")
    },
    Variant("a byte order mark") { "\u{FEFF}" + $0 },
    Variant("Radicale: sorted, an alarm among the properties") { text in
      var all = lines(text)
      let start = (all.firstIndex(of: "BEGIN:VEVENT") ?? 0) + 1
      let end = all.firstIndex(of: "END:VEVENT") ?? all.count
      let alarm = [
        "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Reminder", "SUMMARY:other",
        "TRIGGER:-PT15M", "X-TRIPS-KIND:NONE", "END:VALARM",
      ]
      var own = all[start..<end].sorted()
      own.insert(contentsOf: alarm, at: (own.firstIndex { $0.hasPrefix("X-") } ?? own.count))
      all.replaceSubrange(start..<end, with: own)
      return joined(all)
    },
    Variant("X- properties lost") { without($0, "X-TRIPS-") },
    Variant("one X- property lost") { without($0, "X-TRIPS-REASON") },
    Variant("the kind lost") { without($0, "X-TRIPS-KIND") },
    Variant("items lost") { without($0, "X-TRIPS-ITEM") },
    Variant("X- properties cut") { text in
      joined(
        lines(text).map { line in
          line.hasPrefix("X-TRIPS-ITEM") || line.hasPrefix("X-TRIPS-REASON")
            ? String(line.dropLast(3)) : line
        })
    },
    Variant("X- properties emptied") { text in
      joined(
        lines(text).map { line in
          line.hasPrefix("X-TRIPS-") ? line.prefix { $0 != ":" } + ":" : line
        })
    },
    Variant("PRODID, CALSCALE and CATEGORIES lost") {
      without(without(without($0, "PRODID"), "CALSCALE"), "CATEGORIES")
    },
    Variant("SEQUENCE, DTSTAMP, LAST-MODIFIED lost") {
      without(without(without($0, "SEQUENCE"), "DTSTAMP"), "LAST-MODIFIED")
    },
    Variant("SEQUENCE 99, DTSTAMP twice") {
      adding(without($0, "SEQUENCE"), ["SEQUENCE:99", "DTSTAMP:20200101T000000Z"])
    },
    Variant("khal: date-times, end at midnight") { text in
      text.replacingOccurrences(of: "VALUE=DATE:20270501", with: "VALUE=DATE-TIME:20270501T000000")
        .replacingOccurrences(of: "VALUE=DATE:20270504", with: "VALUE=DATE-TIME:20270504T000000")
    },
    Variant("khal: a length") { text in
      text.replacingOccurrences(of: "VALUE=DATE:20270501", with: "VALUE=DATE-TIME:20270501T000000")
        .replacingOccurrences(of: "DTEND;VALUE=DATE:20270504", with: "DURATION:P3D")
    },
    Variant("a date without VALUE") { $0.replacingOccurrences(of: ";VALUE=DATE", with: "") },
    Variant("names in lower case, a language") { text in
      text.replacingOccurrences(of: "SUMMARY:", with: "summary;language=\"fr:x;y\":")
        .replacingOccurrences(of: "LOCATION:", with: "Location:")
    },
    Variant("escapes that need none") { text in
      text.replacingOccurrences(of: "\\n", with: "\\N")
    },
    Variant("decomposed") { $0.decomposedStringWithCanonicalMapping },
    Variant("trimmed and padded") { text in
      text.replacingOccurrences(of: "SUMMARY:", with: "SUMMARY: \u{A0}")
        .replacingOccurrences(of: "[ ] Louvre", with: "[ ] Louvre  ")
    },
    Variant("bullets and no-break spaces") { text in
      text.replacingOccurrences(of: "[ ] ", with: "- [\u{A0}]\u{A0}")
    },
    Variant("empty lines in the list") { $0.replacingOccurrences(of: "\\n[ ]", with: "\\n\\n[ ]") },
    Variant("the items in another order") { text in
      text.replacingOccurrences(of: "Louvre\\n[ ] Orsay", with: "Orsay\\n[ ] Louvre")
    },
    Variant("Google: markup") { unfolded($0).replacingOccurrences(of: "\\n", with: "<br>") },
    Variant("Thunderbird: an alternative text") { text in
      unfolded(text).replacingOccurrences(
        of: "DESCRIPTION:", with: "DESCRIPTION;ALTREP=\"data:text/html,%3Cb%3E;x:y\":")
    },
    Variant("Apple: alarms and places") {
      adding(
        $0,
        [
          "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
          "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=\"Paris: a, b;c\":geo:48.8,2.3",
          "BEGIN:VALARM", "ACTION:NONE", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z",
          "ACKNOWLEDGED:20270101T000000Z", "X-WR-ALARMUID:1", "END:VALARM",
        ])
    },
    Variant("Outlook") {
      adding(
        $0, ["X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "X-ALT-DESC;FMTTYPE=text/html:<p>a\\, b</p>"])
    },
    Variant("attendees, colour, a status") {
      adding($0, ["ATTENDEE;CN=\"B, A\":mailto:a@example.com", "COLOR:red", "STATUS:CONFIRMED"])
    },
    Variant("cancelled") { adding($0, ["STATUS:CANCELLED"]) },
    Variant("a rule that repeats it") { adding($0, ["RRULE:FREQ=YEARLY", "EXDATE:20280501"]) },
    Variant("an occurrence, a time zone, a task beside it") { text in
      text.replacingOccurrences(
        of: "END:VCALENDAR",
        with: """
          BEGIN:VTIMEZONE
          TZID:X
          END:VTIMEZONE
          BEGIN:VEVENT
          UID:\(lines(text).first { $0.hasPrefix("UID:") }?.dropFirst(4) ?? "")
          RECURRENCE-ID:20280501
          SUMMARY:another
          END:VEVENT
          END:VCALENDAR
          """)
    },
    Variant("characters that end no line") {
      adding($0, ["X-A:a\u{85}b\u{2028}c"])
    },
  ]

  @Test(arguments: quiet) func readsNoChange(_ variant: Variant) throws {
    let fixture = try SyncFixture()
    try fixture.edit("Paris", variant.edit)
    let before = try fixture.bytes()
    #expect(fixture.report().isEmpty)
    #expect(try fixture.bytes() == before)
    // A change of the store then finds its way, and what is not ours stays to the byte.
    let file = try fixture.file("Paris")
    let foreign = try Self.foreign(fixture.read(file))
    fixture.tool.run("edit", "Paris", "--name", "Paris again")
    try fixture.expectSettled()
    #expect(try Self.foreign(fixture.read(file)) == foreign)
    #expect(try fixture.read(file).contains("Paris again"))
  }

  /// The lines that are neither ours nor of the event's management.
  private static func foreign(_ text: String) throws -> [String] {
    let ours = [
      "SUMMARY", "LOCATION", "DESCRIPTION", "DTSTART", "DTEND", "DURATION", "X-TRIPS-", "SEQUENCE",
      "DTSTAMP", "LAST-MODIFIED", "CATEGORIES", "LOCATION", "\u{FEFF}",
    ]
    return text.replacingOccurrences(of: "\r", with: "").replacingOccurrences(of: "\n\t", with: "")
      .replacingOccurrences(of: "\n ", with: "").components(separatedBy: "\n").filter { line in
        !ours.contains { line.uppercased().hasPrefix($0) }
      }
  }

  /// Nothing else in the event shows that it is to be read.
  @Test(arguments: ["Location:Rome", "location:Rome", "LOcation:Rome"])
  func readsANameInAnyCase(line: String) throws {
    let fixture = try SyncFixture()
    fixture.tool.run("add", "Nowhere", "--start", "2027-08-01")
    try fixture.expectSettled()
    try fixture.edit("Nowhere") { $0.replacing("\nSUMMARY", with: "\n\(line)\nSUMMARY") }
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT destination FROM trip WHERE name = 'Nowhere'") == ["Rome"])
  }

  /// What is written in its place is what this device knew, and another one may know better.
  @Test(arguments: [
    ("Paris", "X-TRIPS-KIND", "PERSONAL"), ("Paris", "X-TRIPS-REASON", "family"),
    ("Berlin", "X-TRIPS-PERDIEM", "120.00 EUR"),
    ("Berlin", "X-TRIPS-PERDIEM-RULE", "first-last:75%"),
  ])
  func countsAnEmptyPropertyAsLost(_ trip: String, _ property: String, _ value: String) throws {
    let fixture = try SyncFixture()
    try fixture.set(trip, property, property + ":")
    #expect(fixture.report().isEmpty)
    fixture.tool.run("edit", trip, "--destination", "there")
    try fixture.expectSettled()
    let lines = try Self.lines(fixture.read(fixture.file(trip)))
    let line = lines.first { $0.hasPrefix(property + ";X-RESTORED=") }
    #expect(line?.hasSuffix(":\(value)") == true, "\(lines)")
  }

  @Test func writesNothingForTheFormulaAlone() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Berlin") { $0.replacingOccurrences(of: "540.00", with: "1.00") }
    #expect(fixture.report().isEmpty)
    try fixture.edit("Berlin") {
      Self.joined(Self.lines($0).filter { !$0.hasPrefix("DESCRIPTION") })
    }
    #expect(fixture.report().isEmpty)
  }

  /// Another device has told of the item in our property, and a phone has renamed its line.
  @Test func whatIsSaidOfAnItemFollowsItsNewTitle() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Paris") { text in
      Self.unfolded(text).replacing("[ ] Orsay", with: "[ ] Orsay museum")
        .replacing("closed on Mondays", with: "closed on Fridays")
    }
    try fixture.expectSettled()
    let items = try fixture.tool.query(
      "SELECT title || ', ' || details || ', ' || hasReservation FROM bucketListItem ORDER BY id")
    #expect(items == ["Louvre, , 0", "Orsay museum, closed on Fridays, 1", "Rodin, , 0"])
  }

  /// A person's angle brackets are no markup, whoever reads the event first.
  @Test func anAddressBetweenAngleBracketsIsKept() throws {
    let fixture = try SyncFixture()
    let notes = "Contact: Brian <brian@hotel.example>, if a < b then c > d &amp; e"
    try fixture.set("Paris", "DESCRIPTION", nil)
    try fixture.set("Paris", "DESCRIPTION", "DESCRIPTION:" + notes.replacing(",", with: "\\,"))
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Paris'") == [notes])
  }

  /// A web client leaves no line break beside its markup.
  @Test func markupInNotesOfAnotherDeviceIsKept() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    other.run("sync", fixture.folder.path)
    try fixture.setNotes("Paris", "<p>a <br> b</p>\nc")
    try fixture.expectSettled()
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    #expect(
      try other.query("SELECT notes FROM trip WHERE name = 'Paris'") == ["<p>a <br> b</p>\nc"])
  }

  @Test(arguments: [
    "Learn <p> and <br> tags at 5 &amp; more", "<div>", "list:\n  alpha\n    beta\n\tgamma",
  ])
  func keepsNotesThatLookLikeMarkupAndTheirIndent(notes: String) throws {
    let fixture = try SyncFixture()
    try fixture.setNotes("Rome", "list:\nalpha\nbeta\ngamma")
    let other = try TestTool()
    func syncBoth() {
      #expect(fixture.sync().exitCode == .done)
      #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    }
    syncBoth()
    try fixture.setNotes("Rome", notes)
    try fixture.setNotes("Oslo", notes)
    syncBoth()
    let new = try TestTool()
    #expect(new.run("sync", fixture.folder.path).exitCode == .done)
    other.run("edit", "Rome", "--destination", "Roma")
    new.run("edit", "Oslo", "--destination", "Oslo")
    #expect(new.run("sync", fixture.folder.path).exitCode == .done)
    syncBoth()
    #expect(fixture.sync().exitCode == .done)
    for tool in [fixture.tool, other, new] {
      #expect(
        try tool.query("SELECT notes FROM trip WHERE name IN ('Oslo', 'Rome')") == [notes, notes])
    }
    // Some clients take off white space at the ends.
    #expect(try !fixture.read(fixture.file("Oslo")).contains("\\n\n"))
  }

  /// Notes and a title with tags of their own: a client that shows markup takes them for its own, or
  /// escapes them.
  @Test(arguments: ["a <b> c <br> d", "a <b> c", "if a &lt; b <p>"], [true, false])
  func losesNothingToAClientThatMakesMarkup(_ notes: String, escapes: Bool) throws {
    let fixture = try SyncFixture()
    try fixture.setNotes("Paris", notes)
    fixture.tool.run("bucket", "add", "Paris", "Tea <i> milk", "Tea <i>", "Milk <i>")
    try fixture.expectSettled()
    let before = try fixture.trips()
    func markup(_ text: String) -> String {
      let line = Self.lines(text).first { $0.hasPrefix("DESCRIPTION:") } ?? ""
      let escaped = line.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;")
      return Self.unfolded(text).replacing(
        line, with: (escapes ? escaped : line).replacing("\\n", with: "<br>"))
    }
    try fixture.edit("Paris", markup)
    #expect(fixture.report().isEmpty)
    #expect(try fixture.trips() == before)
    // What is changed there counts.
    try fixture.edit("Paris") { $0.replacing("[ ] Orsay", with: "[x] Orsay") }
    try fixture.expectSettled()
    #expect(
      try fixture.trips()
        == before.replacing(
          #""title":"Orsay","details":"closed on Mondays","hasReservation":true,"#
            + #""isInPlan":false,"isDone":false"#,
          with: #""title":"Orsay","details":"#
            + #""closed on Mondays","hasReservation":true,"isInPlan":false,"isDone":true"#))
  }

  @Test func addsOnceWhatTwoDevicesPutInTheSamePlace() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    for tool in [fixture.tool, other] {
      tool.run("bucket", "remove", "Paris", "Rodin")
      tool.run("bucket", "add", "Paris", "Tea")
    }
    other.run("edit", "Paris", "--destination", "D")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT title FROM bucketListItem ORDER BY title") == [
        "Louvre", "Orsay", "Tea",
      ])
  }

  @Test func confirmsNoNightsThatNobodyConfirmed() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    other.run("stay", "confirm", "Paris")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    fixture.tool.run("edit", "Paris", "--move", "+1w")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT isConfirmed FROM livingAccommodation") == ["0"])
    // Without new days it is taken, and with those of the calendar too.
    other.run("sync", fixture.folder.path)
    other.run("edit", "Paris", "--move", "+1w")
    other.run("stay", "confirm", "Paris")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT isConfirmed FROM livingAccommodation") == ["1"])
  }
}
