import Foundation
import Testing

@testable import TripsCore

/// What `TripSync` decides, compared with another implementation of the same rules: the facts of all
/// sides of random syncs, and what it decided, one sync in each line of `SyncDecisions.ndjson`.
///
/// `TRIPS_SYNC_DECISIONS` is the path of another such file.
struct SyncDecisionTests {
  private struct Sync: Decodable {
    let seed: Int
    let number: Int
    let rows: [String: Row]
    let outcomes: [String: Outcome]
  }

  private struct Row: Decodable {
    let base, store, calendar: [String: String]?
    let hold: String?
    let doubtful: Bool
    let prefers: String?

    func sides() throws -> SyncSides {
      let (base, store, calendar) = (
        try SyncDecisionTests.facts(self.base), try SyncDecisionTests.facts(self.store),
        try SyncDecisionTests.facts(self.calendar)
      )
      return SyncSides(
        entity: try #require(base ?? store ?? calendar).entity, base: base, store: store,
        calendar: calendar,
        hold: hold.map { $0 == "cancelled" ? .cancelled : .problem("cannot be read") },
        isDoubtful: doubtful)
    }
  }

  private struct Outcome: Decodable {
    let held: Bool
    let deleted: Bool
    let facts: [String: String]
  }

  private static let words: [String: Entity] = ["trip": .trip, "item": .item, "stay": .stay]

  private static func facts(_ values: [String: String]?) throws -> EventFacts? {
    guard let values else { return nil }
    var facts = EventFacts(of: try #require(words[values["entity"] ?? ""]))
    for (fact, value) in values where fact != "entity" { facts[fact] = value }
    return facts
  }

  @Test func decidesAsAnotherImplementation() throws {
    let place = ProcessInfo.processInfo.environment["TRIPS_SYNC_DECISIONS"]
    let file =
      place.map { URL(filePath: $0) }
      ?? URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "SyncDecisions.ndjson")
    var (syncs, rows, held, deleted) = (0, 0, 0, 0)
    for line in try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")) {
      let sync = try JSONDecoder().decode(Sync.self, from: line)
      let decided = try TripSync.decide(
        sync.rows.mapValues { try $0.sides() },
        prefers: { sync.rows[$0]?.prefers.flatMap(SyncSide.init) }, isTaken: { _ in false })
      for (uid, expected) in sync.outcomes {
        let (isHeld, outcome) = (decided.held[uid] != nil, decided.outcomes[uid])
        let place: Comment = "seed \(sync.seed), sync \(sync.number), row \(uid)"
        #expect(isHeld == expected.held, place)
        if !isHeld, !expected.held {
          #expect(outcome?.isDeleted == expected.deleted, place)
          if !expected.deleted { #expect(try outcome?.facts == Self.facts(expected.facts), place) }
        }
        rows += 1
        if expected.held { held += 1 } else if expected.deleted { deleted += 1 }
      }
      syncs += 1
    }
    print("\(syncs) syncs with \(rows) rows, \(held) left alone, \(deleted) deleted")
    #expect(syncs >= 100 && rows >= 500 && held >= 100 && deleted >= 40)
  }
}
