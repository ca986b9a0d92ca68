import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Several stores and several folders, and stores that were not synced for a while.
struct SyncDevicesTests {
  private func sync(_ tool: TestTool, _ folder: String, _ options: String...) -> TestTool.Result {
    tool.run(words: ["sync", folder] + options)
  }

  @Test func carriesAllTripsToAnotherStore() throws {
    let fixture = try SyncFixture()
    let before = try fixture.bytes()
    let other = try fixture.otherStore()
    let theirs = other.run("export", "--format", "json").stdout
      .withoutIDs
    #expect(try theirs == fixture.trips())
    #expect(try fixture.bytes() == before)
    #expect(sync(other, fixture.folder.path).stdout.isEmpty)
  }

  @Test func carriesChangesOfSeveralStoresThroughOneFolder() throws {
    let fixture = try SyncFixture()
    let (second, third) = (try fixture.otherStore(), try fixture.otherStore())
    fixture.tool.run("edit", "Berlin", "--no-perdiem")
    second.run("bucket", "done", "Paris", "Orsay")
    second.run("stay", "confirm", "Paris")
    third.run("bucket", "add", "Paris", "Zoo")
    third.run("delete", "Oslo")
    for tool in [fixture.tool, second, third, fixture.tool, second] {
      #expect(sync(tool, fixture.folder.path).exitCode == .done)
    }
    try fixture.expectSettled()
    let trips = [fixture.tool, second, third].map { tool in
      tool.run("export", "--format", "json").stdout.withoutIDs
    }
    #expect(trips[0] == trips[1] && trips[1] == trips[2])
    #expect(trips[0].contains("Zoo") && !trips[0].contains("Oslo"))
    #expect(try second.query("SELECT isConfirmed FROM livingAccommodation") == ["1"])
  }

  @Test(arguments: ["--no-perdiem", "--plain"])
  func carriesARemovedPerDiemToAnotherStore(_ option: String) throws {
    let fixture = try SyncFixture()
    fixture.tool.run("edit", "Berlin", "--notes", "Bring cash.", "--bucket", "Zoo")
    try fixture.expectSettled()
    let other = try fixture.otherStore()
    fixture.tool.run("edit", "Berlin", option)
    try fixture.expectSettled()
    #expect(sync(other, fixture.folder.path).exitCode == .done)
    #expect(try other.query("SELECT name FROM trip WHERE perdiemMinor NOTNULL").isEmpty)
    try fixture.expectSettled()
  }

  @Test func warnsAboutAnItemLeftOutsideAMovedTrip() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("bucket", "add", "Berlin", "Zoo", "--on", "day1")
    try fixture.expectSettled()
    try fixture.edit("Berlin") { $0.replacing(#/VALUE=DATE:20../#, with: "VALUE=DATE:2031") }
    #expect(fixture.sync().stderr.contains("warning: outside 'Berlin' ("))
  }

  @Test func carriesRemovedTextToOtherStores() throws {
    let fixture = try SyncFixture(isSynced: false)
    fixture.tool.run("note", "Rome", "Bring cash.")
    fixture.tool.run("stay", "edit", "Paris", "--name", "Ritz", "--address", "Place Vendôme")
    try fixture.expectSettled()
    let other = try fixture.otherStore()
    fixture.tool.run("edit", "Paris", "--destination", "")
    try fixture.tool.execute("UPDATE trip SET notes = '' WHERE name = 'Rome'")
    try fixture.tool.execute("UPDATE livingAccommodation SET address = ''")
    try fixture.expectSettled()
    #expect(sync(other, fixture.folder.path).exitCode == .done)
    let texts = "SELECT name || destination || notes FROM trip WHERE name IN ('Paris', 'Rome')"
    #expect(try other.query(texts + " ORDER BY name") == ["Paris", "Rome"])
    #expect(try other.query("SELECT placeName || address FROM livingAccommodation") == ["Ritz"])
    try fixture.expectSettled()
  }

  /// Values of the old kind are removed with it, and make no other device write.
  @Test func readsANewKindWithoutRewritingTheEvent() throws {
    let fixture = try SyncFixture()
    let other = try fixture.otherStore()
    fixture.tool.run("edit", "Paris", "--business", "--perdiem", "80EUR")
    try fixture.expectSettled()
    let event = try fixture.read(fixture.file("Paris"))
    #expect(sync(other, fixture.folder.path).stdout.hasPrefix("update\tTrip\t"))
    #expect(try fixture.read(fixture.file("Paris")) == event)
    #expect(
      try other.query("SELECT type || perdiemMinor FROM trip WHERE name = 'Paris'")
        == ["business8000"])
  }

  @Test func recognizesAFolderByALinkAndByItsPath() throws {
    let fixture = try SyncFixture()
    let link = fixture.tool.folder.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: fixture.folder)
    try fixture.remove("Rome")
    let result = sync(fixture.tool, link.path + "/")
    #expect(result.stdout.hasPrefix("delete\tTrip\t"))
  }

  // MARK: - Without a base

  @Test func deletesNothingWithoutABase() throws {
    let fixture = try SyncFixture()
    try fixture.remove("Rome")
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    fixture.tool.run("delete", "Oslo")
    try fixture.tool.execute("DELETE FROM syncedEvent")
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(result.stdout.contains(#""property":"name","old":"Paris","new":"Paname""#))
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
    for name in ["Rome", "Oslo"] { #expect(fixture.exists(try fixture.file(name))) }
    for _ in 0..<2 { try fixture.expectSettled(.refused) }
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.lines("Paris").contains("SUMMARY:Paris"))
  }

  /// Equal facts agree, and no byte of an event changes.
  @Test func pairsEqualEventsByTheirUIDs() throws {
    let fixture = try SyncFixture()
    let before = try fixture.bytes()
    try fixture.tool.execute("DELETE FROM syncedEvent")
    let result = fixture.sync()
    #expect(result.exitCode == .done && result.stdout == "[]\n", "\(result.stdout)")
    var after = try fixture.bytes()
    after["store"] = before["store"]
    #expect(after == before)
    // From now on a deletion counts.
    try fixture.remove("Rome")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 4)
  }

  // MARK: - Backups

  @Test func keepsTheBaseAfterAPurge() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Oslo")
    fixture.tool.run("delete", "Oslo")
    let token = fixture.tool.run("history", "--token").stdout.trimmingCharacters(in: .newlines)
    #expect(fixture.tool.run("history", "purge", "--before", token, "--yes").exitCode == .done)
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    try fixture.remove("Rome")
    try fixture.expectSettled()
    #expect(!fixture.exists(file))
    #expect(
      try fixture.tool.query("SELECT name FROM trip ORDER BY id") == ["Berlin", "Paname", "Lyon"])
  }
}
