import Testing

@testable import trips

struct DiffCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
    tool.run("edit", "3", "--name", "Paris in May", "--destination", "France")
    tool.run("edit", "3", "--destination", "")
    tool.run("stay", "confirm", "3")
    tool.run("bucket", "add", "3", "Louvre")
    tool.run("delete", "Berlin kickoff", "--yes")
    tool.environment["NO_COLOR"] = "1"
  }

  @Test func showsNetChangesInABlockPerTrip() {
    tool.terminal.isOutput = true
    #expect(
      tool.run("diff", "3").stdout == """
        - business trip 'Berlin kickoff' (1), destination Berlin, start 2026-12-10, end
          2026-12-15, per diem 120.00 EUR, rule first-last:75%

        ~ trip 'Paris in May' (3)
            name: Paris → Paris in May
          + item 'Louvre' (3)
          ~ stay 'Hôtel du Nord' (1), confirmed: no → yes

        """)
    #expect(
      tool.run("diff", "4", "5").stdout == """
        ~ trip 'Paris in May' (3)
            destination: France → ''

        """)
  }

  @Test func writesALineForEachPropertyInAPipe() {
    #expect(
      tool.run("diff", "7", "3").stdout == """
        update\tTrip\t3\tParis\t\tname\tParis in May\tParis
        delete\tBucketListItem\t3\tLouvre\t3\t\t\t
        update\tLivingAccommodation\t1\tHôtel du Nord\t3\tisConfirmed\ttrue\tfalse

        """)
    #expect(tool.run("diff", "8") == TestTool.Result())
  }

  /// Names are those of the second state, even if a trip has another one today.
  @Test func usesTheNamesOfTheSecondState() {
    tool.run("edit", "3", "--name", "Lutetia")
    tool.terminal.isOutput = true
    #expect(
      tool.run("diff", "5", "6").stdout == """
        ~ trip 'Paris in May' (3)
          ~ stay 'Hôtel du Nord' (1), confirmed: no → yes

        """)
    // A row that the second state lacks has its name of the first.
    tool.run("delete", "3", "--yes")
    #expect(tool.run("diff", "9", "10").stdout.hasPrefix("- trip 'Lutetia' (3), "))
  }

  @Test func writesJSON() {
    #expect(
      tool.run("diff", "5", "6", "--json").stdout == """
        [
        {"kind":"update","entity":"LivingAccommodation","id":1,"name":"Hôtel du Nord","trip":3,\
        "property":"isConfirmed","old":"false","new":"true"}
        ]

        """)
  }

  @Test func refusesStatesBeforeTheHistory() {
    #expect(tool.run("diff", "9").exitCode == .token)
    // Before its first transaction a new store was empty.
    #expect(tool.run("diff", "2001-01-01").exitCode == .done)
    #expect(tool.run("diff", "x").exitCode == .usage)
    #expect(tool.run("diff").exitCode == .usage)
  }
}
