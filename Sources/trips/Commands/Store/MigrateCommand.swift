import TripsCore

/// Migrates the store to a later schema, after a backup, and prints a report.
enum MigrateCommand: Command {
  static let status = Flag("--status", "show the versions and what is pending; change nothing")
  static let undo = Flag("--undo", "restore the newest backup that a migration made")
  static let noBackup = Flag("--no-backup", "do not make a backup first")
  static let quarantine = Flag(
    "--quarantine", "keep rows that no later schema can hold only as a record, instead of stopping")
  static let target = Option<SchemaVersion>(
    "--to", "VERSION", completes: .words(SchemaVersion.allCases.map(\.description)),
    "stop at this schema version (V2 to \(SchemaVersion.latest))", parse: version)

  /// Parses `V3`, `v3`, `3` or `3.0.0`.
  static func version(_ text: String) throws -> SchemaVersion {
    let version = SchemaVersion.allCases.first {
      [$0.description, $0.versionIdentifier, "\($0.rawValue)"].contains(text.uppercased())
    }
    guard let version else {
      throw ChoiceError(text: text, choices: SchemaVersion.allCases.map(\.description))
    }
    return version
  }

  static let columnNames: [String]? = ChangeReport.columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Migrate the store to the latest schema",
    discussion: """
      Brings a store of an earlier schema version to the latest one without losing a row. A backup \
      is made next to the store first. Everything happens in one transaction: if anything fails, \
      the store is unchanged. Trips with the same name and dates are merged. The report lists each \
      merged, renamed and quarantined row, the values that were replaced, and the items and stays \
      that have no trip.
      """,
    options: [
      status, undo, target, quarantine, noBackup, Confirmation.options,
    ],
    examples: ["trips migrate", "trips migrate --dry-run", "trips migrate --status --json"])

  private enum Mode { case walk, status, undo }

  private static func mode(_ arguments: ParsedArguments) throws(UsageError) -> Mode {
    let mode = try arguments.only([(Self.status, Mode.status), (Self.undo, .undo)]) ?? .walk
    let ofWalk: [any DeclaredOption] = [Self.target, Self.quarantine, Self.noBackup]
    for flag in [Self.status, Self.undo] {
      for option in ofWalk { try arguments.refuse(option, with: flag) }
    }
    for option in [Confirmation.yes, Confirmation.dryRun] {
      try arguments.refuse(option, with: Self.status)
    }
    return mode
  }

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let mode = try mode(arguments)
    let path = try StoreLocation(context).path
    let migration = StoreMigration(path: path, options: try context.storeOptions())
    let output = MigrationOutput(context: context)
    do {
      switch mode {
      case .status: try output.print(migration.status(), path: path)
      case .undo: try undo(migration, path, in: context)
      case .walk:
        var request = StoreMigration.Request()
        request.target = try arguments.value(Self.target) ?? .latest
        request.quarantines = arguments.isSet(Self.quarantine)
        request.makesBackup = !arguments.isSet(Self.noBackup)
        try walk(migration, request, output, context)
      }
    } catch TripsError.migration(.unfitRows(let rows), let path) {
      for row in rows { try context.errorOutput.write("  \(SafeText.visible("\(row)"))\n") }
      throw TripsError.migration(.unfitRows(rows), path: path)
    }
  }

  private static func walk(
    _ migration: StoreMigration, _ request: StoreMigration.Request,
    _ output: MigrationOutput, _ context: Context
  ) throws {
    let isRehearsal = context.globals.isDryRun
    let outcome = try observed(context) { observer in
      try isRehearsal
        ? migration.rehearse(request, observer: observer)
        : migration.run(request, observer: observer)
    }
    guard let outcome else { return try output.printNothingToDo(at: request.target) }
    try output.print(outcome.report)
    context.reporter.note(
      isRehearsal
        ? "'\(context.commandName)' would bring the store from \(outcome.from) to \(request.target)"
        : "migrated the store from \(outcome.from) to \(request.target)")
    if let backup = outcome.backup { context.reporter.note("the backup is '\(backup)'") }
  }

  private static func undo(
    _ migration: StoreMigration, _ path: String, in context: Context
  ) throws {
    let backup = try migration.backupToUndo()
    let restoration = try Restoration(of: backup, at: path, options: try context.storeOptions())
    switch restoration.replaced {
    case .store(_, let transactions) where transactions > 0:
      let later = counted(transactions, "transaction") + " since the migration"
      try context.confirm("Leave behind \(later)", "leaving behind \(later)")
    case .nothing, .damaged, .store: try context.confirmReplacingDamaged(restoration)
    }
    try context.run(restoration)
  }

  /// Shows the progress, and stops on ^C.
  private static func observed<Result>(
    _ context: Context, _ work: (StoreMigration.Observer) throws -> Result
  ) throws -> Result {
    let line = ProgressLine(context)
    defer { line.finish() }
    var observer = StoreMigration.Observer()
    observer.progress = line.update
    return try Interruption.observed { isInterrupted in
      observer.shouldStop = {
        line.tick()
        return isInterrupted()
      }
      return try work(observer)
    }
  }
}
