import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// What an event says of items beside their titles and boxes, after a phone has changed its list and
/// left our properties as they were.
struct SyncItemsTests {
  private static let facts =
    "SELECT title || ', ' || details || ', ' || hasReservation FROM bucketListItem ORDER BY title"

  private func lines(_ fixture: SyncFixture) throws -> [String] {
    try SyncVariantsTests.lines(fixture.read(fixture.file("Paris")))
      .filter { $0.hasPrefix("X-TRIPS-ITEM") }
  }

  /// Syncs another device, which finds nothing to write.
  private func expectQuiet(_ other: TestTool, _ fixture: SyncFixture) throws {
    let before = try fixture.read(fixture.file("Paris"))
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    #expect(try fixture.read(fixture.file("Paris")) == before)
  }

  /// A phone has put a line above it, and the order of the list is not the store's any more.
  @Test(arguments: [true, false]) func renamesAnItemBelowOneThatAPhoneHasAdded(isWritten: Bool)
    throws
  {
    let fixture = try SyncFixture()
    let other = try TestTool()
    try fixture.edit("Paris") { $0.replacing("[ ] Orsay", with: "[ ] Tea\\n[ ] Orsay") }
    try fixture.expectSettled()
    if isWritten {
      fixture.tool.run("note", "Paris", "by train")
      try fixture.expectSettled()
    }
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.edit("Paris") { $0.replacing("[ ] Orsay", with: "[ ] Guided tour") }
    try fixture.expectSettled()
    for tool in [fixture.tool, other] {
      #expect(tool.run("sync", fixture.folder.path).exitCode == .done)
      #expect(
        try tool.query(Self.facts)
          == ["Guided tour, closed on Mondays, 1", "Louvre, , 0", "Rodin, , 0", "Tea, , 0"])
    }
  }

  @Test func saysNothingOfAnItemThatAPhoneHasRemoved() throws {
    let fixture = try SyncFixture()
    let (other, fresh) = (try TestTool(), try TestTool())
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.edit("Paris") { $0.replacing("\\n[ ] Orsay", with: "") }
    let result = try fixture.expectSettled()
    #expect(result.stdout.contains(#""direction":"fromCalendar""#))
    // What goes with it is said.
    #expect(result.stdout.contains(#""old":"closed on Mondays","new":"""#))
    #expect(result.stdout.contains(#"item 'Orsay': hasReservation"#))
    #expect(try lines(fixture).count == 2)
    try expectQuiet(other, fixture)
    // One that is added anew under its title is another.
    try fixture.edit("Paris") { $0.replacing("[ ] Rodin", with: "[ ] Rodin\\n[ ] Orsay") }
    try fixture.expectSettled()
    for tool in [fixture.tool, other, fresh] {
      try expectQuiet(tool, fixture)
      #expect(try tool.query(Self.facts) == ["Louvre, , 0", "Orsay, , 0", "Rodin, , 0"])
    }
  }

  @Test func tellsOfARenamedItemUnderItsNewTitle() throws {
    let fixture = try SyncFixture()
    let (other, fresh) = (try TestTool(), try TestTool())
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.edit("Paris") { $0.replacing("[ ] Orsay", with: "[ ] Quai") }
    try fixture.expectSettled()
    #expect(try lines(fixture).contains { $0.hasSuffix(":Quai\\nclosed on Mondays") })
    #expect(try lines(fixture).count == 3)
    try expectQuiet(other, fixture)
    try fixture.edit("Paris") { $0.replacing("[ ] Rodin", with: "[ ] Rodin\\n[ ] Orsay") }
    for tool in [fresh, other, fixture.tool] {
      try expectQuiet(tool, fixture)
      #expect(
        try tool.query(Self.facts) == [
          "Louvre, , 0", "Orsay, , 0", "Quai, closed on Mondays, 1", "Rodin, , 0",
        ])
    }
  }

  /// The phone leaves X-DONE as it was: the box counts, on each device, and with the next writing it is
  /// said again.
  @Test(arguments: [true, false]) func takesNoTickBackForWhatAnEventSaysBesideIt(isTick: Bool)
    throws
  {
    let fixture = try SyncFixture()
    if !isTick { try fixture.tool.execute("UPDATE bucketListItem SET isDone = 1") }
    try fixture.expectSettled()
    let (known, fresh) = (try TestTool(), try TestTool())
    #expect(known.run("sync", fixture.folder.path).exitCode == .done)
    let (old, new) = isTick ? ("[ ]", "[x]") : ("[x]", "[ ]")
    let word = isTick ? "FALSE" : "TRUE"
    try fixture.edit("Paris") { $0.replacing("\(old) Orsay", with: "\(new) Orsay") }
    let stale = "X-DONE=\(word);X-OF=3;X-AT=2;X-LENGTH=23:Orsay"
    let query = "SELECT isDone FROM bucketListItem WHERE title = 'Orsay'"
    for tool in [fixture.tool, known, fresh, fixture.tool, known] {
      try expectQuiet(tool, fixture)
      #expect(try tool.query(query) == [isTick ? "1" : "0"])
    }
    #expect(try lines(fixture).contains { $0.contains(stale) })
    known.run("edit", "Paris", "--destination", "Lutetia")
    #expect(known.run("sync", fixture.folder.path).exitCode == .done)
    #expect(try !lines(fixture).contains { $0.contains(stale) })
    for tool in [fresh, fixture.tool, known] {
      try expectQuiet(tool, fixture)
      #expect(try tool.query(query) == [isTick ? "1" : "0"])
    }
  }

  /// A device that knows nothing of the trip is the first to see what a phone made of its list.
  @Test(arguments: [
    (["Louvre", "Quai", "Rodin"], ["Louvre, , 0", "Quai, closed on Mondays, 1", "Rodin, , 0"]),
    (["Louvre", "Rodin"], ["Louvre, , 0", "Rodin, , 0"]),
    (["Rodin", "Tea", "Orsay"], ["Orsay, closed on Mondays, 1", "Rodin, , 0", "Tea, , 0"]),
    (["Tea", "Wine", "Rodin"], ["Rodin, , 0", "Tea, , 0", "Wine, closed on Mondays, 1"]),
  ])
  func guessesAlikeOnEachDevice(_ titles: [String], _ items: [String]) throws {
    let fixture = try SyncFixture()
    let fresh = try TestTool()
    try fixture.edit("Paris") { text in
      text.replacing(
        "[ ] Louvre\\n[ ] Orsay\\n[ ] Rodin",
        with: titles.map { "[ ] \($0)" }.joined(separator: "\\n"))
    }
    #expect(fresh.run("sync", fixture.folder.path).exitCode == .done)
    #expect(try fresh.query(Self.facts) == items)
    try expectQuiet(fresh, fixture)
    try expectQuiet(fixture.tool, fixture)
    #expect(try fixture.tool.query(Self.facts) == items)
    #expect(try lines(fixture).count == titles.count)
  }

  /// Two titles that differ in a no-break space alone would be written in turn for ever.
  @Test func comesToRestWhereAPhoneTurnsSpaces() throws {
    let fixture = try SyncFixture()
    try fixture.tool.execute(
      "UPDATE bucketListItem SET title = 'Gare' || char(160) || 'Orsay' WHERE title = 'Orsay'")
    try fixture.expectSettled()
    try fixture.edit("Paris") { $0.replacing("[ ] Gare\u{A0}Orsay", with: "[ ] Gare Orsay") }
    let other = try TestTool()
    for tool in [other, fixture.tool, other, fixture.tool] { try expectQuiet(tool, fixture) }
    for tool in [other, fixture.tool] {
      #expect(try tool.query(Self.facts).first == "Gare\u{A0}Orsay, closed on Mondays, 1")
    }
  }

  /// A phone takes the list away with its header.
  @Test func keepsNotesThatLookLikeAnEstimateWithoutAList() throws {
    let fixture = try SyncFixture()
    let notes = "Per diem (estimate): ask Ann\nbring shoes"
    fixture.tool.run("edit", "Rome", "--notes", notes)
    fixture.tool.run("bucket", "add", "Rome", "Forum")
    try fixture.expectSettled()
    try fixture.set("Rome", "DESCRIPTION", "DESCRIPTION:" + notes.replacing("\n", with: "\\n"))
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Rome'") == [notes])
    #expect(try fixture.tool.query("SELECT title FROM bucketListItem").contains("Forum") == false)
  }

  /// An item that was removed and typed in again is there.
  @Test func renamesAnItemThatWasRemovedBefore() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("bucket", "remove", "Paris", "Louvre")
    try fixture.expectSettled()
    try fixture.edit("Paris") { $0.replacing("[ ] Orsay", with: "[ ] Louvre\\n[ ] Orsay") }
    try fixture.expectSettled()
    fixture.tool.run("bucket", "edit", "Paris", "Louvre", "--details", "ticket 4711")
    try fixture.edit("Paris") { $0.replacing("[ ] Louvre", with: "[ ] Louvre museum") }
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT title || ', ' || details FROM bucketListItem")
        .contains("Louvre museum, ticket 4711"))
    #expect(try fixture.tool.query("SELECT title FROM bucketListItem").count == 3)
  }

  /// Its line stands below what is computed, or above the header.
  @Test(arguments: [true, false]) func knowsAnItemWhoseLineWasMovedOutOfTheList(isBelow: Bool)
    throws
  {
    let fixture = try SyncFixture()
    fixture.tool.run("edit", "Paris", "--notes", "[ ] Orsay")
    try fixture.expectSettled()
    try fixture.edit("Paris") { text in
      let text = text.replacing("[ ] Orsay\\n[ ] Rodin", with: "[ ] Rodin")
      return isBelow
        ? text.replacing("[ ] Rodin", with: "[ ] Rodin\\n\\nbread\\n[x] Orsay")
        : text.replacing("DESCRIPTION:", with: "DESCRIPTION:[x] Orsay\\n")
    }
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT title || details || isDone FROM bucketListItem")
        .contains("Orsayclosed on Mondays1"))
    let notes = try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Paris'")
    #expect(notes == [isBelow ? "[ ] Orsay\n\nbread" : "[ ] Orsay"])
  }

  /// The notes hold the very line already, or it stands there twice by now.
  @Test(arguments: [true, false]) func knowsEachOfSeveralLinesThatAreTheSame(areItems: Bool) throws
  {
    let fixture = try SyncFixture()
    if areItems {
      try fixture.edit("Paris") { $0.replacing("[ ] Orsay", with: "[ ] Orsay\\n[ ] Orsay") }
    } else {
      fixture.tool.run("edit", "Paris", "--notes", "[ ] Orsay")
    }
    try fixture.expectSettled()
    try fixture.edit("Paris") { text in
      let lines = areItems ? "[ ] Orsay\\n[ ] Orsay\\n" : "[ ] Orsay\\n"
      let rest =
        areItems
        ? text.replacing(lines, with: "") : text.replacing("\\n[ ] Orsay\\n[ ] R", with: "\\n[ ] R")
      return rest.replacing("DESCRIPTION:", with: "DESCRIPTION:\(lines)")
    }
    try fixture.expectSettled()
    let items = try fixture.tool.query("SELECT title || details FROM bucketListItem ORDER BY id")
    #expect(
      items == ["Louvre", "Orsayclosed on Mondays", "Rodin"] + (areItems ? ["Orsay"] : []))
    #expect(
      try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Paris'")
        == [areItems ? "" : "[ ] Orsay"])
  }

  /// Of a list that has become text its items are still in it.
  @Test(arguments: [nil, "store", "calendar"] as [String?])
  func leavesAListThatHasBecomeText(prefers: String?) throws {
    let fixture = try SyncFixture()
    try fixture.edit("Paris") {
      $0.replacing("\\n[ ] Orsay", with: " [ ] Orsay").replacing(
        "Bucket list:\\n", with: "Bucket list: ")
    }
    let before = try fixture.trips()
    let left = try fixture.expectSettled(.refused)
    #expect(left.stdout.contains("'Orsay' stands in its notes, and not in its list any more"))
    #expect(left.stderr.contains("'--prefer store' writes a text whole again"))
    #expect(try fixture.trips() == before)
    guard let prefers else { return }
    #expect(fixture.sync("--prefer", prefers).exitCode == .done)
    try fixture.expectSettled()
    if prefers == "store" {
      #expect(try fixture.trips() == before)
    } else {
      #expect(try !fixture.tool.query("SELECT title FROM bucketListItem").contains("Orsay"))
    }
  }

  /// Some know one property of a name, and give it the parameters of all.
  @Test(arguments: [0, 1, 2]) func renamesAnItemInAProgramThatKeepsOneOfOurLines(kept: Int) throws {
    let fixture = try SyncFixture()
    let before = try fixture.tool.query(Self.facts)
    try fixture.edit("Paris") { text in
      let text = SyncVariantsTests.unfolded(text)
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("X-TRIPS-ITEM") }
      var new = text
      for (place, line) in lines.enumerated() where place != kept {
        new = new.replacing("\(line)\n", with: "")
      }
      return new.replacing("[ ] Orsay", with: "[ ] Station")
    }
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query(Self.facts)
        == before.map { $0.replacing("Orsay", with: "Station") }.sorted())
  }

  /// A web client's button for lists, and other ways to lose a box.
  @Test(arguments: [
    ("We want to see Louvre first", "Louvre", "> [ ] Louvre"), ("x", "寿司", "☐ 寿司"),
    ("x", "Musée d'Orsay", "☐ Musée d’\\nOrsay"),
  ]) func leavesAListOfOneThatHasBecomeText(notes: String, title: String, line: String) throws {
    let fixture = try SyncFixture()
    fixture.tool.run(
      "add", "Kyoto", "--start", "2027-05-01", "--notes", notes, "--bucket", title)
    fixture.tool.run("bucket", "edit", "Kyoto", title, "--details", "booked: 4711")
    try fixture.expectSettled()
    let before = try fixture.trips()
    try fixture.edit("Kyoto") {
      $0.replacing("\\n\\nBucket list:\\n[ ] \(title)", with: "\\n\\nListe:\\n\(line)")
    }
    try fixture.expectSettled(.refused)
    #expect(try fixture.trips() == before)
    try fixture.edit("Kyoto") {
      $0.replacing("Liste:\\n\(line)", with: "Bucket list:<br><ul><li>\(title)</li></ul>")
        .replacing("\\n", with: "<br>")
    }
    try fixture.expectSettled()
    #expect(try fixture.trips() == before)
  }

  /// As some editors write it, with line breaks of its own.
  @Test func readsMarkupWithLineBreaks() throws {
    let fixture = try SyncFixture()
    try fixture.set(
      "Paris", "DESCRIPTION",
      "DESCRIPTION:<html-blob><body>\\n<div>hello</div>\\n<div><br></div>\\n<div>Bucket list:</div>\\n"
        + "<div>[x] Louvre</div>\\n<div>[ ] Orsay</div>\\n<div>[ ] Rodin</div>\\n</body></html-blob>\\n"
    )
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query(Self.facts) == [
        "Louvre, , 0", "Orsay, closed on Mondays, 1", "Rodin, , 0",
      ])
    #expect(try fixture.tool.query("SELECT title FROM bucketListItem WHERE isDone") == ["Louvre"])
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Paris'") == ["hello"])
  }

  /// Who has removed an item here as well is not asked.
  @Test func asksNothingOfAnItemThatIsGoneHereToo() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Paris") {
      $0.replacing("\\n[ ] Orsay", with: "").replacing(
        "DESCRIPTION:", with: "DESCRIPTION:Not Orsay!\\n\\n")
    }
    fixture.tool.run("bucket", "remove", "Paris", "Orsay")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE name = 'Paris'") == ["Not Orsay!"])
  }
}
