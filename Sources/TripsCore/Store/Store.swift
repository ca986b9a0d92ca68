internal import Migrations
internal import SQLite

/// The SQLite file with all trips, opened for one command.
///
/// Each method that changes it is one transaction, and leaves the store unchanged if it throws.
package final class Store {
  package enum Access: Sendable {
    /// Creates no file and changes no byte.
    case reading
    /// Changes an existing store; a missing one is empty.
    case writing
    /// Creates a store if there is none.
    case creating
    /// Changes a private copy that is discarded afterwards: the store itself is only read.
    case rehearsing
  }

  /// The author of changes, and how long to wait for locks.
  package struct Options: Sendable {
    /// The author in the history.
    package var author: String
    /// The command in the history: `add`, `bucket done`.
    package var command: String
    /// Seconds to wait for another process that holds the lock.
    package var busyTimeout: Double
    /// The current time in UTC, for names of backups and timestamps of events: `20261120T101500Z`.
    package var now: @Sendable () -> String
    /// Called when a change is being committed, and when it is on disk, so that a signal in between
    /// does not falsify the exit code.
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

    /// Runs `work`, whose last step commits a change to disk.
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
  /// Whether there is no store yet; readers then see one without trips.
  package private(set) var isMissing: Bool
  /// Whether changes are made only to a private copy.
  var isRehearsal: Bool { access == .rehearsing }
  let options: Options
  private let access: Access
  /// The past state that is shown; nil for the present.
  private let moment: HistoryMoment?
  private var connection: Connection

  /// Opens the store.
  ///
  /// - Parameter path: absolute, so that no name is special to SQLite (`:memory:`, `file:`).
  /// - Parameter moment: the state to read; the present if nil.
  /// - Throws: `TripsError.store` for a file that is not a store of this version.
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

  /// Checks that this is a readable store of the latest version.
  package func verify() throws(TripsError) {
    try read { _ in }
  }

  /// Runs `work` in one transaction that sees one state of the store.
  ///
  /// It must not print: a reader blocked by a pipe would block every writer.
  func read<Result>(_ work: (Connection) throws -> Result) throws(TripsError) -> Result {
    try transactionOrEmptyStore(.deferred) { (try work($0), .commit) }
  }

  /// Runs `work` in one transaction under the author and the command; it is on disk when this
  /// returns.
  ///
  /// If `work` changes nothing, no byte of the file changes. A dry run changes its private copy.
  ///
  /// - Parameter kind: `exclusive` if no reader may block the commit.
  func write<Result>(
    _ kind: Connection.TransactionKind = .immediate, _ work: (Connection) throws -> Result
  ) throws(TripsError) -> Result {
    try transactionOrEmptyStore(kind) { db in
      let (result, isChanged) = try recorded(work, in: db)
      return (result, isChanged ? .commit : .rollback)
    }
  }

  private func recorded<Result>(
    _ work: (Connection) throws -> Result, in db: Connection
  ) throws -> (result: Result, isChanged: Bool) {
    try HistoryRecorder.begin(db, author: options.author, command: options.command)
    let changesBefore = db.totalChanges
    let result = try work(db)
    let isChanged = db.totalChanges > changesBefore
    try HistoryRecorder.end(db)
    return (result, isChanged)
  }

  /// Prepares the next transactions for very many rows.
  func prepareForManyRows() throws(TripsError) {
    // Each uid goes to a random page of its index: a cache of 64 MiB holds the inner pages for
    // millions of rows. SQLite also saves the pages that a statement changes, so that it can roll
    // back that statement alone; with triggers, these are so many that they would go to a file.
    try perform { try $0.execute("PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY") }
  }

  private func perform<Result>(
    _ work: (Connection) throws -> Result
  ) throws(TripsError) -> Result {
    try Self.withErrors(path, options) { try work(connection) }
  }

  /// Like `transaction`, but for a reader an empty file is a store without trips.
  private func transactionOrEmptyStore<Result>(
    _ kind: Connection.TransactionKind,
    _ work: (Connection) throws -> (Result, Connection.TransactionEnd)
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
    _ kind: Connection.TransactionKind,
    _ work: (Connection) throws -> (Result, Connection.TransactionEnd)
  ) throws -> Result {
    let db = connection
    var isChanged = false
    do {
      let result = try db.transaction(
        kind,
        deciding: {
          try SchemaCheck.refuseDrift(db, command: options.command, isWriting: kind != .deferred)
          if let moment { try PastState(moment: moment, db: db).enter() }
          let (result, end) = try work(db)
          isChanged = end == .commit && kind != .deferred
          if isChanged { options.onCommit(.begins) }
          return (result, end)
        })
      if isChanged { options.onCommit(.isDone) }
      return result
    } catch {
      if isChanged { options.onCommit(.hasFailed) }
      throw error
    }
  }

  /// Thrown for a file with neither a schema nor an application id.
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
    case let error as ImportProblem: .invalidRecord(error)
    case let error as FileError: .file(error)
    case let error as StoreProblem: .store(error, path: path)
    case let error as HistoryTokenProblem: .token(error)
    case let error as MigrationProblem: .migration(error, path: path)
    case let error as SQLiteError:
      .store(StoreProblem(error, busyTimeout: options.busyTimeout), path: path)
    default: .store(.inputOutput("\(error)"), path: path)
    }
  }
}
