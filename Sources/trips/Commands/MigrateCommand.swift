import TripsCore

/// Migrates the store to a later schema, after a backup, and prints a report.
enum MigrateCommand: Command {
  static let status = Flag("--status", "show the versions and what is pending; change nothing")
  static let dryRun = Flag("--dry-run", "show the report of the migration; change nothing")
  static let report = Flag("--report", "show what earlier migrations did")
  static let undo = Flag("--undo", "restore the backup, if nothing was written since")
  static let noBackup = Flag("--no-backup", "make no backup beside the store first")
  static let quarantine = Flag(
    "--quarantine", "set aside rows that no later schema can hold, instead of stopping")
  static let duplicates = Option(
    "--duplicates", "HOW", oneOf: MigrationOptions.Duplicates.self,
    "trips with the same name and different dates: keep or merge")
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

  static let declaration = CommandDeclaration(
    "Migrate the store to the latest schema, without losing a row",
    discussion: """
      A backup is made beside the store first. Everything happens in one transaction: if anything \
      fails, the store is unchanged. Trips with the same name and dates are merged; the report \
      names each row that was merged, renamed, moved or left without a trip, and the former values \
      of merged trips.
      """,
    options: [
      status, dryRun, report, undo,
      target, duplicates, quarantine, noBackup,
    ],
    examples: ["trips migrate", "trips migrate --dry-run", "trips migrate --status --json"])

  private enum Mode { case walk, rehearse, status, report, undo }

  private static func mode(_ arguments: ParsedArguments) throws(UsageError) -> Mode {
    let modes: [(any DeclaredOption, Mode)] = [
      (Self.status, .status), (Self.dryRun, .rehearse), (Self.report, .report), (Self.undo, .undo),
    ]
    let mode = try arguments.only(modes) ?? .walk
    let ofWalk: [any DeclaredOption] = [
      Self.target, Self.duplicates, Self.quarantine, Self.noBackup,
    ]
    for flag in [Self.status, Self.report, Self.undo] {
      for option in ofWalk { try arguments.refuse(option, with: flag) }
    }
    return mode
  }

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let mode = try mode(arguments)
    var request = StoreMigration.Request()
    request.target = try arguments.value(Self.target) ?? .latest
    request.options.duplicates = try arguments.value(Self.duplicates) ?? .keep
    request.options.quarantines = arguments.isSet(Self.quarantine)
    request.makesBackup = !arguments.isSet(Self.noBackup)
    let path = try StoreLocation(context).path
    let migration = StoreMigration(path: path, options: try context.storeOptions())
    let output = MigrationOutput(context: context)
    do {
      switch mode {
      case .walk: try walk(migration, request, output, context)
      case .rehearse: try walk(migration, request, isRehearsal: true, output, context)
      case .status: try output.print(migration.status(), path: path)
      case .report: try output.print(migration.report())
      case .undo: try output.print(migration.undo())
      }
    } catch TripsError.store(.missing, _) where mode == .walk || mode == .rehearse {
      if context.globals.isJSON { try context.output.write("null\n") }
      context.reporter.note("there is no store at '\(path)' yet, so there is nothing to migrate")
    } catch TripsError.migration(.unfitRows(let rows), let path) {
      for row in rows { try context.errorOutput.write("  \(SafeText.visible("\(row)"))\n") }
      throw TripsError.migration(.unfitRows(rows), path: path)
    } catch TripsError.migration(.triggers(let triggers), let path) {
      for line in triggers.flatMap({ [$0.drop] + $0.sql.parts(separatedBy: "\n").map(String.init) })
      {
        try context.errorOutput.write("  \(SafeText.visible(line))\n")
      }
      throw TripsError.migration(.triggers(triggers), path: path)
    }
  }

  private static func walk(
    _ migration: StoreMigration, _ request: StoreMigration.Request, isRehearsal: Bool = false,
    _ output: MigrationOutput, _ context: Context
  ) throws {
    let outcome = try observed(context) { observer in
      try isRehearsal
        ? migration.rehearse(request, observer: observer)
        : migration.run(request, observer: observer)
    }
    guard let outcome else { return try output.printNothingToDo(at: request.target) }
    try output.print(
      outcome.report, from: outcome.from, to: request.target, isRehearsal: isRehearsal)
    if let backup = outcome.backup { context.reporter.note("the backup is '\(backup)'") }
    if isRehearsal { context.reporter.note("nothing was changed") }
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
