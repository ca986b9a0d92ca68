import Foundation
import Testing

@testable import trips

/// Cancelled events of hotels, which delete nothing.
struct ImportCancelTests: ImportsCalendars {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  @Test func namesTheStayOfACancelledEvent() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d")
    let hotel = Self.days("20270501", "20270504") + ["SUMMARY:Hotel Artemide"]
    _ = try importing([hotel], "--into", "Rome")
    #expect(
      try importing([hotel + ["STATUS:CANCELLED"]]).stderr
        == "note: the stay 'Hotel Artemide' (1) is cancelled in the file; "
        + "'trips stay remove 1 1' removes it\n")
    #expect(try stays.count == 1)
  }

  /// The description became an item.
  @Test func namesTheItemOfACancelledStay() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d")
    let hotel =
      Self.at("20270501T150000", "20270504T110000") + ["SUMMARY:Hotel Artemide", "DESCRIPTION:PIN"]
    _ = try importing([hotel], "--into", "Rome")
    let cancelled = [hotel + ["STATUS:CANCELLED"]]
    let note =
      "note: the item 'Hotel Artemide' (1) on 2027-05-01 15:00 in 'Rome' (1), 2027-05-01 to "
      + "2027-05-05, has the title of a cancelled event; 'trips bucket remove 1 1' removes it\n"
    let result = try importing(cancelled)
    #expect(result.stderr.hasPrefix("note: the stay 'Hotel Artemide' (1) is cancelled"))
    #expect(result.stderr.hasSuffix("removes it\n" + note))
    tool.run("stay", "remove", "1", "1")
    #expect(try importing(cancelled).stderr == note)
    tool.run("bucket", "remove", "1", "1")
    #expect(
      try importing(cancelled).stderr
        == "note: the event 'Hotel Artemide' is cancelled; nothing was changed\n")
  }
}
