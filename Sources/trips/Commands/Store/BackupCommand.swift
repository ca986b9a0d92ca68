import TripsCore

/// Copies the store.
enum BackupCommand: Command {
  static let columnNames: [String]? = StoreCopyReport.columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Make a copy of the store",
    discussion: """
      Makes a complete, checked copy of the store, even while other programs use it. Only its \
      owner may read the copy. Without FILE, it is placed next to the store and named after the \
      schema version and the time.
      """,
    arguments: [ArgumentDeclaration("FILE", .optional, "the path of the copy", completes: .files)],
    options: [ExportCommand.force],
    examples: ["trips backup", "trips backup trips.backup"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let target = try arguments.words.first.map { try context.pathBesideStore($0, of: "FILE") }
    let copy = try Store.backup(
      of: try StoreLocation(context).path, to: target,
      replacing: arguments.isSet(ExportCommand.force), options: try context.storeOptions())
    try context.print(copy)
  }
}

/// The report of a new store.
enum StoreCopyReport {
  static var columns: [Column<StoreCopy>] {
    [
      Column("path") { $1.text($0.path) }, Column("version") { $1.text("V\($0.version)") },
      Column("trips", alignment: .right) { $1.number($0.trips) },
    ]
  }
}

extension Context {
  /// Prints a new store, by default its path alone.
  func print(_ copy: StoreCopy) throws {
    guard globals.printsReport else {
      return try output.write(SafeText.visible(copy.path) + "\n")
    }
    try Report(StoreCopyReport.columns, in: self).write([copy])
  }
}
