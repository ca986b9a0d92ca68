internal import GRDB
internal import Migrations

/// What an undo or a redo did.
package struct UndoOutcome: Sendable {
  /// The transaction that was taken back or brought back, without its changes.
  package let transaction: HistoryTransaction
  /// The changes that this took.
  package let changes: [HistoryChange]
  /// The newest token after it; in a rehearsal that of the store.
  package let token: HistoryToken

  /// The transaction that is back where what was taken back was itself an undo.
  package var restored: Int64? {
    if case .undo(let id, _) = HistoryStep(command: transaction.command) { id } else { nil }
  }
}

extension Store {
  /// What makes an undo uncertain: triggers of the user's beside which the history cannot be exact.
  package func warningsBeforeUndo() throws(TripsError) -> [String] {
    try read { db in
      try UserTriggers.names(in: db).isEmpty ? [] : UserTriggers.unsafe(in: db).map(\.warning)
    }
  }

  /// Takes a transaction back as a new one, where nothing later stands on it; without a number the newest
  /// that is not undone yet, whoever wrote it. Called again that walks further back. The undo of a
  /// transaction that was named is a transaction like any other for it.
  ///
  /// - Throws: `TripsError.undo`, or `.token` where there is no such transaction; then nothing is changed.
  package func undo(_ transaction: Int64? = nil) throws(TripsError) -> UndoOutcome {
    guard let transaction else {
      return try step({ .undo($0, isAlone: false) }, HistoryStep.toUndo(in:))
    }
    return try step(
      { .undo($0, isAlone: true) }, { try HistoryStep.toUndo(transaction, in: $0) })
  }

  /// Brings back what the last undo took away. A write after an undo makes it final.
  ///
  /// - Throws: `TripsError.undo`; then nothing is changed.
  package func redo() throws(TripsError) -> UndoOutcome {
    try step({ .redo($0) }, HistoryStep.toRedo)
  }

  private func step(
    _ step: (Int64) -> HistoryStep, _ target: (Database) throws -> HistoryStep.Target
  ) throws(TripsError) -> UndoOutcome {
    try withoutForeignKeys { () throws(TripsError) in
      try write { db in
        let target = try target(db)
        let before = try HistoryPosition(db)
        try HistoryRecorder.begin(
          db, author: options.author, command: step(target.transaction.id).command)
        let changes = try HistoryRow.changes(ofTransaction: target.inverted, in: db)
        if let change = changes.first(where: { !$0.isReadable }) {
          throw TripsError.undo(
            .unreadable(target.transaction, what: HistoryInversion.called(change)))
        }
        let strangers = try ForeignKeys.violations(db)
        let inversion = HistoryInversion(transaction: target.transaction, db: db)
        try inversion.checkNothingStands(on: changes, of: target)
        do {
          try inversion.invert(changes)
        } catch let error as DatabaseError
          where error.extendedResultCode == .SQLITE_CONSTRAINT_CHECK
        {
          throw try inversion.obstacle(to: changes, of: target) ?? error
        }
        try inversion.verify(inverse: changes, after: before.newest.place)
        if let table = try ForeignKeys.broken(db, since: strangers) {
          throw TripsError.undo(.needed(target.transaction, by: table))
        }
        try HistoryRecorder.ensureTransaction(db)
        return UndoOutcome(
          transaction: target.transaction,
          changes: try HistoryRow.changes(after: before.newest.place, in: db),
          token: isRehearsal ? before.newest : try HistoryPosition(db).newest)
      }
    }
  }
}
