import TripsCore

/// What an undo or a redo did.
struct UndoReport {
  let context: Context

  func print(_ outcome: UndoOutcome, verb: String) throws {
    let history = HistoryReport(context: context)
    if context.globals.isJSON {
      try context.output.writeJSONObject { json in
        json.member("transaction", TransactionFields(outcome.transaction))
        json.member("changes", outcome.changes)
        json.member("token", outcome.token)
      }
    } else if context.terminal.isOutput {
      let time = context.timeZone.text(outcome.transaction.timestamp)
      try context.print(line: "\(verb) \(outcome.transaction.summary(at: time))")
      for change in outcome.changes { try history.printLine(change) }
      if outcome.changes.isEmpty { try context.output.write("  nothing to change\n") }
    } else {
      context.reporter.note("\(verb.lowercased()) \(outcome.transaction.summary)")
      for change in outcome.changes { try history.printRow(change, of: outcome.transaction) }
    }
  }
}
