internal import Migrations
internal import SQLite

/// The result of an undo or a redo.
package struct UndoOutcome: Sendable {
  /// The transaction that was undone or redone, without its changes.
  package let transaction: HistoryTransaction
  /// The changes that were made.
  package let changes: [HistoryChange]
  /// The new newest token; in a dry run that of the store.
  package let token: HistoryToken
  /// Whether it deleted trips that have events in a calendar folder.
  package let deletesEvents: Bool

  /// The transaction that is restored if the undone one was itself an undo.
  package var restored: Int64? {
    if case .undo(let id, _) = HistoryStep(command: transaction.command) { id } else { nil }
  }
}

extension Store {
  /// Reasons why an undo may be inexact: the user's triggers.
  package func warningsBeforeUndo() throws(TripsError) -> [String] {
    try read { db in
      try UserTriggers.names(in: db).isEmpty ? [] : UserTriggers.unsafe(in: db).map(\.warning)
    }
  }

  /// Undoes a transaction in a new one, unless a later write depends on it. Without a number: the
  /// newest that is not undone yet, whoever wrote it, so that repeated calls go further back. The
  /// undo of a numbered transaction counts as an ordinary transaction.
  ///
  /// - Throws: `TripsError.undo`, or `.token` if there is no such transaction; nothing is changed
  ///   then.
  package func undo(_ transaction: Int64? = nil) throws(TripsError) -> UndoOutcome {
    guard let transaction else {
      return try step({ .undo($0, isAlone: false) }, HistoryStep.toUndo(in:))
    }
    return try step(
      { .undo($0, isAlone: true) }, { try HistoryStep.toUndo(transaction, in: $0) })
  }

  /// Redoes the last undone transaction. A write after an undo makes it final.
  ///
  /// - Throws: `TripsError.undo`; nothing is changed then.
  package func redo() throws(TripsError) -> UndoOutcome {
    try step({ .redo($0) }, HistoryStep.toRedo)
  }

  private func step(
    _ step: (Int64) -> HistoryStep, _ target: (Connection) throws -> HistoryStep.Target
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
        let violations = try ForeignKeys.violations(db)
        let inversion = HistoryInversion(transaction: target.transaction, db: db)
        try inversion.checkNothingDepends(on: changes, of: target)
        do {
          try inversion.invert(changes)
        } catch let error as SQLiteError
          where error.extendedCode == .check
        {
          throw try inversion.obstacle(to: changes, of: target) ?? error
        }
        try inversion.verify(inverse: changes, after: before.newest.place)
        if let table = try ForeignKeys.broken(db, since: violations) {
          throw TripsError.undo(.needed(target.transaction, by: table))
        }
        try HistoryRecorder.ensureTransaction(db)
        let made = try HistoryRow.changes(after: before.newest.place, in: db)
        return UndoOutcome(
          transaction: target.transaction, changes: made,
          token: isRehearsal ? before.newest : try HistoryPosition(db).newest,
          deletesEvents: try Self.haveEvents(made, in: db))
      }
    }
  }

  private static func haveEvents(_ changes: [HistoryChange], in db: Connection) throws -> Bool {
    let deleted = changes.filter { $0.entity == .trip && $0.kind == .delete }.map(\.rowID)
    if deleted.isEmpty { return false }
    let synced = try db.integers("SELECT tripId FROM syncedEvent WHERE tripId IS NOT NULL")
    return !Set(synced).isDisjoint(with: deleted)
  }
}
