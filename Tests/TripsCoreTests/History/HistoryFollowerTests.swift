import Foundation
import SQLite
import Testing

@testable import TripsCore

struct HistoryFollowerTests {
  /// Writers in separate threads, with a connection per write, as separate processes have.
  @Test func readsEachChangeOnceAndInOrder() throws {
    let fixture = try TemporaryStore()
    _ = try fixture.outsider()
    let (writers, writes) = (8, 15)
    let isDone = NSConditionLock(condition: writers)
    for writer in 0..<writers {
      Thread {
        for number in 0..<writes {
          do {
            if writer.isMultiple(of: 2) {
              try fixture.add("\(writer) \(number)")
            } else {
              try fixture.execute(
                """
                INSERT INTO trip(name, destination, startDate, endDate)
                VALUES ('\(writer) \(number)', '', '2026-01-01', '2026-01-02')
                """)
            }
          } catch {
            Issue.record(error)
          }
        }
        isDone.lock()
        isDone.unlock(withCondition: isDone.condition - 1)
      }.start()
    }
    var descriptor = HistoryDescriptor()
    descriptor.since = .beginning
    var seen: [Int64] = []
    var isLast = false
    while !isLast {
      isLast = isDone.condition == 0
      let (transactions, token) = try fixture.follow(descriptor)
      descriptor.since = token
      seen += transactions.flatMap(\.changes).map(\.rowID)
    }
    #expect(seen == Array(1...Int64(writers * writes)))
  }
}

extension TemporaryStore: @unchecked Sendable {}
