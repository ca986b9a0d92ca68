import Testing

@testable import TripsCore

struct EventFileTests {
  static func calendar(_ lines: String..., end: String = "\r\n") -> String {
    (["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a"] + lines + ["END:VEVENT", "END:VCALENDAR", ""])
      .joined(separator: end)
  }

  static func file(_ text: String) throws -> EventFile {
    try #require(try EventFile(Array(text.utf8)))
  }

  @Test(arguments: [
    calendar("summary;LANGUAGE=fr;X-A=\"b;c:d\":Paris", "X-A:1"),
    calendar("SUMMARY:Paris", "X-LONG:a\n b\n\tc", end: "\n"),
    "\u{FEFF}" + calendar("SUMMARY:Paris", "", "BEGIN:VALARM", "X-TRIPS-KIND:NO", "END:VALARM"),
    calendar("SUMMARY:Paris") + "\n\n",
  ])
  func keepsEachByte(_ text: String) throws {
    let file = try Self.file(text)
    #expect(file.bytes == Array(text.utf8))
    #expect(file.uid == "a")
    #expect(file.first("SUMMARY")?.text == "Paris")
    #expect(file.first("X-TRIPS-KIND") == nil)
  }

  @Test func unfoldsInsideACharacter() throws {
    var bytes = Array(Self.calendar("SUMMARY:Łódź").utf8)
    let place = try #require(bytes.firstIndex(of: 0xC5))
    bytes.insert(contentsOf: Array("\r\n ".utf8), at: place + 1)
    let file = try #require(try EventFile(bytes))
    #expect(file.first("SUMMARY")?.text == "Łódź")
    #expect(file.bytes == bytes)
  }

  @Test func writesLinesWithTheEndsOfTheFileAndFoldsThemBetweenCharacters() throws {
    for end in ["\r\n", "\n"] {
      var file = try Self.file(Self.calendar("SUMMARY;LANGUAGE=pl:A", "X-A:1", end: end))
      let text = String(repeating: "Łódź, ", count: 30)
      file.setValue("SUMMARY", ICSWriter.escaped(text))
      let lines = String(decoding: file.bytes, as: UTF8.self).components(end)
      #expect(lines.allSatisfy { $0.utf8.count <= 75 })
      #expect(String(decoding: file.bytes, as: UTF8.self).contains("\r") == (end == "\r\n"))
      let read = try #require(try EventFile(file.bytes))
      #expect(read.first("SUMMARY")?.text == text)
      #expect(read.first("SUMMARY")?.parameters == ["LANGUAGE": "pl"])
    }
  }

  @Test func keepsEqualValuesAndReplacesTheRest() throws {
    let text = Self.calendar("X-B:2", "X-A:\r\n 1", "X-C:3", "BEGIN:VALARM", "X-A:9", "END:VALARM")
    var file = try Self.file(text)
    file.setAll(["X-A", "X-B"], ["X-A:1", "X-A:4"])
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == Self.calendar("X-A:\r\n 1", "X-A:4", "X-C:3", "BEGIN:VALARM", "X-A:9", "END:VALARM"))
    file.set("X-NEW", "X-NEW:1")
    #expect(file.own.map(\.name) == ["UID", "X-A", "X-A", "X-C", "X-NEW"])
  }

  @Test func replacesEachLineInPlace() throws {
    var file = try Self.file(Self.calendar("C:a,X", "A:1", "C:b", "C:d", "B:2"))
    file.setAll(["C"], ["C:a,Y", "C:b", "C:c", "C:d"])
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == Self.calendar("C:a,Y", "A:1", "C:b", "C:c", "C:d", "B:2"))
    // Lines sorted by a server keep their order.
    file.setAll(["C"], ["C:d", "C:e", "C:b"])
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == Self.calendar("A:1", "C:b", "C:d", "C:e", "B:2"))
  }

  @Test(arguments: [
    ("", "it is not a calendar"),
    ("<<<<<<< HEAD\n", "line 1: the line is not a property of iCalendar"),
    (String(calendar("SUMMARY:A").dropLast(15)), "its end is missing"),
    (String(calendar("SUMMARY:A").dropLast(20)), "its components are not closed"),
    (calendar("SUMMARY:A", "SUMMARY:B"), "SUMMARY appears twice in its event"),
    (calendar("UID:b"), "UID appears twice in its event"),
    (calendar("SUMMARY:A") + calendar("SUMMARY:B"), "it is not one calendar"),
    (calendar("END:VEVENT", "BEGIN:VEVENT", "UID:b"), "it contains events with different UIDs"),
    (calendar("END:VEVENT", "BEGIN:VEVENT", "UID:a"), "it contains the event twice"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR\n", "its event has no UID"),
  ])
  func explainsWhyAFileCannotBeRead(_ text: String, _ reason: String) {
    #expect(throws: ValueError(reason)) { try EventFile(Array(text.utf8)) }
  }

  @Test func recognizesTasksAndRepeatingEvents() throws {
    let task = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:a\nEND:VTODO\nEND:VCALENDAR\n"
    #expect(try EventFile(Array(task.utf8)) == nil)
    let occurrence = Self.calendar(
      "SUMMARY:A", "END:VEVENT", "BEGIN:VEVENT", "UID:a", "RECURRENCE-ID:20270101", "SUMMARY:B")
    #expect(try Self.file(occurrence).repeats)
    #expect(try Self.file(occurrence).first("SUMMARY")?.text == "A")
    #expect(try !Self.file(Self.calendar("SUMMARY:A")).repeats)
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
