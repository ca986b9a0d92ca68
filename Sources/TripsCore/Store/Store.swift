internal import GRDB
internal import Migrations

/// The one SQLite file that holds all trips, opened for one command.
///
/// Each method that changes it is one transaction and leaves the store as it was when it throws.
package final class Store {
  package enum Access: Sendable {
    /// Makes no file and changes no byte.
    case reading
    /// Changes a store that is there; where there is none, there is nothing to change.
    case writing
    /// Makes a store where there is none.
    case creating
    /// Changes a private copy, which is gone afterwards: the store itself is only read.
    case rehearsing
  }

  /// Who opens the store and how patient they are.
  package struct Options: Sendable {
    /// Whose name the history gives to the changes.
    package var author: String
    /// The command that makes them, as the history names it: `add`, `bucket done`.
    package var command: String
    /// Seconds to wait for another process that holds the lock.
    package var busyTimeout: Double
    /// The time, UTC, as the names of backups and the stamps of events have it: `20261120T101500Z`.
    package var now: @Sendable () -> String
    /// Is told when a change goes to the disk, and when it is there: what ends the process in between
    /// must not make a lie of its exit code.
    package var onCommit: @Sendable (CommitState) -> Void

    package init(
      author: String, command: String, busyTimeout: Double, now: @escaping @Sendable () -> String,
      onCommit: @escaping @Sendable (CommitState) -> Void = { _ in }
    ) {
      self.author = author
      self.command = command
      self.busyTimeout = busyTimeout
      self.now = now
      self.onCommit = onCommit
    }

    /// Runs `work`, which brings a change to the disk with its last step.
    func committing<Result>(_ work: () throws -> Result) rethrows -> Result {
      onCommit(.begins)
      do {
        let result = try work()
        onCommit(.isDone)
        return result
      } catch {
        onCommit(.hasFailed)
        throw error
      }
    }
  }

  package enum CommitState: Sendable {
    case begins, isDone, hasFailed
  }

  package let path: String
  /// Whether there is no store yet, so that a reader sees one without trips.
  package private(set) var isMissing: Bool
  /// Whether changes are made to a private copy alone.
  var isRehearsal: Bool { access == .rehearsing }
  let options: Options
  private let access: Access
  /// The state that is seen; nil for the present.
  private let moment: HistoryMoment?
  private var connection: StoreConnection

  /// Opens the store.
  ///
  /// - Parameter path: absolute, so that no name has a meaning of its own for SQLite
  ///   (`:memory:`, `file:`).
  /// - Parameter moment: the state that every query answers for, for a reader; nil is the present.
  /// - Throws: `TripsError.store` for what is not a store of this version.
  package init(
    path: String, access: Access, options: Options, at moment: HistoryMoment? = nil
  ) throws(TripsError) {
    self.path = path
    self.access = access
    self.moment = moment
    self.options = options
    (connection, isMissing) = try Self.withErrors(path, options) {
      try Self.openOrCreate(path, access, options)
    }
  }

  /// Checks that this is a store of the latest version that can be read.
  package func verify() throws(TripsError) {
    try read { _ in }
  }

  /// Runs `work` in one transaction that sees one state of the store.
  ///
  /// It must not print: a reader that waits for a pipe would hold up every writer.
  func read<Result>(_ work: (Database) throws -> Result) throws(TripsError) -> Result {
    try transactionOnStoreOrNothing(.deferred) { (try work($0), .commit) }
  }

  /// Runs `work` in one transaction under the author and the command, on the disk when it returns.
  ///
  /// Where `work` changes nothing, no byte of the file is changed. A rehearsal takes everything back.
  ///
  /// - Parameter kind: `exclusive` where no reader may be in the way of the commit.
  func write<Result>(
    _ kind: Database.TransactionKind = .immediate, _ work: (Database) throws -> Result
  ) throws(TripsError) -> Result {
    try transactionOnStoreOrNothing(kind) { db in
      let (result, isChanged) = try recorded(work, in: db)
      return (result, isChanged && !isRehearsal ? .commit : .rollback)
    }
  }

  private func recorded<Result>(
    _ work: (Database) throws -> Result, in db: Database
  ) throws -> (result: Result, isChanged: Bool) {
    try HistoryRecorder.begin(db, author: options.author, command: options.command)
    let changesBefore = db.totalChangesCount
    let result = try Self.namingBrokenTriggers(in: db) { try work(db) }
    let isChanged = db.totalChangesCount > changesBefore
    if isChanged, !isRehearsal { try SearchIndex.packIfDue(db) }
    try HistoryRecorder.end(db)
    return (result, isChanged)
  }

  /// Runs `work`, which may write, with foreign keys off: what an undo brings back may be of
  /// a program that does not keep them. The pragma does nothing inside a transaction.
  func withoutForeignKeys<Result>(
    _ work: () throws(TripsError) -> Result
  ) throws(TripsError) -> Result {
    try perform { try $0.execute(sql: "PRAGMA foreign_keys = OFF") }
    defer { try? perform { try $0.execute(sql: "PRAGMA foreign_keys = ON") } }
    return try work()
  }

  /// Makes the next transactions fit for very many rows.
  func prepareForManyRows() throws(TripsError) {
    try perform { db in
      // Before each statement SQLite notes the pages that it changes, to take it back alone: with
      // triggers these are so many that they would go to a file. Without trips there are none
      // (`FreshRows`), and what is sorted for the indexes belongs into one.
      let hasTrips = try? StatementCursor.integer("SELECT 1 FROM trip", in: db)
      try db.execute(
        sql: "\(Self.largeCache); PRAGMA temp_store = \(hasTrips == nil ? "FILE" : "MEMORY")")
    }
  }

  /// Each uid goes to a random page of its index. 64 MiB hold the inner pages of millions.
  static let largeCache = "PRAGMA cache_size = -65536"

  /// A number that changes when another connection commits
  /// (https://www.sqlite.org/pragma.html#pragma_data_version). No transaction stays open.
  func dataVersion() throws(TripsError) -> Int64 {
    let version = try perform { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    return connection.reopenings << 32 + version
  }

  private func perform<Result>(
    _ work: (Database) throws -> Result
  ) throws(TripsError) -> Result {
    try Self.withErrors(path, options) { try connection.perform(work) }
  }

  /// As `transaction`; an empty file is a store without trips to a reader.
  private func transactionOnStoreOrNothing<Result>(
    _ kind: Database.TransactionKind,
    _ work: (Database) throws -> (Result, Database.TransactionCompletion)
  ) throws(TripsError) -> Result {
    try Self.withErrors(path, options) {
      do {
        return try transaction(kind, work)
      } catch is NothingStored where access != .creating {
        connection = try Self.emptyStore(options)
        isMissing = true
      }
      return try transaction(kind, work)
    }
  }

  private func transaction<Result>(
    _ kind: Database.TransactionKind,
    _ work: (Database) throws -> (Result, Database.TransactionCompletion)
  ) throws -> Result {
    try connection.perform { db in
      var isChanged = false
      var isDurable = false
      defer { if isChanged, !isDurable { options.onCommit(.hasFailed) } }
      let result = try db.transaction(kind) {
        try SchemaCheck.refuseDrift(db, command: options.command, notes: kind != .deferred)
        if let moment { try PastState(moment: moment, db: db).enter() }
        let (result, completion) = try work(db)
        isChanged = completion == .commit && kind != .deferred
        if isChanged { options.onCommit(.begins) }
        return (result, completion)
      }
      if isChanged {
        isDurable = true
        options.onCommit(.isDone)
        try Self.syncFolder(of: db)
      }
      return result
    }
  }

  /// The file holds neither a schema nor anybody's mark.
  struct NothingStored: Error {}
}

extension Store {
  static func tripsError(
    _ error: any Error, path: String, options: Options
  ) -> TripsError {
    switch error {
    case let error as TripsError: error
    case let error as ValueError: .value(error.description)
    case is NothingStored: .store(.missing, path: path)
    case is RowDecodingError: .store(.unfitValue, path: path)
    case let error as ImportProblem: .invalidRecord(error)
    case let error as FileError: .file(error)
    case let error as StoreProblem: .store(error, path: path)
    case let error as HistoryTokenProblem: .token(error)
    case let error as MigrationProblem: .migration(error, path: path)
    case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
      .store(StoreProblem.full(path), path: path)
    case let error as DatabaseError:
      .store(StoreProblem(error, busyTimeout: options.busyTimeout), path: path)
    default: .store(.inputOutput("\(error)"), path: path)
    }
  }
}
