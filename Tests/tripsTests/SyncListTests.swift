import Testing

@testable import trips

/// A list that a program leaves without its header, in an event without our lines.
struct SyncListTests {
  private struct Devices {
    let fixture: SyncFixture
    let other: TestTool

    /// The first one adds an item, and a web client leaves no more than its line.
    init() throws {
      (fixture, other) = (try SyncFixture(), try TestTool())
      #expect(other.run("sync", fixture.folder.path).exitCode == .done)
      fixture.tool.run("bucket", "add", "Rome", "Forum", "--details", "ticket 4711")
      try fixture.expectSettled()
      try fixture.edit("Rome") {
        SyncVariantsTests.without($0, "X-TRIPS-").replacing("Bucket list:\\n", with: "")
      }
      #expect(other.run("sync", fixture.folder.path).exitCode == .done)
      #expect(try other.query("SELECT notes FROM trip WHERE name = 'Rome'") == ["[ ] Forum"])
    }
  }

  @Test func bringsAListBackThatAnotherDeviceTookForNotes() throws {
    let devices = try Devices()
    try devices.fixture.expectSettled()
    #expect(devices.other.run("sync", devices.fixture.folder.path).exitCode == .done)
    try devices.fixture.expectSettled()
    for tool in [devices.fixture.tool, devices.other] {
      #expect(
        try tool.query(
          "SELECT notes || title || details FROM trip JOIN bucketListItem AS i ON i.tripId = trip.id "
            + "WHERE name = 'Rome'") == ["Forumticket 4711"])
    }
  }

  @Test func asksAboutAnItemThatAnotherDeviceHasMadeOfThem() throws {
    let devices = try Devices()
    devices.other.run("edit", "Rome", "--notes", "")
    devices.other.run("bucket", "add", "Rome", "Forum")
    #expect(devices.other.run("sync", devices.fixture.folder.path).exitCode == .done)
    let result = try devices.fixture.expectSettled(.refused)
    #expect(result.stdout.contains(#""field":"item 'Forum': details""#), "\(result.stdout)")
  }
}
