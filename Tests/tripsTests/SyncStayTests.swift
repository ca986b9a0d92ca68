import Foundation
import Testing

@testable import trips

/// The days of a stay's event, and what it was confirmed for.
struct SyncStayTests {
  /// A stay that a device in Tokyo has read first.
  @Test func countsTheDaysOfAStayWhereItIsAtHome() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("stay", "confirm", "Paris")
    try fixture.expectSettled()
    func set(_ start: String, _ end: String) throws {
      try fixture.set("Paris", "DTSTART", "DTSTART:\(start)Z", stay: true)
      try fixture.set("Paris", "DTEND", "DTEND:\(end)Z", stay: true)
    }
    try set("20270501T150000", "20270503T100000")
    try fixture.expectSettled()
    let file = try fixture.file("Paris", stay: true)
    #expect(try fixture.read(file).contains("\nX-TRIPS-OFFSET:+0000\n"))
    try set("20270430T210000", "20270503T020000")
    try fixture.set("Paris", "X-TRIPS-OFFSET", "X-TRIPS-OFFSET:+0900", stay: true)
    #expect(try fixture.expectSettled().stdout.contains(#""notes":[]"#))
    try fixture.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270508")
    try fixture.set("Paris", "DTEND", "DTEND;VALUE=DATE:20270511")
    try set("20270507T210000", "20270510T020000")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT isConfirmed FROM livingAccommodation") == ["1"])
    #expect(try fixture.read(file).contains("\nX-TRIPS-OFFSET:+0900\n"))
  }

  /// Of two sides that move a trip alike the one counts that has confirmed the stay for its new nights.
  @Test(arguments: [true, false]) func keepsAConfirmationForOtherNights(isHere: Bool) throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    fixture.tool.run("stay", "confirm", "Paris")
    try fixture.expectSettled()
    other.run("sync", fixture.folder.path)
    let (first, second) = isHere ? (fixture.tool, other) : (other, fixture.tool)
    first.run("edit", "Paris", "--extend", "+1d")
    first.run("stay", "confirm", "Paris")
    first.run("sync", fixture.folder.path)
    second.run("edit", "Paris", "--extend", "+1d")
    for tool in [second, first] {
      #expect(tool.run("sync", fixture.folder.path).exitCode == .done)
      #expect(try tool.query("SELECT isConfirmed FROM livingAccommodation") == ["1"])
    }
  }

  /// A stay with days of its own does not move with its trip.
  @Test(arguments: [
    ["stay", "confirm", "Paris"], ["stay", "set", "Paris", "Ritz", "--confirmed"],
  ])
  func keepsAConfirmationThatCameWithAMove(_ command: [String]) throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    other.run("sync", fixture.folder.path)
    if command.contains("Ritz") {
      other.run("stay", "confirm", "Paris")
      other.run("sync", fixture.folder.path)
    }
    try fixture.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270420", stay: true)
    for tool in [fixture.tool, other] { tool.run("sync", fixture.folder.path) }
    other.run("edit", "Paris", "--extend", "+1d")
    other.run(words: command)
    for tool in [other, fixture.tool, other] {
      #expect(tool.run("sync", fixture.folder.path).exitCode == .done)
    }
    for tool in [fixture.tool, other] {
      #expect(try tool.query("SELECT isConfirmed FROM livingAccommodation") == ["1"])
    }
  }

  /// A phone has taken the day of departure from the event of the stay.
  @Test func movesAStayWithTheNightsOfItsTrip() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "DTEND", "DTEND;VALUE=DATE:20270503", stay: true)
    try fixture.expectSettled()
    fixture.tool.run("edit", "Paris", "--move", "+1w")
    try fixture.expectSettled()
    let stay = try fixture.read(fixture.file("Paris", stay: true))
    #expect(stay.contains("DTSTART;VALUE=DATE:20270508\nDTEND;VALUE=DATE:20270510\n"))
    fixture.tool.run("edit", "Paris", "--end", "1d")
    try fixture.expectSettled()
    #expect(
      try fixture.read(fixture.file("Paris", stay: true)).contains("DTEND;VALUE=DATE:20270509"))
  }

  /// A phone that moves a trip says nothing of its stay, which is confirmed for other nights.
  @Test(arguments: ["remove", "unconfirm"])
  func takesAMoveForNoWordOfTheStay(_ command: String) throws {
    let fixture = try SyncFixture()
    fixture.tool.run("stay", "confirm", "Paris")
    try fixture.expectSettled()
    fixture.tool.run("stay", command, "Paris")
    try fixture.set("Paris", "DTEND", "DTEND;VALUE=DATE:20270506")
    try fixture.expectSettled()
    let stays = try fixture.tool.query("SELECT isConfirmed FROM livingAccommodation")
    #expect(stays == (command == "remove" ? [] : ["0"]))
  }
}
