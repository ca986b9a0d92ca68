import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Items and events that are known again under another title, or another UID.
struct SyncMovedTests {
  @Test func keepsAnItemThatIsRevivedByOneWhoKnowsLessOfIt() throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    fixture.tool.run("bucket", "edit", "Paris", "Louvre", "--details", "ticket 4711", "--reserved")
    #expect(try devices.sync() == .done)
    try fixture.edit("Paris") { $0.replacing("[ ] Louvre\\n", with: "") }
    devices.second.run("bucket", "done", "Paris", "Louvre")
    #expect(try devices.sync(devices.second) == .done)
    #expect(
      devices.conflicts().contains(#""field":"item 'Louvre': details","store":"ticket 4711""#))
  }

  /// It was removed and came back by one who was behind, and a phone gives it another title.
  @Test func knowsAnItemThatCameBackUnderAnotherTitle() throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    devices.second.run("bucket", "edit", "Paris", "Orsay", "--details", "ticket 12")
    #expect(try devices.sync(devices.second) == .done)
    try fixture.edit("Paris") { $0.replacing("\\n[ ] Orsay", with: "") }
    fixture.tool.run("bucket", "edit", "Paris", "Orsay", "--details", "ticket 4711")
    #expect(try devices.sync() == .done)
    try fixture.edit("Paris") { $0.replacing("[ ] Orsay", with: "[ ] Orsay museum") }
    let conflicts = devices.conflicts(devices.second)
    #expect(
      conflicts.contains(
        #""field":"item 'Orsay': details","store":"ticket 12","calendar":"ticket 4711""#))
    #expect(try devices.sync(devices.second, "--prefer", "calendar") == .done)
    for tool in [fixture.tool, devices.second, devices.third] {
      #expect(try devices.sync(tool) == .done)
      #expect(
        try tool.query("SELECT title || details FROM bucketListItem ORDER BY title")
          == ["Louvre", "Orsay museumticket 4711", "Rodin"])
    }
  }

  @Test func doesNotTakeANewItemForARemovedOne() throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    fixture.tool.run("bucket", "remove", "Paris", "Louvre")
    fixture.tool.run("bucket", "add", "Paris", "Buy insurance")
    #expect(try devices.sync() == .done)
    devices.second.run("bucket", "done", "Paris", "Louvre")
    devices.second.run("bucket", "edit", "Paris", "Louvre", "--details", "ticket 4711")
    for tool in [devices.second, fixture.tool, devices.third] {
      #expect(try devices.sync(tool) == .done)
      #expect(
        try tool.query("SELECT title || details || isDone FROM bucketListItem ORDER BY title")
          == [
            "Buy insurance0", "Louvreticket 47111", "Orsayclosed on Mondays0", "Rodin0",
          ])
    }
  }

  @Test func doesNotTakeALineAtAnotherPlaceForARenamedItem() throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    try fixture.edit("Paris") {
      $0.replacing("[ ] Louvre\\n", with: "").replacing(
        "[ ] Rodin", with: "[ ] Rodin\\n[ ] Buy milk")
    }
    fixture.tool.run("bucket", "edit", "Paris", "Louvre", "--details", "ticket 4711")
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT title || details FROM bucketListItem ORDER BY title")
        == ["Buy milk", "Louvreticket 4711", "Orsayclosed on Mondays", "Rodin"])
  }

  @Test func knowsItemsOfOthersInAListWithoutItsHeader() throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    fixture.tool.run("bucket", "add", "Paris", "Pantheon", "--details", "ticket 4711")
    #expect(try devices.sync() == .done)
    try fixture.edit("Paris") { $0.replacing("Bucket list:\\n", with: "") }
    for tool in [devices.second, fixture.tool] {
      #expect(try devices.sync(tool) == .done)
      #expect(
        try devices.value("SELECT details FROM bucketListItem WHERE title = 'Pantheon'", tool)
          == "ticket 4711")
      #expect(try devices.value("SELECT notes FROM trip WHERE name = 'Paris'", tool) == "")
    }
  }

  @Test func letsAnItemOfARevivedEventGoAgain() throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    try FileManager.default.removeItem(at: fixture.file("Paris"))
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    #expect(try devices.sync() == .done)
    try fixture.edit("Paris") { $0.replacing("[ ] Rodin", with: "[ ] Rodin\\n[ ] Pantheon") }
    try fixture.expectSettled()
    #expect(try devices.sync(devices.second) == .done)
    try fixture.edit("Paris") { $0.replacing("\\n[ ] Pantheon", with: "") }
    for tool in [fixture.tool, devices.second] {
      #expect(try devices.sync(tool) == .done)
      #expect(try tool.query("SELECT id FROM bucketListItem WHERE title = 'Pantheon'") == [])
    }
    try fixture.expectSettled()
  }

  @Test func keepsAnItemThatWasRemovedByOneWhoKnewLessOfIt() throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    fixture.tool.run("bucket", "edit", "Paris", "Louvre", "--details", "ticket 4711")
    #expect(try devices.sync() == .done)
    devices.second.run("bucket", "remove", "Paris", "Louvre")
    try FileManager.default.removeItem(at: fixture.file("Paris"))
    #expect(try devices.sync(devices.second) == .done)
    #expect(try devices.sync() == .done)
    #expect(
      try devices.value("SELECT details FROM bucketListItem WHERE title = 'Louvre'")
        == "ticket 4711")
  }

  @Test func takesNeitherTickNorTitleFromAnItemThatCameBack() throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    fixture.tool.run("bucket", "done", "Paris", "Louvre")
    fixture.tool.run("bucket", "edit", "Paris", "Rodin", "--title", "Musée Rodin")
    #expect(try devices.sync() == .done)
    try fixture.edit("Paris") {
      $0.replacing("[x] Louvre\\n", with: "").replacing("\\n[ ] Musée Rodin", with: "")
    }
    for item in ["Louvre", "Rodin"] {
      devices.second.run("bucket", "edit", "Paris", item, "--details", "closed on Tuesdays")
    }
    #expect(try devices.sync(devices.second) == .done)
    let conflicts = devices.conflicts()
    #expect(conflicts.contains(#""field":"item 'Louvre': isDone","store":"true""#))
    #expect(conflicts.contains(#""field":"item 'Musée Rodin': title""#))
  }

  @Test(arguments: [true, false])
  func knowsWhichItemsWereRemovedByWhomeverAndUnderWhatName(_ isPhone: Bool) throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    if isPhone {
      try fixture.edit("Paris") { $0.replacing("\\n[ ] Rodin", with: "") }
    } else {
      fixture.tool.run("bucket", "edit", "Paris", "Rodin", "--title", "Art")
    }
    #expect(try devices.sync() == .done)
    fixture.tool.run("bucket", "remove", "Paris", "Art")
    fixture.tool.run("bucket", "add", "Paris", "Zoo")
    #expect(try devices.sync() == .done)
    devices.second.run("bucket", "edit", "Paris", "Rodin", "--details", "ticket 4711")
    for tool in [devices.second, fixture.tool] {
      #expect(try devices.sync(tool) == .done)
      #expect(
        try tool.query("SELECT title || details FROM bucketListItem ORDER BY title")
          == ["Louvre", "Orsayclosed on Mondays", "Rodinticket 4711", "Zoo"])
    }
  }

  /// One device has removed an item, and added one like it; another one that is behind has changed it.
  @Test(arguments: [true, false]) func takesNoNewItemForOneThatWasRemoved(isChanged: Bool) throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    devices.second.run("bucket", "remove", "Paris", "Orsay")
    devices.second.run("bucket", "add", "Paris", "Orsay 2", "--reserved")
    if isChanged { fixture.tool.run("bucket", "edit", "Paris", "Orsay", "--planned") }
    for tool in [devices.second, fixture.tool, devices.second, devices.third] {
      #expect(try devices.sync(tool) == .done)
    }
    for tool in [fixture.tool, devices.second, devices.third] {
      let items = try tool.query(
        "SELECT title || details || isInPlan FROM bucketListItem WHERE title LIKE 'Orsay%' ORDER BY title"
      )
      #expect(items == (isChanged ? ["Orsayclosed on Mondays1"] : []) + ["Orsay 20"])
    }
  }

  @Test func knowsItemsThatADeviceRenamedWithoutItsProperties() throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    fixture.tool.run("bucket", "edit", "Paris", "Louvre", "--title", "Museum of Art")
    fixture.tool.run("bucket", "edit", "Paris", "Orsay", "--title", "Station")
    #expect(try devices.sync() == .done)
    try fixture.edit("Paris") { SyncVariantsTests.without($0, "X-TRIPS-") }
    #expect(try devices.sync(devices.second) == .done)
    #expect(
      try devices.second.query("SELECT title || details FROM bucketListItem ORDER BY id")
        == ["Museum of Art", "Stationclosed on Mondays", "Rodin"])
  }

  /// It was exported, deleted and imported again: its items have other rows by then.
  @Test func knowsTheItemsOfATripThatIsAnotherRow() throws {
    let devices = try SyncBehindTests.Devices()
    let fixture = devices.first
    let file = fixture.folder.appending(path: "../paris.json").path
    #expect(fixture.tool.run("export", "Paris", "--output", file).exitCode == .done)
    fixture.tool.run("delete", "Paris")
    #expect(fixture.tool.run("import", file).exitCode == .done)
    devices.second.run("bucket", "edit", "Paris", "Louvre", "--title", "Museum")
    devices.second.run("bucket", "remove", "Paris", "Rodin")
    for tool in [devices.second, fixture.tool, devices.third] {
      #expect(try devices.sync(tool) == .done)
      #expect(
        try tool.query("SELECT title || details FROM bucketListItem ORDER BY title")
          == ["Museum", "Orsayclosed on Mondays"])
    }
  }

  @Test(arguments: [false, true]) func leavesATripWhoseEventIsThereAsAStrangers(isInUTC: Bool)
    throws
  {
    let fixture = try SyncFixture()
    let file = try fixture.file("Berlin")
    var moved = SyncVariantsTests.without(try fixture.read(file), "X-TRIPS-")
    if isInUTC {
      // Of the first of February at home.
      moved = moved.replacing("DTSTART;VALUE=DATE:20270201", with: "DTSTART:20270131T233000Z")
        .replacing("DTEND;VALUE=DATE:20270206", with: "DTEND:20270205T200000Z")
    }
    try FileManager.default.removeItem(at: file)
    try fixture.write(
      fixture.folder.appending(path: "moved.ics"),
      moved.replacing(try fixture.uid("Berlin"), with: "moved"))
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("its event is gone, and one like it is not a trip's"))
    #expect(
      result.stderr.contains("'--prefer calendar' lets a trip or a stay go whose event is gone"))
    #expect(fixture.sync("--prefer", "calendar").exitCode == .done)
    #expect(try fixture.tool.query("SELECT id FROM trip WHERE name = 'Berlin'") == [])
  }

  @Test func adoptsNoEventThatIsLikeOneThatIsGone() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Berlin")
    let anew = SyncVariantsTests.without(try fixture.read(file), "X-TRIPS-")
      .replacing("UID:" + (try fixture.uid("Berlin")), with: "UID:anew")
      .replacing("DTEND;VALUE=DATE:20270206", with: "DTEND;VALUE=DATE:20270208")
    try FileManager.default.removeItem(at: file)
    try fixture.write(fixture.folder.appending(path: "anew.ics"), anew)
    try fixture.write(
      fixture.folder.appending(path: "other.ics"),
      SyncGuardTests.foreign("o", "DTSTART;VALUE=DATE:20270601", "SUMMARY:Skiing"))
    for _ in 1...2 {
      let result = fixture.sync("--adopt")
      #expect(result.exitCode == .refused)
      #expect(result.stdout.contains("its event is gone, and one like it is not a trip's"))
      #expect(result.stdout.contains("a trip like it has lost its event"))
    }
    let names = "SELECT name || coalesce(perdiemMinor, '') FROM trip WHERE id IN (1, 6) ORDER BY id"
    #expect(try fixture.tool.query(names) == ["Berlin12000", "Skiing"])
    #expect(fixture.sync("--adopt", "--prefer", "calendar").exitCode == .done)
    #expect(try fixture.tool.query("SELECT endDate FROM trip WHERE uid = 'anew'") == ["2027-02-07"])
    try fixture.expectSettled()
  }

  /// A program that makes another event of one that is changed.
  @Test(arguments: [
    ["", ""], ["[ ] Louvre\\n[ ] Orsay", "[ ] Orsay\\n[X] Louvre"], ["\\n", "<br>"],
    ["Bucket list:\\n", "Bucket list:\\n\\n"],
  ])
  func leavesATripWhoseRenamedEventIsThereAsAStrangers(edit: [String]) throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Paris")
    let moved = SyncVariantsTests.without(try fixture.read(file), "X-TRIPS-")
      .replacing("SUMMARY:Paris", with: "SUMMARY:Lutetia")
      .replacing("UID:" + (try fixture.uid("Paris")), with: "UID:anew")
    let edited = edit[0].isEmpty ? moved : moved.replacing(edit[0], with: edit[1])
    try FileManager.default.removeItem(at: file)
    try fixture.write(fixture.folder.appending(path: "anew.ics"), edited)
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("its event is gone, and one like it is not a trip's"))
  }

  /// Cut, and pasted on other days, by a program that keeps our lines and makes a UID of its own.
  @Test(arguments: ["Paris", "Lutetia"]) func leavesATripThatWasPastedWithoutItsStay(name: String)
    throws
  {
    let fixture = try SyncFixture()
    let file = try fixture.file("Paris")
    let pasted = try fixture.read(file).replacing("SUMMARY:Paris", with: "SUMMARY:\(name)")
      .replacing("UID:" + fixture.uid("Paris"), with: "UID:pasted")
      .replacing(":20270501", with: ":20270508").replacing(":20270504", with: ":20270511")
      .replacing("-//trips//trips//EN", with: "-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN")
    try FileManager.default.removeItem(at: file)
    try fixture.write(fixture.folder.appending(path: "pasted.ics"), pasted)
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("its event has another UID now, without its stay"))
    #expect(
      try fixture.tool.query("SELECT placeName FROM livingAccommodation") == ["Hôtel du Nord"])
    #expect(fixture.sync("--prefer", "calendar").exitCode == .done)
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT name || startDate FROM trip WHERE uid = 'pasted'")
        == ["\(name)2027-05-08"])
  }

  /// Somebody has deleted it on another device, and added one of its name for the week after.
  @Test func takesATripOfTheSameNameForAnotherOne() throws {
    let devices = try SyncBehindTests.Devices()
    devices.second.run("delete", "Paris")
    devices.second.run("add", "Paris", "--start", "2027-05-08", "--end", "2027-05-10")
    for tool in [devices.second, devices.first.tool, devices.third] {
      #expect(try devices.sync(tool) == .done)
      #expect(try tool.query("SELECT startDate FROM trip WHERE name = 'Paris'") == ["2027-05-08"])
    }
  }

  @Test func leavesAStayWhoseEventIsThereAsAStrangers() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Paris", stay: true)
    let moved = try fixture.read(file).replacing("UID:" + fixture.uid("Paris"), with: "UID:moved")
    try FileManager.default.removeItem(at: file)
    try fixture.write(fixture.folder.appending(path: "moved.ics"), moved)
    let result = try fixture.expectSettled(.refused)
    #expect(
      result.stdout.contains("the event of its stay is gone, and one like it is not a trip's"))
    #expect(fixture.sync("--adopt").exitCode == .refused)
    #expect(
      try fixture.tool.query("SELECT name FROM trip WHERE name = 'Hôtel du Nord'").isEmpty)
    #expect(fixture.sync("--prefer", "calendar").exitCode == .done)
    #expect(try fixture.tool.query("SELECT id FROM livingAccommodation").isEmpty)
  }
}
