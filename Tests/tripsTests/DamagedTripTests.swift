import Testing

@testable import trips

/// A damaged record may contain dates that the schema refuses.
struct DamagedTripTests {
  @Test(
    arguments: [
      ["list"], ["list", "--json"], ["list", "--csv"], ["list", "--search", "a"], ["show", "1"],
      ["next"], ["edit", "1", "--name", "x"], ["delete", "1"], ["bucket", "list", "1"],
      ["bucket", "add", "1", "x"], ["stay", "add", "1", "x"], ["copy", "1", "--start", "today"],
      ["export"], ["stats"], ["plan", "1"],
    ],
    [
      ("endDate = '2027-02-30'", "endDate of trip 1 is '2027-02-30'"),
      ("startDate = '2026-12-11'", "trip 1 ends on 2026-12-10, before its start on"),
    ])
  func reportsDatesThatNoTripHas(words: [String], damage: (sql: String, reason: String)) throws {
    let tool = try TestTool()
    tool.run("add", "Paris", "--start", "2026-12-10")
    try tool.execute("PRAGMA ignore_check_constraints = ON; UPDATE trip SET \(damage.sql)")

    let result = tool.run(words: words)

    #expect(result.exitCode == .store && result.stdout.isEmpty)
    #expect(result.stderr.contains(damage.reason), "\(result.stderr)")
  }
}
