import Testing

@testable import trips

struct TableTests {
  static let trips = Table(
    columns: [
      .init(title: "ID", alignment: .right),
      .init(title: "NAME", isFlexible: true),
      .init(title: "DESTINATION", isFlexible: true),
      .init(title: "REASON"),
      .init(title: "START"),
    ],
    rows: [
      row("1", "Paris", "Paris, France", "", "2026-12-10", style: .personal),
      row("12", "Conference of the year", "東京都 日本国", "", "2027-01-02", style: .business),
      row("3", "evil\u{1B}[2J", "", "", ""),
    ])

  private static func row(_ texts: String..., style: TextStyle = .plain) -> [Table.Cell] {
    texts.enumerated().map { Table.Cell(text: $1, style: $0 == 1 ? style : .plain) }
  }

  private func render(_ table: Table, width: Int?, colour: Bool = false) throws -> String {
    let channel = OutputChannel.memory()
    try table.write(to: channel, width: width, palette: Palette(isEnabled: colour))
    return String(decoding: channel.captured, as: UTF8.self)
  }

  @Test func alignsColumnsAndLeavesOutEmptyOnes() throws {
    #expect(
      try render(Self.trips, width: nil) == """
        ID  NAME                    DESTINATION    START
         1  Paris                   Paris, France  2026-12-10
        12  Conference of the year  東京都 日本国  2027-01-02
         3  evil\\u{1B}[2J

        """)
  }

  @Test func cutsTheLastFlexibleColumn() throws {
    let lines = try render(Self.trips, width: 49).split(separator: "\n")
    #expect(lines[0] == "ID  NAME                    DESTINAT…  START")
    #expect(lines[2].contains("Conference of the year"))
    #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= 49 })
  }

  @Test func dropsColumnsByRankBeforeItCuts() throws {
    var table = Self.trips
    table.columns[2].rank = 1
    table.columns[4].rank = 2
    #expect(
      try render(table, width: 45) == """
        ID  NAME                    DESTINATION
         1  Paris                   Paris, France
        12  Conference of the year  東京都 日本国
         3  evil\\u{1B}[2J

        """)
    #expect(
      try render(table, width: 20) == """
        ID  NAME
         1  Paris
        12  Conference of t…
         3  evil\\u{1B}[2J

        """)
  }

  @Test func keepsTheOtherColumnsBesideALongText() throws {
    let table = Table(
      columns: [
        .init(title: "NAME", isFlexible: true), .init(title: "PLACE", isFlexible: true),
        .init(title: "START", rank: 1), .init(title: "END", rank: 2),
      ],
      rows: [Self.row("Paris", String(repeating: "x", count: 99), "2027-05-01", "2027-05-03")])
    #expect(
      try render(table, width: 52) == """
        NAME   PLACE                  START       END
        Paris  xxxxxxxxxxxxxxxxxxxx…  2027-05-01  2027-05-03

        """)
  }

  @Test func coloursTextButNotItsPadding() throws {
    let table = Table(
      columns: [.init(title: "NAME"), .init(title: "N", alignment: .right)],
      rows: [Self.row("x", "1"), [.init(text: "Rome", style: .business), .init(text: "10")]])
    #expect(
      try render(table, width: 80, colour: true) == """
        \u{1B}[1mNAME\u{1B}[0m   \u{1B}[1mN\u{1B}[0m
        x      1
        \u{1B}[32mRome\u{1B}[0m  10

        """)
  }

  @Test func writesNoTrailingSpaces() throws {
    let table = Table(
      columns: [.init(title: "A"), .init(title: "B"), .init(title: "C")],
      rows: [Self.row("a  ", "   ", ""), Self.row("b"), Self.row("", "y  ", "z ")])
    #expect(try render(table, width: 80) == "A  B  C\na\nb\n   y  z\n")
  }

  @Test func writesNothingWithoutText() throws {
    #expect(try render(Table(columns: Self.trips.columns), width: 80) == "")
    #expect(try render(Table(columns: [], rows: [Self.row("x")]), width: 80) == "")
  }
}
