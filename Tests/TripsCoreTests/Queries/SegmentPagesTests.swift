import Foundation
import GRDB
import Testing

@testable import TripsCore

/// The rows of a file as `SegmentPages` reads them, against SQLite.
struct SegmentPagesTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  /// A file with rows of all lengths, many of them written anew, so that their pages lie apart.
  private func makeFile(pageSize: Int, seed: UInt64) throws -> String {
    let path = temporary.folder.appending(path: "\(pageSize)-\(seed).db").path
    var random = SplitMix(state: seed)
    try DatabaseQueue(path: path).inDatabase { db in
      try db.execute(
        sql: """
          PRAGMA page_size = \(pageSize);
          CREATE TABLE searchSegment(id INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT;
          """)
      try db.inTransaction {
        for step in 0..<900 {
          let id = random.below(10) == 0 ? step * 123_456_789_012 : random.below(400) - 200
          let size = random.below(1 << random.below(14))
          try db.execute(
            sql: "REPLACE INTO searchSegment VALUES(?, randomblob(?))",
            arguments: [id, max(1, size)])
        }
        try db.execute(sql: "UPDATE searchSegment SET text = x'' WHERE id % 50 = 0")
        return .commit
      }
    }
    return path
  }

  private func rows(_ pages: SegmentPages?) throws -> [[UInt8]]? {
    var rows: [[UInt8]] = []
    try pages?.forEachRow { id, bytes in rows.append(Array("\(id):".utf8) + bytes) }
    return pages.map { _ in rows }
  }

  @Test(arguments: [512, 1_024, 4_096, 65_536])
  func readsWhatSQLiteReads(pageSize: Int) throws {
    let path = try makeFile(pageSize: pageSize, seed: 7)
    try DatabaseQueue(path: path).read { db in
      let sql = "SELECT id, text FROM searchSegment ORDER BY id"
      let expected = try Row.fetchAll(db, sql: sql).map { row in
        Array("\(row[0] as Int64):".utf8) + Array(row[1] as Data)
      }
      #expect(expected.count > 300)
      #expect(try rows(SegmentPages(db)) == expected)
    }
  }

  /// It may give up, but not trap or go round in circles.
  @Test func readsAnyBytesAsPages() throws {
    let path = try makeFile(pageSize: 512, seed: 9)
    let sound = try Data(contentsOf: URL(filePath: path))
    var random = SplitMix(state: 4)
    for _ in 0..<50 {
      var bytes = sound
      for _ in 0...random.below(40) {
        // The schema on the first pages is SQLite's to read; heads of pages are hit most.
        let page = 2 + random.below(bytes.count / 512 - 2)
        bytes[page * 512 + random.below(random.below(3) == 0 ? 512 : 16)] = UInt8(random.below(256))
      }
      if random.below(8) == 0 { bytes.removeLast(512 * (1 + random.below(40))) }
      try bytes.write(to: URL(filePath: path))
      do {
        _ = try DatabaseQueue(path: path).read { try rows(SegmentPages($0)) }
      } catch is SegmentPages.Unreadable {
      } catch is DatabaseError {
        // SQLite refuses a file that is shorter than it says.
      }
    }
  }

  /// What the connection has written is not in the file yet, and what is in a log is not either.
  @Test func leavesToSQLiteWhatIsNotInTheFileAlone() throws {
    func isNil(_ db: Database) throws -> Bool {
      // A transaction begins with its first query.
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
      return try SegmentPages(db) == nil
    }
    #expect(try temporary.store.write(isNil))
    #expect(try !temporary.store.read(isNil))
    #expect(try DatabaseQueue().read(isNil))
    try temporary.asOtherProgram { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    #expect(try temporary.store.read(isNil))
  }

  /// A row that was written in the same transaction is found.
  @Test func findsWhatTheSameTransactionHasPacked() throws {
    try temporary.add("Paris")
    let names = try temporary.store.write { db in
      try db.execute(sql: "UPDATE trip SET name = 'Rome'")
      try SearchIndex(db).pack(all: true)
      var descriptor = FetchDescriptor()
      descriptor.predicate.searches = ["rome"]
      return try Store.fetch(Trip.self, descriptor, in: db).map(\.name)
    }
    #expect(names == ["Rome"])
  }
}
