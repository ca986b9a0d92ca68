import SQLite
import Testing

@testable import TripsCore

/// What an event states, compared with the event after the last sync.
struct StatedEventTests {
  static let text = "Bring cash.\n\n[ ] Louvre\n[ ] Orsay\n[ ] Rodin"

  private static func event(_ text: String?, _ lines: String...) -> StatedEvent {
    let all =
      (text.map { ["DESCRIPTION:" + ICSWriter.escaped($0)] } ?? []) + lines
      + ["DTSTART:20270501", "DTEND:20270504"]
    return StatedEvent(all.compactMap { ICSReader.parse($0, number: 1) }, .utc)
  }

  private let base = event(text, "SUMMARY:Paris")

  private let items = ["Louvre", "Orsay", "Rodin"].enumerated().map { place, title in
    var item = StatedRow<ItemColumn>()
    item.set(.title, title)
    item.uid = "k\(place)"
    return item.row(id: Int64(place + 1), tripID: 1)
  }

  private let trip: [SQLiteValue] = {
    var trip = StatedRow<TripColumn>()
    trip.set(.name, "Paris")
    trip.set(.notes, "Bring cash.")
    return trip.row(id: 1, tripID: nil)
  }()

  @Test func statesNothingIfNothingHasChanged() throws {
    let same = Self.event(Self.text, "SUMMARY:Paris", "X-OTHER:1")
    #expect(try same.trip(since: base, trip).isEmpty)
    let list = try same.list(since: base, items)
    #expect(list.map(\.uid) == ["k0", "k1", "k2"])
    #expect(list.allSatisfy { $0[.title] == nil && $0[.isDone] == nil })
  }

  /// A missing property is unchanged.
  @Test func statesWhatHasChanged() throws {
    let stated = try Self.event(nil, "SUMMARY:Paname").trip(since: base, trip)
    #expect(stated.given.map(\.column) == [.name])
    #expect(try Self.event(nil).list(since: base, items).count == 3)
  }

  /// Text whose form alone differs is unchanged.
  @Test(arguments: [
    text + "\n\n", text.replacing("\n", with: "\r\n"), text.replacing(" ", with: "\u{A0}"),
    text.replacing("\n", with: "<br>"), text.replacing("\n", with: " \n"),
  ])
  func treatsAnotherFormOfTheTextAsUnchanged(_ description: String) throws {
    let event = Self.event(description)
    #expect(event.hasSameDescription(as: base))
    #expect(try event.trip(since: base, trip)[.notes] == nil)
    #expect(try event.list(since: base, items).allSatisfy { $0[.title] == nil })
  }

  private func titles(_ description: String) throws -> [String] {
    try Self.event(description).list(since: base, items).map { row in
      (row[.isDone] == true.sqliteValue ? "+" : "") + (row.text(.title) ?? "=") + " "
        + (row.uid ?? "new")
    }
  }

  /// Equal titles are the same item; one new line instead of one missing item is a rename.
  @Test func readsTicksRenamesAndOtherLines() throws {
    #expect(
      try titles("[x] Louvre\n[ ] Musée d'Orsay\n[ ] Rodin") == [
        "+= k0", "Musée d'Orsay k1", "= k2",
      ])
    #expect(
      try titles("Bring cash.\n[ ] Rodin\n[ ] Louvre\n[ ] Orsay\n[ ] Zoo")
        == ["= k2", "= k0", "= k1", "Zoo new"])
    #expect(try titles("[ ] Louvre\n[ ] Rodin") == ["= k0", "= k2"])
    #expect(
      try titles("[ ] Zoo\n[ ] Musée d'Orsay\n[ ] Rodin")
        == ["Zoo new", "Musée d'Orsay new", "= k2"])
    // A line between them is a note.
    let mixed = Self.event("[ ] Louvre\nby train\n[ ] Orsay\n[ ] Rodin")
    #expect(try mixed.trip(since: base, trip).text(.notes) == "by train")
    #expect(try mixed.list(since: base, items).count == 3)
  }

  /// Another store has renamed the item and written its property too.
  @Test func readsATitleThatAnotherStoreHasWritten() throws {
    let old = Self.event(Self.text, "X-TRIPS-ITEM;X-ID=k1;X-LENGTH=5:Orsay")
    let new = Self.event(
      Self.text.replacing("Orsay", with: "Zoo").replacing("Rodin", with: "Park"),
      "X-TRIPS-ITEM;X-ID=k1;X-LENGTH=3:Zoo")
    let list = try new.list(since: old, items)
    #expect(list.map { $0.text(.title) ?? "" } == ["", "Zoo", "Park"])
    #expect(list.map(\.uid) == ["k0", "k1", "k2"])
  }

  /// Cut off, or emptied by a program.
  @Test(arguments: ["Bring cash.", "", "Bring ca"]) func detectsADescriptionThatLostItsItems(
    _ text: String
  ) {
    #expect(Self.event(text).hasLostItems(items, since: base))
    #expect(
      Self.event(text, "X-TRIPS-KIND:PLAIN", "X-TRIPS-ITEM:a").hasLostItems(items, since: base))
    // `trips` has removed them.
    #expect(!Self.event(text, "X-TRIPS-KIND:PLAIN").hasLostItems(items, since: base))
  }

  @Test func readsThePropertiesOfAnItem() throws {
    let old = Self.event(Self.text, "X-TRIPS-ITEM;X-ID=k1;X-LENGTH=5:Orsay")
    let new = Self.event(
      Self.text, "X-TRIPS-ITEM;X-ID=k1;X-COST=\"5.00 EUR\";X-LENGTH=14:Orsay\\nat eight")
    let list = try new.list(since: old, items)
    #expect(list[1].text(.details) == "at eight" && list[1][.costMinor] == 500)
    #expect(list[0][.details] == nil && list[1][.title] == nil)
    // The length shows that a server has cut the value.
    let cut = Self.event(Self.text, "X-TRIPS-ITEM;X-ID=k1;X-LENGTH=13:Orsay\\nat n")
    #expect(try cut.list(since: old, items)[1][.details] == nil)
  }

  @Test func readsAListWithoutABase() throws {
    let event = Self.event(Self.text, "X-TRIPS-ITEM;X-ID=k1;X-LENGTH=14:Orsay\\nat eight")
    let list = try event.list(since: nil, [])
    #expect(list.map { $0.text(.title) ?? "" } == ["Louvre", "Orsay", "Rodin"])
    #expect(list.map { $0.uid ?? "" } == ["", "k1", ""] && list[1].text(.details) == "at eight")
    #expect(EventText(reading: event.description ?? "").notes == "Bring cash.")
  }

  @Test func keepsTheDaysOfUTCTimesInEveryTimeZone() throws {
    let lines = ["DTSTART:20270501T230000Z", "DTEND:20270503T100000Z"]
      .compactMap { ICSReader.parse($0, number: 1) }
    let east = StatedEvent(lines, ZoneClock { _ in 7_200 })
    #expect(try east.trip(since: nil, nil).text(.startDate) == "2027-05-02")
    let here = StatedEvent(lines, .utc)
    #expect(try here.trip(since: nil, nil).text(.startDate) == "2027-05-01")
    #expect(try here.trip(since: east, trip).isEmpty)
  }
}
