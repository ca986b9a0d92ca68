import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// What other programs write into the store and the folder that no command of ours would.
struct SyncOthersTests {
  private static let stays =
    "SELECT placeName FROM livingAccommodation WHERE placeName <> 'Motel' ORDER BY id"

  /// The next stay of a trip takes the place of the one whose file is gone.
  @Test(arguments: ["Ritz", "Hôtel du Nord"])
  func removesTheOneStayWhoseFileIsGone(_ place: String) throws {
    let fixture = try SyncFixture()
    try fixture.tool.execute(
      "INSERT INTO livingAccommodation(tripId, placeName) SELECT id, '\(place)' FROM trip "
        + "WHERE name = 'Paris'")
    try fixture.expectSettled()
    let file = try fixture.file("Paris", stay: true)
    #expect(try fixture.read(file).contains("SUMMARY:\(place)\n"))
    try FileManager.default.removeItem(at: file)
    try fixture.expectSettled()
    #expect(try fixture.tool.query(Self.stays) == ["Hôtel du Nord"])
    #expect(try fixture.read(file).contains("SUMMARY:Hôtel du Nord\n"))
    try FileManager.default.removeItem(at: file)
    try fixture.expectSettled()
    #expect(try fixture.tool.query(Self.stays).isEmpty)
  }
}
