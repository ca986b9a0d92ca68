import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// What `Scripts/check-sync` has found to be lost.
struct SyncPromiseTests {
  let sync: SyncFixture

  init() throws {
    sync = try SyncFixture()
  }

  @Test func bringsATripBackWithItsItems() throws {
    try sync.set("Paris", "SUMMARY", "SUMMARY:Lutetia")
    sync.tool.run("delete", "Paris")
    #expect(sync.report()[0].hasPrefix("from the calendar\trevived"))
    #expect(
      try sync.tool.query("SELECT title || ':' || details FROM bucketListItem ORDER BY title")
        == ["Louvre:", "Orsay:closed on Mondays", "Rodin:"])
    try sync.expectSettled()
  }

  @Test func keepsADeletedTripWhoseStayWasChangedInTheCalendar() throws {
    try sync.set("Paris", "SUMMARY", "SUMMARY:Ritz", stay: true)
    sync.tool.run("delete", "Paris")
    #expect(sync.report()[0].hasPrefix("from the calendar\trevived"))
    #expect(try sync.tool.query("SELECT placeName FROM livingAccommodation") == ["Ritz"])
    try sync.expectSettled()
  }
}
