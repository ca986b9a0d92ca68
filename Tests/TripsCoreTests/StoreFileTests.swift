import Foundation
import SQLite
import Testing

@testable import TripsCore

/// Files that are not a store, or are damaged.
struct StoreFileTests {
  let test: TemporaryStore
  private let options = Store.Options(author: "trips", command: "add")

  init() throws {
    test = try TemporaryStore()
  }

  private func problem(_ access: Store.Access) throws -> StoreProblem? {
    let error = #expect(throws: TripsError.self) {
      try test.open(access).fetchCount(FetchDescriptor())
    }
    guard case .store(let problem, _)? = error else { return nil }
    return problem
  }

  private func add(to path: String) throws {
    var draft = TripEdit()
    draft.values.set(.name, "Paris")
    _ = try Store(path: path, access: .creating, options: options).add(draft, today: .first)
  }

  @Test func createsAPrivateFileInPrivateFolders() throws {
    let path = test.folder.appending(path: "a/b/trips.db").path
    try add(to: path)
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(path) == 0o600)
    #expect(try mode(test.folder.appending(path: "a").path) == 0o700)
    #expect(try mode(test.folder.appending(path: "a/b").path) == 0o700)
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: test.folder.appending(path: "a/b").path) == ["trips.db"])
  }

  @Test func createsFoldersWhoseNamesBeginWithMarks() throws {
    let path = test.folder.path + "/\u{301}a/\u{301}b/\u{301}trips.db"
    try add(to: path)
    let copy = try Store.backup(of: path, to: nil, replacing: false, options: options)
    #expect(BackupName.newest(nextTo: path) == copy.path)
  }

  @Test func treatsAMissingFileAsAnEmptyStore() throws {
    let store = try test.open(.reading)
    #expect(try store.fetch(Trip.self).isEmpty)
    #expect(store.isMissing)
    #expect(!FileManager.default.fileExists(atPath: test.path))
  }

  @Test func readsAnEmptyFileAsAnEmptyStoreAndFillsIt() throws {
    try Data().write(to: URL(filePath: test.path))
    let reader = try test.open(.reading)
    #expect(try reader.fetch(Trip.self).isEmpty)
    #expect(reader.isMissing)
    #expect(try Data(contentsOf: URL(filePath: test.path)).isEmpty)
    try test.add("Paris")
    #expect(try test.open(.reading).fetchCount(FetchDescriptor()) == 1)
  }

  // MARK: - The first write

  private struct Stop: Error {}

  private func isThere(_ name: String) -> Bool {
    StoreFile.exists(test.folder.appending(path: name).path)
  }

  @Test func leavesNothingOfAFirstWriteThatFailsOrHasNothingToStore() throws {
    let store = try Store(
      path: test.folder.appending(path: "a/b/trips.db").path, access: .creating, options: options)
    #expect(throws: TripsError.self) {
      try store.write { db in
        try db.run("INSERT INTO trip(name, destination, startDate, endDate) VALUES ('a', '', 1, 1)")
      }
    }
    try store.write { _ in }
    #expect(!isThere("a") && store.isMissing && !store.isNew)
    #expect(try store.fetchCount(FetchDescriptor()) == 0)
    try add(to: store.path)
    #expect(isThere("a/b/trips.db"))
  }

  /// SQLite would roll a journal of another store back into the new one, or delete it.
  @Test func keepsSideFilesOfAnotherStoreNextToAnEmptyFile() throws {
    try Data().write(to: URL(filePath: test.path))
    var journal = Data(count: 512)
    // The number of pages.
    journal[19] = 7
    for (suffix, data) in [("-journal", journal), ("-wal", Data("log".utf8))] {
      let path = test.path + suffix
      try data.write(to: URL(filePath: path))
      #expect(try test.open(.reading).fetchCount(FetchDescriptor()) == 0)
      let error = #expect(throws: TripsError.self) { try test.add("Paris") }
      guard case .file(.leftOver([path]))? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == data)
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(try Data(contentsOf: URL(filePath: test.path)).isEmpty)
  }

  /// An empty file, and the journal of a transaction that begins with no page.
  @Test func fillsTheFileOfAKilledFirstWrite() throws {
    try Data().write(to: URL(filePath: test.path))
    try Data(count: 512).write(to: URL(filePath: test.path + "-journal"))
    #expect(try test.open(.reading).isMissing)
    try test.add("Paris")
    #expect(try test.open(.reading).fetchCount(FetchDescriptor()) == 1)
    #expect(!isThere("trips.db-journal"))
  }

  /// The file is there when the first write of another process is complete.
  @Test func repeatsAFirstWriteIfAnotherProcessWasFaster() throws {
    let store = try test.open()
    var runs = 0
    try store.write { db in
      runs += 1
      if runs == 1 { try test.add("Rome") }
      try db.run(
        """
        INSERT INTO trip(name, destination, startDate, endDate)
        VALUES ('Paris', '', '2027-01-01', '2027-01-01')
        """)
    }
    #expect(runs == 2 && !store.isNew)
    #expect(try test.open(.reading).fetch(Trip.self).map(\.name).sorted() == ["Paris", "Rome"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: test.folder.path) == ["trips.db"])
  }

  @Test(arguments: ["no store, but a letter that is longer than a header of SQLite", "no", "n"])
  func refusesText(words: String) throws {
    let text = Data(words.utf8)
    try text.write(to: URL(filePath: test.path))
    #expect(try problem(.reading) == .notADatabase)
    #expect(try problem(.creating) == .notADatabase)
    #expect(try Data(contentsOf: URL(filePath: test.path)) == text)
  }

  @Test func refusesFoldersAndPipes() throws {
    try FileManager.default.createDirectory(atPath: test.path, withIntermediateDirectories: true)
    #expect(try problem(.reading) == .notAFile)
    try FileManager.default.removeItem(atPath: test.path)
    #expect(mkfifo(test.path, 0o600) == 0)
    #expect(try problem(.creating) == .notAFile)
  }

  @Test(arguments: [
    ("CREATE TABLE a(b)", StoreProblem.foreign),
    ("PRAGMA application_id = 1", .foreign),
    (
      "CREATE TABLE trip(a); PRAGMA application_id = 0x54524950; PRAGMA user_version = 9",
      .newer(9)
    ),
    (
      "CREATE TABLE trip(a); PRAGMA application_id = 0x54524950; PRAGMA user_version = 3",
      .needsMigration(.v3, command: "add")
    ),
    (
      "CREATE TABLE trip(a); PRAGMA application_id = 0x54524950",
      .unknownModel("its version is 0")
    ),
  ])
  func refusesStoresOfOtherVersions(sql: String, expected: StoreProblem) throws {
    try Connection(test.path).execute(sql)
    let before = try Data(contentsOf: URL(filePath: test.path))
    #expect(try problem(.reading) == expected)
    #expect(try problem(.writing) == expected)
    #expect(try Data(contentsOf: URL(filePath: test.path)) == before)
  }

  @Test func reportsALock() throws {
    try test.add("Paris")
    let other = try Connection(test.path)
    try other.execute("BEGIN EXCLUSIVE")
    let error = #expect(throws: TripsError.self) {
      try test.open(.writing, timeout: 0.1).delete([TripReference("Paris")])
    }
    guard case .store(.locked(0.1), _)? = error else {
      Issue.record("not locked, but \(String(describing: error))")
      return
    }
    try other.execute("ROLLBACK")
    #expect(try test.open(.reading).fetchCount(FetchDescriptor()) == 1)
  }

  /// A file and its journal, as a killed writer leaves them.
  @Test func recoversFromAKilledWriter() throws {
    for number in 1...50 { try test.add("Trip \(number)") }
    let killed = test.folder.appending(path: "killed.db").path
    let writer = try Connection(test.path)
    // A cache this small makes SQLite write changed pages before the commit.
    try writer.execute(
      """
      PRAGMA cache_size = 1;
      BEGIN;
      UPDATE trip SET destination = hex(randomblob(2000));
      """)
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: test.path + suffix, toPath: killed + suffix)
    }
    try writer.execute("ROLLBACK")
    let trips = try Store(path: killed, access: .reading, options: options).fetch(Trip.self)
    #expect(trips.count == 50)
    #expect(trips.filter { !$0.destination.isEmpty }.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: killed + "-journal"))
  }

  @Test func putsAStoreInWALModeBack() throws {
    try test.add("Paris")
    try Connection(test.path)
      .execute("PRAGMA journal_mode = WAL; UPDATE trip SET destination = 'France'")
    #expect(try test.open(.reading).fetch(Trip.self).map(\.destination) == ["France"])
    try test.add("Rome")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: test.folder.path) == ["trips.db"])
    #expect(try Connection(test.path).text("PRAGMA journal_mode") == "delete")
  }
}
