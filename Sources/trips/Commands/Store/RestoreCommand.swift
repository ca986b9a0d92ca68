import TripsCore

/// Replaces the store with a backup.
enum RestoreCommand: Command {
  static let columnNames: [String]? = columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Replace the store with a backup",
    discussion: """
      Replaces the store with a backup. The old store is kept next to the new one. The history of \
      the restored store gets a new identity, so that old tokens are refused instead of silently \
      missing changes.
      """,
    arguments: [ArgumentDeclaration("FILE", "a backup", completes: .files)],
    options: [Confirmation.options],
    examples: ["trips restore trips.db.v\(SchemaVersion.latest.rawValue)-20261120T101500Z.backup"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let backup = try context.pathBesideStore(arguments.words[0], of: "FILE")
    let restoration = try Restoration(
      of: backup, at: StoreLocation(context).path, options: context.storeOptions())
    if case .store(let trips, let transactions) = restoration.replaced {
      let lacking = [(trips, "trip"), (transactions, "transaction")].filter { $0.0 > 0 }
        .map { counted($0, $1) }.joined(separator: " and ")
      let store = "a store that has \(lacking.isEmpty ? "nothing" : lacking) that the backup lacks"
      try context.confirm("Replace \(store)", "replacing \(store)")
    } else {
      try context.confirmReplacingDamaged(restoration)
    }
    try context.run(restoration)
  }

  fileprivate static var columns: [Column<Restoration.Report>] {
    [
      Column("path") { $1.text($0.restored.path) },
      Column("version") { $1.text("V\($0.restored.version)") },
      Column("trips", alignment: .right) { $1.number($0.restored.trips) },
      Column("replaced") { $1.text($0.replaced) },
    ]
  }
}

extension Context {
  func confirmReplacingDamaged(_ restoration: Restoration) throws {
    guard restoration.replaced == .damaged else { return }
    let store = "a store that cannot be read"
    try confirm("Replace \(store)", "replacing \(store)")
  }

  /// Restores a backup and prints what was done.
  func run(_ restoration: Restoration) throws {
    let report = try globals.isDryRun ? restoration.rehearse() : restoration.run()
    if globals.printsReport {
      try Report(RestoreCommand.columns, in: self).write([report])
    } else {
      let verb = globals.isDryRun ? "Would restore" : "Restored"
      let trips = counted(report.restored.trips, "trip")
      try print(line: "\(verb) \(trips) to '\(report.restored.path)'")
    }
    if let replaced = report.replaced {
      reporter.note("the replaced store is kept as '\(replaced)'")
    }
  }
}
