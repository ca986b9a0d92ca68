import TripsCore

/// Replaces the store with a backup.
enum RestoreCommand: Command {
  static let declaration = CommandDeclaration(
    "Replace the store with a backup",
    discussion: """
      The store that is replaced is kept beside it. The restored store gets a new identity for its \
      history, so that old tokens are refused instead of silently missing changes.
      """,
    arguments: [ArgumentDeclaration("FILE", "a backup", completes: .files)],
    options: [HistoryPurgeCommand.yes],
    examples: ["trips restore trips.db.v4-20261120T101500Z.backup"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let backup = try context.pathBesideStore(arguments.words[0], of: "FILE")
    let path = try StoreLocation(context).path
    let options = try context.storeOptions()
    if !arguments.isSet(HistoryPurgeCommand.yes),
      let lost = Store.changes(of: path, missingIn: backup, options: options)
    {
      guard let prompt = Prompt(context) else {
        throw Refusal.needsConfirmation(
          "the backup lacks \(lost); restoring it needs a confirmation")
      }
      try prompt.confirm("The backup lacks \(lost). Restore it?")
    }
    let report = try Store.restore(backup, to: path, options: options)
    if context.globals.isJSON {
      try context.output.writeJSONObject { json in
        json.member("path", path)
        json.member("version", "V\(report.restored.version)")
        json.member("trips", report.restored.trips)
        json.member("replaced", report.replaced)
      }
    } else {
      let trips = counted(report.restored.trips, "trip")
      try context.print(line: "restored \(trips) to '\(path)'")
    }
    if let replaced = report.replaced {
      context.reporter.note("the replaced store is kept as '\(replaced)'")
    }
  }
}
