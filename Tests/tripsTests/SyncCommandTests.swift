import Foundation
import Testing

@testable import TripsCore
@testable import trips

struct SyncCommandTests {
  /// The days that the stay had are the nights of a trip that is a day longer: they are not that now.
  @Test func confirmsNoNightThatALongerTripHasMore() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("stay", "confirm", "Paris")
    try fixture.expectSettled()
    try fixture.set("Paris", "DTEND", "DTEND;VALUE=DATE:20270505")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT isConfirmed FROM livingAccommodation") == ["0"])
    let stay = try fixture.read(fixture.file("Paris", stay: true))
    #expect(stay.contains("DTEND;VALUE=DATE:20270505") && stay.contains("STATUS:TENTATIVE"))
    // Where the stay's event has the new days too, somebody has moved both.
    fixture.tool.run("stay", "confirm", "Paris")
    try fixture.expectSettled()
    for isStay in [false, true] {
      try fixture.set("Paris", "DTEND", "DTEND;VALUE=DATE:20270506", stay: isStay)
    }
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT isConfirmed FROM livingAccommodation") == ["1"])
  }

  /// It means what no rule means, so that it is no fact; but no other kind of trip may have it.
  @Test(arguments: ["trip", "personal"])
  func takesTheKindOfATripWithTheRuleThatIsMeantWithoutOne(_ kind: String) throws {
    let fixture = try SyncFixture()
    fixture.tool.run("edit", "Berlin", "--perdiem-rule", "full")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT perdiemRule FROM trip WHERE id = 1") == ["full"])
    try fixture.edit("Berlin") { text in
      text.replacing("X-TRIPS-KIND:BUSINESS", with: "X-TRIPS-KIND:" + kind.uppercased())
    }
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT type FROM trip WHERE id = 1") == [kind])
  }

  // MARK: - From the calendar

  @Test func takesWhatAPersonChangesInTheCalendar() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paris\\, je t'aime")
    try fixture.set("Berlin", "DTEND", "DTEND;VALUE=DATE:20270208")
    try fixture.set("Rome", "LOCATION", "LOCATION:Roma")
    try fixture.expectSettled()
    let trips = try fixture.trips()
    #expect(trips.contains(#""name":"Paris, je t'aime""#))
    #expect(trips.contains(#""endDate":"2027-02-07","days":7"#))
    #expect(trips.contains(#""destination":"Roma""#))
    // The computed line follows, in a file that a person has not got to mend.
    #expect(fixture.tool.run("history", "--limit", "1").stdout.contains("sync"))
  }

  @Test func ticksAddsRenamesAndRemovesItems() throws {
    let fixture = try SyncFixture()
    try fixture.set(
      "Paris", "DESCRIPTION",
      "DESCRIPTION:Bring cash.\\n\\nBucket list:\\n[x] Louvre\\n[ ] Musée d'Orsay\\n[ ] Pantheon")
    try fixture.expectSettled()
    let trips = try fixture.trips()
    #expect(trips.contains(#""notes":"Bring cash.""#))
    #expect(
      trips.contains(
        #""title":"Musée d'Orsay","details":"closed on Mondays","hasReservation":true"#))
    #expect(
      try fixture.tool.query("SELECT title || isDone FROM bucketListItem ORDER BY id") == [
        "Louvre1", "Musée d'Orsay0", "Pantheon0",
      ])
    #expect(fixture.report().isEmpty)
  }

  @Test func takesInTripsOfOtherDevicesAndStays() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    let result = other.run("sync", fixture.folder.path)
    #expect(result.stdout.split(separator: "\n").count == 5)
    let ours = try fixture.trips()
    let theirs = other.run("export", "--format", "json").stdout
      .replacing(#/"id":[0-9]+,/#, with: "")
    #expect(Set(ours.split(separator: "\n")) == Set(theirs.split(separator: "\n")))
    #expect(fixture.report().isEmpty)
    other.run("stay", "confirm", "Paris")
    other.run("edit", "Berlin", "--no-perdiem")
    other.run("edit", "Rome", "--personal")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled()
    let trips = try fixture.trips()
    #expect(trips.contains(#""isConfirmed":true"#))
    #expect(!trips.contains("120.00"))
    #expect(try fixture.tool.query("SELECT type FROM trip WHERE name = 'Rome'") == ["personal"])
  }

  @Test func removesAStayWithItsFileAndATripWithIts() throws {
    let fixture = try SyncFixture()
    try FileManager.default.removeItem(at: fixture.file("Paris", stay: true))
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT placeName FROM livingAccommodation").isEmpty)
    fixture.tool.run("stay", "set", "Paris", "Ritz")
    try fixture.expectSettled()
    let stay = try fixture.file("Paris", stay: true)
    try FileManager.default.removeItem(at: fixture.file("Paris"))
    #expect(fixture.report().first?.hasPrefix("from the calendar\tdeleted\t") == true)
    #expect(!FileManager.default.fileExists(atPath: stay.path))
    #expect(try fixture.tool.query("SELECT name FROM trip ORDER BY id").count == 4)
    try fixture.expectSettled()
  }

  // MARK: - To the calendar

  @Test func writesOneFileForOneChange() throws {
    let fixture = try SyncFixture()
    let before = try fixture.bytes()
    try fixture.setNotes("Rome", "Bucket list:\n[ ] not an item")
    try fixture.expectSettled()
    let after = try fixture.bytes()
    let changed = after.keys.filter { after[$0] != before[$0] && $0 != "store" }
    #expect(changed == [try fixture.uid("Rome") + ".ics"])
    let text = try fixture.read(fixture.file("Rome"))
    #expect(text.contains("SEQUENCE:1\n"))
    // Another device reads the very notes.
    let other = try TestTool()
    other.run("sync", fixture.folder.path)
    #expect(
      other.run("export", "--format", "json").stdout.contains(
        #""notes":"Bucket list:\n[ ] not an item""#))
    #expect(other.run("bucket", "list", "Rome").stdout.isEmpty)
  }

  @Test func takesFilesOfDeletedTripsAlong() throws {
    let fixture = try SyncFixture()
    let files = try [fixture.file("Paris"), fixture.file("Paris", stay: true)]
    fixture.tool.run("delete", "Paris")
    #expect(fixture.report().first?.hasPrefix("to the calendar\tdeleted\t") == true)
    for file in files { #expect(!FileManager.default.fileExists(atPath: file.path)) }
    try fixture.expectSettled()
  }

  @Test func takesOtherFormsOfATextAwayWithIt() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Paris") { text in
      SyncVariantsTests.adding(
        text,
        [
          "X-ALT-DESC;FMTTYPE=text/html:<p>a</p>", "X-APPLE-STRUCTURED-LOCATION:geo:1\\,2",
          "GEO:1;2", "CATEGORIES:Holiday\\, mine,FUN",
        ]
      ).replacingOccurrences(of: "DESCRIPTION:", with: "DESCRIPTION;LANGUAGE=en;ALTREP=\"a:b\":")
    }
    fixture.tool.run("edit", "Paris", "--destination", "Lyon", "--business")
    try fixture.setNotes("Paris", "new")
    try fixture.expectSettled()
    let text = SyncVariantsTests.unfolded(try fixture.read(fixture.file("Paris")))
    #expect(!text.contains("X-ALT-DESC") && !text.contains("X-APPLE"))
    #expect(text.contains("\nDESCRIPTION;LANGUAGE=en:new\\n"))
    #expect(text.contains("\nGEO:1;2\n"))
    #expect(text.contains("\nCATEGORIES:Holiday\\, mine,FUN\n"))
    #expect(text.contains("\nCATEGORIES:BUSINESS\n"))
  }

  @Test func leavesTheCategoriesOfAPlainTrip() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Rome") {
      $0.replacing("SUMMARY:", with: "CATEGORIES:\nCATEGORIES:a,,b\nSUMMARY:")
    }
    fixture.tool.run("edit", "Rome", "--destination", "Lazio")
    try fixture.expectSettled()
    let text = try fixture.read(fixture.file("Rome"))
    #expect(text.contains("LOCATION:Lazio"))
    #expect(text.contains("CATEGORIES:\nCATEGORIES:a,,b\n"))
  }

  @Test func keepsTheTimesOfAnEvent() throws {
    let fixture = try SyncFixture()
    try fixture.set("Rome", "DTSTART", "DTSTART;TZID=Europe/Rome:20270801T090000")
    try fixture.set("Rome", "DTEND", "DTEND;TZID=Europe/Rome:20270803T180000")
    try fixture.expectSettled()
    #expect(try fixture.trips().contains(#""endDate":"2027-08-03""#))
    fixture.tool.run("edit", "Rome", "--start", "2027-08-11", "--end", "2027-08-12")
    try fixture.expectSettled()
    let text = try fixture.read(fixture.file("Rome"))
    #expect(text.contains("DTSTART;TZID=Europe/Rome:20270811T090000\n"))
    #expect(text.contains("DTEND;TZID=Europe/Rome:20270812T180000\n"))
  }

  // MARK: - Both

  @Test func mergesFactsOfOneTripFromBothSides() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paris in May")
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    try fixture.tool.execute("UPDATE bucketListItem SET isDone = 1 WHERE title = 'Rodin'")
    let line = try #require(fixture.report().first)
    #expect(line.hasPrefix("both ways\tchanged\t"))
    #expect(line.contains("name: Paris → 'Paris in May'"))
    #expect(line.contains("destination: 'Paris, Île' → Lyon"))
    try fixture.expectSettled()
    let text = try fixture.read(fixture.file("Paris in May"))
    #expect(text.contains("LOCATION:Lyon\n") && text.contains("[x] Rodin"))
  }

  @Test func namesAConflictUntilItIsSettled() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    fixture.tool.run("edit", "Paris", "--name", "Lutetia", "--destination", "here")
    fixture.tool.run("edit", "Rome", "--name", "Roma")
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(
      result.stdout.contains(#"{"field":"name","store":"Lutetia","calendar":"Paname"}"#))
    #expect(result.stderr.contains("error: 1 conflict left as on both sides; the rest is synced"))
    #expect(try fixture.read(fixture.file("Roma")).contains("SUMMARY:Roma"))
    // It stays one, and other trips go on.
    fixture.tool.run("edit", "Roma", "--destination", "x")
    for _ in 0..<3 { try fixture.expectSettled(.refused) }
    let text = try fixture.read(fixture.file("Lutetia"))
    #expect(text.contains("SUMMARY:Paname") && text.contains("Paris\\, Île"))
    // A dry run says what the real one does.
    let rehearsal = fixture.sync("--prefer", "calendar", "--dry-run")
    let settled = fixture.sync("--prefer", "calendar")
    #expect(settled.exitCode == .done)
    #expect(rehearsal.stdout == settled.stdout)
    try fixture.expectSettled()
    #expect(try fixture.trips().contains(#""name":"Paname","destination":"here""#))
    #expect(try fixture.read(fixture.file("Paname")).contains("LOCATION:here\n"))
  }

  @Test func tellsAConflictWholeWhereATableCutsIt() throws {
    let fixture = try SyncFixture()
    let names = ["Paname", "Lutetia"].map { "\($0) that has a name of many words and some more" }
    try fixture.set("Paris", "SUMMARY", "SUMMARY:\(names[0])")
    fixture.tool.run("edit", "Paris", "--name", names[1])
    let conflict = "name: '\(names[1])' here, '\(names[0])' in the calendar"
    func sync(width: Int) -> TestTool.Result {
      fixture.tool.terminal = Context.Terminal(isOutput: true, width: width, errorWidth: 300)
      return fixture.tool.run("sync", fixture.folder.path)
    }
    #expect(sync(width: 80).stderr.contains("note: \(names[1]): \(conflict)\n"))
    let wide = sync(width: 300)
    #expect(wide.stdout.contains(conflict) && !wide.stderr.contains("note:"))
  }

  @Test func saysFlagsOfAConflictInWords() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Ritz", stay: true)
    fixture.tool.run("stay", "confirm", "Paris")
    let result = fixture.sync()
    #expect(
      result.stdout.contains(
        #"{"field":"stay: isConfirmed","store":"true","calendar":"false"}"#))
    #expect(fixture.report().first?.contains("isConfirmed: true here, false in the") == true)
  }

  @Test func endsAConflictWhereOneSideYields() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    fixture.tool.run("edit", "Paris", "--name", "Lutetia", "--destination", "here")
    try fixture.expectSettled(.refused)
    fixture.tool.run("edit", "Lutetia", "--name", "Paris")
    try fixture.expectSettled()
    #expect(try fixture.trips().contains(#""name":"Paname","destination":"here""#))
    #expect(try fixture.tool.query("SELECT name FROM historyConsumer").count == 1)
  }

  @Test func letsWhatWasDeletedHereAndChangedThereLiveOn() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    fixture.tool.run("delete", "Paris")
    try FileManager.default.removeItem(at: fixture.file("Berlin"))
    fixture.tool.run("edit", "Berlin", "--destination", "Mitte")
    let lines = fixture.report("--prefer", "store")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("\trevived\t") })
    try fixture.expectSettled()
    #expect(try fixture.trips().contains(#""details":"closed on Mondays","hasReservation":true"#))
    #expect(try fixture.read(fixture.file("Berlin")).contains("LOCATION:Mitte"))
    #expect(try fixture.tool.query("SELECT placeName FROM livingAccommodation").count == 1)
  }

  @Test func keepsATripWhoseStayWasChanged() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Ritz", stay: true)
    try FileManager.default.removeItem(at: fixture.file("Paris"))
    #expect(fixture.report().first?.contains("revived") == true)
    #expect(try fixture.tool.query("SELECT placeName FROM livingAccommodation") == ["Ritz"])
    try fixture.expectSettled()
  }

  // MARK: - Values that no trip has

  @Test(
    arguments: [
      ("SUMMARY", "SUMMARY:  ", "must not be empty"),
      ("SUMMARY", nil, "must not be empty"),
      ("SUMMARY", "SUMMARY:" + String(repeating: "x", count: 1_001), "at most 1000"),
      ("SUMMARY", "SUMMARY:a\u{1}b", "control character"),
      ("DTEND", "DTEND;VALUE=DATE:20270101", "ends before it begins"),
      ("DTSTART", nil, "no DTSTART"),
      ("DESCRIPTION", "DESCRIPTION:" + String(repeating: "y", count: 65_537), "at most 65536"),
    ] as [(String, String?, String)])
  func namesAValueAndLeavesIt(_ property: String, _ line: String?, _ reason: String) throws {
    let fixture = try SyncFixture()
    try fixture.set("Rome", property, line)
    fixture.tool.run("edit", "Paris", "--name", "Paname")
    let before = try fixture.bytes()
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains(reason), "\(result.stdout)")
    let rome = try fixture.uid("Rome") + ".ics"
    #expect(try fixture.bytes()[rome] == before[rome])
    #expect(try fixture.read(fixture.file("Paname")).contains("Paname"))
  }

  @Test func leavesTheNameAndDatesOfAnother() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("edit", "Oslo", "--start", "2027-08-01", "--end", "2027-08-01")
    try fixture.expectSettled()
    try fixture.set("Oslo", "SUMMARY", "SUMMARY:Rome")
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("another trip is called 'Rome'"))
    // The other one moves away.
    fixture.tool.run("edit", "Rome", "--name", "Roma")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM trip ORDER BY id").contains("Rome"))
  }

  @Test func movesTripsInTheOrderInWhichNamesGetFree() throws {
    let fixture = try SyncFixture()
    for name in ["Oslo", "Lyon"] {
      fixture.tool.run("edit", name, "--start", "2027-08-01", "--end", "2027-08-01")
    }
    try fixture.expectSettled()
    let (rome, oslo) = try (fixture.uid("Rome"), fixture.uid("Oslo"))
    try fixture.set("Oslo", "SUMMARY", "SUMMARY:Rome")
    try fixture.set("Lyon", "SUMMARY", "SUMMARY:Oslo")
    try fixture.set("Rome", "SUMMARY", "SUMMARY:Napoli")
    try fixture.expectSettled()
    #expect(try fixture.uid("Napoli") == rome)
    #expect(try fixture.uid("Rome") == oslo)
  }
}
