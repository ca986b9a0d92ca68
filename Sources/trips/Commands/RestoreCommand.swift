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
    examples: ["trips restore trips.db.v5-20261120T101500Z.backup"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let backup = try context.pathBesideStore(arguments.words[0], of: "FILE")
    let path = try StoreLocation(context).path
    let report = try Store.restore(backup, to: path, options: try context.storeOptions())
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
    if report.isSynced {
      context.reporter.note(
        "the next sync deletes nothing, and writes back what the calendar lacks")
    }
    if report.restored.version < SchemaVersion.latest.rawValue {
      context.reporter.hint(
        "it has schema V\(report.restored.version); run \(context.quoted("migrate"))")
    }
  }
}
