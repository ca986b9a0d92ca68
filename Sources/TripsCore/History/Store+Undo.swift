internal import SQLite

/// The result of an undo or a redo.
package struct UndoOutcome: Sendable {
  /// The transaction that was reverted, without its changes.
  package let transaction: HistoryTransaction
  /// The newest change of another author that an undo passed over, and the number of the others.
  package internal(set) var passedOver: (newest: HistoryTransaction, others: Int)?
  /// The changes that were made.
  package let changes: [HistoryChange]
  /// The token after the undo; in a dry run the store's current token.
  package let token: HistoryToken
}

extension Store {
  /// Reverts a transaction in a new one. Without a number: the author's newest change that is not
  /// undone, so that repeated calls go further back.
  ///
  /// - Throws: `TripsError.undo`, or `.token` if there is no such transaction; nothing is changed
  ///   then.
  package func undo(_ number: Int64? = nil) throws(TripsError) -> UndoOutcome {
    try write { db in
      let reversions = try Reversions(db)
      guard let number else {
        let (id, others) = try reversions.newestChange(of: options.author)
        var outcome = try revert(id, "undo", reversions, db)
        outcome.passedOver = try others.first.map {
          (try reversions.transaction($0), others.count - 1)
        }
        return outcome
      }
      return try revert(number, "undo", reversions, db)
    }
  }

  /// Reverts the author's newest undo, unless the author has changed something since.
  ///
  /// - Throws: `TripsError.undo`; nothing is changed then.
  package func redo() throws(TripsError) -> UndoOutcome {
    try write { db in
      let reversions = try Reversions(db)
      return try revert(
        reversions.newestUndo(of: options.author), "redo", reversions, db)
    }
  }

  private func revert(
    _ number: Int64, _ verb: String, _ reversions: Reversions, _ db: Connection
  ) throws -> UndoOutcome {
    let before = try HistoryPosition(db)
    let transaction = try reversions.transaction(number)
    if let reversal = reversions.reverted[number] {
      throw TripsError.undo(.alreadyUndone(transaction, by: reversal))
    }
    try HistoryRecorder.begin(db, author: options.author, command: "\(verb) \(number)")
    try HistoryRecorder.mark(
      db, transaction.kind == .undo ? .redo : .undo, reverts: number)
    let history = RowHistory(db: db)
    let changes = try history.changes("c.transactionId = \(number)")
    try Inversion(transaction: transaction, reversions: reversions, db: db).invert(changes)
    try HistoryRecorder.ensureTransaction(db)
    return UndoOutcome(
      transaction: transaction, changes: try history.changes("c.id > \(before.newest.changeID)"),
      token: isRehearsal ? before.newest : try HistoryPosition(db).newest)
  }
}

/// Which transactions are reverted. Reverting a reversal makes the original transaction count
/// again.
struct Reversions {
  /// The reverted transactions, each with the one that reverts it.
  private(set) var reverted: [Int64: Int64] = [:]
  private let db: Connection

  init(_ db: Connection) throws {
    self.db = db
    let reversals = try Statement(
      "SELECT id, reverts FROM historyTransaction WHERE reverts NOT NULL ORDER BY id DESC", in: db)
    while try reversals.step() {
      let id = reversals.integer(0)
      if reverted[id] == nil { reverted[reversals.integer(1)] = id }
    }
  }

  /// - Throws: `HistoryTokenProblem` if there is no such transaction.
  func transaction(_ number: Int64) throws -> HistoryTransaction {
    let found = try RowHistory(db: db).transactions("WHERE id = \(number)").first
    if let found { return found }
    _ = try HistoryMoment.transaction(number).token(HistoryPosition(db), in: db)
    throw HistoryTokenProblem.tooEarly("transaction \(number)", begins: nil)
  }

  /// The author's newest change that is not undone, and such changes of others since.
  ///
  /// - Throws: `TripsError.undo`.
  func newestChange(of author: String) throws -> (id: Int64, others: [Int64]) {
    let changes = try Statement(
      "SELECT id, author FROM historyTransaction WHERE kind = 'change' ORDER BY id DESC", in: db)
    var others: [Int64] = []
    while try changes.step() {
      let id = changes.integer(0)
      if reverted[id] != nil { continue }
      if changes.text(1) == author { return (id, others) }
      others.append(id)
    }
    throw TripsError.undo(
      .nothingToUndo(author: author, newest: try others.first.map(transaction)))
  }

  /// The author's newest undo that is not reverted, if the author has changed nothing since.
  ///
  /// - Throws: `TripsError.undo`.
  func newestUndo(of author: String) throws -> Int64 {
    var change: Int64?
    let own = try Statement(
      "SELECT id, kind FROM historyTransaction WHERE author = \(author) ORDER BY id DESC", in: db)
    while try own.step() {
      let id = own.integer(0)
      switch HistoryTransaction.Kind(rawValue: own.text(1)) {
      case .undo where reverted[id] == nil:
        guard let change else { return id }
        throw TripsError.undo(
          .changedSinceUndo(undo: try transaction(id), change: try transaction(change)))
      case .change: change = change ?? id
      default: break
      }
    }
    throw TripsError.undo(.nothingToRedo)
  }
}
