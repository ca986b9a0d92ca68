internal import CSQLite

extension Connection {
  /// When a transaction takes its locks (https://www.sqlite.org/lang_transaction.html).
  package enum TransactionKind: String, Sendable {
    case deferred = "BEGIN DEFERRED"
    case immediate = "BEGIN IMMEDIATE"
    case exclusive = "BEGIN EXCLUSIVE"
  }

  package enum TransactionEnd: Sendable {
    case commit, rollback
  }

  /// Runs `work` in a transaction, which is committed unless `work` throws. Within another
  /// transaction it is a savepoint, and `kind` has no effect.
  package func transaction<Result>(
    _ kind: TransactionKind = .deferred, _ work: () throws -> Result
  ) throws -> Result {
    try transaction(kind, deciding: { (try work(), .commit) })
  }

  /// Like `transaction(_:_:)`, but `work` decides how it ends.
  package func transaction<Result>(
    _ kind: TransactionKind = .deferred, deciding work: () throws -> (Result, TransactionEnd)
  ) throws -> Result {
    let isNested = isInTransaction
    try step(isNested ? "SAVEPOINT nested" : kind.rawValue)
    do {
      let (result, end) = try work()
      if end == .rollback { try rollBack(isNested) }
      if end == .commit || isNested { try step(isNested ? "RELEASE nested" : "COMMIT") }
      return result
    } catch {
      // Some errors roll back by themselves (https://www.sqlite.org/lang_transaction.html).
      if isInTransaction {
        try? rollBack(isNested)
        if isNested { try? step("RELEASE nested") }
      }
      throw error
    }
  }

  private func rollBack(_ isNested: Bool) throws {
    try step(isNested ? "ROLLBACK TO nested" : "ROLLBACK")
  }

  private func step(_ sql: String) throws { _ = try Statement(sql: sql, in: self).step() }

  /// Runs `work`, and calls `shouldStop` every few thousand steps of SQLite's machine; true ends the
  /// running statement with the code `interrupt`.
  package func interruptible<Result>(
    by shouldStop: @escaping () -> Bool, _ work: () throws -> Result
  ) throws -> Result {
    progress = shouldStop
    sqlite3_progress_handler(
      handle, 20_000,
      { Unmanaged<Connection>.fromOpaque($0!).takeUnretainedValue().progress?() == true ? 1 : 0 },
      Unmanaged.passUnretained(self).toOpaque())
    defer {
      sqlite3_progress_handler(handle, 0, nil, nil)
      progress = nil
    }
    return try work()
  }
}
