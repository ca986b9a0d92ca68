import TripsCore

/// Makes a store with trips to try the commands on.
enum SampleCommand: Command {
  static let schema = Option<SchemaVersion>(
    "--schema", "VERSION", completes: .words(SchemaVersion.allCases.map(\.description)),
    "the schema version of the store (V1 to \(SchemaVersion.latest))", parse: MigrateCommand.version
  )

  static let declaration = CommandDeclaration(
    "Make a store with sample trips, of any schema version",
    discussion: """
      The trips lie around today. An older version has what it could hold: V1 duplicates, V1 and V3 \
      several trips of one name, all of them an item and a stay without a trip, a history from V3 on.
      """,
    arguments: [ArgumentDeclaration("FILE", "the new store; it must not be there yet")],
    options: [schema],
    examples: [
      "trips sample try.db --schema V1", "trips --db try.db migrate --dry-run",
      "trips --db try.db migrate",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let file = try UsageError.path(arguments.words[0], of: "FILE")
    let version = try arguments.value(Self.schema) ?? .latest
    let sample = try Store.makeSample(
      at: try context.absolutePath(file), version: version, today: try context.today(),
      options: try context.storeOptions())
    try context.print(sample)
    context.reporter.note(
      "made a store with schema \(version) and \(counted(sample.trips, "trip"))")
    context.reporter.hint("name it with '--db' or TRIPS_DB")
  }
}
