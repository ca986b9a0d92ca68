import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Ways by which facts went that nobody had taken away.
struct SyncLossTests {
  /// The file of its stay is half written.
  @Test func bringsNoTripBackWhoseStayCannotBeRead() throws {
    let fixture = try SyncFixture()
    let (file, stay) = (try fixture.file("Paris"), try fixture.file("Paris", stay: true))
    let (event, whole) = (try fixture.read(file), try fixture.read(stay))
    fixture.tool.run("delete", "Paris")
    try fixture.expectSettled()
    try fixture.write(file, event)
    try fixture.write(stay, String(whole.dropLast(40)))
    try fixture.expectSettled(.refused)
    try fixture.write(stay, whole)
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT placeName FROM livingAccommodation") == ["Hôtel du Nord"])
  }

  /// Times in UTC are other days elsewhere.
  @Test func saysWhereItsTimesAreAtHome() throws {
    let fixture = try SyncFixture()
    try fixture.set("Rome", "DTSTART", "DTSTART:20270601T000000Z")
    try fixture.set("Rome", "DTEND", "DTEND:20270602T235959Z")
    try fixture.expectSettled()
    let event = try fixture.read(fixture.file("Rome"))
    #expect(event.contains("\nX-TRIPS-OFFSET:+0000\n"))
    try fixture.set("Rome", "DTSTART", "DTSTART;TZID=Europe/Rome:20270601T000000")
    try fixture.expectSettled()
    // Without our mark it is not written for that alone.
    try fixture.set("Rome", "DTSTART", "DTSTART:20270601T000000Z")
    try fixture.set("Rome", "X-TRIPS-KIND", nil)
    try fixture.set("Rome", "X-TRIPS-OFFSET", nil)
    let before = try fixture.read(fixture.file("Rome"))
    try fixture.expectSettled()
    #expect(try fixture.read(fixture.file("Rome")) == before)
  }

  /// An escaped comma is of the word.
  @Test func takesNoWordFromACategory() throws {
    let fixture = try SyncFixture()
    try fixture.set("Berlin", "CATEGORIES", "CATEGORIES:BUSINESS,Team A\\,BUSINESS,Foo")
    fixture.tool.run("edit", "Berlin", "--plain")
    try fixture.expectSettled()
    #expect(
      try fixture.read(fixture.file("Berlin")).contains("\nCATEGORIES:Team A\\,BUSINESS,Foo\n"))
  }

  /// The stay is in a file of its own, and the event was given back.
  @Test func bringsATripBackWhoseStayWasSetElsewhere() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    func sync(_ tool: TestTool) {
      #expect(tool.run("sync", fixture.folder.path).exitCode == .done)
    }
    sync(other)
    other.run("add", "Bergen", "--start", "2027-11-01")
    sync(other)
    sync(fixture.tool)
    fixture.tool.run("undo")
    other.run("stay", "set", "Bergen", "Lodge")
    for tool in [fixture.tool, other, fixture.tool] { sync(tool) }
    #expect(
      try fixture.tool.query("SELECT placeName FROM livingAccommodation").contains("Lodge"))
  }

  /// A program that settles whole files keeps the event, which somebody has changed, and deletes the
  /// stay's, which nobody has.
  @Test(arguments: [false, true], [false, true])
  func bringsADeletedTripBackWithItsStay(isMoved: Bool, wasRevived: Bool) throws {
    let fixture = try SyncFixture()
    for words in [["delete", "Paris"], ["stay", "remove", "Paris"]] where wasRevived {
      fixture.tool.run(words: words)
      try fixture.expectSettled()
      fixture.tool.run("undo")
      try fixture.expectSettled()
    }
    let file = try fixture.file("Paris")
    fixture.tool.run(
      "stay", "set", "Paris", "Hôtel du Nord", "--address", "room 12", "--confirmed")
    try fixture.expectSettled()
    let event = try fixture.read(file)
    fixture.tool.run("delete", "Paris")
    try fixture.expectSettled()
    let day = isMoved ? "20270502" : "20270501"
    try fixture.write(
      file,
      event.replacing("SUMMARY:Paris", with: "SUMMARY:Paname")
        .replacing("DTSTART;VALUE=DATE:20270501", with: "DTSTART;VALUE=DATE:\(day)"))
    let line = try #require(fixture.report().first)
    #expect(line.hasPrefix("both ways\trevived") && line.contains("none → 'Hôtel du Nord'"))
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query(
        "SELECT placeName || address || isConfirmed FROM livingAccommodation")
        == ["Hôtel du Nordroom 12\(isMoved ? 0 : 1)"])
    #expect(try FileManager.default.fileExists(atPath: fixture.file("Paname", stay: true).path))
  }

  /// The same where the sync that deleted the files was killed before it had noted that.
  @Test func bringsATripBackWithItsStayAfterAKill() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    try FileManager.default.removeItem(at: fixture.file("Paris", stay: true))
    fixture.tool.run("delete", "Paris")
    let line = try #require(fixture.report().first)
    #expect(line.contains("stay: placeName: none → 'Hôtel du Nord'"))
    try fixture.expectSettled()
  }

  /// A stay whose file went with its trip was not removed by who keeps the trip.
  @Test func vouchesForNoRemovalOfAStayThatItTookFromTheFolder() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    other.run("sync", fixture.folder.path)
    fixture.tool.run("delete", "Paris")
    try fixture.expectSettled()
    fixture.tool.run("undo")
    try fixture.expectSettled()
    other.run("sync", fixture.folder.path)
    let file = try fixture.file("Paris")
    fixture.tool.run("note", "Paris", "by train")
    try fixture.expectSettled()
    let event = try fixture.read(file)
    // The other one deletes it; the changed event stays, and the stay's file does not.
    try FileManager.default.removeItem(at: fixture.file("Paris", stay: true))
    other.run("delete", "Paris")
    try FileManager.default.removeItem(at: file)
    other.run("sync", fixture.folder.path)
    try fixture.write(file, event)
    try fixture.expectSettled()
    let back = other.run("sync", fixture.folder.path)
    #expect(back.stdout.contains("stay: placeName: none → 'Hôtel du Nord'"))
    try fixture.expectSettled()
    let stays = "SELECT placeName FROM livingAccommodation"
    #expect(try fixture.tool.query(stays) == ["Hôtel du Nord"])
  }

  /// It was not taken away by who wrote the event anew and knew the stay.
  @Test func leavesAStayAwayThatAnotherDeviceHasRemoved() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    fixture.tool.run("delete", "Paris")
    try fixture.expectSettled()
    other.run("stay", "remove", "Paris")
    other.run("note", "Paris", "no hotel")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Paris'") == ["no hotel"])
    #expect(try fixture.tool.query("SELECT 1 FROM livingAccommodation").isEmpty)
  }

  /// A phone that keeps no X- property, and a device that is behind and gives the trip its kind.
  @Test func doubtsAnAmountThatWasLostWithTheKind() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    fixture.tool.run("edit", "Rome", "--business", "--perdiem", "120EUR")
    try fixture.expectSettled()
    try fixture.edit("Rome") { text in
      text.split(separator: "\n").filter { !$0.hasPrefix("X-TRIPS") }.joined(separator: "\n") + "\n"
    }
    other.run("edit", "Rome", "--business")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains(#""field":"perdiem","store":"120.00 EUR","calendar":null"#))
  }

  /// The lines that are whole say what they say.
  @Test func takesWhatIsWholeOfADescriptionThatIsWrittenAgain() throws {
    let fixture = try SyncFixture()
    try fixture.set(
      "Paris", "DESCRIPTION", "DESCRIPTION:gate code 4711\\n\\nBucket list:\\n[x] Louvre\\n[ ] Ors")
    let result = fixture.sync("--prefer", "store")
    #expect(result.exitCode == .done)
    #expect(result.stdout.contains(#""field":"item","old":null,"new":"Rodin""#))
    #expect(
      try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Paris'") == ["gate code 4711"])
    #expect(
      try fixture.tool.query("SELECT isDone || title || details FROM bucketListItem ORDER BY title")
        == ["1Louvre", "0Orsayclosed on Mondays", "0Rodin"])
    try fixture.expectSettled()
  }

  @Test func takesTheItemsOfOthersWhereADescriptionIsWrittenAgain() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    other.run("sync", fixture.folder.path)
    other.run("bucket", "add", "Paris", "Zoo", "--details", "ticket 4711")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.set(
      "Paris", "DESCRIPTION", "DESCRIPTION:Bucket list:\\n[ ] Louvre\\n[x] Ors")
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    #expect(
      try fixture.tool.query("SELECT isDone || title || details FROM bucketListItem ORDER BY title")
        == ["0Louvre", "1Orsayclosed on Mondays", "0Rodin", "0Zooticket 4711"])
    try fixture.expectSettled()
  }

  @Test func namesTheNotesThatItDoesNotTake() throws {
    let fixture = try SyncFixture()
    try fixture.setNotes("Rome", "Pack sunscreen\nCall mum")
    try fixture.expectSettled()
    try fixture.set("Rome", "DESCRIPTION", "DESCRIPTION:Pack")
    let result = fixture.sync("--prefer", "store")
    #expect(result.exitCode == .done)
    #expect(
      result.stdout.contains(#""field":"notes","old":"Pack","new":"Pack sunscreen\nCall mum""#))
    try fixture.expectSettled()
  }

  /// A program that settles whole files has taken one that was written by who did not know an item.
  @Test func takesNoNewItemForOneThatItsWriterDidNotKnow() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Rome")
    fixture.tool.run("bucket", "add", "Rome", "Forum")
    try fixture.expectSettled()
    let event = try fixture.read(file)
    fixture.tool.run("bucket", "add", "Rome", "Trevi", "--details", "tickets 4711", "--reserved")
    try fixture.expectSettled()
    try fixture.write(file, event.replacing("[ ] Forum", with: "[ ] Forum\\n[ ] Borghese"))
    let result = try fixture.expectSettled()
    #expect(result.stdout.contains(#""field":"item","old":"Trevi","new":null"#))
    let items = """
      SELECT i.title || i.details FROM bucketListItem AS i JOIN trip AS t ON t.id = i.tripId
      WHERE t.name = 'Rome' ORDER BY i.title
      """
    #expect(try fixture.tool.query(items) == ["Borghese", "Forum"])
    // The list was empty.
    let empty = try fixture.read(fixture.file("Oslo"))
    fixture.tool.run("bucket", "add", "Oslo", "Fjord", "--details", "at noon")
    try fixture.expectSettled()
    try fixture.write(
      fixture.file("Oslo"),
      empty.replacing("TRANSP:", with: "DESCRIPTION:Bucket list:\\n[ ] Museum\nTRANSP:"))
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT title || details FROM bucketListItem WHERE title = 'Museum'")
        == ["Museum"])
    // A line may be lost beside another title that is like the one before.
    fixture.tool.run("bucket", "add", "Rome", "Vatican", "--details", "at ten")
    try fixture.expectSettled()
    try fixture.edit("Rome") { text in
      text.replacing("[ ] Vatican", with: "[ ] Vatican museums")
        .split(separator: "\n").filter {
          !($0.hasPrefix("X-TRIPS-ITEM") && $0.contains("LENGTH=14"))
        }
        .joined(separator: "\n") + "\n"
    }
    try fixture.expectSettled()
    #expect(try fixture.tool.query(items) == ["Borghese", "Forum", "Vatican museumsat ten"])
    fixture.tool.run("bucket", "remove", "Rome", "Vatican museums")
    try fixture.expectSettled()
    // One that a person renames keeps its line.
    fixture.tool.run("bucket", "edit", "Rome", "Forum", "--details", "at noon")
    try fixture.expectSettled()
    try fixture.edit("Rome") { $0.replacing("[ ] Forum", with: "[ ] Palatine") }
    try fixture.expectSettled()
    #expect(try fixture.tool.query(items) == ["Borghese", "Palatineat noon"])
  }

  @Test func tellsThatTimesOfAStayDoNotFitAnyMore() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "DTEND", "DTEND:20270503T110000", stay: true)
    try fixture.set("Paris", "DTSTART", "DTSTART:20270501T150000", stay: true)
    try fixture.expectSettled()
    fixture.tool.run("edit", "Paris", "--end", "1d")
    #expect(
      try fixture.expectSettled().stderr.contains(
        "the times of the stay of 'Paris' do not fit its days any more"))
  }

  @Test func tellsThatTimesDoNotFitAnyMore() throws {
    let fixture = try SyncFixture()
    try fixture.set("Rome", "DTEND", "DTEND:20270803T110000")
    try fixture.set("Rome", "DTSTART", "DTSTART:20270801T140000")
    try fixture.expectSettled()
    fixture.tool.run("edit", "Rome", "--end", "1d")
    let result = try fixture.expectSettled()
    #expect(result.stderr.contains("the times of 'Rome' do not fit its days any more"))
  }

  @Test(arguments: [true, false])
  func keepsWhatAnItemHasThatAnotherDeviceDidNotKnow(hasLine: Bool) throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    other.run("sync", fixture.folder.path)
    fixture.tool.run("bucket", "add", "Rome", "Forum", "--details", "ticket 4711")
    try fixture.expectSettled()
    try fixture.edit("Rome") { text in
      (hasLine ? text : SyncVariantsTests.without(text, "X-TRIPS-ITEM"))
        .replacing("[ ] Forum", with: "[ ] Palace at ten")
    }
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled()
    let items = "SELECT title || details FROM bucketListItem WHERE title LIKE 'Palace%'"
    #expect(try fixture.tool.query(items) == ["Palace at tenticket 4711"])
    #expect(try other.query(items) == ["Palace at ten" + (hasLine ? "ticket 4711" : "")])
    // A device that has not got them takes them from nobody.
    other.run("edit", "Rome", "--destination", "Italy")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled(hasLine ? .done : .refused)
    #expect(try fixture.tool.query(items) == ["Palace at tenticket 4711"])
  }

  /// A phone renames what another device has renamed meanwhile.
  @Test func findsTheLineOfAnItemByTheTitleThatItHadBefore() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    fixture.tool.run("bucket", "add", "Rome", "Forum", "--details", "old")
    try fixture.expectSettled()
    other.run("sync", fixture.folder.path)
    fixture.tool.run(
      "bucket", "edit", "Rome", "Forum", "--title", "Palatine", "--details", "ticket 4711")
    try fixture.expectSettled()
    try fixture.edit("Rome") { $0.replacing("[ ] Palatine", with: "[ ] Palatine at ten") }
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled()
    let items = "SELECT title || details FROM bucketListItem WHERE title LIKE 'Pal%'"
    #expect(try fixture.tool.query(items) == ["Palatine at tenticket 4711"])
    #expect(try other.query(items) == ["Palatine at tenticket 4711"])
  }

  /// How a rule is spelled depends on the currency, which one device gives and another does not know.
  @Test func takesARuleOfAnotherSpellingForNoChange() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    fixture.tool.run("edit", "Rome", "--business", "--perdiem-rule", "first-last:2.50")
    for tool in [fixture.tool, other] {
      #expect(tool.run("sync", fixture.folder.path).exitCode == .done)
    }
    fixture.tool.run("edit", "Rome", "--perdiem", "100EUR")
    other.run("edit", "Rome", "--perdiem-rule", "nights")
    try fixture.expectSettled()
    #expect(
      try fixture.read(fixture.file("Rome")).contains("X-TRIPS-PERDIEM-RULE:first-last:2.50\n"))
    for tool in [other, fixture.tool] {
      #expect(tool.run("sync", fixture.folder.path).exitCode == .done)
      #expect(
        try tool.query("SELECT perdiemRule || perdiemMinor FROM trip WHERE name = 'Rome'")
          == ["nights10000"])
    }
  }
}
