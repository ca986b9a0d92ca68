/// Why an undo or redo failed.
package enum UndoProblem: Error, Sendable {
  case nothingToUndo(wasPurged: Bool)
  /// The write after the last undo, and that undo, if there was any.
  case nothingToRedo(after: (write: HistoryTransaction, undo: Int64)?)
  /// The rows have changed since the transaction: the obstacle (`trip 3 'Paris' was changed`), and
  /// the transaction that made it; nil if it is not recorded.
  case blocked(HistoryTransaction, what: String, by: HistoryTransaction?)
  /// Another transaction has undone it already.
  case alreadyUndone(HistoryTransaction, by: Int64)
  /// It cannot be undone exactly: the difference, and the user's triggers.
  case inexact(HistoryTransaction, what: String, triggers: [String])
  /// One of its records cannot be read.
  case unreadable(HistoryTransaction, what: String)
  /// A table of the user's refers to a row that would be deleted.
  case needed(HistoryTransaction, by: String)
}

extension UndoProblem {
  /// - Parameter time: formats a timestamp.
  package func description(_ time: (String) -> String) -> String {
    switch self {
    case .nothingToUndo(let wasPurged):
      wasPurged ? "nothing is left to undo: older history was purged" : "there is nothing to undo"
    case .nothingToRedo(let later):
      "there is nothing to redo"
        + (later.map { ": \($0.write.summary(time)) was made after the undo" } ?? "")
    case .blocked(let transaction, let what, let later):
      "\(transaction.summary(time)) cannot be reverted: \(what) since, "
        + (later.map { "by \($0.summary(time))" } ?? "by a program that left no record")
    case .alreadyUndone(let transaction, let undo):
      "\(transaction.summary(time)) was already undone by transaction \(undo)"
    case .unreadable(let transaction, let what):
      "\(transaction.summary(time)) cannot be reverted: its record of \(what) cannot be read"
    case .needed(let transaction, let table):
      "\(transaction.summary(time)) cannot be reverted: your table '\(table)' refers to a row that would be deleted"
    case .inexact(let transaction, let what, let triggers):
      "\(transaction.summary(time)) cannot be reverted: \(what) would not be as it was before"
        + (triggers.isEmpty
          ? "" : "; in this store the trigger \(triggers.joined(separator: ", ")) writes as well")
    }
  }
}
