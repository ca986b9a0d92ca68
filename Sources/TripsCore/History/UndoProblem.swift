/// Why an undo or redo failed.
package enum UndoProblem: Error, Sendable {
  /// The author has no change that is not undone: the newest one of others.
  case nothingToUndo(author: String, newest: HistoryTransaction?)
  case nothingToRedo
  /// The author has changed something since the newest undo.
  case changedSinceUndo(undo: HistoryTransaction, change: HistoryTransaction)
  /// A row is not as the transaction left it: the obstacle (`trip 'Paris' (3) was changed`), and the
  /// later transaction that is in the way; nil if it is not recorded.
  case blocked(HistoryTransaction, what: String, by: HistoryTransaction?)
  /// Another transaction has undone it already.
  case alreadyUndone(HistoryTransaction, by: Int64)
}

extension UndoProblem {
  /// - Parameter time: formats a timestamp.
  package func description(_ time: (String) -> String) -> String {
    switch self {
    case .nothingToUndo(_, nil): "there is nothing to undo"
    case .nothingToUndo(let author, let newest?):
      "there is nothing of '\(author)' to undo; the newest is \(newest.summary(time))"
    case .nothingToRedo: "there is nothing to redo"
    case .changedSinceUndo(let undo, let change):
      "there is nothing to redo: \(change.summary(time)) is later than the newest undo, \(undo.id)"
    case .blocked(let transaction, let what, let other):
      "\(transaction.summary(time)) cannot be reverted: \(what) since, by "
        + (other?.summary(time) ?? "a program that left no record")
    case .alreadyUndone(let transaction, let undo):
      "\(transaction.summary(time)) was already undone by transaction \(undo)"
    }
  }
}
