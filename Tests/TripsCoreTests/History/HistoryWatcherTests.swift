import Foundation
import SQLite
import Testing

@testable import TripsCore

struct HistoryWatcherTests {
  let fixture: TemporaryStore
  let options = Store.Options(author: "trips", command: "watch", busyTimeout: 1)

  init() throws {
    fixture = try TemporaryStore()
    try fixture.add("Paris")
  }

  private func watcher(_ descriptor: HistoryDescriptor = .init()) throws -> HistoryWatcher {
    try HistoryWatcher(path: fixture.path, options: options, descriptor)
  }

  @Test func holdsNoLockBetweenPolls() throws {
    let watcher = try watcher()
    try fixture.add("Rome")
    _ = try watcher.poll()
    let other = try Connection(fixture.path)
    try other.execute("BEGIN EXCLUSIVE")
    #expect(try watcher.poll().isEmpty)
    try other.execute("COMMIT")
    try fixture.add("Oslo")
    #expect(try watcher.poll().map(\.id) == [3])
  }

  @Test func waitsForAMissingStore() throws {
    let path = fixture.folder.appending(path: "later.db").path
    let watcher = try HistoryWatcher(path: path, options: options, .init())
    #expect(watcher.isMissing)
    for _ in 0..<9 { #expect(try watcher.poll().isEmpty) }
    try FileManager.default.copyItem(atPath: fixture.path, toPath: path)
    #expect(try watcher.poll().map(\.id) == [1])
  }

  /// A copy with the same history continues, an older one does not.
  @Test(arguments: [false, true]) func noticesThatTheFileWasReplaced(isOlder: Bool) throws {
    let copy = fixture.folder.appending(path: "copy.db").path
    let watcher = try watcher()
    if isOlder {
      try FileManager.default.copyItem(atPath: fixture.path, toPath: copy)
      try fixture.add("Rome")
    } else {
      try fixture.add("Rome")
      try FileManager.default.copyItem(atPath: fixture.path, toPath: copy)
    }
    #expect(try watcher.poll().map(\.id) == [2])
    #expect(rename(copy, fixture.path) == 0)
    if isOlder {
      #expect(throws: TripsError.self) { try watcher.poll() }
    } else {
      try fixture.add("Oslo")
      #expect(try watcher.poll().map(\.id) == [3])
    }
  }

  @Test func alertsWhenDatesChange() throws {
    let watcher = try watcher()
    func alerts() throws -> [String] {
      try watcher.poll().flatMap(\.changes).compactMap(DatesChangedAlert.init).map {
        "\($0.old.dates) → \($0.new.dates)"
      }
    }
    try fixture.execute(
      "UPDATE trip SET destination = 'x'", "UPDATE trip SET endDate = '2027-05-09'",
      "UPDATE trip SET startDate = '2027-05-02', endDate = '2027-05-04'")
    #expect(
      try alerts() == [
        "2027-05-01 to 2027-05-03 → 2027-05-01 to 2027-05-09",
        "2027-05-01 to 2027-05-09 → 2027-05-02 to 2027-05-04",
      ])
    try fixture.add("Rome")
    try fixture.execute("UPDATE trip SET name = 'Oslo' WHERE id = 2")
    #expect(try alerts().isEmpty)
    try fixture.execute("UPDATE trip SET endDate = '2027-06-01' WHERE id = 2", "DELETE FROM trip")
    #expect(try alerts() == ["2027-05-01 to 2027-05-03 → 2027-05-01 to 2027-06-01"])
  }
}
