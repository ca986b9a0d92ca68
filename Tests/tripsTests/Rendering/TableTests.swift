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

  @Test func cutsFlexibleColumnsToTheWidth() throws {
    #expect(
      try render(Self.trips, width: 44) == """
        ID  NAME           DESTINATION    START
         1  Paris          Paris, France  2026-12-10
        12  Conference o…  東京都 日本国  2027-01-02
         3  evil\\u{1B}[2J

        """)
  }

  @Test func keepsFixedColumnsWholeWhileFlexibleOnesHaveFiveCells() throws {
    #expect(
      try render(Self.trips, width: 28) == """
        ID  NAME   DEST…  START
         1  Paris  Pari…  2026-12-10
        12  Conf…  東京…  2027-01-02
         3  evil…

        """)
  }

  @Test func cutsAllColumnsOfANarrowTerminal() throws {
    #expect(
      try render(Self.trips, width: 20) == """
        ID  NAME  DES…  STA…
         1  Par…  Par…  202…
        12  Con…  東…   202…
         3  evi…

        """)
  }

  @Test func keepsTitlesWholeIfADroppedColumnLeavesRoom() throws {
    var table = Table(columns: [
      .init(title: "CONSUMER", isFlexible: true), .init(title: "UNREAD"),
      .init(title: "TOKEN", rank: 1),
    ])
    table.rows = [["me", "3", "h1.0000000000000000"].map { Table.Cell(text: $0) }]
    #expect(try render(table, width: 20) == "CONSUMER  UNREAD\nme        3\n")
  }

  @Test func dropsColumnsThatCannotHaveACell() throws {
    #expect(try render(Self.trips, width: 4) == "…  …\n1  …\n…  …\n3  …\n")
    #expect(try render(Self.trips, width: 0) == "…\n1\n…\n3\n")
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

  @Test func writesNoTrailingBlanks() throws {
    let table = Table(
      columns: [.init(title: "A"), .init(title: "B"), .init(title: "C")],
      rows: [Self.row("a  ", "   ", ""), Self.row("b"), Self.row("", "y  ", "z ")])
    #expect(try render(table, width: 80) == "A  B  C\na\nb\n   y  z\n")
  }

  @Test func writesNothingWithoutText() throws {
    #expect(try render(Table(columns: Self.trips.columns), width: 80) == "")
    #expect(try render(Table(columns: [], rows: [Self.row("x")]), width: 80) == "")
  }

  @Test func separatesByTabsAndKeepsEmptyColumnsForPrograms() throws {
    let channel = OutputChannel.memory()
    try Self.trips.writeTabSeparated(to: channel, palette: Palette(isEnabled: false))
    var table = Table(columns: Self.trips.columns)
    table.rows = [Self.row("4", "a\tb\nc \u{202E}", style: .error)]
    try table.writeTabSeparated(to: channel, palette: Palette(isEnabled: false))
    #expect(
      String(decoding: channel.captured, as: UTF8.self) == """
        1\tParis\tParis, France\t\t2026-12-10
        12\tConference of the year\t東京都 日本国\t\t2027-01-02
        3\tevil\\u{1B}[2J\t\t\t
        4\ta\\u{9}b\\u{A}c \\u{202E}\t\t\t

        """)
  }

  @Test(arguments: 1...60)
  func neverExceedsTheWidth(width: Int) throws {
    var generator = SeededGenerator(state: UInt64(width))
    let rows = (0..<20).map { _ in
      (0..<5).map { _ in Table.Cell(text: nastyText(using: &generator)) }
    }
    let output = try render(Table(columns: Self.trips.columns, rows: rows), width: width)
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == 21)
    for line in lines {
      #expect(DisplayWidth.of(String(line)) <= width)
      #expect(line.last != " ")
    }
  }

  @Test(arguments: [
    ([2, 5, 13, 10], 30, [2, 5, 13, 10]),
    ([2, 40, 40, 10], 40, [2, 14, 14, 10]),
    ([2, 4, 40, 10], 40, [2, 4, 24, 10]),
    ([2, 40, 40, 10], 22, [2, 5, 5, 10]),
    ([2, 40, 40, 10], 20, [2, 5, 5, 8]),
    ([2, 40, 40, 10], 17, [2, 5, 5, 5]),
    ([2, 40, 40, 10], 11, [2, 3, 3, 3]),
    ([2, 40, 40, 10], 4, [1, 1, 1, 1]),
  ])
  func sharesTheWidth(natural: [Int], budget: Int, expected: [Int]) {
    let isFlexible = [false, true, true, false]
    #expect(Table.fit(natural, isFlexible: isFlexible, into: budget) == expected)
  }
}
