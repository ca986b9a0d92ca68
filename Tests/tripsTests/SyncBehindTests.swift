import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Devices that are behind, and write an event that was gone, or what it had lost.
struct SyncBehindTests {
  /// Three stores in step with one folder.
  final class Devices {
    let first: SyncFixture
    let second: TestTool
    let third: TestTool

    init() throws {
      first = try SyncFixture()
      (second, third) = (try TestTool(), try TestTool())
      for tool in [second, third] { #expect(try sync(tool) == .done) }
    }

    func sync(_ tool: TestTool? = nil, _ options: String...) throws -> ExitCode {
      (tool ?? first.tool).run(words: ["sync", first.folder.path] + options).exitCode
    }

    func conflicts(_ tool: TestTool? = nil) -> String {
      let result = (tool ?? first.tool).run("sync", first.folder.path, "--json")
      #expect(result.exitCode == .refused, "\(result.stdout)")
      return result.stdout
    }

    func value(_ query: String, _ tool: TestTool? = nil) throws -> String? {
      try (tool ?? first.tool).query(query).first
    }
  }

  @Test func doesNotTakeTheOldFactsOfARevivedEventForChanges() throws {
    let devices = try Devices()
    let fixture = devices.first
    fixture.tool.run("note", "Paris", "passport in the red bag")
    fixture.tool.run("bucket", "add", "Paris", "Pantheon", "--details", "ticket 4711")
    fixture.tool.run("bucket", "done", "Paris", "Rodin")
    fixture.tool.run("edit", "Oslo", "--business", "--perdiem", "200EUR")
    #expect(try devices.sync() == .done)
    for name in ["Paris", "Oslo"] {
      try FileManager.default.removeItem(at: fixture.file(name))
      devices.second.run("edit", name, "--destination", "Lyon")
    }
    #expect(try devices.sync(devices.second) == .done)
    let conflicts = devices.conflicts()
    #expect(conflicts.contains(#""field":"perdiem","store":"200.00 EUR""#))
    #expect(conflicts.contains(#""field":"notes","store":"passport in the red bag""#))
    #expect(conflicts.contains(#""field":"item 'Rodin': isDone","store":"true""#))
    #expect(!conflicts.contains("destination"))
    #expect(try devices.sync(nil, "--prefer", "store") == .done)
    try fixture.expectSettled()
    for tool in [fixture.tool, devices.second, devices.third] {
      #expect(try devices.sync(tool) == .done)
      #expect(
        try devices.value("SELECT destination || notes FROM trip WHERE name = 'Paris'", tool)
          == "Lyonpassport in the red bag")
      #expect(
        try devices.value("SELECT details FROM bucketListItem WHERE title = 'Pantheon'", tool)
          == "ticket 4711")
    }
  }

  @Test func knowsThatADeletedTripCameBackAsItWasBefore() throws {
    let devices = try Devices()
    let fixture = devices.first
    devices.third.run("note", "Paris", "passport in the red bag")
    #expect(try devices.sync(devices.third) == .done)
    #expect(try devices.sync() == .done)
    fixture.tool.run("delete", "Paris", "--yes")
    #expect(try devices.sync() == .done)
    devices.second.run("edit", "Paris", "--destination", "Lyon")
    #expect(try devices.sync(devices.second) == .done)
    #expect(devices.conflicts(devices.third).contains(#""field":"notes","store":"passport in"#))
  }

  @Test func keepsTheAddressOfAStayThatIsRevivedByOneWhoHasNone() throws {
    let devices = try Devices()
    let fixture = devices.first
    fixture.tool.run("stay", "set", "Paris", "Hôtel du Nord", "--address", "5 rue X")
    #expect(try devices.sync() == .done)
    try FileManager.default.removeItem(at: fixture.file("Paris", stay: true))
    devices.second.run("stay", "confirm", "Paris")
    #expect(try devices.sync(devices.second) == .done)
    #expect(devices.conflicts().contains(#""field":"stay: address","store":"5 rue X""#))
  }

  @Test func keepsAStayThatTheWriterOfARevivedEventDidNotKnow() throws {
    let devices = try Devices()
    let fixture = devices.first
    fixture.tool.run("stay", "set", "Rome", "Hotel Roma", "--address", "5 via X")
    #expect(try devices.sync() == .done)
    for stay in [false, true] {
      try FileManager.default.removeItem(at: fixture.file("Rome", stay: stay))
    }
    devices.second.run("edit", "Rome", "--destination", "Trastevere")
    #expect(try devices.sync(devices.second) == .done)
    try fixture.expectSettled()
    #expect(
      try devices.value("SELECT address FROM livingAccommodation WHERE placeName = 'Hotel Roma'")
        == "5 via X")
    // It is known by now, and gone where it is gone again.
    try FileManager.default.removeItem(at: fixture.file("Rome", stay: true))
    try fixture.expectSettled()
    #expect(try devices.value("SELECT 1 FROM livingAccommodation WHERE address <> ''") == nil)
  }

  @Test func doesNotTakeAFolderThatIsMadeAnewForChanges() throws {
    let devices = try Devices()
    let fixture = devices.first
    fixture.tool.run("note", "Paris", "passport in the red bag")
    fixture.tool.run("note", "Rome", "by train")
    #expect(try devices.sync() == .done)
    try FileManager.default.removeItem(at: fixture.folder)
    devices.second.run("edit", "Rome", "--destination", "Trastevere")
    #expect(try devices.sync(devices.second, "--yes") == .done)
    let conflicts = devices.conflicts()
    #expect(conflicts.contains(#""store":"passport in the red bag""#))
    #expect(conflicts.contains(#""store":"by train""#))
    // Nobody knows any more what the second one had changed.
    #expect(devices.conflicts(devices.third).contains("Trastevere"))
  }

  @Test func knowsWhatAChangedFactWasChangedFrom() throws {
    let devices = try Devices()
    let fixture = devices.first
    fixture.tool.run("edit", "Berlin", "--perdiem", "200EUR")
    fixture.tool.run("edit", "Paris", "--reason", "wellness")
    fixture.tool.run("bucket", "edit", "Paris", "Orsay", "--details", "ticket 4711")
    #expect(try devices.sync() == .done)
    for name in ["Berlin", "Paris"] {
      try fixture.edit(name) { SyncVariantsTests.without($0, "X-TRIPS-") }
    }
    devices.second.run("edit", "Berlin", "--perdiem", "150EUR")
    devices.second.run("edit", "Paris", "--reason", "reunion")
    devices.second.run("bucket", "edit", "Paris", "Orsay", "--details", "closed on Tuesdays")
    #expect(try devices.sync(devices.second) == .done)
    // One that knew what the second one knew takes its changes.
    #expect(try devices.sync(devices.third) == .done)
    #expect(
      try devices.value("SELECT perdiemMinor FROM trip WHERE name = 'Berlin'", devices.third)
        == "15000")
    let conflicts = devices.conflicts()
    for field in ["perdiem", "reason", "item 'Orsay': details"] {
      #expect(conflicts.contains(#""field":"\#(field)""#), "\(conflicts)")
    }
  }

  @Test func givesATripBackWithWhatAnotherDeviceSaidOfItSince() throws {
    let devices = try Devices()
    let fixture = devices.first
    devices.third.run("add", "Bonn", "--start", "2028-01-01", "--business", "--perdiem", "100EUR")
    for tool in [devices.third, devices.second, fixture.tool] {
      #expect(try devices.sync(tool) == .done)
    }
    fixture.tool.run("undo")
    devices.third.run("edit", "Bonn", "--perdiem", "200EUR")
    #expect(try devices.sync(devices.third) == .done)
    #expect(try devices.sync() == .done)
    for tool in [devices.second, devices.third] {
      #expect(try devices.sync(tool) == .done)
      #expect(
        try devices.value("SELECT perdiemMinor FROM trip WHERE name = 'Bonn'", tool) == "20000")
    }
  }

  @Test func leavesATripWhoseEventHasAnotherUIDAndNoStay() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Paris")
    let moved = try fixture.read(file).replacing(try fixture.uid("Paris"), with: "moved")
    try FileManager.default.removeItem(at: file)
    try fixture.write(fixture.folder.appending(path: "moved.ics"), moved)
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("its event has another UID now, without its stay"))
    #expect(
      result.stderr.contains("'--prefer calendar' lets a trip or a stay go whose event is gone"))
    #expect(
      try fixture.tool.query("SELECT placeName FROM livingAccommodation") == ["Hôtel du Nord"])
    #expect(fixture.sync("--prefer", "calendar").exitCode == .done)
    #expect(try fixture.tool.query("SELECT uid FROM trip WHERE name = 'Paris'") == ["moved"])
    #expect(try fixture.tool.query("SELECT placeName FROM livingAccommodation") == [])
  }

  @Test func takesNoAmountOfARuleForOneOfAnotherCurrency() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    other.run("sync", fixture.folder.path)
    fixture.tool.run("edit", "Berlin", "--perdiem", "100USD")
    other.run("edit", "Berlin", "--perdiem-rule", "first-last:75.50")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains(#""field":"perdiemRule""#), "\(result.stdout)")
  }

  @Test func keepsAStayThatOneRemovedWhoKnewLessOfIt() throws {
    let devices = try Devices()
    let fixture = devices.first
    fixture.tool.run("stay", "set", "Paris", "Hôtel du Nord", "--address", "5 rue X")
    #expect(try devices.sync() == .done)
    for stay in [false, true] {
      try FileManager.default.removeItem(at: fixture.file("Paris", stay: stay))
    }
    devices.second.run("edit", "Paris", "--destination", "Lyon")
    #expect(try devices.sync(devices.second) == .done)
    #expect(try devices.sync(devices.third) == .done)
    devices.third.run("stay", "remove", "Paris")
    #expect(try devices.sync(devices.third) == .done)
    #expect(try devices.sync() == .done)
    #expect(try devices.value("SELECT address FROM livingAccommodation") == "5 rue X")
  }

  // MARK: - Later than that

  @Test func doubtsWhatTheSameWriterOrAPhoneSaysNext() throws {
    let devices = try Devices()
    let fixture = devices.first
    fixture.tool.run("note", "Paris", "passport in the red bag")
    fixture.tool.run("bucket", "edit", "Paris", "Louvre", "--details", "ticket 4711")
    #expect(try devices.sync() == .done)
    try FileManager.default.removeItem(at: fixture.file("Paris"))
    devices.second.run("edit", "Paris", "--destination", "Lyon")
    #expect(try devices.sync(devices.second) == .done)
    devices.second.run("note", "Paris", "call Bob")
    #expect(try devices.sync(devices.second) == .done)
    try fixture.edit("Paris") { $0.replacing("[ ] Louvre", with: "[x] Louvre") }
    let conflicts = devices.conflicts()
    #expect(conflicts.contains(#""store":"passport in the red bag","calendar":"call Bob""#))
    #expect(conflicts.contains(#""field":"item 'Louvre': details","store":"ticket 4711""#))
    // One that knew what the second one knew is in no doubt, neither now nor later.
    for mark in ["x", " "] {
      #expect(try devices.sync(devices.third) == .done)
      try fixture.edit("Paris") {
        $0.replacing("[x] Louvre", with: "[\(mark)] Louvre")
          .replacing("[ ] Rodin", with: "[ ] Rodin\\n[ ] new \(mark)")
      }
    }
    #expect(try devices.sync(devices.third) == .done)
    // Whoever deletes its event now does not know the first one's notes.
    devices.third.run("delete", "Paris", "--yes")
    #expect(try devices.sync(devices.third) == .done)
    #expect(try devices.sync() == .done)
    #expect(
      try devices.value("SELECT notes FROM trip WHERE name = 'Paris'") == "passport in the red bag")
  }

  @Test func doubtsAFactThatWasLostAndChangedTwiceSince() throws {
    let devices = try Devices()
    let fixture = devices.first
    fixture.tool.run("edit", "Berlin", "--perdiem", "200EUR")
    #expect(try devices.sync() == .done)
    try fixture.edit("Berlin") { SyncVariantsTests.without($0, "X-TRIPS-") }
    for change in [["--destination", "Mitte"], ["--perdiem", "150EUR"]] {
      devices.second.run(words: ["edit", "Berlin"] + change)
      #expect(try devices.sync(devices.second) == .done)
    }
    #expect(devices.conflicts().contains(#""field":"perdiem","store":"200.00 EUR""#))
    #expect(try devices.sync(nil, "--prefer", "store") == .done)
    for tool in [devices.second, devices.third, fixture.tool] {
      #expect(try devices.sync(tool) == .done)
      #expect(
        try devices.value("SELECT perdiemMinor FROM trip WHERE name = 'Berlin'", tool) == "20000")
    }
  }

  @Test(arguments: [("trip", true), ("trip", false), ("stay", true), ("item", true)])
  func knowsThatAnUndoOrAnImportBringsBackWhatOneKnew(_ kind: String, _ isUndo: Bool) throws {
    let devices = try Devices()
    let fixture = devices.first
    fixture.tool.input = Array(fixture.tool.run("export", "Paris", "--format", "json").stdout.utf8)
    devices.second.run("note", "Paris", "passport in the red bag")
    devices.second.run("stay", "set", "Paris", "Hôtel du Nord", "--address", "5 rue X")
    devices.second.run("bucket", "edit", "Paris", "Louvre", "--details", "ticket 4711")
    #expect(try devices.sync(devices.second) == .done)
    switch kind {
    case "trip": try FileManager.default.removeItem(at: fixture.file("Paris"))
    case "stay": try FileManager.default.removeItem(at: fixture.file("Paris", stay: true))
    default: try fixture.edit("Paris") { $0.replacing("[ ] Louvre\\n", with: "") }
    }
    #expect(try devices.sync() == .done)
    let back = isUndo ? ["undo"] : ["import", "-", "--format", "json"]
    let result = fixture.tool.run(words: back)
    #expect(result.exitCode == .done, "\(result.stderr)")
    #expect(try devices.sync() == .done)
    let conflicts = devices.conflicts(devices.second)
    let facts = ["trip": "passport in the red bag", "stay": "5 rue X", "item": "ticket 4711"]
    #expect(conflicts.contains(facts[kind] ?? ""), "\(conflicts)")
  }

  @Test func knowsAFolderUnderAnotherPathOnlyByItsEvents() throws {
    let devices = try Devices()
    let fixture = devices.first
    fixture.tool.run("note", "Paris", "passport in the red bag")
    #expect(try devices.sync() == .done)
    try FileManager.default.removeItem(at: fixture.file("Paris"))
    let moved = fixture.tool.folder.appending(path: "moved")
    try FileManager.default.moveItem(at: fixture.folder, to: moved)
    #expect(devices.second.run("sync", moved.path).exitCode == .done)
    try FileManager.default.moveItem(at: moved, to: fixture.folder)
    #expect(devices.conflicts().contains(#""store":"passport in the red bag""#))
  }

  @Test func doesNotVouchForWhatItHasNotDecided() throws {
    let devices = try Devices()
    let fixture = devices.first
    fixture.tool.run("note", "Paris", "passport in the red bag")
    fixture.tool.run("bucket", "edit", "Paris", "Louvre", "--details", "ticket 4711")
    for tool in [fixture.tool, devices.third] { #expect(try devices.sync(tool) == .done) }
    try FileManager.default.removeItem(at: fixture.file("Paris"))
    devices.second.run("edit", "Paris", "--destination", "Lyon")
    #expect(try devices.sync(devices.second) == .done)
    devices.third.run("delete", "Paris", "--yes")
    #expect(try devices.sync(devices.third) == .done)
    #expect(devices.conflicts().contains(#""store":"passport in the red bag""#))
  }

  @Test func followsANewTitleInARevivedEvent() throws {
    let devices = try Devices()
    let fixture = devices.first
    try FileManager.default.removeItem(at: fixture.file("Paris"))
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    for tool in [fixture.tool, devices.second, devices.third] {
      #expect(try devices.sync(tool) == .done)
    }
    for title in ["Art", "Museum"] {
      let item = title == "Art" ? "Louvre" : "Art"
      devices.second.run("bucket", "edit", "Paris", item, "--title", title)
      for tool in [devices.second, fixture.tool, devices.third] {
        #expect(try devices.sync(tool) == .done)
        #expect(try tool.query("SELECT title FROM bucketListItem ORDER BY id").first == title)
      }
      try fixture.edit("Paris") { $0.replacing("[ ] Rodin", with: "[ ] Rodin \(title)") }
    }
    for tool in [devices.second, fixture.tool, devices.third] {
      #expect(try devices.sync(tool) == .done)
    }
    try fixture.expectSettled()
  }

  /// One device has removed it, or its trip, another one renamed it, and a third one put it in the plan.
  @Test(arguments: [["bucket", "remove", "Paris", "Louvre"], ["delete", "Paris", "--yes"]])
  func knowsARevivedItemThatGotAnotherTitle(removal: [String]) throws {
    let devices = try Devices()
    let fixture = devices.first
    #expect(fixture.tool.run(words: removal).exitCode == .done)
    devices.second.run("bucket", "edit", "Paris", "Louvre", "--title", "Uffizi")
    devices.third.run("bucket", "edit", "Paris", "Louvre", "--planned")
    for tool in [fixture.tool, devices.second, devices.third, fixture.tool, devices.second] {
      #expect(try devices.sync(tool) == .done)
    }
    for tool in [fixture.tool, devices.second, devices.third] {
      #expect(
        try tool.query("SELECT title || isInPlan FROM bucketListItem ORDER BY title")
          == ["Orsay0", "Rodin0", "Uffizi1"])
    }
    try fixture.expectSettled()
  }

  @Test func changesNothingBesideAnOpenDoubt() throws {
    let devices = try Devices()
    let fixture = devices.first
    for name in ["Paris", "Rome"] { fixture.tool.run("note", name, "by train") }
    #expect(try devices.sync() == .done)
    try FileManager.default.removeItem(at: fixture.file("Paris"))
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    #expect(try devices.sync() == .done)
    #expect(devices.conflicts(devices.third).contains("by train"))
    let before = try Data(contentsOf: devices.third.store)
    #expect(devices.conflicts(devices.third).contains("by train"))
    #expect(try Data(contentsOf: devices.third.store) == before)
  }
}
