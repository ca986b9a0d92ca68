import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// A server or a phone that keeps so many characters of a description.
struct SyncCutTests {
  private static let items = "SELECT isDone || title FROM bucketListItem ORDER BY title"
  private static let notes = "SELECT notes FROM trip WHERE name = 'Paris'"

  /// Notes of two lines, and three items.
  private func fixture() throws -> SyncFixture {
    let fixture = try SyncFixture()
    try fixture.setNotes("Paris", "Bring cash.\nCall Ann.")
    try fixture.expectSettled()
    return fixture
  }

  private func describe(_ fixture: SyncFixture, _ text: String) throws {
    try fixture.set(
      "Paris", "DESCRIPTION",
      "DESCRIPTION:" + text.replacing("\n", with: "\\n"))
  }

  @Test(arguments: [
    "Bring cash.\nCall Ann.\n\nBucket list:\n[ ] Lou",
    "Bring cash.\nCall Ann.\n\nBucket list:\n[x] Louvre\n[x] Or",
    "Bring cash.\nCall Ann.\n\nBucket list:\n[ ] Louvre\n[",
    "Bring cash.\nCall Ann.\n\nBucket list:\n[X",
    "Bring cash.\nCall Ann.\n\nBucket l",
    "Bring cash.\nCall A",
    "Bring c",
    "Bring cash.\nCall Ann.\n\nBucket list:\n[ ] Lou...", "Bring cash.\nCall A…",
    // The phone has put a note above, or an item between.
    "Visa!\n\nBring cash.\nCall Ann.\n\nBucket list:\n[ ] Louvre\n[ ] Ors",
    "Bring cash.\nCall Ann.\n\nBucket list:\n[ ] Tea\n[ ] Louvre\n[ ] Ors",
    "Bring cash.\nCall Ann.\n\nBucket list:\n[ ] Rodin\n[ ] Lou",
    "Bring cash.<br>Call Ann.<br><br>Bucket list:<br>[ ] Lou",
    // Somebody has typed at the end of what is left.
    "Bring cash.\nCall Ann.\n\nBucket list:\n[ ] Louvre\n[ ] Ors\nTaxi 555",
  ])
  func leavesADescriptionThatWasCutShort(_ text: String) throws {
    let fixture = try fixture()
    try describe(fixture, text)
    fixture.tool.run("edit", "Paris", "--destination", "Lutetia")
    fixture.tool.run("edit", "Rome", "--destination", "Lazio")
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains(#""reason":"its description was cut short""#))
    #expect(
      result.stderr == """
        error: 1 other problem left as on both sides; the rest is synced
        hint: '--prefer store' writes a text whole again, '--prefer calendar' takes it as it is

        """)
    #expect(try fixture.tool.query(Self.items) == ["0Louvre", "0Orsay", "0Rodin"])
    #expect(try fixture.read(fixture.file("Rome")).contains("Lazio"))
    #expect(try !fixture.read(fixture.file("Paris")).contains("Lutetia"))
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    try fixture.expectSettled()
    // The lines that were left whole count.
    #expect(try fixture.tool.query(Self.items) == Self.taken(text))
    let visa = text.hasPrefix("Visa!") ? "Visa!\n\n" : ""
    #expect(try fixture.tool.query(Self.notes) == [visa + "Bring cash.\nCall Ann."])
    let event = try SyncVariantsTests.unfolded(fixture.read(fixture.file("Paris")))
    for item in Self.taken(text) {
      #expect(event.contains("\\n[\(item.first == "1" ? "x" : " ")] \(item.dropFirst())"))
    }
    #expect(event.contains("LOCATION:Lutetia\n"))
  }

  private static func taken(_ text: String) -> [String] {
    [
      text.contains("[x] Louvre") ? "1Louvre" : "0Louvre",
      text.contains("[x] Or") ? "1Orsay" : "0Orsay", "0Rodin",
    ]
      + (text.contains("[ ] Tea") ? ["0Tea"] : [])
      + (text.contains("Taxi 555") ? ["0Taxi 555"] : [])
  }

  /// Of names and places 255 characters, and nothing of a very long one.
  @Test(arguments: ["store", "calendar"]) func leavesTextsThatWereCutShort(prefers: String) throws {
    let fixture = try SyncFixture()
    let place = String(repeating: "Street ", count: 120) + "End"
    let long = String(repeating: "Street ", count: 200)
    fixture.tool.run("edit", "Paris", "--destination", place)
    fixture.tool.run("edit", "Rome", "--destination", place, "--stay", "Inn")
    fixture.tool.run("stay", "set", "Paris", "Inn", "--address", place)
    fixture.tool.run("stay", "set", "Rome", "Inn", "--address", long)
    try fixture.expectSettled()
    let query =
      "SELECT destination || address FROM trip JOIN livingAccommodation AS s ON s.tripId = trip.id"
    let before = try fixture.tool.query(query)
    let cut = String(place.prefix(254))
    try fixture.set("Rome", "LOCATION", nil, stay: true)
    #expect(try fixture.expectSettled(.refused).stderr.contains("writes a text whole again"))
    try fixture.set("Paris", "LOCATION", "LOCATION:\(cut)")
    try fixture.set("Paris", "LOCATION", "LOCATION:\(cut)", stay: true)
    let left = try fixture.expectSettled(.refused).stdout
    #expect(left.contains("its destination was cut short; of its stay, the address was cut short"))
    #expect(try fixture.tool.query(query) == before)
    #expect(fixture.sync("--prefer", prefers).exitCode == .done)
    try fixture.expectSettled()
    let taken = StoredText.formed(cut)
    #expect(
      try fixture.tool.query(query) == (prefers == "store" ? before : [taken + taken, place]))
  }

  /// A line on top has pushed the end of a long text over what a server takes.
  @Test(arguments: ["Louvre\n[ ] Or", "Louvre\n[ ] Orsay\n[ ] Rod", "", "Louv"])
  func leavesALongDescriptionThatWasCutShort(_ rest: String) throws {
    let fixture = try SyncFixture()
    let notes = (1...80).map { "\($0). Page \($0 * 37), line \($0 * 7)" }.joined(separator: "\n")
    try fixture.setNotes("Paris", notes)
    try fixture.expectSettled()
    let list = rest.isEmpty ? String(notes.dropLast(12)) : "\(notes)\n\nBucket list:\n[ ] \(rest)"
    try describe(fixture, "Call Ann.\n" + list)
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains(#""reason":"its description was cut short""#))
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    #expect(try fixture.tool.query(Self.items) == ["0Louvre", "0Orsay", "0Rodin"])
    let kept = try fixture.tool.query(Self.notes).joined(separator: "\n")
    #expect(kept == (rest.isEmpty ? "" : "Call Ann.\n") + notes)
  }

  @Test func leavesAListThatNotesHavePushedOut() throws {
    let fixture = try SyncFixture()
    let notes = (1...80).map { "\($0). Page \($0 * 37)" }.joined(separator: "\n")
    try fixture.setNotes("Paris", notes)
    try fixture.expectSettled()
    try describe(fixture, notes + "\nPlease call me when")
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains(#""reason":"its description was cut short""#))
    #expect(fixture.sync("--prefer", "calendar").exitCode == .done)
    #expect(try fixture.tool.query(Self.items).isEmpty)
  }

  @Test func takesNoPartOfTheEstimateForNotes() throws {
    let fixture = try SyncFixture()
    let notes = (1...80).map { "\($0). Page \($0 * 37)" }.joined(separator: "\n")
    try fixture.setNotes("Berlin", notes)
    try fixture.expectSettled()
    try fixture.edit("Berlin") {
      let text = SyncVariantsTests.unfolded($0)
      return text.replacing("DESCRIPTION:", with: "DESCRIPTION:Call Ann.\\n")
        .replacing(/Per diem \(estimate.*/, with: "Per diem (est")
    }
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Berlin'")
        == ["Call Ann.\n" + notes])
  }

  /// Another device has written a list whose last item begins as an older one did.
  @Test func takesANewListForNoCutOne() throws {
    let devices = try SyncBehindTests.Devices()
    for item in ["Louvre", "Orsay", "Rodin"] {
      devices.second.run("bucket", "remove", "Paris", item)
    }
    devices.second.run("bucket", "add", "Paris", "Shop", "Lou")
    for tool in [devices.second, devices.first.tool] {
      #expect(try devices.sync(tool) == .done)
      #expect(
        try tool.query("SELECT title FROM bucketListItem ORDER BY title") == ["Lou", "Shop"])
    }
  }

  /// Of texts whose characters are made of several code points, or of several bytes, too.
  @Test(arguments: [
    ("वाराणसी से प्रयागराज ", 255), ("👨\u{200D}👩\u{200D}👧 Kinder ", 255), ("東京駅から", 85),
  ])
  func leavesANameThatWasCutWithinACharacter(words: String, kept: Int) throws {
    let fixture = try SyncFixture()
    let name = String(repeating: words, count: 980 / words.utf8.count) + "End"
    #expect(fixture.tool.run("edit", "Rome", "--name", name).exitCode == .done)
    try fixture.expectSettled()
    for scalars in kept - 3...kept {
      let cut = String(String.UnicodeScalarView(name.unicodeScalars.prefix(scalars)))
      try fixture.set(name, "SUMMARY", "SUMMARY:\(cut)")
      #expect(
        try fixture.expectSettled(.refused).stdout.contains("its name was cut short"), "\(cut)")
    }
    #expect(try fixture.tool.query("SELECT id FROM trip WHERE name = '\(name)'").count == 1)
  }

  @Test func keepsTheLinesOfAnAddress() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("stay", "set", "Paris", "Inn", "--address", "Rue 5\n75001 Paris")
    try fixture.expectSettled()
    try fixture.set("Paris", "LOCATION", "LOCATION:Rue 575001 Paris", stay: true)
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT address FROM livingAccommodation") == ["Rue 5\n75001 Paris"])
  }

  @Test(arguments: ["<br", "&am", "<"]) func knowsMarkupThatWasCutWithinATag(end: String) throws {
    let fixture = try fixture()
    try describe(
      fixture, "Bring cash.<br>Call Ann.<br><br>Bucket list:<br>[ ] Louvre" + end)
    try fixture.expectSettled(.refused)
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    #expect(try fixture.tool.query(Self.items) == ["0Louvre", "0Orsay", "0Rodin"])
  }

  /// What is computed stood behind it.
  @Test func knowsACutWithinTheLastItem() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("edit", "Berlin", "--bucket", "Pantheon")
    try fixture.expectSettled()
    try fixture.set("Berlin", "DESCRIPTION", "DESCRIPTION:Bucket list:\\n[ ] Panth")
    #expect(try fixture.expectSettled(.refused).stdout.contains("was cut short"))
  }

  @Test func takesACutDescriptionWhereThatIsMeant() throws {
    let fixture = try fixture()
    try describe(fixture, "Bring cash.\nCall Ann.\n\nBucket list:\n[x] Louvre\n[ ] Ors")
    #expect(fixture.sync("--prefer", "calendar").exitCode == .done)
    #expect(try fixture.tool.query(Self.items) == ["1Louvre", "0Ors"])
    try fixture.expectSettled()
  }

  /// A person takes whole lines away, or the end of the last one.
  @Test(arguments: [
    ("Bring cash.\nCall Ann.\n\nBucket list:\n[ ] Louvre", ["0Louvre"]),
    ("Bring cash.\nCall Ann.\n\nBucket list:\n[ ] Louvre\n", ["0Louvre"]),
    (
      "Bring cash.\nCall Ann.\n\nBucket list:\n[ ] Louvre\n[ ] Orsay\n[ ] Rod",
      ["0Louvre", "0Orsay", "0Rod"]
    ),
    ("Bring cash.\nCall Ann.\n\nBucket list:", []),
    ("Bring cash.\nCall Ann.", []),
    ("Bring cash.", []),
    ("", []),
  ])
  func takesWhatAPersonRemoves(_ text: String, _ items: [String]) throws {
    let fixture = try fixture()
    try describe(fixture, text)
    try fixture.expectSettled()
    #expect(try fixture.tool.query(Self.items) == items)
  }

  @Test(arguments: ["P", "Per diem (est", "Per diem (estimate):", "Per diem (estimate): 90.00 + 3"])
  func readsNothingFromTheBeginningOfTheEstimate(_ line: String) throws {
    let fixture = try SyncFixture()
    fixture.tool.run("bucket", "add", "Berlin", "Zoo")
    try fixture.expectSettled()
    try fixture.set(
      "Berlin", "DESCRIPTION", "DESCRIPTION:Bucket list:\\n[x] Zoo\\n\\n\(line)")
    try fixture.expectSettled()
    #expect(try fixture.tool.query(Self.items).contains("1Zoo"))
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Berlin'") == [""])
  }

  /// One title is the beginning of another one, which was removed.
  @Test func takesTheRemovalOfALongerTitle() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("bucket", "add", "Rome", "Forum by night", "Forum", "Trevi")
    try fixture.expectSettled()
    try fixture.set("Rome", "DESCRIPTION", "DESCRIPTION:Bucket list:\\n[ ] Forum")
    try fixture.expectSettled()
    #expect(try fixture.tool.query(Self.items).filter { $0.contains("Forum") } == ["0Forum"])
  }

  /// A device that does not know the trip would take what is left for all there is.
  @Test(arguments: [false, true]) func takesInNoTripThatWasCutShort(isTold: Bool) throws {
    let fixture = try fixture()
    try describe(fixture, "Bring cash.\nCall Ann.\n\nBucket list:\n[ ] Louvre\n[ ] Ors")
    if !isTold {
      let file = try fixture.file("Paris")
      try fixture.write(file, SyncVariantsTests.without(fixture.read(file), "X-TRIPS-TEXT"))
    }
    let other = try TestTool()
    for options in isTold ? [[]] : [[], ["--prefer", "store"]] {
      let result = other.run(words: ["sync", fixture.folder.path] + options)
      #expect(result.exitCode == .refused)
      #expect(result.stdout.contains("its description was cut short"))
      #expect(try other.query("SELECT name FROM trip").count == 4)
    }
    #expect(
      (isTold ? other : fixture.tool).run("sync", fixture.folder.path, "--prefer", "store").exitCode
        == .done)
    for tool in [other, fixture.tool] {
      #expect(tool.run("sync", fixture.folder.path).exitCode == .done)
      #expect(try tool.query(Self.items) == ["0Louvre", "0Orsay", "0Rodin"])
    }
  }
}
