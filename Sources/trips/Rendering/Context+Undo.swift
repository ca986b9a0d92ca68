import TripsCore

extension Context {
  /// What an undo or a redo did.
  func print(_ outcome: UndoOutcome, verb: String) throws {
    if globals.isJSON {
      try output.writeJSONObject { json in
        json.member("transaction", TransactionFields(outcome.transaction))
        json.member("changes", outcome.changes)
        json.member("token", outcome.token)
      }
    } else if terminal.isOutput {
      let time = timeZone.text(outcome.transaction.timestamp)
      try print(line: "\(verb) \(outcome.transaction.summary(at: time))")
      for change in outcome.changes { try printLine(change) }
      if outcome.changes.isEmpty { try output.write("  nothing to change\n") }
    } else {
      reporter.note("\(verb.lowercased()) \(outcome.transaction.summary)")
      for change in outcome.changes { try printRow(change, of: outcome.transaction) }
    }
  }
}
