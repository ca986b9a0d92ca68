import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Stores that are in step with several folders.
struct SyncFoldersTests {
  /// A trip that one device has deleted, and that another one brings from folder to folder.
  @Test func comesToRestWhereTwoStoresShareTwoFolders() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    let second = fixture.tool.folder.appending(path: "second").path
    func sync(_ tool: TestTool) {
      for path in [fixture.folder.path, second] {
        #expect(tool.run("sync", path, "--yes").exitCode == .done)
      }
    }
    for tool in [fixture.tool, other, fixture.tool] { sync(tool) }
    fixture.tool.run("add", "Bergen", "--start", "2027-11-01", "--stay", "Lodge")
    #expect(fixture.tool.run("sync", second).exitCode == .done)
    sync(other)
    fixture.tool.run("delete", "Bergen")
    // It may have been given back since: who has deleted it is asked, until the other one knows.
    sync(fixture.tool)
    sync(other)
    let asked = fixture.tool.run("sync", fixture.folder.path)
    #expect(asked.exitCode == .refused)
    #expect(asked.stdout.contains("trip: none here, Bergen in the calendar"))
    sync(other)
    sync(fixture.tool)
    for tool in [fixture.tool, other] {
      #expect(try tool.query("SELECT name FROM trip").count == 5)
      for path in [fixture.folder.path, second] { #expect(tool.run("sync", path).stdout.isEmpty) }
    }
  }

  /// Who brings a trip from another folder says what is known of it there.
  @Test func asksWhatIsLaterOfWhatAnotherFolderBrings() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    let second = fixture.tool.folder.appending(path: "second").path
    fixture.tool.run("sync", second, "--yes")
    other.run("sync", fixture.folder.path)
    fixture.tool.run("add", "Bergen", "--start", "2027-11-01", "--notes", "old")
    fixture.tool.run("sync", second)
    other.run("sync", second)
    fixture.tool.run("note", "Bergen", "new")
    try fixture.expectSettled()
    try FileManager.default.removeItem(at: fixture.file("Bergen"))
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    let asked = try fixture.expectSettled(.refused)
    #expect(asked.stdout.contains(#""field":"notes","store":"new","calendar":"old""#))
  }

  /// An undo takes trips out of the store alone.
  @Test func deletesNoTripThatAnotherFolderHasBrought() throws {
    let fixture = try SyncFixture()
    let (other, new) = (try TestTool(), try TestTool())
    let second = fixture.tool.folder.appending(path: "second").path
    fixture.tool.run("sync", second, "--yes")
    other.run("sync", second)
    other.run("add", "Bergen", "--start", "2027-11-01")
    other.run("sync", second)
    fixture.tool.run("sync", second)
    try fixture.expectSettled()
    #expect(try fixture.read(fixture.file("Bergen")).contains(" relayed "))
    new.run("sync", second)
    new.run("undo")
    #expect(new.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 6)
    #expect(try new.query("SELECT name FROM trip").count == 6)
  }

  /// A value that came by one folder and was taken back would come by the other one again, for ever.
  @Test(arguments: [true, false])
  func asksWhichOfTwoFoldersIsLater(isNote: Bool) throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    let second = fixture.tool.folder.appending(path: "second").path
    for tool in [fixture.tool, other, fixture.tool] {
      for path in [fixture.folder.path, second] { tool.run("sync", path, "--yes") }
    }
    if isNote {
      fixture.tool.run("note", "Rome", "new")
    } else {
      fixture.tool.run("edit", "Berlin", "--no-perdiem")
    }
    for tool in [fixture.tool, other] { tool.run("sync", fixture.folder.path) }
    other.run("undo")
    fixture.tool.run("sync", second)
    other.run("sync", fixture.folder.path)
    let asked = other.run("sync", second)
    #expect(asked.exitCode == .refused)
    #expect(
      asked.stdout.contains(
        isNote ? "notes: none here, new in the calendar" : "perdiem: '120.00 EUR' here, none in"))
    #expect(other.run("sync", second, "--prefer", "store").exitCode == .done)
    for tool in [fixture.tool, other, fixture.tool, other] {
      for path in [fixture.folder.path, second] {
        #expect(tool.run("sync", path).exitCode == .done)
      }
      #expect(try tool.query("SELECT notes FROM trip WHERE name = 'Rome'") == [""])
      #expect(try tool.query("SELECT perdiemMinor FROM trip WHERE name = 'Berlin'") == ["12000"])
    }
  }

  @Test(arguments: [SyncSide.store, .calendar])
  func settlesWhetherATripThatAnotherFolderHasBroughtIsDeleted(_ side: SyncSide) throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    let second = fixture.tool.folder.appending(path: "second").path
    fixture.tool.run("sync", second, "--yes")
    other.run("sync", second)
    other.run("sync", fixture.folder.path)
    fixture.tool.run("add", "Bergen", "--start", "2027-11-01")
    fixture.tool.run("sync", second)
    other.run("sync", second)
    other.run("sync", fixture.folder.path)
    fixture.tool.run("delete", "Bergen")
    #expect(fixture.sync().exitCode == .refused)
    #expect(fixture.sync("--prefer", side.rawValue).exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM trip").count == (side == .store ? 5 : 6))
  }

  /// A decision for the store deletes no more at once than any other sync.
  @Test func asksBeforeItDeletesMostTripsThatAnotherFolderHasBrought() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    let second = fixture.tool.folder.appending(path: "second").path
    let names = (1...7).map { "Fjord \($0)" }
    fixture.tool.run("sync", second, "--yes")
    for folder in [second, fixture.folder.path] { other.run("sync", folder) }
    for name in names { fixture.tool.run("add", name, "--start", "2027-11-01") }
    fixture.tool.run("sync", second)
    for folder in [second, fixture.folder.path] { other.run("sync", folder) }
    fixture.tool.run(words: ["delete", "--yes"] + names)
    let refused = fixture.sync("--prefer", "store")
    #expect(refused.exitCode == .refused)
    #expect(refused.stderr.contains("'--yes'"))
    let files = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
    #expect(files.count == 13)
    #expect(fixture.sync("--prefer", "store", "--yes").exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
  }

  /// What is left of a folder that has another name by now is no second one.
  @Test func takesABackAndForthForNoDoubtBesideAFolderThatIsGone() throws {
    let fixture = try SyncFixture()
    let second = fixture.tool.folder.appending(path: "second")
    fixture.tool.run("sync", second.path, "--yes")
    try FileManager.default.removeItem(at: second)
    for word in ["new", ""] { fixture.tool.run("note", "Rome", word) }
    try fixture.set("Rome", "DESCRIPTION", "DESCRIPTION:new")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Rome'") == ["new"])
  }

  /// It was in conflict in the one when its event was found to be gone from the other.
  @Test(arguments: [false, true])
  func bringsBackTheStayOfATripWhoseEventWasMoved(keepsLines: Bool) throws {
    let fixture = try SyncFixture()
    let second = fixture.tool.folder.appending(path: "second")
    try FileManager.default.createDirectory(at: second, withIntermediateDirectories: true)
    let file = try fixture.file("Paris")
    let event = try fixture.read(file).replacing("LOCATION:Paris", with: "LOCATION:Lutetia")
    try fixture.write(
      second.appending(path: file.lastPathComponent),
      keepsLines ? event : SyncVariantsTests.without(event, "X-TRIPS-"))
    try FileManager.default.removeItem(at: file)
    #expect(fixture.tool.run("sync", second.path).exitCode == .refused)
    for path in [fixture.folder.path, second.path, fixture.folder.path] {
      #expect(fixture.tool.run("sync", path).exitCode == .done)
    }
    let trip = try fixture.trips()
    #expect(trip.contains(#""placeName":"Hôtel du Nord""#) && trip.contains("closed on Mondays"))
  }
}
