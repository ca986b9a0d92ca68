import SQLite
import Testing

@testable import TripsCore

/// Facts as properties, and back.
struct EventFactsTests {
  static func facts(_ entity: Entity, _ values: [String: String]) -> EventFacts {
    var facts = EventFacts(of: entity)
    for (name, value) in values { facts[name] = value }
    return facts
  }

  private static let trip = EventDates("2027-05-01/2027-05-04")
  private static let stamp = EventStamp(timestamp: "20261120T101500Z")

  private static func file(_ facts: EventFacts) -> EventFile {
    EventFile(facts, uid: "event", id: "row", in: trip, stamp)
  }

  private static func read(
    _ file: EventFile, _ entity: Entity, _ known: KnownEvent? = nil, _ zone: ZoneClock = .utc
  ) throws -> EventFacts {
    try StatedEvent(file.own, zone).facts(of: entity, known)
  }

  private static let kinds: [EventFacts] = [
    facts(
      .trip, ["type": "plain", "name": "A", "startDate": "2027-05-01", "endDate": "2027-05-01"]),
    facts(
      .trip,
      [
        "type": "business", "name": "a; b, c \\ \"d\"", "destination": "Zürich\u{301}",
        "startDate": "2027-05-01", "endDate": "2027-05-04", "notes": "one\n\n[ ] two\n<br>",
        "tags": "client-a Poland", "perdiemMinor": "12050", "perdiemCurrency": "EUR",
        "perdiemRule": "first-last:75%",
        "singleDays": #"[{"date":"2027-05-02","amount":"64.00","meals":["dinner"]}]"#,
      ]),
    facts(
      .trip,
      [
        "type": "personal", "name": "P", "reason": "family", "startDate": "9999-12-30",
        "endDate": "9999-12-31",
      ]),
    facts(.item, ["title": "undated", "trip": "t", "hasReservation": "any", "isDone": "1"]),
    facts(
      .item,
      [
        "title": "flight", "trip": "t", "date": "2027-05-01", "time": "22:10",
        "endDate": "2027-05-02", "endTime": "06:30", "place": "FRA", "reference": "AB12",
        "details": "[x]\nseat 3", "isPaid": "1", "isInPlan": "1", "costMinor": "0",
        "costCurrency": "JPY", "hasReservation": "2027-05-01",
      ]),
    // The date line.
    facts(
      .item,
      [
        "title": "back", "trip": "t", "date": "2027-05-02", "time": "10:00",
        "endDate": "2027-05-01", "endTime": "23:00",
      ]),
    facts(.item, ["title": "x", "trip": "t", "date": "2027-05-02", "endDate": "2027-05-03"]),
    facts(.stay, ["placeName": "H", "trip": "t", "isConfirmed": "2027-05-01/2027-05-04"]),
    facts(
      .stay,
      [
        "placeName": "day room", "trip": "t", "startDate": "2027-05-02", "endDate": "2027-05-02",
        "address": "a\nb", "details": "wifi", "reference": "1", "isPaid": "1", "costMinor": "100",
        "costCurrency": "EUR",
      ]),
  ]

  @Test(arguments: kinds) func survivesAnEvent(_ facts: EventFacts) throws {
    let file = Self.file(facts)
    #expect(try Self.read(file, facts.entity) == facts)
    // Writing the same facts again changes nothing.
    var again = file
    again.put(facts, id: "row", facts.times(in: Self.trip), over: facts, .utc)
    #expect(again.bytes == file.bytes)
    #expect(!file.own.contains { $0.value.isEmpty && $0.name.hasPrefix("X-") })
  }

  /// A program has dropped our properties: they are as of the last sync.
  @Test(arguments: kinds) func survivesTheLossOfItsProperties(_ facts: EventFacts) throws {
    var file = Self.file(facts)
    let known = KnownEvent(
      facts: facts, times: facts.times(in: Self.trip), days: try file.days(.utc))
    file.remove(Set(file.own.map(\.name).filter { $0.hasPrefix("X-") } + ["CATEGORIES", "STATUS"]))
    #expect(try Self.read(file, facts.entity, known) == facts)
  }

  struct Move: Sendable, CustomTestStringConvertible {
    let entity: Entity
    /// Of the row; empty without dates.
    let dates: String
    let start: String
    let end: String
    let moved: String
    var testDescription: String { "\(entity) \(dates) \(start) \(end)" }
  }

  @Test(arguments: [
    Move(
      entity: .trip, dates: "2027-05-01/2027-05-04", start: "20270503", end: "20270507",
      moved: "2027-05-03/2027-05-06"),
    Move(
      entity: .trip, dates: "2027-05-01/2027-05-04", start: "20270501", end: "20270503",
      moved: "2027-05-01/2027-05-02"),
    // khal writes whole days as midnights.
    Move(
      entity: .trip, dates: "2027-05-01/2027-05-04", start: "20270502T000000",
      end: "20270506T000000", moved: "2027-05-02/2027-05-05"),
    Move(
      entity: .stay, dates: "", start: "20270502", end: "20270503", moved: "2027-05-02/2027-05-03"),
    Move(
      entity: .stay, dates: "2027-05-02/2027-05-02", start: "20270503", end: "20270504",
      moved: "2027-05-03/2027-05-03"),
    Move(
      entity: .stay, dates: "2027-05-02/2027-05-03", start: "20270502T150000",
      end: "20270504T110000", moved: "2027-05-02/2027-05-04"),
    Move(entity: .item, dates: "", start: "20270503", end: "20270504", moved: "2027-05-03"),
    Move(
      entity: .item, dates: "", start: "20270503T100000", end: "20270503T113000",
      moved: "2027-05-03 10:00/2027-05-03 11:30"),
    // The end that is shown is not the row's own.
    Move(
      entity: .item, dates: "2027-05-02 10:00", start: "20270503T120000", end: "20270503T130000",
      moved: "2027-05-03 12:00"),
    Move(
      entity: .item, dates: "2027-05-02 10:00", start: "20270502T100000", end: "20270502T123000",
      moved: "2027-05-02 10:00/2027-05-02 12:30"),
    Move(
      entity: .item, dates: "2027-05-02 10:00/2027-05-01 23:00", start: "20270504T100000",
      end: "20270504T110000", moved: "2027-05-04 10:00/2027-05-03 23:00"),
    Move(
      entity: .item, dates: "2027-05-02", start: "20270503T090000", end: "20270503T100000",
      moved: "2027-05-03 09:00/2027-05-03 10:00"),
  ]) func movesADate(_ move: Move) throws {
    var facts = Self.facts(move.entity, ["type": "plain", "trip": "t"])
    if move.entity != .trip { facts["type"] = "" }
    facts.name = "x"
    facts.dates = EventDates(move.dates)
    var file = Self.file(facts)
    func line(_ name: String, _ value: String) -> String {
      value.count == 8 ? "\(name);VALUE=DATE:\(value)" : "\(name):\(value)"
    }
    file.set("DTSTART", line("DTSTART", move.start))
    file.set("DTEND", line("DTEND", move.end))
    #expect(try Self.read(file, move.entity).dates?.text == move.moved)
    // Without our properties, the last known values count.
    let known = KnownEvent(facts: facts, times: facts.times(in: Self.trip))
    file.remove([OwnProperty.dates, OwnProperty.shown])
    #expect(try Self.read(file, move.entity, known).dates?.text == move.moved)
  }

  /// A server wrote the time in UTC, and the computer is in another zone by now.
  @Test func keepsATimeInUTCAtTheInstantOfTheLastSync() throws {
    var facts = Self.facts(.item, ["title": "x", "trip": "t"])
    facts.dates = EventDates("2027-05-01 11:35")
    var file = Self.file(facts)
    file.set("DTSTART", "DTSTART;TZID=Europe/Berlin:20270501T113500")
    file.set("DTEND", "DTEND;TZID=Europe/Berlin:20270501T123500")
    let west = ZoneClock { _ in -4 * 3_600 }
    let known = KnownEvent(facts: facts, days: try file.days(west))
    file.set("DTSTART", "DTSTART:20270501T093500Z")
    file.set("DTEND", "DTEND:20270501T103500Z")
    #expect(try Self.read(file, .item, known, west).dates == facts.dates)
    file.set("DTSTART", "DTSTART:20270501T103500Z")
    file.set("DTEND", "DTEND:20270501T113500Z")
    #expect(try Self.read(file, .item, known, west).dates?.text == "2027-05-01 06:35")
  }

  /// Another program changes categories, not our property.
  @Test(arguments: [
    ("PERSONAL,Poland", "personal", "Poland"), ("Family matters,BUSINESS", "business", ""),
    ("a,b", "business", "a b"),
  ])
  func readsKindAndTagsFromCategories(_ words: String, _ kind: String, _ tags: String) throws {
    var file = Self.file(Self.kinds[1])
    file.set("CATEGORIES", "CATEGORIES:\(words)")
    let facts = try Self.read(file, .trip)
    #expect(facts["type"] == kind && facts["tags"] == tags)
    #expect(facts["perdiemMinor"].isEmpty == (kind != "business"))
    // A category that is no tag stays.
    var wanted = facts
    wanted["tags"] = "new"
    file.put(wanted, id: "row", nil, over: facts, .utc)
    let written = try #require(file.first("CATEGORIES")?.value)
    #expect(written.contains("Family matters") == words.contains("Family matters"))
    #expect(written.contains(kind.uppercased()) && written.contains("new"))
  }

  @Test(arguments: [
    ("SUMMARY:", "its title is empty"), ("SUMMARY:\(String(repeating: "x", count: 1_001))", "1001"),
    ("X-TRIPS-COST:1e3 EUR", "cost"), ("X-TRIPS-DATES:soon", "X-TRIPS-DATES is not a date: 'soon'"),
    ("DTSTART:20270230", "DTSTART is not a date: '20270230'"),
  ])
  func refusesAndRepairsAValueThatNoRowCanHave(_ line: String, _ reason: String) throws {
    let facts = Self.kinds[4]
    var file = Self.file(facts)
    file.set(String(line.prefix { $0 != ":" }), line)
    let error = #expect(throws: ValueError.self) { try Self.read(file, .item) }
    #expect(error?.description.contains(reason) == true)
    let known = KnownEvent(facts: facts, times: facts.times(in: Self.trip))
    #expect(try StatedEvent(file.own, .utc).facts(of: .item, known, repairs: true) == facts)
  }

  @Test func releasesTheEventOfAnotherProgram() throws {
    var file = try EventFileTests.file(
      EventFileTests.calendar(
        "DTSTART:20270502", "SUMMARY:Dinner", "DESCRIPTION:Bring cash", "X-OTHER:1"))
    let before = file.own.map(\.value)
    let own = try Self.read(file, .item)
    file.adopt()
    var facts = own
    facts.trip = "t"
    file.put(facts, id: "row", nil, over: own, .utc)
    #expect(file.first("DESCRIPTION")?.text == "[ ]\nBring cash")
    #expect(StatedEvent(file.own, .utc).rowUID == "row" && file.isAdopted)
    file.release(.item)
    #expect(file.own.map(\.value) == before + ["none"])
    #expect(StatedEvent(file.own, .utc).isReleased)
  }
}
