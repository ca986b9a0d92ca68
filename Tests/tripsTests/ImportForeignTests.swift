import Foundation
import Testing

@testable import trips

/// The events of other programs: what they become, and what a later version changes.
struct ImportForeignTests: ImportsCalendars {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  private static let italy = ["UID:italy", "SUMMARY:Italy"] + days("20270501", "20270511")
  private static let hotel = ["UID:hotel", "SUMMARY:Artemide"] + days("20270502", "20270505")
  private static let museum =
    ["UID:museum", "SUMMARY:Museum", "LOCATION:Via 1", "DESCRIPTION:two tickets"]
    + at("20270503T093000", "20270503T110000")

  @Test func makesOneTripOfATripItsHotelAndItsAppointments() throws {
    let result = try importing([Self.museum, Self.hotel, Self.italy])
    #expect(result.sum == "3 events: 3 added (1 trip, 1 stay, 1 item)")
    #expect(try items == ["1 2027-05-03 09:30 Museum"])
    #expect(try stays == ["1 2027-05-02 2027-05-05 Artemide"])
    #expect(try tool.query("SELECT details FROM bucketListItem") == ["two tickets"])
    #expect(try tool.query("SELECT place FROM bucketListItem") == ["Via 1"])
    #expect(try tool.query("SELECT uid FROM bucketListItem") == ["museum"])
    let token = tool.run("history", "--token")
    #expect(try importing([Self.hotel, Self.italy, Self.museum]).sum == "3 events: 3 unchanged")
    #expect(tool.run("history", "--token") == token)
  }

  /// It does not matter which file contains an event.
  @Test func sortsTheEventsOfAllFilesTogether() throws {
    let folder = tool.folder.appending(path: "vdir")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, event) in [Self.museum, Self.hotel, Self.italy].enumerated() {
      try FileManager.default.moveItem(
        atPath: try file("one.ics", [event]), toPath: folder.path + "/\(index).ics")
    }
    #expect(tool.run("import", folder.path).sum == "3 events: 3 added (1 trip, 1 stay, 1 item)")
    #expect(try items.count == 1 && stays.count == 1)
  }

  /// TripIt's UIDs begin in the same way as ours.
  @Test func doesNotClaimAnEventByThePrefixOfItsUID() throws {
    let trip = ["UID:trip-1@tripit.com"] + Self.italy.dropFirst()
    let item = ["UID:item-2@tripit.com"] + Self.museum.dropFirst()
    #expect(try importing([trip, item]).sum == "2 events: 2 added (1 trip, 1 item)")
    #expect(try items == ["1 2027-05-03 09:30 Museum"])
  }

  @Test func readsTripItsPairAsAStay() throws {
    func event(_ uid: String, _ title: String, _ day: Int) -> [String] {
      ["UID:\(uid)", "SUMMARY:\(title)", "LOCATION:Rua 5"]
        + Self.at("2027050\(day)T150000", "2027050\(day)T160000")
    }
    let (checkIn, checkOut) = (event("in", "Check-in: Moxy", 2), event("out", "Check-out: Moxy", 6))
    try importing([Self.italy, checkIn, checkOut]).expectDone()
    #expect(try stays == ["1 2027-05-02 2027-05-06 Moxy"])
    #expect(try items.isEmpty)
    // A check-in that has lost its check-out keeps its nights; a moved check-out changes them.
    #expect(try importing([Self.italy, checkIn]).sum == "2 events: 2 unchanged")
    try importing([Self.italy, checkIn, event("out", "Check-out: Moxy", 7)]).expectDone()
    #expect(try stays == ["1 2027-05-02 2027-05-07 Moxy"])
  }

  @Test func listsLeftOutEventsWithTheTripOnTheirDay() throws {
    tool.run("add", "Paris", "--start", "2027-06-01", "--end", "3d")
    let dentist = ["SUMMARY:Dentist"] + Self.at("20270602T090000", "20270602T100000")
    let weekly =
      ["SUMMARY:Yoga", "RRULE:FREQ=WEEKLY"] + Self.at("20270602T180000", "20270602T190000")
    let result = try importing([dentist, weekly])
    #expect(
      result.stderr == """
        note: left out (repeating): 'Yoga' (2027-06-02 18:00)
        note: left out (shorter than two days and in no trip of the import): 'Dentist' \
        (2027-06-02 09:00) (use --into 1)
        note: 2 events: 2 left out

        """)
    #expect(result.sum == "2 events: 2 left out")
    try importing([dentist], "--into", "1").expectDone()
    #expect(try items == ["1 2027-06-02 09:00 Dentist"])
    try importing([weekly, ["SUMMARY:Call"] + Self.days("20270701", "20270702")], "--all-events")
      .expectDone()
    #expect(try tool.query("SELECT name FROM trip ORDER BY id") == ["Paris", "Call"])
  }

  /// An event that cannot be stored is left out; the others are imported.
  @Test(arguments: [
    (["DESCRIPTION:a\u{7}b"], "DESCRIPTION contains a control character"),
    (
      ["DESCRIPTION;ENCODING=QUOTED-PRINTABLE:a=3Db"],
      "DESCRIPTION has the encoding QUOTED-PRINTABLE"
    ),
    (
      ["LOCATION:" + String(repeating: "x", count: 1_001)],
      "the destination has 1001 bytes of UTF-8"
    ),
    (["DTEND;VALUE=DATE:20270101"], "DTEND appears twice"),
  ])
  func leavesOutWhatNoRowCanHave(lines: [String], reason: String) throws {
    let bad = ["UID:bad", "SUMMARY:Bad"] + Self.days("20270601", "20270604") + lines
    let result = try importing([bad, Self.italy])
    #expect(result.sum == "2 events: 1 added (1 trip); 1 left out")
    #expect(result.stderr.contains("left out (\(reason)"), "\(result.stderr)")
  }

  @Test func reportsTheRowOfACancelledEvent() throws {
    try importing([Self.italy, Self.museum]).expectDone()
    let result = try importing([Self.italy, Self.museum + ["STATUS:CANCELLED"]])
    #expect(
      result.stderr
        == "note: 'Museum' is cancelled in the file; 'trips bucket remove 1 1' removes it\n"
        + "note: 2 events: 1 unchanged; 1 left out\n")
    #expect(try items.count == 1)
  }

  // MARK: - Versions

  private static func museum(
    _ title: String, sequence: Int = 0, stamp: String = "20270101T000000Z", modified: String = ""
  ) -> [String] {
    ["UID:museum", "SUMMARY:\(title)", "SEQUENCE:\(sequence)", "DTSTAMP:\(stamp)"]
      + (modified.isEmpty ? [] : ["LAST-MODIFIED:\(modified)"])
      + at("20270503T093000", "20270503T110000")
  }

  /// In one file or in two, in any order, the newer of two versions counts.
  @Test(
    arguments: [false, true],
    [
      museum("New", sequence: 1, stamp: "20260101T000000Z"),
      museum("New", stamp: "20270102T000000Z"),
      museum("New", modified: "20270102T000000Z"),
    ])
  func takesTheNewerVersion(isFirst: Bool, new: [String]) throws {
    let versions = isFirst ? [new, Self.museum("Old")] : [Self.museum("Old"), new]
    try importing([Self.italy] + versions).expectDone()
    #expect(try items.map { $0.split(separator: " ").last } == ["New"])
    for version in versions { try importing([version]).expectDone() }
    #expect(try items.map { $0.split(separator: " ").last } == ["New"])
  }

  @Test func changesOnlyWhatTheEventStatesDifferently() throws {
    try importing([Self.italy, Self.museum]).expectDone()
    tool.run("bucket", "done", "Italy", "Museum").expectDone()
    tool.run("bucket", "edit", "Italy", "Museum", "--title", "Uffizi").expectDone()
    let later = try importing([
      Self.italy,
      ["UID:museum", "SUMMARY:Museum", "LOCATION:Via 1", "DESCRIPTION:three tickets"]
        + Self.at("20270504T093000", "20270504T110000"),
    ])
    #expect(try items == ["1 2027-05-04 09:30 Uffizi"])
    #expect(
      later.stdout == """
        update\tBucketListItem\t1\tUffizi\t1\tdetails\ttwo tickets\tthree tickets
        update\tBucketListItem\t1\tUffizi\t1\tdate\t2027-05-03\t2027-05-04
        update\tBucketListItem\t1\tUffizi\t1\tendDate\t2027-05-03\t2027-05-04

        """)
    // Both have changed the title: the event's is taken and shown.
    let renamed = try importing([
      ["UID:museum", "SUMMARY:Galleria"] + Self.at("20270504T093000", "20270504T110000")
    ])
    #expect(renamed.stdout.contains("\tGalleria\t1\ttitle\tUffizi\tGalleria\n"))
    #expect(try tool.query("SELECT isDone FROM bucketListItem") == ["1"])
  }

  @Test func doesNotBringBackDeletedRows() throws {
    try importing([Self.italy, Self.hotel, Self.museum]).expectDone()
    tool.run("bucket", "remove", "Italy", "Museum").expectDone()
    let result = try importing([Self.italy, Self.hotel, Self.museum])
    #expect(
      result.stderr == """
        note: deleted here, and left deleted: 'Museum' (use --anew to bring them back)
        note: 3 events: 2 unchanged; 1 left out

        """)
    tool.run("delete", "Italy").expectDone()
    #expect(try importing([Self.italy, Self.hotel, Self.museum]).sum == "3 events: 3 left out")
    #expect(try tool.query("SELECT count(*) FROM trip") == ["0"])
  }

  /// An undo forgets the events, and a redo restores them.
  @Test func anUndoneImportCanBeRepeated() throws {
    try importing([Self.italy, Self.museum]).expectDone()
    tool.run("undo").expectDone()
    #expect(
      try importing([Self.italy, Self.museum]).sum == "2 events: 2 added (1 trip, 1 item)")
    tool.run("undo").expectDone()
    tool.run("redo").expectDone()
    #expect(try importing([Self.italy, Self.museum]).sum == "2 events: 2 unchanged")
    #expect(try items.count == 1)
  }

  /// A purge of the undo must not make the import count again.
  @Test(arguments: ["1", "2", "3"]) func anUndoneImportCanBeRepeatedAfterAPurge(before: String)
    throws
  {
    try importing([Self.italy, Self.museum]).expectDone()
    tool.run("undo").expectDone()
    tool.run("history", "purge", "--before", before, "--yes").expectDone()
    #expect(
      try importing([Self.italy, Self.museum]).sum == "2 events: 2 added (1 trip, 1 item)")
    #expect(try items.count == 1)
  }

  // MARK: - Times

  /// Berlin is six hours ahead of New York.
  @Test(arguments: [
    ("Europe/Berlin", "2027-05-09 03:30"), ("America/New_York", "2027-05-08 21:30"),
  ])
  func convertsTimesInUTC(zone: String, moment: String) throws {
    let trip = ["SUMMARY:New York"] + Self.days("20270501", "20270510")
    let flight = ["SUMMARY:LH401", "DTSTART:20270509T013000Z", "DTEND:20270509T090000Z"]
    let result = tool.run(
      words: ["import", try file("utc.ics", [trip, flight])] + ["--zone", zone])
    #expect(try items == ["1 \(moment) LH401"])
    #expect(
      result.stderr.contains("note: converted from UTC to \(zone): 'LH401' (\(moment))\n"))
  }

  /// A date as Outlook writes it, and the name of a zone that is UTC.
  @Test func readsOutlooksDates() throws {
    let marked = [
      "SUMMARY:Rome", "DTSTART:20270601T000000Z", "DTEND:20270604T000000Z",
      "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
    ]
    let dinner = ["SUMMARY:Dinner"] + Self.at("20270602T180000", "20270602T200000", "UTC")
    try importing([marked, dinner], "--zone", "Europe/Berlin").expectDone()
    #expect(try tool.query("SELECT startDate || endDate FROM trip") == ["2027-06-012027-06-03"])
    #expect(try items == ["1 2027-06-02 20:00 Dinner"])
  }

  @Test func readsACalendarBelowAMailHeader() throws {
    let path = try file("mail.eml", [Self.italy])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let mail = "Subject: Trip\r\r\n\r\r\n" + text.replacing("\r\n", with: "\r\r\n")
    try Data(mail.utf8).write(to: URL(filePath: path))
    #expect(tool.run("import", path).sum == "1 event: 1 added (1 trip)")
    #expect(try tool.query("SELECT name FROM trip") == ["Italy"])
  }
}
