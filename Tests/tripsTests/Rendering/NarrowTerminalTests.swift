import Testing

@testable import trips

/// On a narrow terminal, no line is too wide.
struct NarrowTerminalTests {
  @Test(arguments: [40, 60, 80])
  func neverExceedsTheTerminal(width: Int) throws {
    let tool = try TestTool.onTerminal(width: width).withSampleTrips()
    let name = "A summer far away, with everybody who could come"
    let commands: [[String]] = [
      ["add", name, "--start", "2027-05-02", "--end", "5d", "--business", "--perdiem", "120EUR"],
      ["bucket", "add", "4", "The museum of modern art (closed on Mondays)", "--details", name],
      ["stay", "add", "4", "The hotel at the end of the long beach", "--address", name],
      ["bucket", "list", "4"], ["next", "--limit", "3"],
      ["edit", "4", "--move", "+1w", "--notes", name], ["delete", "4"], ["undo"], ["redo"],
      ["undo", "--dry-run"], ["history"], ["diff", "1"], ["list"], ["stats"],
      ["perdiem", "--in", "2026-12"],
    ]
    for command in commands {
      let result = tool.run(words: command)
      #expect(result.exitCode == .done)
      for line in (result.stdout + result.stderr).split(separator: "\n") {
        // A token can be copied whole.
        let isWide = DisplayWidth.of(String(line)) > width && !line.hasPrefix("h1.")
        #expect(!isWide, "\(command): \(line)")
      }
    }
  }

  @Test func keepsDatesWhole() throws {
    let tool = try TestTool.onTerminal(width: 40).withSampleTrips()
    #expect(
      tool.run("delete", "Summer in Łódź").stdout == """
        Deleted 'Summer in Łódź' (2), 2027-07-01
          to 2027-07-11
        undo: trips undo 4

        """)
    #expect(
      tool.run("next").stdout == """
        WHEN        ID  TYPE      NAME
        in 19 days   1  business  Berlin kickoff

        """)
  }
}
