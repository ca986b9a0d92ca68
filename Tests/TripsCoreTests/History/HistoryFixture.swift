import Foundation
import SQLite

@testable import TripsCore

/// A store in a temporary folder, written by the tool and by another program.
final class HistoryFixture {
  let folder: URL
  var path: String { folder.appending(path: "trips.db").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = try store()
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func store(
    _ access: Store.Access = .creating, author: String = "trips", command: String = "test"
  ) throws -> Store {
    try Store(
      path: path, access: access,
      options: Store.Options(author: author, command: command, busyTimeout: 30))
  }

  /// A past state of the store.
  func store(at moment: HistoryMoment) throws -> Store {
    try Store(
      path: path, access: .reading, options: Store.Options(author: "", command: ""), at: moment)
  }

  /// A connection as in the `sqlite3` shell: none of our settings, foreign keys off.
  func outsider(recursiveTriggers: Bool = false) throws -> Connection {
    let db = try Connection(path, busyTimeout: 30)
    try db.execute("PRAGMA recursive_triggers = \(recursiveTriggers ? "ON" : "OFF")")
    return db
  }

  func reading<Result>(_ work: (Connection) throws -> Result) throws -> Result {
    try work(outsider())
  }

  /// Runs statements as another program, each in its own transaction.
  func execute(_ statements: String..., recursiveTriggers: Bool = false) throws {
    let db = try outsider(recursiveTriggers: recursiveTriggers)
    for statement in statements {
      // Statements within one millisecond may share a transaction.
      usleep(1_500)
      try db.execute(statement)
    }
  }

  func add(_ name: String, start: String = "2027-05-01", end: String = "2027-05-03") throws {
    var draft = TripDraft()
    draft.name = name
    draft.startDate = CalendarDate(start)
    draft.end = CalendarDate(end).map(TripDraft.End.on)
    _ = try store(command: "add").add(draft, today: .first)
  }

  /// All user data, without derived values.
  func content() throws -> Content {
    try Self.content(outsider())
  }

  /// The same after a transaction.
  func content(at number: Int64) throws -> Content {
    try store(at: .transaction(number)).read(Self.content)
  }

  private static func content(_ db: Connection) throws -> Content {
    var content = Content()
    for entity in HistoryEntity.stored {
      for row in try db.rows("SELECT \(sql: entity.columnList) FROM \(sql: entity.table)", \.values)
      {
        content.rows["\(entity.table) \(row[0].integer ?? 0)"] = row
      }
    }
    return content
  }

  /// The rows by table and id, with their values in the order of the properties.
  struct Content: Equatable {
    var rows: [String: [SQLiteValue]] = [:]
  }

  func history(_ descriptor: HistoryDescriptor = HistoryDescriptor()) throws -> [HistoryTransaction]
  {
    try follow(descriptor).transactions
  }

  func follow(
    _ descriptor: HistoryDescriptor
  ) throws -> (transactions: [HistoryTransaction], token: HistoryToken?) {
    let cursor = try store(.reading).fetchHistory(descriptor)
    var transactions: [HistoryTransaction] = []
    while let page = try cursor.next() { transactions += page }
    return (transactions, cursor.token)
  }

  func since(_ token: HistoryToken) throws -> [HistoryTransaction] {
    var descriptor = HistoryDescriptor()
    descriptor.since = token
    return try history(descriptor)
  }
}
