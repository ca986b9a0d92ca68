import TripsCore

/// Replaces the store with a backup.
enum RestoreCommand: Command {
  static let yes = Flag("--yes", short: "y", "do not ask before a store is replaced")

  static let declaration = CommandDeclaration(
    "Replace the store with a backup",
    discussion: """
      Replaces the store with a backup. The old store is kept next to the new one. The history of \
      the restored store gets a new identity, so that old tokens are refused instead of silently \
      missing changes.
      """,
    arguments: [ArgumentDeclaration("FILE", "a backup", completes: .files)],
    options: [yes],
    examples: ["trips restore trips.db.v\(SchemaVersion.latest.rawValue)-20261120T101500Z.backup"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let backup = try context.pathBesideStore(arguments.words[0], of: "FILE")
    let restoration = try Restoration(
      of: backup, at: StoreLocation(context).path, options: context.storeOptions())
    if !arguments.isSet(Self.yes) {
      switch restoration.replaced {
      case .nothing: break
      case .damaged: try context.confirmReplacingDamaged()
      case .store(let trips, let transactions):
        let lacking = [(trips, "trip"), (transactions, "transaction")].filter { $0.0 > 0 }
          .map { counted($0, $1) }.joined(separator: " and ")
        try context.confirm(
          "Replace", "replacing",
          "a store that has \(lacking.isEmpty ? "nothing" : lacking) that the backup lacks")
      }
    }
    try context.run(restoration)
  }
}

extension Context {
  /// Asks for confirmation before data is lost: `Replace`, `replacing`, `a store that cannot be
  /// read`.
  func confirm(_ question: String, _ action: String, _ what: String) throws {
    guard let prompt = Prompt(self) else {
      throw Refusal.needsConfirmation("\(action) \(what) needs a confirmation")
    }
    try prompt.confirm("\(question) \(what)?")
  }

  func confirmReplacingDamaged() throws {
    try confirm("Replace", "replacing", "a store that cannot be read")
  }

  /// Restores a backup and prints what was done.
  func run(_ restoration: Restoration) throws {
    let report = try restoration.run()
    let (restored, path) = (report.restored, report.restored.path)
    if globals.isJSON {
      try output.writeJSONObject { json in
        json.member("path", path)
        json.member("version", "V\(restored.version)")
        json.member("trips", restored.trips)
        json.member("replaced", report.replaced)
      }
    } else {
      try print(line: "Restored \(counted(restored.trips, "trip")) to '\(path)'")
    }
    if let replaced = report.replaced {
      reporter.note("the replaced store is kept as '\(replaced)'")
    }
  }
}
