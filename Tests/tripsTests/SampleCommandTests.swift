import Foundation
import Testing

@testable import trips

struct SampleCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
    tool.environment["TRIPS_DB"] = tool.folder.appending(path: "s.db").path
  }

  @Test(arguments: [("V1", 12), ("V2", 10), ("V3", 9), ("V4", 10)])
  func createsStoresOfAnyVersion(version: String, trips: Int) throws {
    let made = tool.run("sample", "s.db", "--schema", version)
    let path = tool.folder.appending(path: "s.db").path
    #expect(made.stdout == path + "\n")
    #expect(
      made.stderr.hasPrefix("note: created a store with schema \(version) and \(trips) trips\n"))
    #expect(
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(tool.run("migrate", "--status").stdout.contains("current\t\(version) "))
    let examined = tool.run("doctor")
    #expect(examined.exitCode == .done && examined.stdout.contains("belongs to no trip"))
    let report = tool.run("migrate")
    report.expectDone()
    #expect(report.stdout.contains("merge\tTrip\t") == (version == "V1"))
    #expect(tool.run("list", "--count").stdout == "\(version == "V1" ? 10 : trips)\n")
    #expect(tool.run("doctor").exitCode == .done)
    #expect(
      tool.run("next").stdout.contains(version >= "V3" ? "Team" : "Museum"))
  }

  @Test func hasAHistoryToReadAndToUndo() throws {
    tool.run("sample", "s.db")
    let history = tool.run("history").stdout
    #expect(history.contains("\tanna\tedit\t") && history.contains("\texternal\t"))
    #expect(tool.run("show", "Museum day").exitCode == .noTrip)
    tool.run("undo").expectDone()
    #expect(tool.run("show", "Museum day").exitCode == .done)
  }

  @Test func isReproducibleExceptForItsIdentity() throws {
    tool.run("sample", "s.db")
    tool.run("sample", "other.db")
    #expect(tool.run("export") == tool.run("--db", "other.db", "export"))
    #expect(tool.run("history", "--token") != tool.run("--db", "other.db", "history", "--token"))
  }

  /// Events of ours are recognised by them.
  @Test func hasUIDsThatShowTheKindOfRow() throws {
    tool.run("sample", "s.db")
    let uids = tool.run("export").stdout.matches(of: #/"uid":"([a-z]+-)[0-9a-f]{32}-[0-9]+"/#)
    #expect(
      uids.reduce(into: [:]) { $0[$1.1, default: 0] += 1 } == [
        "trip-": 10, "item-": 23, "stay-": 10,
      ])
    #expect(!tool.run("export").stdout.contains("\"uid\":\"\""))
  }

  @Test func numbersAnEqualNameInV2() throws {
    tool.run("sample", "s.db", "--schema", "V2")
    #expect(tool.run("migrate").stdout.contains("\tname\tReykjavík (2)\tReykjavík\n"))
  }

  @Test(arguments: ["0001-01-01", "9999-12-31"])
  func fitsIntoTheCalendar(today: String) throws {
    tool.today = today
    for version in ["V1", "V2", "V3", "V4"] {
      tool.run("sample", "\(version).db", "--schema", version).expectDone()
    }
    #expect(tool.run("--db", "V4.db", "list", "--count").stdout == "10\n")
  }

  @Test func refusesAnExistingFile() throws {
    let path = tool.folder.appending(path: "s.db")
    try Data("mine".utf8).write(to: path)
    let result = tool.run("sample", "s.db")
    #expect(result.exitCode == .refused && result.stderr.contains("already exists"))
    #expect(try Data(contentsOf: path) == Data("mine".utf8))
    #expect(tool.run("sample", "t.db", "--schema", "V5").exitCode == .usage)
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path) == ["s.db"])
  }
}
