import Testing

@testable import TripsCore

struct HistoryConsumerTests {
  let fixture: HistoryFixture

  init() throws {
    fixture = try HistoryFixture()
    for name in ["A", "B", "C", "D"] { try fixture.add(name) }
  }

  private func token(after id: Int) throws -> HistoryToken {
    try fixture.history()[id - 1].changes[0].token
  }

  private func purge(_ limit: HistoryPurgeLimit, force: Bool = false) throws -> HistoryPurgeOutcome
  {
    try fixture.store(command: "history purge").purgeHistory(before: limit, force: force)
  }

  @Test func staysAtItsLastAcknowledgedToken() throws {
    let store = try fixture.store()
    #expect(try store.historyToken(ofConsumer: "widget") == nil)
    let (second, third) = (try token(after: 2), try token(after: 3))
    try store.acknowledge(third, byConsumer: "widget")
    try store.acknowledge(second, byConsumer: "widget")
    #expect(try store.historyToken(ofConsumer: "widget") == third)
    try store.acknowledge(second, byConsumer: "widget", isReset: true)
    #expect(try store.historyToken(ofConsumer: "widget") == second)
    #expect(try store.forgetConsumer("widget"))
    #expect(try !store.forgetConsumer("widget"))
    // None of these changes is of interest.
    #expect(try fixture.history().count == 4)
  }

  @Test func delaysAPurgeUnlessForced() throws {
    let store = try fixture.store()
    let (second, newest) = (try token(after: 2), try store.historyToken())
    try store.acknowledge(second, byConsumer: "slow")
    try store.acknowledge(try token(after: 3), byConsumer: "quick")
    let first = try purge(.token(newest))
    #expect((first.transactions, first.slowest?.name) == (2, "slow"))
    #expect(try store.historyToken(ofConsumer: "slow") == second)

    let forced = try purge(.token(newest), force: true)
    #expect((forced.transactions, forced.slowest?.name) == (2, "slow"))
    #expect {
      try store.historyToken(ofConsumer: "slow")
    } throws: { error in
      guard case TripsError.token(.ofConsumer("slow", .expired(purgedThrough: 4))) = error else {
        return false
      }
      return true
    }
    // A consumer that needs a reset does not delay a purge.
    try fixture.add("E")
    #expect(try purge(.token(try store.historyToken())).slowest == nil)
  }

  @Test func purgesWholeTransactionsBeforeADay() throws {
    try fixture.execute(
      "INSERT INTO bucketListItem(tripId, title) VALUES (1, 'x'), (1, 'y')")
    let timestamp = try fixture.history()[0].timestamp
    let today = try #require(CalendarDate(String(timestamp.prefix(10))))
    #expect(try purge(.time(today.description)).changes == 0)
    let tomorrow = try #require(today.adding(days: 1))
    let all = try fixture.store(.rehearsing, command: "history purge").purgeHistory(
      before: .time(tomorrow.description))
    #expect((all.transactions, all.changes) == (5, 6))
    // A token in the middle of a transaction does not split it.
    let changes = try fixture.history().flatMap(\.changes)
    #expect(try purge(.token(changes[4].token)).changes == 4)
    #expect(try fixture.history().flatMap(\.changes).count == 2)
  }

  /// An undo of nothing is a transaction without changes, here the first of its day.
  @Test func continuesAfterADayWithoutChanges() throws {
    try fixture.execute(
      "INSERT INTO historyTransaction(timestamp, author, command) "
        + "VALUES ('9998-01-01T00:00:00.000Z', 'trips', 'undo 1')",
      "UPDATE trip SET destination = 'x' WHERE id = 1")
    let day = try #require(CalendarDate("9998-01-01"))
    #expect(try purge(.time(day.description)).changes == 4)
    #expect(try fixture.history().map(\.id) == [6])
  }
}
