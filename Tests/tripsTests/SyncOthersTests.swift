import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// What other programs write into the store and the folder that no command of ours would.
struct SyncOthersTests {
  private static let stays =
    "SELECT placeName FROM livingAccommodation WHERE placeName <> 'Motel' ORDER BY id"

  /// The next stay of a trip takes the place of the one whose file is gone.
  @Test(arguments: ["Ritz", "Hôtel du Nord"])
  func removesTheOneStayWhoseFileIsGone(_ place: String) throws {
    let fixture = try SyncFixture()
    try fixture.tool.execute(
      "INSERT INTO livingAccommodation(tripId, placeName) SELECT id, '\(place)' FROM trip "
        + "WHERE name = 'Paris'")
    try fixture.expectSettled()
    let file = try fixture.file("Paris", stay: true)
    #expect(try fixture.read(file).contains("SUMMARY:\(place)\n"))
    try FileManager.default.removeItem(at: file)
    try fixture.expectSettled()
    #expect(try fixture.tool.query(Self.stays) == ["Hôtel du Nord"])
    #expect(try fixture.read(file).contains("SUMMARY:Hôtel du Nord\n"))
    try FileManager.default.removeItem(at: file)
    try fixture.expectSettled()
    #expect(try fixture.tool.query(Self.stays).isEmpty)
  }

  /// What a server shows those with whom its owner shares a calendar, but not this event.
  @Test(arguments: ["store", "calendar"]) func leavesAnEventThatShowsItsDaysAlone(
    prefers: String
  ) throws {
    let fixture = try SyncFixture()
    let uid = try fixture.uid("Paris")
    let facts = "SELECT name || destination || notes FROM trip WHERE uid = '\(uid)'"
    let stay = "SELECT placeName FROM livingAccommodation AS s JOIN trip ON trip.id = s.tripId"
    let before = try fixture.tool.query(facts)
    for (file, name) in try [
      (fixture.file("Paris"), uid), (fixture.file("Paris", stay: true), uid + "-stay"),
    ] {
      let days = SyncVariantsTests.unfolded(try fixture.read(file)).split(separator: "\n")
        .filter { $0.hasPrefix("DT") }.joined(separator: "\n")
      try fixture.write(
        file,
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:\(name)\n\(days)\nSUMMARY:Busy\n"
          + "CLASS:CONFIDENTIAL\nEND:VEVENT\nEND:VCALENDAR\n")
    }
    let result = try fixture.expectSettled(.refused)
    #expect(
      result.stdout.contains(
        "its event is kept private, and shows its days alone; "
          + "its stay is kept private, and shows its days alone"))
    #expect(try fixture.tool.query(facts) == before)
    #expect(fixture.sync("--prefer", prefers).exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.tool.query(facts) == (prefers == "store" ? before : ["Busy"]))
    #expect(try fixture.tool.query(stay) == [prefers == "store" ? "Hôtel du Nord" : "Busy"])
    let items = try fixture.tool.query("SELECT title FROM bucketListItem ORDER BY title")
    #expect(items == (prefers == "store" ? ["Louvre", "Orsay", "Rodin"] : []))
  }

  /// Such an event has less than the standard asks for.
  @Test func leavesATripThatHasANameAloneWhereAServerHidesIt() throws {
    let fixture = try SyncFixture()
    let uid = try fixture.uid("Oslo")
    fixture.tool.run("edit", "Oslo", "--destination", "Norway")
    try fixture.write(
      fixture.file("Oslo"),
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:\(uid)\nDTSTART;VALUE=DATE:20270901\nSUMMARY:Busy\n"
        + "CLASS:CONFIDENTIAL\nEND:VEVENT\nEND:VCALENDAR\n")
    #expect(try fixture.expectSettled(.refused).stdout.contains("kept private"))
    let name = "SELECT name FROM trip WHERE uid = '\(uid)'"
    #expect(try fixture.tool.query(name) == ["Oslo"])
    try fixture.set("Oslo", "DTSTAMP", "DTSTAMP:20261120T101500Z")
    try fixture.set("Oslo", "SUMMARY", "SUMMARY:Bergen")
    try fixture.expectSettled()
    #expect(try fixture.tool.query(name) == ["Bergen"])
  }

  // MARK: - A trip with the UID of another one's stay

  private func withTripOfTheStaysUID() throws -> SyncFixture {
    let fixture = try SyncFixture(isSynced: false)
    let uid = try fixture.uid("Paris")
    try fixture.tool.execute("UPDATE trip SET uid = '\(uid)-stay' WHERE name = 'Rome'")
    try fixture.expectSettled()
    return fixture
  }

  /// The files of the folder that contain a text.
  private func files(_ fixture: SyncFixture, _ text: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: fixture.folder, includingPropertiesForKeys: nil)
      .filter { try fixture.read($0).contains(text) }
  }

  @Test func takesNoTripForTheStayOfAnother() throws {
    let fixture = try withTripOfTheStaysUID()
    let known = try TestTool()
    known.run("add", "x", "--start", "2020-01-01")
    try known.execute(
      "UPDATE trip SET uid = '\(fixture.uid("Paris"))', name = 'Paris', "
        + "startDate = '2027-05-01', endDate = '2027-05-03'")
    let fresh = try TestTool()
    for tool in [known, fresh] {
      tool.run("sync", fixture.folder.path, "--prefer", "calendar")
      #expect(try tool.query(Self.stays) == ["Hôtel du Nord"])
      #expect(
        try tool.query("SELECT name FROM trip ORDER BY name") == [
          "Berlin", "Lyon", "Oslo", "Paris", "Rome",
        ])
    }
  }

  /// A phone that drops our properties leaves RELATED-TO.
  @Test func knowsTheStayWithoutItsMark() throws {
    let fixture = try withTripOfTheStaysUID()
    for file in try files(fixture, "SUMMARY:Hôtel du Nord") + files(fixture, "SUMMARY:Rome") {
      try fixture.write(file, SyncVariantsTests.without(fixture.read(file), "X-TRIPS-"))
    }
    #expect(fixture.report().isEmpty)
    fixture.tool.run("stay", "confirm", "Paris")
    fixture.tool.run("edit", "Rome", "--destination", "Roma")
    try fixture.expectSettled()
    #expect(try files(fixture, "STATUS:CONFIRMED") == files(fixture, "SUMMARY:Hôtel du Nord"))
    #expect(try files(fixture, "LOCATION:Roma") == files(fixture, "SUMMARY:Rome"))
  }

  @Test func leavesBothWhereNobodyKnowsWhoseAFileIs() throws {
    let fixture = try withTripOfTheStaysUID()
    let file = try #require(files(fixture, "SUMMARY:Hôtel du Nord").first)
    try fixture.write(file, String(fixture.read(file).dropLast(20)))
    try fixture.expectSettled(.refused)
    #expect(try fixture.tool.query(Self.stays) == ["Hôtel du Nord"])
  }

  // MARK: - Files

  @Test func keepsThePermissionsOfAFile() throws {
    func permissions(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: fixture.file(name).path)[.posixPermissions]
        as? Int
    }
    let fixture = try SyncFixture()
    #expect(try permissions("Rome") == 0o600)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o664], ofItemAtPath: fixture.file("Rome").path)
    for name in ["Rome", "Oslo"] { fixture.tool.run("edit", name, "--destination", "there") }
    try fixture.expectSettled()
    #expect(try permissions("Rome") == 0o664)
    #expect(try permissions("Oslo") == 0o600)
  }

  private static func calendar(_ lines: String...) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\n")
  }

  /// Only a file that is gone deletes.
  @Test(arguments: [true, false], [true, false])
  func leavesWhatHasLostItsEvent(isTask: Bool, isStay: Bool) throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Paris", stay: isStay)
    let old = try fixture.read(file)
    let uid = try fixture.uid("Paris") + (isStay ? "-stay" : "")
    try fixture.write(
      file,
      isTask
        ? Self.calendar("BEGIN:VTODO", "UID:\(uid)", "SUMMARY:Paris", "END:VTODO")
        : Self.calendar())
    let result = try fixture.expectSettled(.refused)
    #expect(
      result.stdout.contains("'\(file.lastPathComponent)' cannot be read: it holds no event"))
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
    #expect(try fixture.tool.query(Self.stays) == ["Hôtel du Nord"])
    try fixture.write(file, old)
    try fixture.expectSettled()
  }

  @Test func countsTheTasksOfOthers() throws {
    let fixture = try SyncFixture()
    for (name, uid) in try [("a", "task"), ("b", fixture.uid("Rome"))] {
      try fixture.write(
        fixture.folder.appending(path: "\(name).ics"),
        Self.calendar("BEGIN:VTODO", "UID:\(uid)", "END:VTODO"))
    }
    #expect(try fixture.expectSettled().stdout.contains(#""otherEvents":2"#))
    // An empty one may be of anybody whose file is missing.
    try fixture.write(fixture.folder.appending(path: "c.ics"), Self.calendar())
    try fixture.expectSettled()
    try FileManager.default.removeItem(at: fixture.file("Oslo"))
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("its file is missing, and another one holds no event"))
  }

  @Test func writesTheLineBreaksOfOtherSystemsAsLineBreaks() throws {
    let fixture = try SyncFixture()
    try fixture.tool.execute(
      "UPDATE trip SET notes = 'one' || char(13, 10) || 'two' || char(13) || 'three'"
        + " WHERE name = 'Rome'")
    try fixture.expectSettled()
    #expect(try fixture.read(fixture.file("Rome")).contains("DESCRIPTION:one\\ntwo\\nthree\n"))
  }

  // MARK: - Items

  @Test func leavesAnItemWithoutATitleAlone() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    func titles(_ tool: TestTool) throws -> [String] {
      try tool.query("SELECT '<' || title || '>' FROM bucketListItem ORDER BY id")
    }
    try fixture.tool.execute("UPDATE bucketListItem SET title = '  ' WHERE title = 'Orsay'")
    try fixture.tool.execute(
      "INSERT INTO bucketListItem(tripId, title) SELECT id, ' ' FROM trip WHERE name = 'Rome'")
    for round in 1...2 {
      try fixture.expectSettled()
      #expect(other.run("sync", fixture.folder.path).exitCode == .done)
      #expect(try titles(fixture.tool) == ["<Louvre>", "<  >", "<Rodin>", "< >"])
      #expect(try titles(other) == ["<Louvre>", "<Rodin>"])
      try fixture.set("Paris", "LOCATION", "LOCATION:there \(round)")
    }
    try fixture.tool.execute("UPDATE bucketListItem SET title = 'Orsay' WHERE title = '  '")
    try fixture.expectSettled()
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    #expect(try titles(other) == ["<Louvre>", "<Rodin>", "<Orsay>"])
  }
}
