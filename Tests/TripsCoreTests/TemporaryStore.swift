import Foundation
import SQLite

@testable import TripsCore

/// A store in a temporary folder that SQL of another program can change.
final class TemporaryStore {
  let folder: URL
  let store: Store

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "trips-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try Store(
      path: folder.appending(path: "trips.db").path, access: .creating,
      options: Store.Options(author: "test", command: "add"))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs SQL as another program: without our functions, author or settings.
  func asOtherProgram<Result>(_ work: (Connection) throws -> Result) throws -> Result {
    try work(Connection(store.path))
  }

  @discardableResult
  func add(
    _ name: String, destination: String = "", from start: String = "2027-01-01",
    to end: String? = nil, type: TripType = .plain
  ) throws -> Int64 {
    var draft = TripDraft()
    draft.name = name
    draft.destination = destination
    draft.type = type
    draft.startDate = CalendarDate(start)
    draft.end = CalendarDate(end ?? start).map { .on($0) }
    return try store.add(draft, today: .first).trip.id
  }
}

extension Store.Options {
  /// In a separate millisecond.
  init(author: String, command: String, busyTimeout: Double = 5) {
    self.init(
      author: author, command: command, busyTimeout: busyTimeout, now: { "20261120T101500Z" })
  }
}
