import Testing

@testable import TripsCore

/// What an event states about its trip, given the last known text.
struct EventReadingTests {
  static let text = "Bring cash.\n\nBucket list:\n[ ] Louvre\n[ ] Orsay\n[ ] Rodin"

  static let base: EventBase = {
    let items = ["Louvre", "Orsay", "Rodin"].enumerated().map { place, title in
      RowFacts(
        key: "k\(place)", row: Int64(place),
        values: [
          "title": title, "isDone": "0", "details": title == "Orsay" ? "at noon" : "", "date": "",
          "time": "",
        ])
    }
    return EventBase(
      values: ["name": "Paris", "destination": "Île", "notes": "Bring cash."], items: items,
      text: text)
  }()

  static func event(_ lines: String...) -> StatedEvent {
    StatedEvent(lines.compactMap { ICSReader.parse($0, number: 1) }, .utc)
  }

  static func event(description: String, _ lines: String...) -> StatedEvent {
    let all = ["DESCRIPTION:" + ICSWriter.escaped(description)] + lines
    return StatedEvent(all.compactMap { ICSReader.parse($0, number: 1) }, .utc)
  }

  private func titles(_ reading: EventReading) -> [String] {
    reading.facts.items.map { ($0.isDone ? "+" : "") + $0.title }
  }

  @Test func treatsAMissingPropertyAsUnchanged() {
    let reading = EventReading(Self.event("SUMMARY:Paname"), base: Self.base)
    #expect(
      reading.facts.values == ["name": "Paname", "destination": "Île", "notes": "Bring cash."])
    #expect(reading.facts.items == Self.base.items)
    #expect(reading.textProblem == nil)
  }

  /// Text whose form alone differs is unchanged.
  @Test(arguments: [
    text, text + "\n\n", text.replacing("\n", with: "\r\n"), text.replacing(" ", with: "\u{A0}"),
    text.replacing("\n", with: "<br>"), text.replacing("\n", with: " \n"),
  ])
  func treatsAnotherFormOfTheTextAsUnchanged(_ description: String) {
    let reading = EventReading(Self.event(description: description), base: Self.base)
    #expect(reading.facts == Self.base.trip)
  }

  @Test func readsNotesTitlesAndTicks() {
    let reading = EventReading(
      Self.event(
        description: "Cash.\n\nBucket list:\n[x] Louvre\n[ ] Musée d'Orsay\n[ ] Rodin\n[ ] Zoo"),
      base: Self.base)
    #expect(reading.facts.notes == "Cash.")
    #expect(titles(reading) == ["+Louvre", "Musée d'Orsay", "Rodin", "Zoo"])
    #expect(reading.facts.items.map(\.key) == ["k0", "k1", "k2", nil])
    #expect(reading.facts.items[1].values["details"] == "at noon")
  }

  @Test func readsAnEmptiedList() {
    let reading = EventReading(
      Self.event(description: "Bring cash.\n\nBucket list:"), base: Self.base)
    #expect(reading.textProblem == nil && reading.facts.items.isEmpty)
  }

  @Test(arguments: [
    ("Bring cash.", "no longer has a bucket list"), ("", "no longer has a bucket list"),
    (
      "Bring cash.\n\nBucket list:\n[ ] Louvre\nOrsay",
      "'Orsay' of its bucket list does not begin with '[ ]'"
    ),
    ("Bring cash.\n\nBucket list:\n[ ] Lou", "was cut off"),
  ])
  func reportsADescriptionThatLostItsForm(_ description: String, _ problem: String) {
    let event = Self.event("SUMMARY:Paname", "DESCRIPTION:" + ICSWriter.escaped(description))
    let reading = EventReading(event, base: Self.base)
    #expect(reading.textProblem?.hasSuffix(problem) == true)
    // Other facts are read; notes and items are unchanged.
    #expect(reading.facts.name == "Paname" && reading.facts.notes == "Bring cash.")
    #expect(reading.facts.items == Self.base.items)
    // The text becomes notes, and the items are kept.
    let whole = EventReading(event, base: Self.base, takesText: true)
    #expect(whole.facts.notes == description && !whole.hasWholeList)
    #expect(whole.facts.items == Self.base.items)
  }

  /// A shorter text that ends with a whole line is a change.
  @Test func readsATextThatEndsWithAWholeLine() {
    let reading = EventReading(
      Self.event(description: "Bring cash.\n\nBucket list:\n[ ] Louvre"), base: Self.base)
    #expect(reading.textProblem == nil && titles(reading) == ["Louvre"])
  }

  @Test func readsThePropertiesOfAnItem() {
    let reading = EventReading(
      Self.event(
        description: Self.text, "X-TRIPS-ITEM;X-ID=k1;X-LENGTH=14:Orsay\\nat eight"),
      base: Self.base)
    #expect(reading.facts.items.map { $0.values["details"] } == ["", "at eight", ""])
    #expect(titles(reading) == ["Louvre", "Orsay", "Rodin"])
  }

  /// The length shows that a server has cut the value.
  @Test func ignoresACutItem() {
    let reading = EventReading(
      Self.event(description: Self.text, "X-TRIPS-ITEM;X-ID=k1;X-LENGTH=13:Orsay\\nat n"),
      base: Self.base)
    #expect(reading.facts.items == Self.base.items)
  }

  @Test func usesTheWholeTextOfAnotherProgramAsNotes() {
    let reading = EventReading(
      Self.event(description: "warm socks"), base: nil, takesText: true)
    #expect(reading.facts.notes == "warm socks" && reading.facts.items.isEmpty)
    #expect(!reading.hasWholeList)
  }

  @Test func readsAListWithoutABase() {
    let reading = EventReading(Self.event(description: Self.text), base: nil)
    #expect(titles(reading) == ["Louvre", "Orsay", "Rodin"])
    #expect(reading.hasWholeList && reading.facts.notes == "Bring cash.")
  }

  /// Other programs' notes that no form of the text could reproduce.
  @Test func treatsNotesThatLookLikeHTMLAsUnchanged() {
    var base = EventBase(values: ["notes": "a <b> c"])
    base.text = EventText.plain("a <b> c", isHTML: true)
    let reading = EventReading(
      Self.event(description: "a <b> c\n\nBucket list:\n[ ] Zoo"), base: base)
    #expect(reading.facts.notes == "a <b> c" && titles(reading) == ["Zoo"])
  }

  @Test func keepsTheDaysOfUTCTimesInEveryTimeZone() {
    let lines = ["DTSTART:20270501T230000Z", "DTEND:20270503T100000Z"]
    let east = StatedEvent(
      lines.compactMap { ICSReader.parse($0, number: 1) }, ZoneClock { _ in 7_200 })
    #expect(east.facts["startDate"] == "2027-05-02")
    var base = EventBase(values: ["startDate": "2027-05-02", "endDate": "2027-05-03"])
    base.times = east.times
    let here = Self.event(lines[0], lines[1])
    #expect(here.facts["startDate"] == "2027-05-01")
    #expect(EventReading(here, base: base).facts.values["startDate"] == "2027-05-02")
  }
}
