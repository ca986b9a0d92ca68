import Testing

@testable import trips

/// `diff` and `show --blame`.
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
        - business trip 1 'Berlin kickoff', destination Berlin, start 2026-12-10, end
          2026-12-15, per diem 120.00 EUR, rule first-last:75%

        ~ trip 3 'Paris in May'
            name: Paris → Paris in May
          + item 3 'Louvre'
          ~ stay 1 'Hôtel du Nord', confirmed: no → yes

        """)
    #expect(
      tool.run("diff", "4", "5").stdout == """
        ~ trip 3 'Paris in May'
            destination: France → ''

        """)
  }

  @Test func writesALineForEachChangeInAPipe() {
    #expect(
      tool.run("diff", "7", "3").stdout == """
        update\tTrip\t3\tParis\tname: Paris in May → Paris\t\t
        delete\tBucketListItem\t3\tLouvre\t\t3\tParis
        update\tLivingAccommodation\t1\tHôtel du Nord\tconfirmed: yes → no\t3\tParis

        """)
    #expect(tool.run("diff", "8") == TestTool.Result())
  }

  /// Names are those of the second state, even if a trip has another one today.
  @Test func usesTheNamesOfTheSecondState() {
    tool.run("edit", "3", "--name", "Lutetia")
    #expect(
      tool.run("diff", "5", "6").stdout == """
        update\tLivingAccommodation\t1\tHôtel du Nord\tconfirmed: no → yes\t3\tParis in May

        """)
    // A row that the second state lacks has its name of the first.
    tool.run("delete", "3", "--yes")
    let rows = tool.run("diff", "9", "10").stdout.split(separator: "\n")
    #expect(rows.dropFirst().map { $0.split(separator: "\t").last } == ["Lutetia", "Lutetia"])
  }

  @Test func writesJSON() {
    let json = tool.run("diff", "5", "6", "--json").stdout
    #expect(
      json == """
        [
        {"trip":{"id":3,"name":"Paris in May"},"changes":[{"kind":"update",\
        "entity":"LivingAccommodation","id":1,"name":"Hôtel du Nord",\
        "trip":{"id":3,"name":"Paris in May"},"properties":[{"name":"isConfirmed",\
        "old":false,"new":true}]}]}
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
