import Foundation
import Testing

@testable import trips

/// What an event was when a device wrote it last, to others that have never had it so.
struct SyncWrittenTests {
  /// Three devices: the first one's fixture, one that was in step before its last change, and a new one.
  private struct Devices {
    let fixture: SyncFixture
    let behind: TestTool
    let new: TestTool

    init() throws {
      fixture = try SyncFixture()
      (behind, new) = (try TestTool(), try TestTool())
      #expect(behind.run("sync", fixture.folder.path).exitCode == .done)
    }

    /// Changes something on the first device, and what it wrote in another program.
    func edit(
      _ words: [String], _ trip: String, stay: Bool = false, _ work: (String) -> String
    ) throws {
      #expect(fixture.tool.run(words: words).exitCode == .done)
      try fixture.expectSettled()
      let property = stay ? "LOCATION" : "DESCRIPTION"
      let text = SyncVariantsTests.unfolded(try fixture.read(fixture.file(trip, stay: stay)))
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(property) })
      let value = String(line.dropFirst(property.count + 1)).replacing("\\n", with: "\n")
        .replacing("\\,", with: ",")
      let new = work(value).replacing(",", with: "\\,").replacing("\n", with: "\\n")
      try fixture.set(trip, property, "\(property):\(new)", stay: stay)
    }

    func sync() -> [ExitCode] {
      [behind, new, fixture.tool].map { $0.run("sync", fixture.folder.path).exitCode }
    }

    /// The lists of all devices.
    func query(_ sql: String) throws -> [[String]] {
      try [fixture.tool, behind, new].map { try $0.query(sql) }
    }
  }

  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let trip: String
    let notes: String
    let shown: @Sendable (String) -> String
    let items: [String]

    init(
      _ name: String, _ trip: String, _ notes: String, items: [String] = [],
      _ shown: @escaping @Sendable (String) -> String
    ) {
      (testDescription, self.trip, self.notes) = (name, trip, notes)
      (self.items, self.shown) = (items, shown)
    }
  }

  static let forms = [
    Form("entities", "Rome", "Dinner at Tom & Jerry's") {
      $0.replacing("&", with: "&amp;").replacing("'", with: "&#39;")
    },
    Form("breaks and line breaks", "Rome", "call Ann\nbuy map") {
      $0.replacing("\n", with: "<br>\n")
    },
    Form("no-break spaces", "Rome", "call  Ann") { $0.replacing(" ", with: "\u{A0}") },
    Form("a list below the estimate", "Berlin", "call Ann", items: ["0Forum"]) {
      $0 + "\n\nBucket list:\n[ ] Forum"
    },
    Form("notes like a list", "Rome", "Hi\n[ ] Louvre\nPer diem (estimate): 1 = 1.00 EUR") { $0 },
    Form(
      "a tick beside notes of tags", "Paris", "<p>a</p><br>",
      items: ["0Louvre", "0Orsay", "1Rodin"]
    ) {
      $0.replacing("[ ] Rodin", with: "[x] Rodin")
    },
  ]

  @Test(arguments: forms) func readsOtherFormsAlikeEverywhere(form: Form) throws {
    let devices = try Devices()
    try devices.edit(["edit", form.trip, "--notes", form.notes], form.trip, form.shown)
    #expect(devices.sync() == [.done, .done, .done])
    let trip = "FROM trip WHERE name = '\(form.trip)'"
    #expect(
      try devices.query("SELECT notes \(trip)") == Array(repeating: [form.notes], count: 3))
    let items = try devices.query(
      "SELECT isDone || title FROM bucketListItem WHERE tripId = (SELECT id \(trip)) ORDER BY title"
    )
    #expect(items == Array(repeating: form.items, count: 3))
    try devices.fixture.expectSettled()
  }

  /// Notes of more than 1,000 bytes, and nothing of the list behind them.
  @Test(arguments: [30, 1_100, 2_920]) func leavesWhatWasCutShortEverywhere(bytes: Int) throws {
    let devices = try Devices()
    let notes = (0..<300).map { "word \($0)," }.joined(separator: " ")
    try devices.edit(["edit", "Paris", "--notes", notes], "Paris") { String($0.prefix(bytes)) }
    #expect(devices.sync() == [.refused, .refused, .refused])
    for items in try devices.query(Self.items).prefix(2) {
      #expect(items == ["Louvre: ", "Orsay: closed on Mondays", "Rodin: "])
    }
    #expect(try devices.new.query("SELECT 1 FROM trip WHERE name = 'Paris'").isEmpty)
  }

  /// Who was behind writes whole what another device has typed.
  @Test func writesWholeWhatAnotherDeviceHasTyped() throws {
    let devices = try Devices()
    let notes = (0..<300).map { "word \($0)," }.joined(separator: " ")
    devices.fixture.tool.run("bucket", "remove", "Paris", "Louvre")
    try devices.edit(["edit", "Paris", "--notes", notes], "Paris") { String($0.prefix(1_500)) }
    let folder = devices.fixture.folder.path
    #expect(devices.behind.run("sync", folder).exitCode == .refused)
    #expect(devices.behind.run("sync", folder, "--prefer", "store").exitCode == .done)
    #expect(devices.sync() == [.done, .done, .done])
    for found in try devices.query("SELECT notes FROM trip WHERE name = 'Paris'") {
      #expect(found == [notes])
    }
    for items in try devices.query(Self.items) {
      #expect(items == ["Orsay: closed on Mondays", "Rodin: "])
    }
  }

  @Test func takesInWholeWhatWasCutShort() throws {
    let devices = try Devices()
    let notes = (0..<300).map { "word \($0)," }.joined(separator: " ")
    try devices.edit(["edit", "Paris", "--notes", notes], "Paris") { String($0.prefix(1_500)) }
    let folder = devices.fixture.folder.path
    #expect(devices.new.run("sync", folder).exitCode == .refused)
    #expect(devices.new.run("sync", folder, "--prefer", "store").exitCode == .done)
    #expect(devices.sync() == [.done, .done, .done])
    for found in try devices.query("SELECT notes FROM trip WHERE name = 'Paris'") {
      #expect(found == [notes])
    }
    for items in try devices.query(Self.items) {
      #expect(items == ["Louvre: ", "Orsay: closed on Mondays", "Rodin: "])
    }
  }

  /// On a phone that drops our lines, of a trip that another device has moved meanwhile.
  @Test func readsNoEstimateThatItDidNotCompute() throws {
    let devices = try Devices()
    devices.fixture.tool.run("edit", "Berlin", "--notes", "call Ann", "--extend", "+1d")
    try devices.fixture.expectSettled()
    try devices.fixture.edit("Berlin") { text in
      SyncVariantsTests.without(text, "X-TRIPS-")
        .replacing("EUR\n", with: "EUR\\n\\nBucket list:\\n[ ] Forum\n")
    }
    #expect(devices.behind.run("sync", devices.fixture.folder.path).exitCode == .done)
    try devices.fixture.expectSettled()
    for tool in [devices.fixture.tool, devices.behind] {
      let found = try tool.query("SELECT notes FROM trip WHERE name = 'Berlin'")
      #expect(found == ["call Ann"])
    }
  }

  /// A phone has changed the days, and put a list below what was computed of the others.
  @Test(arguments: [true, false]) func readsNoEstimateOfOtherDays(keepsLines: Bool) throws {
    let fixture = try SyncFixture()
    try fixture.edit("Berlin") { text in
      let text = text.replacing("VALUE=DATE:20270206", with: "VALUE=DATE:20270207")
        .replacing("EUR\n", with: "EUR\\n\\nBucket list:\\n[ ] Forum\n")
      return keepsLines ? text : SyncVariantsTests.without(text, "X-TRIPS-")
    }
    try fixture.expectSettled()
    fixture.tool.run("bucket", "done", "Berlin", "Forum")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Berlin'") == [""])
  }

  @Test func takesALineOfNotesForNoItemThatWasRemoved() throws {
    let devices = try Devices()
    devices.fixture.tool.run("bucket", "remove", "Paris", "Louvre")
    try devices.edit(["edit", "Paris", "--notes", "Hi\n[ ] Louvre"], "Paris") {
      $0.replacing("[ ] Rodin", with: "[ ] Rodin\n\nOrsay")
    }
    #expect(devices.sync() == [.done, .done, .done])
    for notes in try devices.query("SELECT notes FROM trip WHERE name = 'Paris'") {
      #expect(notes == ["Hi\n[ ] Louvre\n\nOrsay"])
    }
    for titles in try devices.query("SELECT title FROM bucketListItem ORDER BY title") {
      #expect(titles == ["Orsay", "Rodin"])
    }
  }

  @Test func keepsTheLinesOfAnAddressOnADeviceThatMeetsIt() throws {
    let devices = try Devices()
    let address = "12 Rue X\n75010 Paris"
    try devices.edit(
      ["stay", "set", "Paris", "Hôtel du Nord", "--address", address], "Paris", stay: true
    ) {
      $0.replacing("\n", with: ", ")
    }
    #expect(devices.sync() == [.done, .done, .done])
    for found in try devices.query("SELECT address FROM livingAccommodation") {
      #expect(found == [address])
    }
  }

  // MARK: - Changes of form

  /// What another program may do to a text is a change all the same where a person does it here.
  @Test(
    arguments: [
      ("one\ntwo", "one  \ntwo"), ("ten EUR", "ten\u{A0}EUR"), ("Fish &amp; chips", "Fish & chips"),
      ("it&#39;s\nhere", "it's\nhere"), ("<p>ask Ann</p>", "ask Ann"), ("ask<br>\nAnn", "ask\nAnn"),
      ("R & B", "R &amp; B"), ("say &lt;b&gt;", "say <b>"),
    ], [false, true])
  func takesNotesAndTitlesOverInTheirVeryForm(_ form: (String, String), hasItem: Bool) throws {
    let devices = try Devices()
    let tool = devices.fixture.tool
    tool.run("note", "Rome", form.0)
    if hasItem { tool.run("bucket", "add", "Rome", "5 € &amp; more", "Gate") }
    try devices.fixture.expectSettled()
    #expect(devices.sync() == [.done, .done, .done])
    tool.run("note", "Rome", form.1)
    if hasItem {
      tool.run("bucket", "edit", "Rome", "5 € &amp; more", "--title", "5\u{A0}€ & more")
    }
    try devices.fixture.expectSettled()
    for change: [String] in [[], ["edit", "Rome", "--destination", "Lazio"]] {
      if !change.isEmpty { devices.behind.run(words: change) }
      #expect(devices.sync() == [.done, .done, .done])
      for found in try devices.query("SELECT notes FROM trip WHERE name = 'Rome'") {
        #expect(found == [form.1])
      }
      let titles = "SELECT title FROM bucketListItem WHERE title LIKE '5%more'"
      for found in try devices.query(titles) {
        #expect(found == (hasItem ? ["5\u{A0}€ & more"] : []))
      }
    }
  }

  @Test func takesAnAddressOverThatAPersonHasPutInOneLine() throws {
    let devices = try Devices()
    for address in ["12 Rue X\n75010 Paris", "12 Rue X, 75010 Paris", "12 Rue X\n75010 Paris"] {
      devices.fixture.tool.run("stay", "set", "Paris", "Hôtel du Nord", "--address", address)
      try devices.fixture.expectSettled()
      devices.behind.run("stay", "confirm", "Paris")
      #expect(devices.sync() == [.done, .done, .done])
      for found in try devices.query("SELECT address FROM livingAccommodation") {
        #expect(found == [address])
      }
    }
  }

  /// A phone has dropped what tells that it was a person.
  @Test func turnsNoAddressBackWhoseFormAnotherDeviceDoesNotKnow() throws {
    let devices = try Devices()
    for address in ["12 Rue X\n75010 Paris", "12 Rue X, 75010 Paris"] {
      devices.fixture.tool.run("stay", "set", "Paris", "Hôtel du Nord", "--address", address)
      try devices.fixture.expectSettled()
      if address.contains("\n") { #expect(devices.sync() == [.done, .done, .done]) }
    }
    try devices.fixture.edit("Paris", stay: true) { SyncVariantsTests.without($0, "X-TRIPS-") }
    #expect(devices.sync() == [.done, .done, .done])
    devices.behind.run("stay", "confirm", "Paris")
    #expect(devices.sync() == [.done, .done, .done])
    #expect(
      try devices.fixture.tool.query("SELECT address || isConfirmed FROM livingAccommodation")
        == ["12 Rue X, 75010 Paris1"])
  }

  // MARK: - Items

  /// Another program may store two of a title.
  @Test func tellsOfAllItemsOfATitleAtOnce() throws {
    let fixture = try SyncFixture()
    try fixture.tool.execute(
      """
      INSERT INTO bucketListItem (tripId, title, details)
      SELECT tripId, title, 'again' FROM bucketListItem WHERE title = 'Louvre'
      """)
    try fixture.expectSettled()
    try fixture.tool.execute("DELETE FROM bucketListItem WHERE details = 'again'")
    try fixture.expectSettled()
    #expect(fixture.tool.run("undo").exitCode == .done)
    try fixture.expectSettled()
  }

  private static let items = "SELECT title || ': ' || details FROM bucketListItem ORDER BY title"

  /// A program drops the long lines with parameters, and somebody renames an item in it.
  @Test func renamesAnItemInAProgramThatKeepsNoneOfTheirLines() throws {
    let devices = try Devices()
    try devices.fixture.edit("Paris") {
      SyncVariantsTests.without($0, "X-TRIPS-ITEM").replacing("[ ] Orsay", with: "[ ] Station")
    }
    #expect(devices.sync() == [.done, .done, .done])
    for items in try devices.query(Self.items).prefix(2) {
      #expect(items == ["Louvre: ", "Rodin: ", "Station: closed on Mondays"])
    }
  }

  /// One device has removed it who did not know its details, and had a reason to keep it.
  @Test(arguments: [false, true]) func doubtsTheDetailsOfAnItemThatLivesOn(isAddedAgain: Bool)
    throws
  {
    let devices = try Devices()
    devices.fixture.tool.run("bucket", "edit", "Paris", "Louvre", "--details", "ticket 4711")
    try devices.fixture.expectSettled()
    try devices.fixture.edit("Paris") {
      SyncVariantsTests.without($0, "X-TRIPS-").replacing("[ ] Louvre", with: "[x] Louvre")
    }
    devices.behind.run("bucket", "remove", "Paris", "Louvre")
    if isAddedAgain { devices.behind.run("bucket", "add", "Paris", "Louvre") }
    devices.behind.run("edit", "Paris", "--destination", "France")
    #expect(devices.behind.run("sync", devices.fixture.folder.path).exitCode == .done)
    let conflict = try devices.fixture.expectSettled(.refused)
    #expect(conflict.stdout.contains(#""store":"ticket 4711""#))
    #expect(try devices.fixture.tool.query(Self.items).first == "Louvre: ticket 4711")
  }

  /// A phone, or another device, has given it another title, and one that it is new to writes the event.
  @Test(arguments: [true, false]) func followsATitleThroughADeviceToWhichItIsNew(isPhone: Bool)
    throws
  {
    let devices = try Devices()
    let tool = devices.fixture.tool
    tool.run("bucket", "add", "Paris", "Arc", "--details", "ticket")
    let third = try TestTool()
    for device in [tool, third] {
      #expect(device.run("sync", devices.fixture.folder.path).exitCode == .done)
    }
    if isPhone {
      try devices.fixture.edit("Paris") { $0.replacing("[ ] Arc", with: "[ ] Pyramid") }
    } else {
      third.run("bucket", "edit", "Paris", "Arc", "--title", "Pyramid")
      #expect(third.run("sync", devices.fixture.folder.path).exitCode == .done)
    }
    devices.behind.run("edit", "Paris", "--destination", "France")
    tool.run("bucket", "done", "Paris", "Arc")
    #expect(devices.sync() == [.done, .done, .done])
    #expect(
      try tool.query("SELECT title || isDone FROM bucketListItem WHERE details = 'ticket'")
        == ["Pyramid1"])
  }
}
