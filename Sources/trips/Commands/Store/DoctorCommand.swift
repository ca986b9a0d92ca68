import TripsCore

/// Checks the store and repairs what can be repaired.
enum DoctorCommand: Command {
  static let fix = Flag("--fix", "repair what can be repaired without loss, after a backup")

  static let columnNames: [String]? = columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Check the store for problems",
    discussion: """
      Looks for damage, and for anything that prevents commands from using the store, even if it \
      cannot be opened. Nothing is changed without '--fix'. The exit code is 5 if there are \
      problems; notes do not change it.
      """,
    options: [fix, Confirmation.dryRun], examples: ["trips doctor", "trips doctor --fix"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let repairs = arguments.isSet(Self.fix)
    let path = try StoreLocation(context).path
    let options = try context.storeOptions()
    var diagnosis = try Store.diagnose(path, options: options)
    if repairs, diagnosis.canBeRepaired, context.globals.isDryRun {
      context.reporter.note("'--fix' would copy the store and repair it")
    } else if repairs, diagnosis.canBeRepaired {
      let copy = try Store.backUpAsIs(path, options: options)
      context.reporter.note("the store was copied to '\(copy)'")
      try Store.repair(path, options: options)
      diagnosis = try Store.diagnose(path, options: options)
    }
    try Report(columns, in: context).write(diagnosis.findings)
    if diagnosis.hasProblems { throw DoctorFinding(remedy: diagnosis.remedy(isRepaired: repairs)) }
  }

  /// Nothing is ever cut: problems must be readable to the end.
  private static var columns: [Column<StoreDiagnosis.Finding>] {
    [
      Column("verdict", style: { style(of: $0.verdict) }, { $1.text($0.verdict.rawValue) }),
      Column("check") { $1.text($0.check) },
      Column("detail") { $1.text($0.detail) },
      Column("entity", rank: nil) { $1.text(($0.row?.entity).map { HistoryEntity($0).rawValue }) },
      Column("id", rank: nil) { $1.number($0.row?.id) },
      Column("title", rank: nil) { $1.text($0.row?.title) },
    ]
  }

  private static func style(of verdict: StoreDiagnosis.Verdict) -> TextStyle {
    switch verdict {
    case .ok: .plain
    case .note: .warning
    case .problem: .error
    }
  }
}

/// Thrown when the check has found problems.
struct DoctorFinding: Error, CustomStringConvertible {
  let remedy: StoreDiagnosis.Remedy?

  let description = "the store has problems"
}
