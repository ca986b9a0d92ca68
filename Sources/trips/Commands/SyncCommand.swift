import TripsCore

/// Merges the store with a calendar folder.
enum SyncCommand: Command {
  static let prefer = Option(
    "--prefer", "SIDE", oneOf: SyncSide.self,
    "settle each conflict by what the store or the calendar says")
  static let adopt = Flag("--adopt", "make trips of other events, all-day or over several days")
  static let yes = Flag(
    "--yes", short: "y", "that most trips or files are gone, or the folder, is meant")

  static let declaration = CommandDeclaration(
    "Merge the store with a calendar folder",
    discussion: """
      FOLDER holds one .ics file for each event (a vdir), which khal shows and vdirsyncer carries to \
      any CalDAV server, and so to phones and to other people. What changed on one side since the \
      last sync goes to the other, fact by fact. What both sides changed differently is a conflict: \
      that trip stays as it is on both, is named with both values, and the exit code is 4. A trip \
      that one side deleted and the other changed lives on. One 'trips undo' takes back what a sync \
      brought into the store.
      """,
    arguments: [ArgumentDeclaration("FOLDER", "the calendar folder", completes: .folders)],
    options: [prefer, adopt, yes, TripOptions.dryRun],
    examples: [
      "trips sync ~/calendars/trips", "trips sync ~/calendars/trips --dry-run",
      "vdirsyncer sync && trips sync ~/calendars/trips; vdirsyncer sync",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let folder = try UsageError.path(arguments.words[0], of: "FOLDER", to: "folder")
    var options = SyncOptions()
    options.prefers = try arguments.value(Self.prefer)
    options.adopts = arguments.isSet(Self.adopt)
    options.isConfirmed = arguments.isSet(Self.yes)
    options.isDryRun = arguments.isSet(TripOptions.dryRun)
    let path = try context.absolutePath(folder)
    // A folder that is not there makes no store.
    try Store.checkFolder(path, options)
    let store = try context.openStore(options.isDryRun ? .reading : .creating)
    let report = try store.sync(folder: path, options)
    try SyncOutput(report: report, isDryRun: options.isDryRun).print(in: context)
    if !options.isDryRun, report.hasChangedStore { context.hintUndo() }
    if !report.isComplete {
      let conflicts = report.entries.count { $0.direction == .conflict }
      let left = report.entries.count { $0.direction == .left }
      throw Refusal.leftUndone(
        conflicts: conflicts, others: left, hasCut: report.entries.contains { $0.isCut },
        hasMoved: report.entries.contains { $0.isMoved })
    }
  }
}
