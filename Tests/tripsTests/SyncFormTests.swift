import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Events as other programs rewrite them, and the effect of a sync on them.
struct SyncFormTests {
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let edit: @Sendable (String) -> String

    init(_ name: String, _ edit: @escaping @Sendable (String) -> String) {
      testDescription = name
      self.edit = edit
    }
  }

  private static func unfolded(_ text: String) -> String { EventLines.text(EventLines.of(text)) }

  static let quiet: [Form] = [
    Form("CRLF") { $0.replacingOccurrences(of: "\n", with: "\r\n") },
    Form("unfolded", unfolded),
    Form("a byte order mark") { "\u{FEFF}" + $0 },
    Form("sorted, an alarm among the properties") { text in
      var lines = EventLines.of(text)
      let start = (lines.firstIndex(of: "BEGIN:VEVENT") ?? 0) + 1
      let end = lines.firstIndex(of: "END:VEVENT") ?? lines.count
      let alarm = [
        "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Reminder", "SUMMARY:other",
        "X-TRIPS-KIND:NONE", "END:VALARM",
      ]
      lines.replaceSubrange(start..<end, with: lines[start..<end].sorted() + alarm)
      return EventLines.text(lines)
    },
    Form("X- properties lost") { EventLines.without($0, "X-TRIPS-") },
    Form("the kind lost") { EventLines.without($0, "X-TRIPS-KIND") },
    Form("PRODID, CALSCALE and CATEGORIES lost") {
      EventLines.without($0, "PRODID", "CALSCALE", "CATEGORIES")
    },
    Form("another category") {
      $0.replacing("CATEGORIES:PERSONAL", with: "CATEGORIES:PERSONAL,At home")
    },
    Form("SEQUENCE, DTSTAMP lost") { EventLines.without($0, "SEQUENCE", "DTSTAMP") },
    Form("SEQUENCE 99") { $0.replacing("SEQUENCE:0", with: "SEQUENCE:99") },
    Form("khal: date-times, an end at midnight") { text in
      text.replacingOccurrences(of: "VALUE=DATE:20270501", with: "VALUE=DATE-TIME:20270501T000000")
        .replacingOccurrences(of: "VALUE=DATE:20270504", with: "VALUE=DATE-TIME:20270504T000000")
    },
    Form("a length") {
      $0.replacingOccurrences(of: "DTEND;VALUE=DATE:20270504", with: "DURATION:P3D")
    },
    Form("times on the same days") { text in
      text.replacingOccurrences(of: ";VALUE=DATE:20270501", with: ":20270501T100000")
        .replacingOccurrences(of: ";VALUE=DATE:20270504", with: ":20270503T180000")
    },
    Form("a date without VALUE") { $0.replacingOccurrences(of: ";VALUE=DATE", with: "") },
    Form("names in lower case, a language") { text in
      text.replacingOccurrences(of: "SUMMARY:", with: "summary;language=\"fr:x;y\":")
        .replacingOccurrences(of: "LOCATION:", with: "Location:")
    },
    Form("line breaks in capitals") { $0.replacingOccurrences(of: "\\n", with: "\\N") },
    Form("decomposed") { $0.decomposedStringWithCanonicalMapping },
    Form("trailing spaces and no-break spaces") { text in
      unfolded(text).replacingOccurrences(of: "Bring cash", with: "Bring\u{A0}cash  ")
        .replacingOccurrences(of: "Rodin\n", with: "Rodin\\n\\n\n")
    },
    Form("HTML") { unfolded($0).replacingOccurrences(of: "\\n", with: "<br>") },
    Form("HTML in paragraphs") { text in
      EventLines.text(
        EventLines.of(text).map { line in
          guard line.hasPrefix("DESCRIPTION:") else { return line }
          let lines = line.dropFirst(12).replacing("\\n", with: "\n").split(separator: "\n")
          return "DESCRIPTION:" + lines.map { "<p>\($0)</p>" }.joined()
        })
    },
    Form("other properties") {
      EventLines.adding($0, ["COLOR:red", "ATTENDEE:mailto:a@example.org", "X-OTHER:1"])
    },
  ]

  /// None of them is a change, and none causes a write.
  @Test(arguments: quiet) func treatsAnotherFormAsUnchanged(_ form: Form) throws {
    let fixture = try SyncFixture(isSynced: false)
    let long = String(repeating: "long line ", count: 9)
    fixture.tool.run("note", "Paris", "Bring cash\n\(long)\nRodin")
    #expect(fixture.sync().exitCode == .done)
    try fixture.edit("Paris", form.edit)
    let before = try fixture.bytes()
    let trips = try fixture.trips()
    let result = try fixture.expectSettled()
    #expect(result.stdout == "[]\n", "\(result.stdout)")
    var after = try fixture.bytes()
    after["store"] = before["store"]
    #expect(after == before)
    #expect(try fixture.trips() == trips)
    // The next change of the event writes all of it again.
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    try fixture.expectSettled()
    let other = try fixture.otherStore()
    #expect(try other.run("export", "--format", "json").stdout.withoutIDs == fixture.trips())
  }

  @Test func keepsForeignLinesByteForByte() throws {
    let fixture = try SyncFixture()
    let alarm = [
      "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Reminder", "TRIGGER:-PT15M", "END:VALARM",
    ]
    let own = ["color:red", "ATTENDEE;CN=\"A:b\":mailto:a@x", "X-LONG:a", "\tb", " c", "GEO:1;2"]
    try fixture.edit("Paris") { text in
      text.replacingOccurrences(
        of: "TRANSP:", with: (own + alarm).joined(separator: "\n") + "\nTRANSP:"
      ).replacingOccurrences(
        of: "END:VCALENDAR", with: "BEGIN:VTODO\nUID:x\nSUMMARY:y\nEND:VTODO\nEND:VCALENDAR")
    }
    try fixture.expectSettled()
    let before = try fixture.read(fixture.file("Paris")).components(separatedBy: "\n")
    fixture.tool.run("edit", "Paris", "--name", "Paname")
    try fixture.expectSettled()
    let after = try fixture.read(fixture.file("Paname")).components(separatedBy: "\n")
    let changed = ["SUMMARY:Paris", "SUMMARY:Paname", "SEQUENCE:0", "SEQUENCE:1", "LAST-MODIFIED:"]
    func rest(_ lines: [String]) -> [String] {
      lines.filter { line in !changed.contains { line.hasPrefix($0) } }
    }
    #expect(rest(after) == rest(before))
    #expect(after.contains("SUMMARY:Paname") && after.contains("SUMMARY:y"))
    #expect(after.contains("SEQUENCE:1"))
  }

  @Test func dropsAlternativeFormsOfChangedText() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Paris") { text in
      EventLines.adding(
        text,
        [
          "X-ALT-DESC;FMTTYPE=text/html:<p>a</p>", "X-APPLE-STRUCTURED-LOCATION:geo:1\\,2",
          "CATEGORIES:Holiday\\, mine,FUN",
        ]
      ).replacingOccurrences(of: "DESCRIPTION:", with: "DESCRIPTION;LANGUAGE=en;ALTREP=\"a:b\":")
    }
    try fixture.expectSettled()
    fixture.tool.run("edit", "Paris", "--name", "Paname")
    try fixture.expectSettled()
    let same = try fixture.lines("Paname")
    #expect(same.contains { $0.hasPrefix("X-ALT-DESC") })
    #expect(same.contains { $0.hasPrefix("X-APPLE") } && same.contains { $0.contains("ALTREP") })
    fixture.tool.run("edit", "Paname", "--destination", "Lyon", "--business")
    fixture.tool.run("note", "Paname", "new")
    try fixture.expectSettled()
    let event = try fixture.lines("Paname")
    #expect(!event.contains { $0.hasPrefix("X-ALT-DESC") || $0.hasPrefix("X-APPLE") })
    #expect(event.contains("DESCRIPTION;LANGUAGE=en:new"))
    // A category that is no tag stays.
    #expect(event.contains("CATEGORIES:BUSINESS,FUN,Holiday\\, mine"), "\(event)")
  }

  @Test(arguments: ["\n", "\r\n"]) func keepsTheLineEndsOfAFile(_ end: String) throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Rome")
    try fixture.write(file, fixture.read(file).replacing("\n", with: end))
    fixture.tool.run("edit", "Rome", "--destination", String(repeating: "Łazio, ", count: 40))
    try fixture.expectSettled()
    let text = try fixture.read(file)
    let lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"))
    #expect(lines.allSatisfy { ($0.last == UInt8(ascii: "\r")) == (end == "\r\n") })
    #expect(lines.allSatisfy { $0.count <= 76 && String(validating: $0, as: UTF8.self) != nil })
  }

  @Test func countsOnlyRealChanges() throws {
    let fixture = try SyncFixture()
    for number in 1...3 {
      fixture.tool.run("edit", "Rome", "--destination", "Lazio \(number)")
      try fixture.expectSettled()
      #expect(try fixture.lines("Rome").contains("SEQUENCE:\(number)"))
    }
    // Other programs increase SEQUENCE too.
    try fixture.set("Rome", "SEQUENCE", "SEQUENCE:7")
    try fixture.set("Rome", "SUMMARY", "SUMMARY:Roma")
    try fixture.expectSettled()
    #expect(try fixture.lines("Roma").contains("SEQUENCE:7"))
    fixture.tool.run("edit", "Roma", "--name", "Rome")
    try fixture.expectSettled()
    #expect(try fixture.lines("Rome").contains("SEQUENCE:8"))
  }

  /// Until it is moved here.
  @Test func keepsTheTimesOfAnEvent() throws {
    let fixture = try SyncFixture()
    try fixture.set("Rome", "DTSTART", "DTSTART;TZID=Europe/Rome:20270801T090000")
    try fixture.set("Rome", "DTEND", "DTEND;TZID=Europe/Rome:20270803T180000")
    try fixture.expectSettled()
    #expect(try fixture.trips().contains(#""endDate":"2027-08-03""#))
    fixture.tool.run("edit", "Rome", "--destination", "Lazio")
    try fixture.expectSettled()
    #expect(try fixture.lines("Rome").contains("DTSTART;TZID=Europe/Rome:20270801T090000"))
    fixture.tool.run("edit", "Rome", "--start", "2027-08-11", "--end", "2027-08-12")
    try fixture.expectSettled()
    let event = try fixture.lines("Rome")
    #expect(event.contains("DTSTART;VALUE=DATE:20270811"))
    #expect(event.contains("DTEND;VALUE=DATE:20270813"))
  }

  @Test func keepsTheTextOfHTML() throws {
    let fixture = try SyncFixture()
    let text = #"old<br><a href="https://pay.example/t?a=1&amp;b=2">our tickets</a><br>"#
    try fixture.set("Rome", "DESCRIPTION", "DESCRIPTION:" + text)
    try fixture.expectSettled()
    let notes = "SELECT notes FROM trip WHERE name = 'Rome'"
    #expect(try fixture.tool.query(notes) == ["old\nour tickets"])
    // The text stays in the other program's form.
    fixture.tool.run("edit", "Rome", "--destination", "Lazio")
    try fixture.expectSettled()
    #expect(try fixture.lines("Rome").contains("DESCRIPTION:" + text))
  }

  /// Notes and titles that look like our form, or like markup, on a device that reads them first.
  @Test(arguments: [
    "[ ]\n[x] not an item", "a <b> c <br> d",
    "if a &lt; b <p>", "Seat <A 12>", "Ann <ann@example.org>", "two  words\n\n  indented",
    "C:\\new, 50%; \"x\"",
  ])
  func carriesNotesAndTitlesToAnotherDevice(_ text: String) throws {
    let fixture = try SyncFixture(isSynced: false)
    let title = text.split(separator: "\n")[0]
    fixture.tool.run("note", "Rome", text)
    fixture.tool.run("note", "Paris", text)
    fixture.tool.run("bucket", "add", "Paris", String(title))
    try fixture.expectSettled()
    let other = try fixture.otherStore()
    let notes = "SELECT notes FROM trip WHERE name IN ('Rome', 'Paris')"
    #expect(try other.query(notes) == [text, text])
    let titles = "SELECT title FROM bucketListItem ORDER BY title"
    #expect(try other.query(titles) == fixture.tool.query(titles))
    // Changes on that device remove none of it.
    other.run("edit", "Paris", "--destination", "Lyon")
    other.run("edit", "Rome", "--destination", "Lazio")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.tool.query(notes) == [text, text])
  }

}
