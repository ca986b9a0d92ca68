import Foundation
import Testing

@testable import trips

/// Events that other programs have changed, or that have lost our properties.
struct ImportEventTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  /// Other programs sort the events of a calendar in any order.
  @Test func findsAnyStayOfATrip() throws {
    _ = tool.withSampleTrips()
    let calendar = tool.run("export", "--format", "ics").stdout
    let events = calendar.components(separatedBy: "BEGIN:VEVENT")
    let foot = "END:VCALENDAR\r\n"
    let last = events[events.count - 1].replacingOccurrences(of: foot, with: "")
    let sorted = [events[0]] + ([last] + events[1..<events.count - 1].reversed())
    let text = sorted.joined(separator: "BEGIN:VEVENT") + foot
    let trips = tool.run("list", "--json")
    let history = tool.run("history", "--token")
    #expect(try tool.importing(text).exitCode == .done)
    #expect(tool.run("list", "--json") == trips)
    #expect(tool.run("history", "--token") == history)
  }

  // MARK: - Lines that cannot be read

  /// The bytes of a calendar, with a Latin-1 line instead of each `LATIN1`.
  private func importing(_ lines: String..., options: [String] = []) throws -> TestTool.Result {
    let text = (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\n")
    let parts = text.components(separatedBy: "LATIN1").map { Array($0.utf8) }
    let file = tool.folder.appending(path: "latin.ics")
    try Data(parts.joined(separator: Array("X-A:caf".utf8) + [0xE9])).write(to: file)
    return tool.run(words: ["import", file.path] + options)
  }

  private static func event(_ name: String, _ lines: String...) -> String {
    (["BEGIN:VEVENT", "UID:\(name)", "SUMMARY:\(name)", "DTSTART:20270501", "DURATION:P2D"] + lines
      + ["END:VEVENT"]).joined(separator: "\n")
  }

  /// Components other than events are skipped whole.
  @Test(arguments: [
    "LATIN1", "no property at all", "BEGIN:VFREEBUSY\nLATIN1\nEND:VFREEBUSY",
    "BEGIN:VTODO\nUID:t\nno property\nBEGIN:VALARM\nLATIN1\nEND:VALARM\nEND:VTODO",
    "BEGIN:VTIMEZONE\nBEGIN:STANDARD\nLATIN1\nEND:STANDARD\nEND:VTIMEZONE",
  ])
  func readsTheOtherEventsOfAFileWithABadLine(_ lines: String) throws {
    let result = try importing(Self.event("a"), lines, Self.event("b"))
    #expect(result.exitCode == .done, "\(result.stderr)")
    #expect(try tool.query("SELECT name FROM trip ORDER BY name") == ["a", "b"])
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n"])
  func readsEveryLineEnd(_ end: String) throws {
    let event = Self.event("a", "DESCRIPTION:one\n  two").replacing("\n", with: end)
    #expect(try importing(event).exitCode == .done)
    #expect(try tool.query("SELECT name || notes FROM trip") == ["aone two"])
  }

  @Test func readsAnEventWithABadLineInItsAlarm() throws {
    let alarm = "BEGIN:VALARM\nLATIN1\nno property\nEND:VALARM"
    #expect(try importing(Self.event("a", alarm)).exitCode == .done)
    #expect(try tool.query("SELECT name FROM trip") == ["a"])
  }

  @Test(arguments: [
    ("LATIN1", "the line is not valid UTF-8"),
    ("bad", "the line is not a property of iCalendar"),
  ])
  func reportsTheEventOfAnInvalidLine(_ line: String, _ reason: String) throws {
    let lines = [Self.event("a"), Self.event("b", line), Self.event("c")]
    let result = try importing(lines[0], lines[1], lines[2])
    #expect(result.stderr.hasPrefix("note: left out (\(reason)): 'b' (2027-05-01)\n"))
    #expect(try tool.query("SELECT name FROM trip ORDER BY name") == ["a", "c"])
  }
}
