import TripsCore

extension Context {
  /// Above this number, a terminal gets a summary of the changes.
  private static let maxChanges = 20

  /// Prints the result of an undo or a redo.
  func print(_ outcome: UndoOutcome, verb: String, isVerbose: Bool) throws {
    let summary = "\(verb) \(outcome.transaction.summary(timeZone.text))"
    if globals.isJSON {
      try output.writeJSONObject { json in
        json.member("transaction", outcome.transaction)
        json.member("changes", outcome.changes)
        json.member("token", outcome.token)
      }
    } else if terminal.isOutput {
      try print(line: summary)
      if isVerbose || outcome.changes.count <= Self.maxChanges {
        for change in outcome.changes { try printLine(change) }
      } else {
        try printSummary(of: outcome.changes)
      }
      if outcome.changes.isEmpty { try output.write("  nothing to change\n") }
    } else {
      reporter.note(summary.prefix(1).lowercased() + summary.dropFirst())
      for change in outcome.changes { try printRow(change, of: outcome.transaction) }
    }
  }

  /// Prints `  - 290 trips`, one line per kind of change and entity.
  private func printSummary(of changes: [HistoryChange]) throws {
    for kind in [RowChangeKind.insert, .update, .delete] {
      for noun in ["trip", "item", "stay"] {
        // One row may have changed several times.
        let count = Set(
          changes.filter {
            $0.kind == kind && ($0.entity.isTrip ? "trip" : $0.entity.noun) == noun
          }.map(\.rowID)
        ).count
        if count > 0 { try print(line: "\(kind.mark) \(counted(count, noun))", indent: 2) }
      }
    }
  }
}
