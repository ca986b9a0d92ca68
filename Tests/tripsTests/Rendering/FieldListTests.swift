import Testing

@testable import TripsCore
@testable import trips

struct FieldListTests {
  private static let trip: FieldList = {
    var list = FieldList()
    list.add("Name", "Paris\u{1B}[m\nId: 7", style: .personal)
    list.add("Destination", "東京")
    list.add("Address", "1 rue X\n\n75000 Paris  ", isMultiline: true)
    list.add("Reason", "")
    list.add(
      TripPage.Line(
        label: "Item", pieces: [.user("a\nb"), .words(", planned")],
        details: [TripPage.Detail("Details", "c\nd")].compactMap(\.self), id: 3, isDone: true))
    return list
  }()

  @Test func alignsValuesAndIndentsTheirFurtherLines() throws {
    let channel = OutputChannel.memory()
    try Self.trip.write(to: channel, width: 80, palette: Palette(isEnabled: true))
    #expect(
      String(decoding: channel.captured, as: UTF8.self) == """
        Name:         \u{1B}[34mParis\\u{1B}[m\\u{A}Id: 7\u{1B}[0m
        Destination:  東京
        Address:      1 rue X

                      75000 Paris
        Item:         [x] 3 a\\u{A}b, planned
                            c
                            d

        """)
  }

  @Test func wrapsAValue() throws {
    var list = FieldList()
    list.add(
      "Notes", "Tickets are in the folder\n  - blue 東京東京 one\nhttps://example.com/x",
      isMultiline: true)
    let channel = OutputChannel.memory()
    try list.write(to: channel, width: 22, palette: Palette(isEnabled: false))
    #expect(
      String(decoding: channel.captured, as: UTF8.self) == """
        Notes:  Tickets are in
                the folder
                  - blue
                  東京東京 one
                https://example.com/x

        """)
  }

  @Test func separatesByTabsOnOneLineEachForPrograms() throws {
    let channel = OutputChannel.memory()
    try Self.trip.writeTabSeparated(to: channel, palette: Palette(isEnabled: false))
    #expect(
      String(decoding: channel.captured, as: UTF8.self) == """
        Name\tParis\\u{1B}[m\\u{A}Id: 7
        Destination\t東京
        Address\t1 rue X\\u{A}\\u{A}75000 Paris\u{20}\u{20}
        Item\t[x] 3 a\\u{A}b, planned
        Details\tc\\u{A}d

        """)
  }
}
