internal import SQLite

/// The result of an undo or a redo.
package struct UndoOutcome: Sendable {
  /// The transaction that was reverted, without its changes.
  package let transaction: HistoryTransaction
  /// The changes that were made.
  package let changes: [HistoryChange]
  /// The token after the undo; in a dry run the store's current token.
  package let token: HistoryToken
}

extension Store {
  /// Reverts a transaction in a new one. Without a number: the newest that is neither an undo nor
  /// undone, by any program, so that repeated calls go further back.
  ///
  /// - Throws: `TripsError.undo`, or `.token` if there is no such transaction; nothing is changed
  ///   then.
  package func undo(_ number: Int64? = nil) throws(TripsError) -> UndoOutcome {
    try revert("undo") { reversions, db in
      if let number { return try reversions.transaction(number, in: db) }
      return try reversions.newestWrite(in: db)
    }
  }

  /// Reverts the newest undo that is not itself reverted.
  ///
  /// - Throws: `TripsError.undo`; nothing is changed then.
  package func redo() throws(TripsError) -> UndoOutcome {
    try revert("redo") { reversions, db in try reversions.newestUndo(in: db) }
  }

  private func revert(
    _ verb: String, _ choose: (Reversions, Connection) throws -> HistoryTransaction
  ) throws(TripsError) -> UndoOutcome {
    try write { db in
      let before = try HistoryPosition(db)
      let reversions = try Reversions(db)
      let transaction = try choose(reversions, db)
      try HistoryRecorder.begin(
        db, author: options.author, command: "\(verb) \(transaction.id)")
      try HistoryRecorder.mark(db, kind: verb, reverts: transaction.id)
      let history = RowHistory(db: db)
      let changes = try history.changes("c.transactionId = \(transaction.id)")
      try Inversion(transaction: transaction, reversions: reversions, db: db).invert(changes)
      try HistoryRecorder.ensureTransaction(db)
      return UndoOutcome(
        transaction: transaction, changes: try history.changes("c.id > \(before.newest.place)"),
        token: isRehearsal ? before.newest : try HistoryPosition(db).newest)
    }
  }
}

/// The reverted transactions, and the transactions that revert them.
struct Reversions {
  /// The reverted transactions, each with the last transaction that reverted it.
  private(set) var reverted: [Int64: Int64] = [:]
  /// The undos, from the newest: those that revert a write, or the redo of one.
  private var undos: [Int64] = []

  init(_ db: Connection) throws {
    let pairs = try db.rows(
      "SELECT id, reverts FROM historyTransaction WHERE reverts IS NOT NULL ORDER BY id DESC"
    ) { ($0.integer(0), $0.integer(1)) }
    for (id, target) in pairs where reverted[id] == nil && reverted[target] == nil {
      reverted[target] = id
    }
    var undoes: [Int64: Bool] = [:]
    for (id, target) in pairs.reversed() { undoes[id] = undoes[target] != true }
    undos = pairs.map(\.0).filter { undoes[$0] == true }
  }

  /// - Throws: `HistoryTokenProblem` if there is no such transaction.
  func transaction(_ number: Int64, in db: Connection) throws -> HistoryTransaction {
    let found = try RowHistory(db: db).transactions("WHERE id = \(number)").first
    guard number > 0, let found else {
      _ = try HistoryMoment.transaction(number).token(HistoryPosition(db), in: db)
      throw HistoryTokenProblem.tooEarly("transaction \(number)", begins: nil)
    }
    if let undo = reverted[number] {
      throw TripsError.undo(.alreadyUndone(found, by: undo))
    }
    return found
  }

  func newestWrite(in db: Connection) throws -> HistoryTransaction {
    let writes = try Statement(
      "SELECT id FROM historyTransaction WHERE reverts IS NULL ORDER BY id DESC", in: db)
    while try writes.step() {
      if reverted[writes.integer(0)] == nil { return try transaction(writes.integer(0), in: db) }
    }
    throw TripsError.undo(.nothingToUndo)
  }

  func newestUndo(in db: Connection) throws -> HistoryTransaction {
    guard let undo = undos.first(where: { reverted[$0] == nil }) else {
      throw TripsError.undo(.nothingToRedo)
    }
    return try transaction(undo, in: db)
  }
}
