import Foundation
import Testing

@testable import trips

/// Calendar files as TripIt, Google, Outlook, hotels and airlines write them.
struct ImportForeignTests: ImportsCalendars {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  private static let tripIt = [
    days("20270501", "20270506") + [
      "SUMMARY:Rome\\, Italy\\, May 2027", "LOCATION:Rome\\, Italy", "TRANSP:TRANSPARENT",
      "DESCRIPTION:You are in Rome from May 1 to May 5\\, 2027\\nTripIt - organize your travel",
    ],
    at("20270501T063000", "20270501T083000") + [
      "SUMMARY:LH1842 MUC to FCO", "LOCATION:Munich (MUC)",
      "DESCRIPTION:[Flight] MUC to FCO\\nConfirmation # W95N92",
    ],
    at("20270501T150000", "20270501T160000") + [
      "SUMMARY:Check-in: Hotel Artemide", "LOCATION:Hotel Artemide\\, Via Nazionale 22",
    ],
    at("20270505T100000", "20270505T110000") + ["SUMMARY:Check-out: Hotel Artemide"],
    at("20270503T093000", "20270503T113000") + ["SUMMARY:Colosseum tour"],
    at("20270601T090000", "20270601T100000") + ["SUMMARY:Dentist"],
  ]

  @Test func mergesTripItsEventsIntoOneTrip() throws {
    let result = try importing(Self.tripIt)
    #expect(result.stdout == "1 added, 0 updated, 0 unchanged\n", "\(result.stderr)")
    #expect(
      result.stderr.contains("left out 1 event that is not a trip: 'Dentist' (2027-06-01 09:00)"))
    #expect(
      try tool.query("SELECT name || ', ' || destination FROM trip") == [
        "Rome, Italy, May 2027, Rome, Italy"
      ])
    #expect(
      try items == ["1 2027-05-01 06:30 LH1842 MUC to FCO", "1 2027-05-03 09:30 Colosseum tour"])
    #expect(
      try tool.query("SELECT details FROM bucketListItem WHERE time = '06:30'")
        == ["Munich (MUC)\n[Flight] MUC to FCO\nConfirmation # W95N92"])
    #expect(try stays == ["1 2027-05-01 2027-05-05 Hotel Artemide"])
    #expect(
      try tool.query("SELECT address FROM livingAccommodation") == [
        "Hotel Artemide, Via Nazionale 22"
      ])
    #expect(try importing(Self.tripIt).stdout == "0 added, 0 updated, 1 unchanged\n")
  }

  /// The feed of another calendar is imported again and again.
  @Test func keepsWhatWasAddedToTheNotesOfAnEvent() throws {
    _ = try importing(Self.tripIt)
    tool.run("note", "1", "--append", "typed here")
    let notes = try tool.query("SELECT notes FROM trip")
    #expect(try importing(Self.tripIt).stdout == "0 added, 0 updated, 1 unchanged\n")
    #expect(try tool.query("SELECT notes FROM trip") == notes)
    tool.run("edit", "1", "--notes", "typed here")
    #expect(try importing(Self.tripIt).stdout == "0 added, 1 updated, 0 unchanged\n")
  }

  @Test func warnsOfATripOnTheSameDays() throws {
    tool.run("add", "Audit", "--start", "2027-05-04", "--end", "2027-05-07")
    #expect(
      try importing(Self.tripIt).stderr.contains(
        """
        warning: 'Rome, Italy, May 2027', 2027-05-01 to 2027-05-05, overlaps 'Audit' (1), \
        2027-05-04 to 2027-05-07
        hint: '--into TRIP' instead adds the events of a file to that trip

        """))
    #expect(!(try importing(Self.tripIt).stderr.contains("overlaps")))
  }

  @Test func readsAnEndThatIsADuration() throws {
    let camp = ["DTSTART:20270503T090000", "DURATION:PT48H", "SUMMARY:Surf camp"]
    _ = try importing([Self.days("20270501", "20270509") + ["SUMMARY:Lisbon"], camp])
    #expect(try stays == ["1 2027-05-03 2027-05-05 Surf camp"])
  }

  @Test func dryRunShowsTheEventsOfEachTrip() throws {
    tool.terminal.isOutput = true
    tool.environment["NO_COLOR"] = "1"
    #expect(
      try importing(Self.tripIt, "--dry-run").stdout == """
        Would add 'Rome, Italy, May 2027', 2027-05-01 to 2027-05-05
          stay: added 'Hotel Artemide, 2027-05-01 to 2027-05-05'
          bucket list: added '2027-05-01 06:30 LH1842 MUC to FCO'
          bucket list: added '2027-05-03 09:30 Colosseum tour'
        1 would be added, 0 would be updated, 0 unchanged

        """)
  }

  @Test func addsAFlightOverMidnightToItsTrip() throws {
    let home = Self.at("20270505T225000", "20270506T003000") + ["SUMMARY:LH2367"]
    _ = try importing([Self.days("20270501", "20270506") + ["SUMMARY:Rome"], home])
    #expect(try items == ["1 2027-05-05 22:50 LH2367"])
    #expect(try tool.query("SELECT name FROM trip") == ["Rome"])
  }

  @Test func omitsEventsWithinTwoTrips() throws {
    let events = [
      Self.days("20270501", "20270511") + ["SUMMARY:Italy"],
      Self.days("20270503", "20270506") + ["SUMMARY:Rome"],
      Self.at("20270504T090000", "20270504T100000") + ["SUMMARY:Museum"],
    ]
    #expect(
      try importing(events).stderr.hasPrefix(
        """
        note: left out 1 event within several trips: 'Museum' (2027-05-04 09:00) in 'Italy' and 'Rome'
        hint: import the file again with '--into TRIP' to give them to one of these trips

        """))
    #expect(try items.isEmpty)
    #expect(try importing(events, "--all-events").stdout == "1 added, 0 updated, 2 unchanged\n")
    #expect(try tool.query("SELECT name FROM trip WHERE id = 3") == ["Museum"])
    // The other trip does not become a stay.
    #expect(
      try importing(events, "--into", "Italy").stderr.hasPrefix(
        "note: 'Italy' is the trip itself and is not a stay\n"
          + "note: 'Rome' is another trip and is not a stay\n"))
    #expect(try items == ["1 2027-05-04 09:00 Museum"])
    #expect(try stays.isEmpty)
  }

  private static func flight(_ sequence: Int, at hour: String) -> [String] {
    at("20270501T\(hour)0000", "20270501T\(hour)3000")
      + ["UID:flight", "SEQUENCE:\(sequence)", "SUMMARY:LH1842"]
  }

  /// RFC 5545 section 3.8.7.4.
  @Test(arguments: [false, true]) func importsTheNewerVersionOfAnEvent(isFirst: Bool) throws {
    let flights = [Self.flight(0, at: "06"), Self.flight(2, at: "08")]
    let order = isFirst ? flights.reversed() : flights
    let trip = Self.days("20270501", "20270506") + ["UID:trip", "SUMMARY:Rome"]
    let result = try importing([trip] + order)
    #expect(result.stdout == "1 added, 0 updated, 0 unchanged\n")
    #expect(result.stderr.hasPrefix("note: an older version of 'LH1842' is left out\n"))
    #expect(try items == ["1 2027-05-01 08:00 LH1842"])
    // In two files.
    let (one, two) = (try file("a.ics", [order[0]]), try file("b.ics", [order[1]]))
    #expect(tool.run("import", one, two, "--into", "Rome").exitCode == .done)
    #expect(try items == ["1 2027-05-01 08:00 LH1842"])
  }

  @Test(arguments: [["a.ics", "b.ics"], ["b.ics", "a.ics"]])
  func importsTheNewerVersionOfATrip(files: [String]) throws {
    let days = Self.days("20270501", "20270506") + ["UID:trip"]
    _ = try file("a.ics", [days + ["SUMMARY:Rome"]])
    _ = try file("b.ics", [days + ["SUMMARY:Rome\\, Italy", "SEQUENCE:1"]])
    let paths = files.map { tool.folder.appending(path: $0).path }
    let result = tool.run(words: ["import"] + paths)
    #expect(result.stdout == "1 added, 0 updated, 0 unchanged\n", "\(result.stderr)")
    #expect(result.stderr.contains("note: an older version of 'Rome"))
    #expect(try tool.query("SELECT name FROM trip") == ["Rome, Italy"])
  }

  @Test func namesTheFileOfTheOtherVersion() throws {
    let days = Self.days("20270501", "20270506") + ["UID:trip"]
    let one = try file("a.ics", [days + ["SUMMARY:Rome"]])
    let two = try file("b.ics", [days + ["SUMMARY:Italy"]])
    #expect(
      tool.run("import", one, two).stderr.hasPrefix(
        "error: '\(two)', line 3: 'Italy' appears earlier in '\(one)' with other values (name); "))
  }

  @Test func omitsRepeatingEventsWithoutAHint() throws {
    let result = try importing([
      Self.days("20270501", "20270502") + ["SUMMARY:Birthday", "RRULE:FREQ=YEARLY"],
      Self.at("20270503T090000", "20270503T100000") + ["SUMMARY:Class", "RRULE:FREQ=DAILY"],
      Self.at("20270504T090000", "20270504T100000"),
    ])
    #expect(
      result.stderr == """
        note: left out 1 event that is not a trip: an event without a title (2027-05-04)
        hint: '--all-events' makes trips of them; '--into TRIP' adds those on the days of that trip to it
        note: left out 2 events that repeat: 'Birthday' (2027-05-01), 'Class' (2027-05-03)

        """)
    #expect(result.stdout == "0 added, 0 updated, 0 unchanged\n")
  }

  /// Its events are items of the trip already.
  @Test func omitsEventsWithinACancelledTrip() throws {
    let trip = Self.days("20270412", "20270416") + ["SUMMARY:Paris"]
    let train = Self.at("20270412T220000", "20270413T060000") + ["SUMMARY:Nightjet"]
    _ = try importing([trip, train])
    let result = try importing([trip + ["STATUS:CANCELLED"], train])
    #expect(result.stdout == "0 added, 0 updated, 0 unchanged\n")
    #expect(
      result.stderr.hasSuffix(
        "note: left out 1 event within a cancelled one: 'Nightjet' (2027-04-12 22:00)\n"))
    #expect(try items == ["1 2027-04-12 22:00 Nightjet"])
  }

  @Test func addsAllEventsToATrip() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d")
    let events = [
      Self.days("20270501", "20270506") + ["SUMMARY:Rome\\, Italy"],
      Self.days("20270501", "20270503") + ["SUMMARY:Hotel Artemide"],
      Self.days("20270502", "20270503") + ["SUMMARY:Vatican"],
      Self.days("20270503", "20270504") + ["SUMMARY:Hotel Roma"],
      Self.days("20270504", "20270506") + ["SUMMARY:Loft"],
      Self.at("20270505T180000", "20270505T200000") + ["SUMMARY:LH1843 FCO to MUC"],
      Self.at("20270506T080000", "20270506T090000") + ["SUMMARY:Dentist"],
    ]
    let result = try importing(events, "--into", "Rome")
    #expect(result.stdout == "0 added, 1 updated, 0 unchanged\n", "\(result.stderr)")
    #expect(
      result.stderr.starts(
        with: """
          note: 'Rome, Italy' has the dates of the trip and is not a stay
          note: the check-out of 'Loft' is set to the last day of the trip
          note: 'Loft' lasts a night and is imported as a stay
          note: left out 1 event not within the trip: 'Dentist' (2027-05-06 08:00)
          hint: to add them too, lengthen the trip first
          note: updated 'Rome' (1), 2027-05-01 to 2027-05-05: bucket list: added
          """.trimmingCharacters(in: .newlines)))
    // An all-day event ends on the day of its check-out, or with the trip if that is earlier.
    #expect(
      try stays == [
        "1 2027-05-01 2027-05-03 Hotel Artemide", "1 2027-05-03 2027-05-04 Hotel Roma",
        "1 2027-05-04 2027-05-05 Loft",
      ])
    #expect(
      try items == ["1 2027-05-02 - Vatican", "1 2027-05-05 18:00 LH1843 FCO to MUC"])
    #expect(try importing(events, "--into", "1").stdout == "0 added, 0 updated, 1 unchanged\n")
    #expect(try importing(events, "--into", "Paris").exitCode == .noTrip)
    #expect(try tool.importing("name,start\nA,2027-01-01\n", "--into", "Rome").exitCode == .usage)
  }

  /// A later file updates the stay made of an event, and the appointment on its day.
  @Test func recognizesEvents() throws {
    tool.run("add", "Paris", "--start", "2027-04-12", "--end", "7d")
    let meetings = [13, 14].map { day in
      Self.at("202704\(day)T090000", "202704\(day)T100000") + ["SUMMARY:Meeting"]
    }
    let hotel = ["SUMMARY:Hotel Novotel"]
    _ = try importing(
      [Self.days("20270412", "20270415") + hotel] + meetings, "--into", "Paris")
    tool.run("stay", "edit", "Paris", "--cost", "300EUR")
    // The first meeting is no longer in the file; the hotel was rebooked.
    let result = try importing(
      [Self.days("20270412", "20270416") + hotel, meetings[1]], "--into", "Paris")
    #expect(result.stdout == "0 added, 1 updated, 0 unchanged\n", "\(result.stderr)")
    #expect(try stays == ["1 2027-04-12 2027-04-16 Hotel Novotel"])
    #expect(try tool.query("SELECT costMinor FROM livingAccommodation") == ["30000"])
    #expect(try items == ["1 2027-04-13 09:00 Meeting", "1 2027-04-14 09:00 Meeting"])
    // Another hotel is another stay.
    _ = try tool.importing(
      """
      BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:other\nSUMMARY:Airbnb: Loft
      DTSTART;VALUE=DATE:20270412\nDTEND;VALUE=DATE:20270416\nEND:VEVENT\nEND:VCALENDAR\n
      """, "--into", "Paris")
    #expect(try stays.count == 2)
  }

  /// A renamed flight is a second item.
  @Test func namesAnItemThatMayReplaceAnother() throws {
    let trip = Self.days("20270501", "20270506") + ["SUMMARY:Rome"]
    func flight(_ name: String) -> [String] {
      Self.at("20270501T060000", "20270501T080000") + ["SUMMARY:" + name]
    }
    _ = try importing([trip, flight("LH1842")])
    tool.run("bucket", "add", "Rome", "Shopping", "--on", "2027-05-02")
    let museum = Self.at("20270502T100000", "20270502T120000") + ["SUMMARY:Museum"]
    let note =
      "note: 'LH1844' is added to 'Rome' (1), 2027-05-01 to 2027-05-05, beside 'LH1842' on the same "
      + "day; items are found by their titles, so remove those that were replaced\n"
    #expect(try importing([trip, flight("LH1844"), museum]).stderr.hasPrefix(note))
    #expect(try items.count == 4)
    // The other files of a trip bring further items.
    let dinner = Self.at("20270501T200000", "20270501T220000") + ["UID:d", "SUMMARY:Dinner"]
    #expect(try !importing([dinner], "--into", "Rome").stderr.contains("beside"))
    #expect(
      try importing([flight("LH1846") + ["UID:f"]], "--into", "Rome").stderr.hasPrefix(
        "note: 'LH1846' is added to 'Rome' (1), 2027-05-01 to 2027-05-05, beside 'LH1842' on"))
  }

  /// A flight was moved to the day after the trip.
  @Test(arguments: [[], ["--into", "Rome"]])
  func namesTheItemOfAnEventThatIsLeftOut(options: [String]) throws {
    func flight(_ day: String, _ name: String = "LH431") -> [String] {
      Self.at("202705\(day)T200000", "202705\(day)T220000") + ["SUMMARY:" + name]
    }
    let trip = Self.days("20270501", "20270506") + ["SUMMARY:Rome"]
    _ = try importing([trip, flight("05"), flight("04", "Dinner")])
    let events = [trip, flight("06"), flight("04", "Dinner"), flight("07", "Dinner")]
    let path = try file("later.ics", events)
    let result = tool.run(words: ["import", path] + options)
    #expect(
      result.stderr.contains(
        "note: the item 'LH431' (2) in 'Rome' (1), 2027-05-01 to 2027-05-05, remains on "
          + "2027-05-05 20:00; lengthen the trip, then 'trips bucket edit 1 2 --on 2027-05-06 "
          + "--time 20:00' moves it\n"), "\(result)")
    // The file has another dinner, on the day of the item.
    #expect(!result.stderr.contains("the item 'Dinner'"))
    #expect(tool.run(words: ["import", path, "--json"] + options).stdout.contains(#"Items":[2]"#))
    tool.run("edit", "Rome", "--extend", "+1d")
    tool.run("bucket", "edit", "1", "2", "--on", "2027-05-06")
    #expect(!tool.run("import", path, "--dry-run").stderr.contains("the item 'LH431' (2) in"))
  }

  @Test func recordsTimesInUTC() throws {
    tool.environment["TZ"] = "UTC"
    let result = try importing([
      Self.days("20270501", "20270506") + ["SUMMARY:Rome"],
      ["DTSTART:20270502T080000Z", "DTEND:20270502T090000Z", "SUMMARY:Vatican"],
    ])
    #expect(result.stderr.contains("note: times in UTC are converted to the time zone"))
    #expect(try items == ["1 2027-05-02 08:00 Vatican"])
    // The days of a trip, too.
    let trip = ["DTSTART:20270607T080000Z", "DTEND:20270609T090000Z", "SUMMARY:Graz"]
    #expect(try importing([trip]).stderr.contains("note: times in UTC are converted"))
  }

  /// RFC 5546 section 3.2.5.
  @Test func ignoresACancellingCalendar() throws {
    let event =
      (["BEGIN:VEVENT", "UID:a"] + Self.days("20270501", "20270506")
      + ["SUMMARY:Rome", "END:VEVENT"]).joined(separator: "\n")
    let result = try tool.importing(
      "BEGIN:VCALENDAR\nMETHOD:CANCEL\n\(event)\nEND:VCALENDAR\n")
    #expect(result.stdout == "0 added, 0 updated, 0 unchanged\n")
    #expect(result.stderr == "note: the event 'Rome' is cancelled; nothing was changed\n")
  }

  /// An event within one of our trips in the same file becomes part of that trip.
  @Test func addsEventsToAKnownTrip() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d", "--bucket", "Vatican")
    let ours = tool.run("export", "--format", "ics").stdout
    let museum = Self.at("20270502T100000", "20270502T110000") + ["SUMMARY:Museum"]
    let event = (["BEGIN:VEVENT", "UID:m"] + museum + ["END:VEVENT"]).joined(separator: "\r\n")
    let result = try tool.importing(
      ours.replacing("END:VCALENDAR", with: event + "\r\nEND:VCALENDAR"))
    #expect(result.stdout == "0 added, 1 updated, 0 unchanged\n", "\(result.stderr)")
    #expect(
      try tool.query("SELECT title FROM bucketListItem ORDER BY id") == ["Vatican", "Museum"])
  }

  @Test func countsOmittedParts() throws {
    let events = (10..<30).map {
      Self.at("202706\($0)T090000", "202706\($0)T100000") + ["SUMMARY:M\($0)"]
    }
    let result = try importing(events)
    #expect(
      result.stderr.contains("left out 20 events that are not trips: 'M10' (2027-06-10 09:00), "))
    #expect(result.stderr.contains(" and 10 more\nhint: '--all-events' makes trips of them"))
    #expect(try importing(events, "--dry-run").stderr.contains("'M29' (2027-06-29 09:00)\n"))
    #expect(
      try importing(events, "--json").stdout.contains("\"leftOut\":[\"'M10' (2027-06-10 09:00)\","))
  }
}
