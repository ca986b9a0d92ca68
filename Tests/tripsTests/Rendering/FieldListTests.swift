import Testing

@testable import trips

struct FieldListTests {
  private static let trip = FieldList(fields: [
    .init(label: "Name", value: "Paris\u{1B}[m\nId: 7", style: .personal),
    .init(label: "Destination", value: "東京"),
    .init(label: "Address", value: "1 rue X\n\n75000 Paris  ", isMultiline: true),
    .init(label: "Reason", value: ""),
  ])

  @Test func alignsValuesAndIndentsTheirFurtherLines() throws {
    let channel = OutputChannel.memory()
    try Self.trip.write(to: channel, width: 80, palette: Palette(isEnabled: true))
    #expect(
      String(decoding: channel.captured, as: UTF8.self) == """
        Name:         \u{1B}[34mParis\\u{1B}[m\\u{A}Id: 7\u{1B}[0m
        Destination:  東京
        Address:      1 rue X

                      75000 Paris
        Reason:

        """)
  }

  @Test func wrapsAValue() throws {
    let list = FieldList(fields: [
      .init(
        label: "Notes",
        value: "Tickets are in the folder\n  - blue 東京東京 one\nhttps://example.com/x",
        isMultiline: true)
    ])
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
        Reason\t

        """)
  }
}
