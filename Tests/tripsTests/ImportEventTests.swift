import Foundation
import Testing

@testable import trips

/// Events that other programs have changed, or that have lost what was ours.
struct ImportEventTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  /// Other programs sort the events of a calendar as they like.
  @Test func findsTheStayOfATripAnywhere() throws {
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

  /// A web calendar writes neither marks nor relations into its own export.
  @Test(arguments: [true, false]) func knowsAStayByItsUIDWhereItsTripIs(isFirst: Bool) throws {
    let stay =
      "BEGIN:VEVENT\nUID:a-stay\nSUMMARY:Ritz\nDTSTART:20270501\nSTATUS:CONFIRMED\nEND:VEVENT\n"
    let paris = "BEGIN:VEVENT\nUID:a\nSUMMARY:Paris\nDTSTART:20270501\nEND:VEVENT\n"
    let alone = "BEGIN:VEVENT\nUID:b-stay\nSUMMARY:Rome\nDTSTART:20270601\nEND:VEVENT\n"
    let events = alone + (isFirst ? stay + paris : paris + stay)
    let text = "BEGIN:VCALENDAR\n\(events)END:VCALENDAR\n"
    #expect(try tool.importing(text).exitCode == .done)
    #expect(try tool.query("SELECT name FROM trip ORDER BY startDate") == ["Paris", "Rome"])
    let stays = "SELECT placeName || isConfirmed FROM livingAccommodation"
    #expect(try tool.query(stays) == ["Ritz1"])
    #expect(try tool.importing(text).stdout == "0 added, 0 updated, 3 unchanged\n")
  }

  /// Its own trip may come later.
  @Test func givesATripAnotherUIDThanThatOfAStay() throws {
    let uid = "55f2c9f4-0a6e-4f0b-9c1f-6f6a3c1f3a10-stay"
    let text =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:\(uid)\nSUMMARY:Ritz\nDTSTART:20270501\n"
      + "END:VEVENT\nEND:VCALENDAR\n"
    #expect(try tool.importing(text).exitCode == .done)
    #expect(try tool.query("SELECT name FROM trip WHERE uid <> '\(uid)'") == ["Ritz"])
    #expect(try tool.importing(text).stdout == "0 added, 0 updated, 1 unchanged\n")
    let marked = text.replacing("SUMMARY", with: "X-TRIPS-KIND:STAY\nSUMMARY")
    #expect(try tool.importing(marked).stderr.contains("the stay 'Ritz' belongs to no trip"))
  }

  /// Somebody has changed the list in a calendar program, which may have dropped what else is told.
  @Test(arguments: [true, false]) func takesWhatWasTypedInAList(keepsLines: Bool) throws {
    tool.run("add", "Paris", "--start", "2027-05-01", "--bucket", "Louvre", "Orsay", "Rodin")
    tool.run("bucket", "edit", "Paris", "Orsay", "--details", "closed on Mondays")
    let event = tool.run("export", "--format", "ics").stdout.replacing("\r\n ", with: "")
      .replacing("[ ] Orsay\\n[ ] Rodin", with: "[x] Orsay\\n[ ] Zoo")
    let lines = event.split(separator: "\r\n").filter { keepsLines || !$0.hasPrefix("X-TRIPS-") }
    #expect(try tool.importing(lines.joined(separator: "\r\n") + "\r\n").exitCode == .done)
    let items = "SELECT title || isDone || details FROM bucketListItem ORDER BY title"
    // The end of a list may have been cut off.
    #expect(
      try tool.query(items) == ["Louvre0", "Orsay1closed on Mondays", "Rodin0", "Zoo0"])
  }

  /// A program that knows one property of a name has kept one line alone, and a server has cut the list.
  @Test func keepsItemsThatAnEventHasLost() throws {
    tool.run("add", "Paris", "--start", "2027-05-01", "--bucket", "Louvre", "Orsay", "Rodin")
    let folder = tool.folder.appending(path: "calendar")
    #expect(tool.run("sync", folder.path, "--yes").exitCode == .done)
    let uid = try tool.query("SELECT uid FROM trip")[0]
    let event = try String(contentsOf: folder.appending(path: uid + ".ics"), encoding: .utf8)
      .replacing("\n ", with: "").replacing("\\n[ ] Orsay\\n[ ] Rodin", with: "")
    let lines = event.split(separator: "\n").filter { line in
      !["Orsay", "Rodin"].contains { line.hasPrefix("X-TRIPS-ITEM") && line.hasSuffix($0) }
    }
    #expect(try tool.importing(lines.joined(separator: "\n") + "\n").exitCode == .done)
    #expect(
      try tool.query("SELECT title FROM bucketListItem") == ["Louvre", "Orsay", "Rodin"])
  }
}
