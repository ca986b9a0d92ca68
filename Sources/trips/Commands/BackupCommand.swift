import TripsCore

/// Copies the store.
enum BackupCommand: Command {
  static let declaration = CommandDeclaration(
    "Make a copy of the store",
    discussion: """
      Makes a complete, checked copy of the store that only its owner may read, even while other \
      programs use the store. Without FILE, it is placed next to the store and named after the \
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

extension Context {
  /// Prints the path of a new store, or its description as JSON.
  func print(_ copy: StoreCopy) throws {
    guard globals.isJSON else {
      return try output.write(SafeText.visible(copy.path) + "\n")
    }
    try output.writeJSONObject { json in
      json.member("path", copy.path)
      json.member("version", "V\(copy.version)")
      json.member("trips", copy.trips)
    }
  }
}
