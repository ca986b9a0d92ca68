import Foundation
import SQLite
import Testing

@testable import TripsCore

/// Stores opened at a past state.
struct TimeTravelTests {
  static let operations =
    ProcessInfo.processInfo.environment["TRIPS_TEST_OPERATIONS"].flatMap { Int($0) } ?? 150

  /// Random operations by the tool and by another program, including undo, redo and purge.
  @Test(arguments: [11, 12]) func reproducesEachPastState(seed: UInt64) throws {
    let fixture = try HistoryFixture()
    var random = SeededGenerator(state: seed)
    var states = [try State(fixture)]
    for number in 1...Self.operations {
      switch number % 10 {
      case 4: _ = try? fixture.store(command: "undo").undo()
      case 5: _ = try? fixture.store(command: "redo").redo()
      case 9 where number % 50 == 49:
        let limit = states[states.count / 2].token
        _ = try fixture.store(command: "history purge").purgeHistory(before: .token(limit))
      default: try RandomOperation(&random).run(on: fixture, &random)
      }
      states.append(try State(fixture))
    }

    var reached = 0
    for state in states.shuffled(using: &random) {
      guard let past = try state.open(.token(state.token), fixture) else { continue }
      reached += 1
      try #require(try past.content() == state.content)
      try #require(try past.historyToken() == state.token)
      let numbered = try #require(try state.open(.transaction(state.number), fixture))
      try #require(try numbered.content() == state.content)
    }
    #expect(reached > Self.operations / 5)
  }

  /// A past state, with the words that refer to it.
  private struct State {
    let token: HistoryToken
    let number: Int64
    let content: [String]

    init(_ fixture: HistoryFixture) throws {
      let store = try fixture.store(.reading)
      token = try store.historyToken()
      number = try store.read { db in
        try db.integer("SELECT max(id) FROM historyTransaction") ?? 0
      }
      content = try store.content()
    }

    /// Nil after a purge.
    func open(_ moment: HistoryMoment, _ fixture: HistoryFixture) throws -> Store? {
      do {
        let store = try fixture.store(at: moment)
        try store.verify()
        return store
      } catch TripsError.token(.expired) {
        return nil
      }
    }
  }
}

extension Store {
  /// The results of several kinds of queries.
  fileprivate func content() throws -> [String] {
    var descriptor = FetchDescriptor()
    var answers = try [FetchDescriptor.SortKey.id, .start, .name].map { key in
      descriptor.sortBy = key
      return try json(descriptor)
    }
    descriptor.predicate.searches = ["lodz"]
    answers += [try json(descriptor), try String(fetchCount(descriptor))]
    descriptor.predicate.searches = ["b"]
    descriptor.predicate.types = [.business]
    answers += [try json(descriptor), try String(fetchCount(descriptor))]
    return answers
  }

  private func json(_ descriptor: FetchDescriptor) throws -> String {
    var descriptor = descriptor
    descriptor.relationshipsForPrefetching = FetchDescriptor.Relationship.allCases
    let rows = try render(descriptor, TripJSON(fields: TripField.allCases).append)
    var bytes: [UInt8] = []
    try rows.withEach { bytes += Array($0) + [10] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
