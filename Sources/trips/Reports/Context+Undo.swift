import TripsCore

extension Context {
  /// Prints the result of an undo or a redo.
  func print(_ outcome: UndoOutcome, verb: String) throws {
    if let (newest, others) = outcome.passedOver {
      reporter.note(
        "passed over \(newest.id) (\(newest.origin))"
          + (others > 0 ? " and \(counted(others, "other"))" : ""))
    }
    let summary = "\(verb) \(outcome.transaction.summary(timeZone.text))"
    if globals.isJSON {
      try output.writeJSONObject { json in
        json.member("transaction", outcome.transaction)
        json.member("changes", outcome.changes)
        json.member("token", outcome.token)
      }
    } else if terminal.isOutput {
      try print(line: summary)
      for change in outcome.changes { try printLine(change) }
      if outcome.changes.isEmpty { try output.write("  nothing to change\n") }
    } else {
      reporter.note(summary.prefix(1).lowercased() + summary.dropFirst())
      for change in outcome.changes { try printRow(change, of: outcome.transaction) }
    }
  }
}
