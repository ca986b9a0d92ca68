import Foundation
import Testing

@testable import trips

struct EnvironmentTests {
  @Test(arguments: [
    ("TRIPS_TODAY", "2026-02-30", "use YYYY-MM-DD"),
    ("TRIPS_CURRENCY", "dollars", "use an ISO 4217 code such as EUR"),
    ("TRIPS_BUSY_TIMEOUT", "soon", "use seconds from 0 to 86400"),
    ("TRIPS_BUSY_TIMEOUT", "-1", "use seconds from 0 to 86400"),
  ])
  func refusesABadVariable(name: String, value: String, reason: String) throws {
    let tool = try TestTool()
    tool.environment[name] = value
    let result = tool.run("add", "--business", "--perdiem", "5")
    #expect(result.exitCode == .usage)
    #expect(result.stderr == "error: the value '\(value)' is invalid for '\(name)'; \(reason)\n")
  }

  @Test func assignsACurrencyToABareAmount() throws {
    let tool = try TestTool()
    tool.environment["TRIPS_CURRENCY"] = "JPY"
    tool.run("add", "--business", "--perdiem", "5000")
    #expect(tool.run("list").stdout.contains("\t5000 JPY\t"))
  }

  @Test func namesTheAuthorOfAChange() throws {
    let tool = try TestTool()
    tool.run("add", "a")
    tool.environment["TRIPS_AUTHOR"] = "widget"
    tool.run("add", "b")
    tool.run("bucket", "add", "b", "c", "--author", "Zoë")
    try tool.execute("UPDATE trip SET destination = 'x' WHERE id = 1")
    #expect(
      try tool.query("SELECT author || ' ' || command FROM historyTransaction ORDER BY id")
        == ["trips add", "widget add", "Zoë bucket add", "external "])
  }
}
