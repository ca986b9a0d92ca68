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

    /// Runs `work`, which calls `begins` directly before it commits a change to disk.
    func committing<Result>(_ work: (_ begins: @escaping () -> Void) throws -> Result) rethrows
      -> Result
    {
      var hasBegun = false
      do {
        let result = try work {
          hasBegun = true
          onCommit(.begins)
        }
        if hasBegun { onCommit(.isDone) }
        return result
      } catch {
        if hasBegun { onCommit(.hasFailed) }
        throw error
      }
    }

    /// Like `committing`, for work that does nothing but commit.
    func commit<Result>(_ work: () throws -> Result) rethrows -> Result {
      try committing { begins in
        begins()
        return try work()
      }
    }
  }

  package enum CommitState: Sendable {
    case begins, isDone, hasFailed
  }

  package let path: String
  /// Whether there is no store yet; readers then see one without trips.
  package private(set) var isMissing: Bool
  /// Whether this command has created it.
  package private(set) var isNew = false
  /// Whether changes are made only to a private copy.
  var isRehearsal: Bool { access == .rehearsing }
  let options: Options
  private let access: Access
  /// The past state that is shown; nil for the present.
  private let moment: HistoryMoment?
  /// Nil until it is needed, if nothing is stored.
  private var connection: Connection?

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
    connection = try Self.withErrors(path, options) { try Self.open(path, access, options) }
    isMissing = connection == nil
  }

  /// Checks that this is a readable store of the latest version.
  package func verify() throws(TripsError) {
    try read { _ in }
  }

  /// Runs `work` in one transaction that sees one state of the store.
  ///
  /// It must not print: a reader blocked by a pipe would block every writer.
  func read<Result>(_ work: (Connection) throws -> Result) throws(TripsError) -> Result {
    try transaction(.deferred) { (try work($0), .commit) }
  }

  /// Runs `work` in one transaction under the author and the command; it is on disk when this
  /// returns.
  ///
  /// If `work` changes nothing, no byte of the file changes. A dry run changes its private copy.
  ///
  /// - Parameter kind: `exclusive` if no reader may block the commit.
  /// - Parameter ofManyRows: whether to prepare for very many rows.
  func write<Result>(
    _ kind: Connection.TransactionKind = .immediate, ofManyRows: Bool = false,
    _ work: (Connection) throws -> Result
  ) throws(TripsError) -> Result {
    try transaction(kind, ofManyRows: ofManyRows) { db in
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

  private typealias Work<Result> = (Connection) throws -> (Result, Connection.TransactionEnd)

  /// A transaction on the store; the first one of a writer that may create it also makes the file
  /// and its schema. To others, a file in which nothing is stored is a store without trips.
  private func transaction<Result>(
    _ kind: Connection.TransactionKind, ofManyRows: Bool = false, _ work: Work<Result>
  ) throws(TripsError) -> Result {
    try Self.withErrors(path, options) {
      let creates = access == .creating && kind != .deferred
      if creates, isMissing {
        if let result = try inNewFile(ofManyRows, work) { return result }
        (connection, isMissing) = (nil, false)
      }
      do {
        return try perform(kind, creates: creates, ofManyRows, work)
      } catch is NothingStored {
        (connection, isMissing) = (nil, true)
      }
      return try perform(kind, creates: false, ofManyRows, work)
    }
  }

  /// - Returns: nil if there is a file, which may be empty.
  private func inNewFile<Result>(_ ofManyRows: Bool, _ work: Work<Result>) throws -> Result? {
    let made = try Self.create(at: path, options) { db in
      try perform(.immediate, in: db, creates: true, ofManyRows, work, begins: {})
    }
    if made?.isStored == true { (connection, isMissing, isNew) = (nil, false, true) }
    return made?.result
  }

  private func perform<Result>(
    _ kind: Connection.TransactionKind, creates: Bool, _ ofManyRows: Bool, _ work: Work<Result>
  ) throws -> Result {
    let db =
      try connection
      ?? (isMissing ? Self.emptyStore() : StoreConnection.open(path, access, options))
    connection = db
    return try options.committing { begins in
      try perform(kind, in: db, creates: creates, ofManyRows, work, begins: begins).result
    }
  }

  /// - Returns: also whether there is a store now.
  private func perform<Result>(
    _ kind: Connection.TransactionKind, in db: Connection, creates: Bool, _ ofManyRows: Bool,
    _ work: Work<Result>, begins: () -> Void
  ) throws -> (result: Result, isStored: Bool) {
    if ofManyRows {
      // Each uid goes to a random page of its index: a cache of 64 MiB holds the inner pages for
      // millions of rows. SQLite also saves the pages that a statement changes, so that it can roll
      // back that statement alone; with triggers, these are so many that they would go to a file.
      try db.execute("PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY")
    }
    return try db.transaction(
      kind,
      deciding: {
        let isBuilt = try build(db, isWriting: kind != .deferred, creates: creates)
        if let moment { try PastState(moment: moment, db: db).enter() }
        let (result, end) = try work(db)
        if end == .commit, kind != .deferred { begins() }
        return ((result, !isBuilt || end == .commit), end)
      })
  }

  /// Checks the store; builds its schema if nothing is stored and `creates`.
  ///
  /// - Returns: whether it was built.
  private func build(_ db: Connection, isWriting: Bool, creates: Bool) throws -> Bool {
    do {
      try SchemaCheck.refuseDrift(db, command: options.command, isWriting: isWriting)
      return false
    } catch is NothingStored where creates {
      try SchemaMigrationPlan.trips.build(in: db)
      return true
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
      .store(StoreProblem(error, path: path, busyTimeout: options.busyTimeout), path: path)
    default: .store(.inputOutput("\(error)"), path: path)
    }
  }
}
