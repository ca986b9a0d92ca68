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
      ["stay", "set", "4", "The hotel at the end of the long beach", "--address", name],
      ["show", "4"], ["bucket", "list", "4"], ["stay", "show", "4"], ["next", "--limit", "3"],
      ["edit", "4", "--move", "+1w", "--notes", name], ["delete", "4"], ["undo"], ["redo"],
      ["undo", "--dry-run"], ["history"], ["diff", "1"], ["list"], ["stats"], ["doctor"],
      ["perdiem", "--in", "2026-12"], ["history", "consumers"], ["show", "3", "--blame"],
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

        """)
    #expect(
      tool.run("next").stdout == """
        Berlin kickoff, 2026-12-10 to 2026-12-15
          (in 19 days)

        """)
  }

  /// A line without indentation would look like another stay.
  @Test func indentsTheFurtherLinesOfAStay() throws {
    let tool = try TestTool.onTerminal(width: 40).withSampleTrips()
    tool.run("stay", "edit", "3", "--address", "1 rue du Nord", "--nights", "2", "--confirmed")
    #expect(
      tool.run("stay", "list", "3").stdout == """
        1 Hôtel du Nord, 1–3 May, 2 nights
          (confirmed)
          1 rue du Nord

        """)
  }

  @Test func putsDaysAboveAmountsInANarrowTable() throws {
    let tool = try TestTool.onTerminal(width: 40).withSampleTrips()
    tool.run("bucket", "add", "1", "Train", "--cost", "120EUR")
    #expect(
      tool.run("stats", "--by", "destination").stdout == """
        DESTINATION  TRIPS  DAYS  NIGHTS
        Łódź             1    11      10  ██████
        Berlin           1     6       5  ███
        (none)           1     3       2  █
        DESTINATION    PER DIEM       COSTS
        Berlin       660.00 EUR  120.00 EUR

        """)
  }

  @Test func showsWhoSetAPropertyBelowIt() throws {
    let tool = try TestTool.onTerminal(width: 40)
    tool.run("--author", "anna", "add", "Paris", "--start", "2027-05-01")
    #expect(
      tool.run("show", "1", "--blame").stdout.contains(
        /trip 1 name: Paris\n  1  2[-0-9]{9} [:0-9]{8}  anna  add\n/))
  }

  @Test func putsALongWordOnItsOwnLine() throws {
    let tool = try TestTool.onTerminal(width: 40).withSampleTrips()
    let lines = tool.run("show", "Paris").stdout.split(separator: "\n")
    #expect(lines.dropLast().last == "UID:")
    #expect(lines.last?.count == 38)
  }
}
