import CSQLite
import Foundation
import SQLite
import Testing

@testable import TripsCore

/// The query plans of fetches, by `EXPLAIN QUERY PLAN`.
struct FetchPlanTests {
  let temporary: TemporaryStore
  let today = CalendarDate.first.adding(days: 739_000)

  init() throws {
    temporary = try TemporaryStore()
  }

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let descriptor: FetchDescriptor
    let plan: [String]

    init(_ name: String, plan: [String], _ change: (inout FetchDescriptor) -> Void) {
      var descriptor = FetchDescriptor()
      descriptor.fetchLimit = 20
      change(&descriptor)
      testDescription = name
      self.descriptor = descriptor
      self.plan = plan
    }
  }

  static let day = CalendarDate(year: 2026, month: 11, day: 21)
  static let byID = "SEARCH trip USING INTEGER PRIMARY KEY (rowid=?)"
  static let byStart = "trip USING INDEX trip_startDate_id_endDate_type"

  @Test(arguments: [
    Case("list", plan: ["SCAN \(byStart)"]) { _ in },
    Case("list --reverse", plan: ["SCAN \(byStart)"]) { $0.isReversed = true },
    Case("list --business", plan: ["SCAN \(byStart)"]) { $0.predicate.types = [.business] },
    Case(
      "next",
      plan: [
        "SEARCH trip USING INDEX trip_long (startDate<?)", "SEARCH \(byStart) (startDate>?)",
      ]
    ) { $0.predicate.from = day },
    Case(
      "list --current",
      plan: [
        "SEARCH trip USING INDEX trip_long (startDate<?)",
        "SEARCH \(byStart) (startDate>? AND startDate<?)",
      ]
    ) {
      $0.predicate.phases = [.current]
      $0.predicate.today = day
    },
    Case(
      "list --from --to --business",
      plan: [
        "SEARCH trip USING INDEX trip_long (startDate<?)",
        "SEARCH \(byStart) (startDate>? AND startDate<?)",
      ]
    ) {
      $0.predicate.from = day
      $0.predicate.to = day
      $0.predicate.types = [.business]
    },
    Case("list --to", plan: ["SEARCH \(byStart) (startDate<?)"]) { $0.predicate.to = day },
    Case("list --upcoming", plan: ["SEARCH \(byStart) (startDate>?)"]) {
      $0.predicate.phases = [.upcoming]
      $0.predicate.today = day
    },
    Case("list --past --reverse", plan: ["SEARCH \(byStart) (startDate<?)"]) {
      $0.predicate.phases = [.past]
      $0.predicate.today = day
      $0.isReversed = true
    },
    Case("list --sort end", plan: ["SCAN trip USING INDEX trip_endDate"]) { $0.sortBy = .end },
    Case("list --sort end --upcoming", plan: ["SEARCH trip USING INDEX trip_endDate (endDate>?)"]) {
      $0.sortBy = .end
      $0.predicate.phases = [.upcoming]
      $0.predicate.today = day
    },
    Case("list --sort name", plan: ["SCAN trip USING INDEX trip_name_startDate_endDate"]) {
      $0.sortBy = .name
    },
    Case("list --sort destination", plan: ["SCAN trip USING INDEX trip_destination"]) {
      $0.sortBy = .destination
    },
    Case("list --sort id", plan: ["SCAN trip"]) { $0.sortBy = .id },
    Case("show ID", plan: [byID]) {
      $0.predicate.id = 1
    },
  ])
  func scansAnIndexInTheRequestedOrder(_ fetch: Case) throws {
    #expect(try plan(fetch.descriptor.select()).filter(Self.isStep) == fetch.plan)
    #expect(!(try plan(fetch.descriptor.select())).contains { $0.contains("TEMP B-TREE") })
  }

  @Test func countsInTheIndexAlone() throws {
    var descriptor = FetchDescriptor()
    descriptor.predicate.types = [.business]
    let plan = try plan(descriptor.selectCount()).filter(Self.isStep)
    #expect(plan == ["SCAN trip USING COVERING INDEX trip_startDate_id_endDate_type"])
  }

  /// A fetch of any number of trips runs three statements.
  @Test(arguments: [1, 40]) func loadsRelationsInAConstantNumberOfQueries(count: Int) throws {
    for number in 1...count { try temporary.add("Trip \(number)") }
    var descriptor = FetchDescriptor()
    descriptor.relationshipsForPrefetching = [.bucketList, .livingAccommodations]
    let statements = try temporary.store.read { db in
      var count = 0
      withUnsafeMutablePointer(to: &count) { count in
        sqlite3_trace_v2(
          db.handle, UInt32(SQLITE_TRACE_STMT),
          { _, count, _, _ in
            count?.assumingMemoryBound(to: Int.self).pointee += 1
            return 0
          }, count)
        defer { sqlite3_trace_v2(db.handle, 0, nil, nil) }
        _ = try? Store.fetch(Trip.self, descriptor, in: db)
      }
      return count
    }
    #expect(statements == 3)
  }

  private static func isStep(_ detail: String) -> Bool {
    detail.hasPrefix("SCAN trip") || detail.hasPrefix("SEARCH trip")
      || detail.hasPrefix("USE TEMP")
  }

  private func plan(_ query: SQL) throws -> [String] {
    try temporary.store.read { db in
      try db.rows("EXPLAIN QUERY PLAN \(query)") { $0.text(3) }
    }
  }
}
