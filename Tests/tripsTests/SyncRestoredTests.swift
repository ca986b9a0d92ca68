import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// What a phone has lost on its way, while another device did not know it yet.
struct SyncRestoredTests {
  /// A line that somebody types says nothing of details and reservations.
  @Test func joinsAnItemThatBothHaveAdded() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("bucket", "add", "Paris", "Pantheon", "--details", "the dome", "--reserved")
    try fixture.edit("Paris") { $0.replacing("[ ] Rodin", with: "[ ] Rodin\\n[ ] Pantheon") }
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query(
        "SELECT details || hasReservation FROM bucketListItem WHERE title = 'Pantheon'")
        == ["the dome1"])
    #expect(try fixture.read(fixture.file("Paris")).contains("X-RESERVED=TRUE"))
  }

  /// A phone adds an item, the store changes something, the phone ticks the item.
  @Test func ticksAnItemOfAPhone() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Paris") { $0.replacing("[ ] Rodin", with: "[ ] Rodin\\n[ ] Pantheon") }
    try fixture.expectSettled()
    fixture.tool.run("edit", "Paris", "--destination", "Paris")
    try fixture.expectSettled()
    try fixture.edit("Paris") { $0.replacing("[ ] Pantheon", with: "[x] Pantheon") }
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT title FROM bucketListItem WHERE isDone") == ["Pantheon"])
  }

  @Test func takesNoOldKindForANewOne() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    other.run("sync", fixture.folder.path)
    fixture.tool.run("edit", "Paris", "--business", "--perdiem", "99EUR")
    try fixture.tool.execute("UPDATE bucketListItem SET details = 'new' WHERE title = 'Orsay'")
    try fixture.expectSettled()
    try fixture.edit("Paris") { SyncVariantsTests.without($0, "X-TRIPS-") }
    // The other device has not seen it, and changes something else.
    other.run("edit", "Paris", "--destination", "Lyon")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    let result = try fixture.expectSettled(.refused)
    #expect(
      result.stdout.contains(#"{"field":"type","store":"business","calendar":"personal"}"#))
    #expect(result.stdout.contains(#"{"field":"item 'Orsay': details","store":"new""#))
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    try fixture.expectSettled()
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    let trip = other.run("export", "--format", "json").stdout
    #expect(trip.contains(#""amount":"99.00""#) && trip.contains(#""details":"new""#))
    #expect(try fixture.trips().contains(#""destination":"Lyon""#))
  }

  /// Another device has adopted the event without our lines, and gives what it does not know.
  @Test(arguments: [["--business", "--perdiem", "99EUR"], ["--personal", "--reason", "reunion"]])
  func asksAboutWhatAnAdopterDidNotKnow(_ options: [String]) throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    let name = options[0] == "--business" ? "Berlin" : "Paris"
    try fixture.edit(name) { SyncVariantsTests.without($0, "X-TRIPS-") }
    #expect(other.run("sync", fixture.folder.path, "--adopt").exitCode == .done)
    other.run(words: ["edit", name] + options)
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    let before = try fixture.trips()
    let field = options[0] == "--business" ? "perdiem" : "reason"
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains(#""field":"\#(field)""#), "\(result.stdout)")
    #expect(try fixture.trips() == before)
  }

  /// Another device, which has not seen the amount or the reason, takes the kind away.
  @Test(arguments: [
    ["--business", "--perdiem", "120EUR"], ["--personal", "--reason", "wellness"],
  ])
  func asksWhetherWhatItNeverSawGoesWithTheKind(_ options: [String]) throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    fixture.tool.run("edit", "Oslo", options[0])
    for tool in [fixture.tool, devices.second] { #expect(try devices.sync(tool) == .done) }
    fixture.tool.run(words: ["edit", "Oslo"] + options.dropFirst())
    #expect(try devices.sync() == .done)
    try fixture.edit("Oslo") { SyncVariantsTests.without($0, "X-TRIPS-") }
    devices.second.run("edit", "Oslo", "--plain")
    #expect(try devices.sync(devices.second) == .done)
    let before = try fixture.trips()
    let field = options[0] == "--business" ? "perdiem" : "reason"
    #expect(devices.conflicts().contains(#""field":"\#(field)""#))
    #expect(try fixture.trips() == before)
  }

  /// Another device, which was behind, has written our lines anew before it gives the trip its kind.
  @Test(arguments: [
    ["--business", "--perdiem", "120EUR"], ["--personal", "--reason", "wellness"],
  ])
  func asksAboutWhatWasLostWithTheKind(_ options: [String]) throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    fixture.tool.run(words: ["edit", "Oslo"] + options)
    #expect(try devices.sync() == .done)
    try fixture.edit("Oslo") { SyncVariantsTests.without($0, "X-TRIPS-") }
    for command in [["note", "Oslo", "call Anna"], ["edit", "Oslo", options[0]]] {
      devices.second.run(words: command)
      #expect(try devices.sync(devices.second) == .done)
    }
    let field = options[0] == "--business" ? "perdiem" : "reason"
    #expect(devices.conflicts().contains(#""field":"\#(field)""#))
    #expect(try devices.sync(nil, "--prefer", "store") == .done)
    #expect(try devices.sync(devices.second) == .done)
    let query = "SELECT coalesce(perdiemMinor, reason) FROM trip WHERE name = 'Oslo'"
    #expect(try devices.value(query, devices.second) == devices.value(query))
  }

  /// Who changes the kind of a trip takes away what he knew of it.
  @Test func asksWhetherAPerDiemGoesThatWasChangedElsewhere() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    other.run("sync", fixture.folder.path)
    fixture.tool.run("edit", "Berlin", "--perdiem", "200EUR")
    try fixture.expectSettled()
    try fixture.edit("Berlin") { SyncVariantsTests.without($0, "X-TRIPS-") }
    other.run("edit", "Berlin", "--plain")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains(#""field":"perdiem","store":"200.00 EUR","calendar":null"#))
    #expect(fixture.sync("--prefer", "calendar").exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT type FROM trip WHERE name = 'Berlin'") == ["trip"])
  }

  @Test func bringsBackWhatAllKnow() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Paris") { SyncVariantsTests.without($0, "X-TRIPS-") }
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    try fixture.expectSettled()
    // One that knows nothing reads it all.
    let fresh = try TestTool()
    fresh.run("sync", fixture.folder.path)
    let trip = fresh.run("export", "--format", "json").stdout
    #expect(trip.contains(#""reason":"family""#))
    #expect(trip.contains(#""details":"closed on Mondays","hasReservation":true"#))
  }

  @Test func makesNoFactsOfAnAdoptedEventThatOthersKnowBetter() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Paris") { SyncVariantsTests.without($0, "X-TRIPS-") }
    let other = try TestTool()
    #expect(other.run("sync", fixture.folder.path, "--adopt").exitCode == .done)
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains(#""field":"item 'Orsay': details","store":"closed on Mondays""#))
    #expect(result.stdout.contains(#""field":"type","store":"personal","calendar":"trip""#))
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    other.run("sync", fixture.folder.path)
    #expect(other.run("export", "--format", "json").stdout.contains("closed on Mondays"))
  }

  /// A web calendar deletes an event and takes that back, without our lines; its stay went meanwhile.
  @Test(arguments: [[], ["--adopt"]], [false, true])
  func bringsBackATripWithWhatItsEventHasLost(_ options: [String], isLast: Bool) throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    other.run("sync", fixture.folder.path)
    let file = try fixture.file("Paris")
    let event = SyncVariantsTests.without(try fixture.read(file), "X-TRIPS-")
    try FileManager.default.removeItem(at: file)
    try fixture.expectSettled()
    try fixture.write(file, event)
    let tools = isLast ? [other, fixture.tool] : [fixture.tool, other]
    for tool in tools + tools {
      #expect(tool.run(words: ["sync", fixture.folder.path] + options).exitCode == .done)
    }
    for tool in tools {
      let trip = tool.run("export", "--format", "json").stdout
      for fact in [#""reason":"family""#, #""placeName":"Hôtel du Nord""#, "closed on Mondays"] {
        #expect(trip.contains(fact))
      }
    }
  }

  @Test func writesWholeWhatACalendarGivesBackCutShort() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Paris")
    let event = SyncVariantsTests.without(try fixture.read(file), "X-TRIPS-")
    try FileManager.default.removeItem(at: file)
    try fixture.expectSettled()
    try fixture.write(file, event.replacing("uvre\\n[ ] Orsay\\n[ ] Rodin", with: ""))
    #expect(try fixture.expectSettled(.refused).stdout.contains("was cut short"))
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT title || details FROM bucketListItem ORDER BY id")
        == ["Louvre", "Orsayclosed on Mondays", "Rodin"])
    #expect(try fixture.read(file).contains("[ ] Rodin"))
  }

  @Test func leavesACancelledEventAloneWhoseTripASyncHasDeleted() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Paris")
    let event = SyncVariantsTests.without(try fixture.read(file), "X-TRIPS-")
    try FileManager.default.removeItem(at: file)
    try fixture.expectSettled()
    try fixture.write(file, event.replacing("SUMMARY:", with: "STATUS:CANCELLED\nSUMMARY:"))
    #expect(try fixture.expectSettled().stdout.contains(#""otherEvents":1"#))
  }

  /// Who deletes a trip here means it, whatever an organizer sends then.
  @Test func leavesTheEventAloneOfATripThatWasDeletedHere() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Paris")
    let event = SyncVariantsTests.without(try fixture.read(file), "X-TRIPS-")
    fixture.tool.run("delete", "Paris")
    try fixture.expectSettled()
    try fixture.write(file, event)
    #expect(try fixture.expectSettled().stdout.contains(#""otherEvents":1"#))
    #expect(try fixture.tool.query("SELECT 1 FROM trip WHERE name = 'Paris'").isEmpty)
  }
}
