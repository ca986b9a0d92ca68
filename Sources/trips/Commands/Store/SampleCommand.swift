import TripsCore

/// Makes a store with sample trips for trying out commands.
enum SampleCommand: Command {
  static let schema = Option<SchemaVersion>(
    "--schema", "VERSION", completes: .words(SchemaVersion.allCases.map(\.description)),
    "the schema version of the store (V1 to \(SchemaVersion.latest))", parse: MigrateCommand.version
  )

  static let columnNames: [String]? = StoreCopyReport.columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Create a store with sample trips",
    discussion: """
      Creates a store to try commands and migrations on. The trips are dated around today. The \
      store also has the special cases of its version: duplicates in V1, a numbered name in V2, \
      two trips with one name in the others, an item and a stay without a trip, and a history from \
      V3 on.
      """,
    arguments: [ArgumentDeclaration("FILE", "the new store; the file must not exist")],
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
      "created a store with schema \(version) and \(counted(sample.trips, "trip"))")
  }
}
