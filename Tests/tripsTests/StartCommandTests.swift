import Foundation
import Testing

@testable import TripsCore
@testable import trips

struct StartCommandTests {
  @Test func explainsHowToAddTheFirstTrip() throws {
    let tool = try TestTool.onTerminal()
    let result = tool.run()
    #expect(result.exitCode == .done)
    #expect(result.stdout.hasPrefix("There are no trips yet. Add one:\n  trips add "))
    #expect(result.stderr == "")
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func countsDownToTheNextTripAndListsTenMore() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    let result = tool.run()
    let lines = result.stdout.split(separator: "\n")
    #expect(lines.first?.hasPrefix("WHEN ") == true)
    #expect(lines.count == 4 && lines[1].hasPrefix("in 19 days    1  business  Berlin kickoff"))
    #expect(tool.run("--db", tool.store.path, "--color=never") == result)
    for day in 11...22 { tool.run("add", "D\(day)", "--start", "2026-12-\(day)", "--no-input") }
    #expect(tool.run().stdout.split(separator: "\n").count == 12)
    tool.today = "2030-01-01"
    #expect(tool.run().stdout.hasPrefix("Nothing is planned. 'trips add'"))
  }

  @Test func showsThePlanOfTheCurrentTripFromToday() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    tool.run("bucket", "add", "1", "Arrival", "--on", "day1")
    tool.run("bucket", "add", "1", "Zoo", "--on", "day5")
    tool.today = "2026-12-12"
    #expect(
      tool.run().stdout == """
        'Berlin kickoff' (1), 2026-12-10 to 2026-12-15, 6 days, 5 nights
        Nights:      none of 5 has a stay
        Sat 12 Dec:  today
        Sun 13 Dec:  free
        Mon 14 Dec:  [ ] 4 Zoo
        Tue 15 Dec:  free

        """)
  }

  @Test func showsHelpInAPipe() throws {
    let tool = try TestTool().withSampleTrips()
    #expect(tool.run().exitCode == .usage)
    #expect(tool.run("--db", tool.store.path).exitCode == .usage)
    tool.terminal.isOutput = true
    #expect(tool.run("--json").exitCode == .usage)
    #expect(tool.run("--colour").exitCode == .usage)
  }

  @Test func announcesANewStoreOnce() throws {
    let tool = try TestTool.onTerminal(width: 400)
    let note = "note: created the store '\(tool.store.path)'\n"
    #expect(tool.run("add", "Paris", "--start", "2027-05-01", "--no-input").stderr == note)
    #expect(tool.run("add", "Rome", "--start", "2027-06-01", "--no-input").stderr == "")
    let quiet = try TestTool.onTerminal()
    #expect(quiet.run("add", "Paris", "--start", "2027-05-01", "--no-input", "-q").stderr == "")
    #expect(try TestTool().run("add", "Paris").stderr == "")
    // A typed path may be wrong, even in a script.
    let script = try TestTool()
    let path = script.folder.appending(path: "typo.db").path
    #expect(
      script.run("--db", path, "add", "Paris").stderr == "note: created the store '\(path)'\n")
    #expect(script.run("--db", path, "add", "Rome").stderr == "")
    script.environment["TRIPS_DB"] = path + "2"
    #expect(script.run("add", "Paris").stderr == "note: created the store '\(path)2'\n")
  }

  @Test func printsForATerminalIfForced() throws {
    let tool = try TestTool().withSampleTrips()
    tool.environment = ["TRIPS_FORCE_TTY": "40", "NO_COLOR": "1"]
    let lines = tool.run("list").stdout.split(separator: "\n")
    #expect(lines.first?.hasPrefix("ID") == true)
    #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= 40 })
    tool.environment["TRIPS_FORCE_TTY"] = "yes"
    #expect(tool.run("list").stdout.contains("DESTINA"))
    tool.environment["TRIPS_FORCE_TTY"] = ""
    #expect(tool.run("list").stdout.hasPrefix("1\t"))
  }
}
