/// Why nothing was taken back or brought back.
package enum UndoProblem: Error, Sendable {
  case nothingToUndo(wasPurged: Bool)
  /// What came after the undo, if anything was ever undone.
  case nothingToRedo(after: HistoryTransaction?)
  /// The rows are not as the transaction left them: what stands in the way (`trip 3 'Paris' was
  /// changed`), and who did it; nil where the history does not know.
  case blocked(HistoryTransaction, what: String, by: HistoryTransaction?)
  /// It was taken back already, by another one.
  case alreadyUndone(HistoryTransaction, by: Int64)
  /// It cannot be taken back as it was: what came out different, and the triggers that are not ours.
  case inexact(HistoryTransaction, what: String, triggers: [String])
  /// What it did is not known: a record of it cannot be read.
  case unreadable(HistoryTransaction, what: String)
  /// A table of the user's refers to a row that would go.
  case needed(HistoryTransaction, by: String)
}

extension UndoProblem {
  /// - Parameter time: how a timestamp is shown.
  package func description(_ time: (String) -> String) -> String {
    switch self {
    case .nothingToUndo(let wasPurged):
      wasPurged ? "nothing is left to undo: older history was purged" : "there is nothing to undo"
    case .nothingToRedo(let later):
      "there is nothing to redo"
        + (later.map { ": \($0.summary(time)) came after the undo" } ?? "")
    case .blocked(let transaction, let what, let later):
      "\(transaction.summary(time)) stays: \(what) since, "
        + (later.map { "by \($0.summary(time))" } ?? "by a program that left no record")
    case .alreadyUndone(let transaction, let undo):
      "\(transaction.summary(time)) is undone already, by transaction \(undo)"
    case .unreadable(let transaction, let what):
      "\(transaction.summary(time)) stays: its record of \(what) cannot be read"
    case .needed(let transaction, let table):
      "\(transaction.summary(time)) stays: your table '\(table)' refers to a row that would go"
    case .inexact(let transaction, let what, let triggers):
      "\(transaction.summary(time)) stays: \(what) would not be as it was before"
        + (triggers.isEmpty
          ? "" : "; in this store the trigger \(triggers.joined(separator: ", ")) writes as well")
    }
  }
}
