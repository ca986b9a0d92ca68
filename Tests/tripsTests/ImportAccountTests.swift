import Foundation
import Testing

@testable import trips

/// An import accounts for each record: it becomes a row or a part of one, or is reported.
struct ImportAccountTests: ImportsCalendars {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  private static let italy = ["UID:italy", "SUMMARY:Italy"] + days("20270501", "20270511")

  private func trips(_ columns: String = "name") throws -> [String] {
    try tool.query("SELECT \(columns) FROM trip ORDER BY id")
  }

  // MARK: - Events of one UID

  /// Two tickets of one order have its UID.
  @Test func importsSeveralEventsOfOneUID() throws {
    let tickets = [
      ["UID:order", "SUMMARY:Train back"] + Self.at("20270509T080000", "20270509T120000"),
      ["UID:order", "SUMMARY:Train out"] + Self.at("20270502T080000", "20270502T120000"),
    ]
    #expect(
      try importing([Self.italy] + tickets).sum == "3 events: 3 added (1 trip, 2 items)")
    #expect(
      try tool.query("SELECT uid FROM bucketListItem ORDER BY date")
        == ["order", "order/20270509T0800"])
    #expect(try importing([Self.italy] + tickets.reversed()).sum == "3 events: 3 unchanged")
    // One of them alone is still that one, and a later version changes it.
    let later = ["UID:order", "SUMMARY:Train back"] + Self.at("20270509T090000", "20270509T120000")
    #expect(try importing([Self.italy, later]).sum == "2 events: 1 updated, 1 unchanged")
    #expect(try items == ["1 2027-05-02 08:00 Train out", "1 2027-05-09 09:00 Train back"])
  }

  @Test func namesAnOlderVersion() throws {
    func version(_ sequence: Int, _ day: Int) -> [String] {
      ["UID:museum", "SUMMARY:Museum", "SEQUENCE:\(sequence)"]
        + Self.at("2027050\(day)T093000", "2027050\(day)T110000")
    }
    let both = try importing([Self.italy, version(1, 4), version(0, 3)])
    #expect(both.sum == "3 events: 2 added (1 trip, 1 item); 1 left out")
    #expect(
      both.stderr.hasPrefix("note: left out (an older version): 'Museum' (2027-05-03 09:30)\n"))
    let old = try importing([version(0, 3)])
    #expect(old.sum == "1 event: 1 left out")
    #expect(try items == ["1 2027-05-04 09:30 Museum"])
  }

  /// Another file uses a UID again, for an event with another title on another day.
  @Test func treatsAnUnrelatedEventAsNew() throws {
    func trip(_ name: String, _ month: Int) -> [[String]] {
      [["UID:0@default", "SUMMARY:\(name)"] + Self.days("20270\(month)02", "20270\(month)10")]
    }
    try importing(trip("Wien", 4)).expectDone()
    #expect(try importing(trip("Oslo", 5)).sum == "1 event: 1 added (1 trip)")
    #expect(try trips() == ["Wien", "Oslo"])
    for one in [trip("Wien", 4), trip("Oslo", 5)] {
      #expect(try importing(one).sum == "1 event: 1 unchanged")
    }
    let files = try [file("a.ics", trip("Rome", 6)), file("b.ics", trip("Bern", 7))]
    #expect(tool.run(words: ["import"] + files).sum == "2 events: 2 added (2 trips)")
  }

  /// Some feeds make new UIDs each time.
  @Test func findsTheRowsOfAFeedWithNewUIDs() throws {
    func feed(_ number: Int, _ time: String) -> [[String]] {
      [
        ["UID:a\(number)", "SUMMARY:Italy"] + Self.days("20270501", "20270511"),
        ["UID:b\(number)", "SUMMARY:Dinner"] + Self.at("20270503T\(time)00", "20270503T230000"),
        ["UID:c\(number)", "SUMMARY:Dinner"] + Self.at("20270503T120000", "20270503T130000"),
      ]
    }
    try importing(feed(1, "1900")).expectDone()
    #expect(try importing(feed(2, "1900")).sum == "3 events: 3 unchanged")
    #expect(try importing(feed(3, "2000")).sum == "3 events: 1 updated, 2 unchanged")
    #expect(try items == ["1 2027-05-03 12:00 Dinner", "1 2027-05-03 20:00 Dinner"])
    let bytes = try Data(contentsOf: tool.store)
    try importing(feed(3, "2000")).expectDone()
    #expect(try Data(contentsOf: tool.store) == bytes)
    // What was deleted stays deleted under any UID.
    tool.run("bucket", "remove", "Italy", "1").expectDone()
    #expect(try importing(feed(4, "2000")).sum == "3 events: 2 unchanged; 1 left out")
  }

  @Test func numbersTripsOfOneNameAndTheSameDays() throws {
    func feed(_ uids: [String]) -> [[String]] {
      uids.map { uid in
        ["UID:\(uid)", "SUMMARY:Reserved", "LOCATION:\(uid)"] + Self.days("20270805", "20270809")
      }
    }
    #expect(try importing(feed(["aa", "bb", "cc"])).sum == "3 events: 3 added (3 trips)")
    #expect(
      try trips("name || ' ' || destination")
        == ["Reserved aa", "Reserved (2) bb", "Reserved (3) cc"])
    #expect(try importing(feed(["aa", "bb", "cc"])).sum == "3 events: 3 unchanged")
  }

  // MARK: - First matches

  @Test func fillsEmptyValuesAtTheFirstMatch() throws {
    tool.run("add", "Rome", "--start", "2027-08-05", "--end", "2027-08-08", "--notes", "ice cream")
      .expectDone()
    let event = ["UID:x", "SUMMARY:Rome", "LOCATION:Italy", "DESCRIPTION:Created by an app"]
    let first = try importing([event + Self.days("20270805", "20270809")])
    #expect(first.sum == "1 event: 1 updated")
    #expect(
      first.stderr.hasPrefix(
        "note: kept in 'Rome' (1), 2027-08-05 to 2027-08-08, although the file differs: "
          + "notes: ice cream → Created by an app\n"))
    #expect(try trips("destination || ', ' || notes") == ["Italy, ice cream"])
    let bytes = try Data(contentsOf: tool.store)
    #expect(
      try importing([event + Self.days("20270805", "20270809")]).sum == "1 event: 1 unchanged")
    #expect(try Data(contentsOf: tool.store) == bytes)
  }

  @Test func assignsAnEventToAnItem() throws {
    tool.run("add", "Japan", "--start", "2027-04-03", "--end", "2027-04-19").expectDone()
    tool.run("bucket", "add", "Japan", "LOT LO79", "--on", "day1", "--cost", "100EUR").expectDone()
    func flight(_ time: String) -> [[String]] {
      [["UID:LO79", "SUMMARY:LO 79"] + Self.at("20270403T\(time)00", "20270403T170000")]
    }
    let first = try importing(flight("1515"), "--into", "Japan", "--as-item", "LO79")
    #expect(first.sum == "1 event: 1 updated")
    #expect(first.stderr.contains("title: LOT LO79 → LO 79\n"))
    #expect(try items == ["1 2027-04-03 15:15 LOT LO79"])
    // From now on it is that row, without options.
    try importing(flight("1415")).expectDone()
    #expect(try items == ["1 2027-04-03 14:15 LOT LO79"])
    let two = try importing(
      flight("1415") + [Self.italy], "--into", "Japan", "--as-item", "LO79")
    #expect(two.stderr.contains("the file must have exactly one event, but it has 2"))
    #expect(
      try importing(flight("1415"), "--as-item", "LO79").stderr
        .hasPrefix("error: '--as-item' needs '--into'"))
  }

  @Test func assignsAnEventToAStay() throws {
    tool.run("add", "Rome", "--start", "2027-08-05", "--end", "2027-08-08", "--stay", "Roma")
      .expectDone()
    let hotel =
      ["UID:h", "SUMMARY:Hotel Roma", "LOCATION:Via 1"] + Self.days("20270805", "20270808")
    try importing([hotel], "--into", "Rome", "--as-stay", "Roma").expectDone()
    #expect(try stays == ["1 2027-08-05 2027-08-08 Roma"])
    #expect(try tool.query("SELECT address FROM livingAccommodation") == ["Via 1"])
  }

  /// The bookings of several trips, as a booking tool exports them.
  @Test func addsEachEventToTheTripOfItsDay() throws {
    tool.run("add", "Munich", "--start", "2027-10-19", "--end", "2027-10-22").expectDone()
    tool.run("add", "New York", "--start", "2027-11-02", "--end", "2027-11-06").expectDone()
    let train = ["SUMMARY:RJ 62"] + Self.at("20271020T080000", "20271020T120000")
    let flight = ["SUMMARY:OS 87"] + Self.at("20271102T100000", "20271102T140000")
    let hotel = ["SUMMARY:Hilton"] + Self.at("20271103T150000", "20271105T110000")
    let other = ["SUMMARY:Call"] + Self.at("20271202T100000", "20271202T110000")
    let result = try importing([train, flight, hotel, other], "--into-each")
    #expect(result.sum == "4 events: 3 added (1 stay, 2 items); 1 left out")
    #expect(try items == ["1 2027-10-20 08:00 RJ 62", "2 2027-11-02 10:00 OS 87"])
    #expect(try stays == ["2 2027-11-03 2027-11-05 Hilton"])
  }

  // MARK: - Memory

  @Test func importsAnewAsForTheFirstTime() throws {
    let museum = ["UID:m", "SUMMARY:Museum"] + Self.at("20270503T093000", "20270503T110000")
    let dinner = ["UID:d", "SUMMARY:Dinner"] + Self.at("20270503T193000", "20270503T210000")
    try importing([Self.italy, museum, dinner]).expectDone()
    tool.run("bucket", "remove", "Italy", "Museum").expectDone()
    tool.run("bucket", "edit", "Italy", "Dinner", "--title", "Pizza").expectDone()
    #expect(try importing([Self.italy, museum, dinner]).sum == "3 events: 2 unchanged; 1 left out")
    let anew = try importing([Self.italy, museum, dinner], "--anew")
    #expect(anew.sum == "3 events: 1 added (1 item), 1 updated, 1 unchanged")
    #expect(try items == ["1 2027-05-03 09:30 Museum", "1 2027-05-03 19:30 Dinner"])
  }

  @Test func namesTheRowsOfMissingEvents() throws {
    let old = ["UID:f1", "SUMMARY:LH1381"] + Self.at("20270501T061000", "20270501T075000")
    let new = ["UID:f2", "SUMMARY:FR1927"] + Self.at("20270501T100000", "20270501T143000")
    let own = ["UID:f3", "SUMMARY:Taxi"] + Self.at("20270501T050000", "20270501T053000")
    try importing([Self.italy, old]).expectDone()
    // It did not come with the trip's event.
    try importing([own], "--into", "1").expectDone()
    let result = try importing([Self.italy, new])
    #expect(
      result.stderr.hasPrefix(
        "note: 'LH1381' is no longer in the file; 'trips bucket remove 1 1' removes it\n"))
    #expect(!result.stderr.contains("Taxi"))
    tool.run("bucket", "remove", "1", "1").expectDone()
    #expect(try importing([Self.italy, new]).stderr == "note: 2 events: 2 unchanged\n")
  }

  /// A row of a CSV with a uid overwrites values once, and is then remembered.
  @Test func remembersRowsOfACSV() throws {
    let text =
      "uid,name,startDate,endDate,destination,itemUid,itemTitle\nu,A,2027-01-01,2027-01-05,X,i,Walk\n"
    tool.run("add", "Other", "--start", "2027-01-01", "--end", "2027-01-05").expectDone()
    try tool.execute("UPDATE trip SET uid = 'u'")
    #expect(try tool.importing(text).sum == "1 row: 1 updated")
    tool.run("edit", "A", "--destination", "mine").expectDone()
    tool.run("bucket", "remove", "A", "Walk").expectDone()
    let bytes = try Data(contentsOf: tool.store)
    let again = try tool.importing(text)
    #expect(
      again.stderr.hasPrefix(
        "note: deleted here, and left deleted: 'Walk' (use --anew to bring them back)\n"))
    #expect(try Data(contentsOf: tool.store) == bytes)
    try tool.importing(text.replacing("2027-01-05", with: "2027-01-06"))
    #expect(try trips("destination || endDate") == ["mine2027-01-06"])
    try tool.importing(text, "--anew")
    #expect(try trips("destination || endDate") == ["X2027-01-05"])
    #expect(try tool.query("SELECT title FROM bucketListItem") == ["Walk"])
  }

  @Test func overwritesValuesWithJSONEachTime() throws {
    let text = #"{"uid":"u","name":"A","startDate":"2027-01-01","notes":"n"}"#
    try tool.importing(text)
    tool.run("note", "A", "mine").expectDone()
    #expect(try tool.importing(text).sum == "1 object: 1 updated")
    tool.run("delete", "A").expectDone()
    #expect(try tool.importing(text).sum == "1 object: 1 added (1 trip)")
  }

  // MARK: - What has no column

  @Test func keepsLinesAndTags() throws {
    let trip =
      Self.italy + [
        "DESCRIPTION:See https://x.example/a", "URL:https://x.example/a", "COMMENT:bring cash",
        "CONTACT:Ann\\, 123", "CATEGORIES:Family,Road trip", "CATEGORIES:Business",
        "ATTENDEE;CN=Ann:mailto:ann@x.example", "CLASS:PUBLIC",
      ]
    let result = try importing([trip])
    #expect(
      try trips("notes || '|' || tags")
        == ["See https://x.example/a\nbring cash\nAnn, 123|Family"])
    #expect(
      result.stderr == """
        note: not stored: ATTENDEE (1)
        note: categories that are not stored: 'Italy' (Road trip, Business)
        note: 1 event: 1 added (1 trip)

        """)
  }

  @Test func keepsTheDescriptionsOfStays() throws {
    let hotel =
      ["SUMMARY:Roma", "LOCATION:Via 1", "DESCRIPTION:door code 4711"]
      + Self.at("20270502T150000", "20270504T110000")
    func event(_ title: String, _ day: Int) -> [String] {
      ["SUMMARY:\(title)", "DESCRIPTION:\(title == "Check-in: Moxy" ? "code 1" : "code 2")"]
        + Self.at("2027050\(day)T150000", "2027050\(day)T160000")
    }
    let result = try importing([
      Self.italy, hotel, event("Check-in: Moxy", 4), event("Check-out: Moxy", 6),
    ])
    #expect(result.sum == "4 events: 4 added (1 trip, 2 stays)")
    #expect(
      try tool.query("SELECT address || details FROM livingAccommodation ORDER BY id")
        == ["Via 1door code 4711", "code 1\ncode 2"])
    #expect(
      result.stderr.hasPrefix(
        "note: times of trips and stays, which are not stored: 'Roma' (15:00–11:00), "))
  }

  @Test func readsEndsAndNamesThoseThatCannotBeRead() throws {
    func item(_ title: String, _ lines: String...) -> [String] { ["SUMMARY:\(title)"] + lines }
    let result = try importing([
      Self.italy, item("Train", "DTSTART:20270502T210000", "DTEND:20270503T083000"),
      item("Dinner", "DTSTART:20270503T210000", "DTEND:20270503T240000"),
      item("Flight", "DTSTART:20270504T195300", "DTEND:20270504T185900"),
      item("Museum", "DTSTART:20270505T100000", "DTEND:"),
    ])
    #expect(
      try tool.query(
        "SELECT title || ' ' || ifnull(endDate || ' ' || endTime, '-') FROM bucketListItem "
          + "ORDER BY date")
        == [
          "Train 2027-05-03 08:30", "Dinner 2027-05-04 00:00", "Flight 2027-05-04 18:59",
          "Museum -",
        ])
    #expect(
      result.stderr.hasPrefix(
        "note: without an end, which cannot be read: 'Museum' (DTEND is not a date: '')\n"))
  }

  @Test func listsASeriesOnce() throws {
    let series = ["UID:s", "SUMMARY:Yoga"] + Self.at("20270502T180000", "20270502T190000")
    let changed =
      ["UID:s", "SUMMARY:Yoga late", "RECURRENCE-ID:20270503T180000"]
      + Self.at("20270503T200000", "20270503T210000")
    let once =
      ["UID:o", "SUMMARY:Once", "RRULE:FREQ=WEEKLY;COUNT=1"]
      + Self.at("20270503T200000", "20270503T210000")
    let result = try importing([Self.italy, changed, series + ["RRULE:FREQ=DAILY"], once])
    #expect(result.stderr.hasPrefix("note: left out (repeating): 'Yoga' (2027-05-02 18:00)\n"))
    #expect(result.sum == "4 events: 2 added (1 trip, 1 item); 2 left out")
    #expect(try items == ["1 2027-05-03 20:00 Once"])
  }

  @Test func importsTasksIntoATripAndNamesOthers() throws {
    tool.run("add", "Rome", "--start", "2027-08-05", "--end", "2027-08-08").expectDone()
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:t1
      SUMMARY:Buy the rail pass
      DUE;VALUE=DATE:20270801
      STATUS:COMPLETED
      END:VTODO
      BEGIN:VTODO
      UID:t2
      SUMMARY:Pack
      END:VTODO
      END:VCALENDAR

      """
    let named = try tool.importing(text)
    #expect(
      named.stderr == """
        note: left out (a task, for which no trip is given): 'Buy the rail pass' (2027-08-01), 'Pack'
        note: 2 events: 2 left out

        """)
    #expect(try tool.importing(text, "--into", "Rome").sum == "2 events: 2 added (2 items)")
    #expect(
      try tool.query("SELECT title || isDone || ifnull(date, '') FROM bucketListItem ORDER BY id")
        == ["Buy the rail pass12027-08-01", "Pack0"])
  }

  @Test func namesTheZonesOfConvertedTimes() throws {
    tool.environment["TZ"] = "Europe/Berlin"
    let breakfast = ["SUMMARY:Breakfast", "DTSTART:20270503T220000Z"]
    let path = try file("zone.ics", [Self.italy, breakfast])
    let text = try String(contentsOfFile: path, encoding: .utf8)
      .replacing("VERSION:2.0", with: "VERSION:2.0\r\nX-WR-TIMEZONE:Asia/Tokyo")
    try Data(text.utf8).write(to: URL(filePath: path))
    let result = tool.run("import", path, "--zone", "America/New_York")
    #expect(
      result.stderr.hasPrefix(
        "note: converted from UTC to America/New_York: 'Breakfast' (2027-05-03 18:00); "
          + "the file names Asia/Tokyo (use --zone Asia/Tokyo)\n"))
    tool.environment["TZ"] = "Europe/Berln"
    let unknown = tool.run("import", path)
    #expect(unknown.exitCode == .usage)
    #expect(unknown.stderr.contains("the zone of this computer is unknown: 'Europe/Berln'"))
    // Without times in UTC, the zone is not needed.
    #expect(try importing([Self.italy]).exitCode == .done)
  }

  // MARK: - Warnings and the sum

  @Test func warnsOfEveryFormat() throws {
    tool.run(
      "add", "Rome", "--start", "2027-05-01", "--end", "2027-05-05", "--bucket", "Museum",
      "--stay", "Inn"
    ).expectDone()
    let json = try tool.importing(
      #"{"name":"Paris","startDate":"2027-05-02","endDate":"2027-05-04"}"#)
    #expect(
      json.stderr.contains("warning: 'Paris' (2), 2027-05-02 to 2027-05-04, overlaps 'Rome' (1)"))
    let csv = try tool.importing(
      "name,startDate,endDate,stayName,stayStart,stayEnd,itemTitle,itemDate\n"
        + "Rome,2027-05-01,2027-05-05,inn,2027-05-01,2027-05-03,MUSEUM,2027-05-02\n")
    #expect(
      csv.stderr.contains(
        "warning: twice in 'Rome' (1), 2027-05-01 to 2027-05-05: stay 'inn' (2) and stay 'Inn' (1); "
          + "item 'MUSEUM' (2) and item 'Museum' (1)\n"))
    #expect(csv.stderr.contains("warning: two stays for one night in 'Rome' (1)"))
  }

  @Test func endsWithTheSum() throws {
    let terminal = try TestTool.onTerminal()
    let result = try terminal.importing(
      #"{"name":"A","startDate":"2027-01-01","bucketList":[{"title":"x"}]}"#)
    #expect(
      result.stdout == """
        Added 'A' (1), 2027-01-01
          item 'x' (1): added
        1 object: 1 added (1 trip, 1 item)

        """)
  }

  @Test(arguments: [
    "[]", "{}", "BEGIN:VCALENDAR\nEND:VCALENDAR\n", "name,startDate\n", "",
  ])
  func refusesAFileWithoutRecords(text: String) throws {
    let result = try tool.importing(text)
    #expect(result.exitCode == .usage, "\(result)")
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }
}
