import Foundation
import Migrations
import SQLite

@testable import TripsCore

/// A store in a temporary folder, for the tool and for other programs.
final class TemporaryStore {
  let folder: URL
  var path: String { folder.appending(path: "trips.db").path }
  private var opened: Store?
  /// The author of what the tool does.
  var author = "trips"

  /// The store is made by the first change, or for another program.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "trips-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: - The tool

  /// The store, opened once.
  var store: Store {
    get throws {
      if let opened { return opened }
      let store = try open()
      opened = store
      return store
    }
  }

  /// Opens a new connection, to the present or a past state.
  func open(
    _ access: Store.Access = .creating, command: String = "add", timeout: Double = 30,
    at moment: HistoryMoment? = nil
  ) throws -> Store {
    try Store(
      path: path, access: access,
      options: Store.Options(author: author, command: command, busyTimeout: timeout), at: moment)
  }

  /// Adds a trip of three days, unless it has an end.
  @discardableResult
  func add(
    _ name: String, from start: String = "2027-05-01", to end: String? = nil,
    type: TripType? = nil, _ change: (inout TripEdit) -> Void = { _ in }
  ) throws -> TripOutcome {
    var draft = TripEdit()
    draft.values.set(.name, name)
    draft.values.set(.startDate, start)
    draft.end = end.flatMap(CalendarDate.init).map { .on($0) } ?? .after(.days(2))
    draft.values.set(.type, type?.rawValue)
    change(&draft)
    return try open().add(draft, today: .first)
  }

  // MARK: - Other programs

  /// A connection as in the `sqlite3` shell: none of our settings, foreign keys off.
  func outsider(recursiveTriggers: Bool = false) throws -> Connection {
    let isNew = !FileManager.default.fileExists(atPath: path)
    let db = try Connection(path, busyTimeout: 30)
    if isNew { try SchemaMigrationPlan.trips.build(in: db) }
    try db.execute("PRAGMA recursive_triggers = \(recursiveTriggers ? "ON" : "OFF")")
    return db
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

  func asOtherProgram<Result>(_ work: (Connection) throws -> Result) throws -> Result {
    usleep(1_500)
    return try work(outsider())
  }
}

extension Store.Options {
  init(author: String, command: String, busyTimeout: Double = 5) {
    self.init(
      author: author, command: command, busyTimeout: busyTimeout, now: { "20261120T101500Z" })
  }
}
