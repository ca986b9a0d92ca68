import TripsCore

/// Merges the store with a calendar folder.
enum SyncCommand: Command {
  static let prefer = Option(
    "--prefer", "SIDE", oneOf: SyncSide.self,
    "settle conflicts in favour of the store or the calendar")
  static let trip = Option(
    "--trip", "TRIP", arity: .many, completes: .trip,
    "with --prefer or --adopt: only these trips", parse: { $0 })
  static let adopt = Flag(
    "--adopt",
    "add events of other programs to the trip that has their days")
  static let anew = Flag(
    "--anew",
    "forget the last sync: delete nothing, write missing events again")

  static let columnNames: [String]? = ChangeReport.ofSync.map(\.name)
  static let declaration = CommandDeclaration(
    "Merge the store with a calendar folder",
    discussion: """
      Merges the store with a calendar, and through it with your phone and other people. FOLDER is \
      a vdir, with one .ics file per event. khal displays such a folder, and vdirsyncer syncs it \
      with any CalDAV server. Each trip, stay and item is one event: on the phone you can move, \
      rename, tick off and delete them. An item without a date is on its trip's first day; drag it \
      to its day.

      The store remembers each event as of the last sync. A change on one side is copied to the \
      other. If both sides changed the same value differently, that is a conflict: both values are \
      shown, neither side is changed, and the exit code is 4; '--prefer' settles it. A trip, stay \
      or item that was deleted on one side and changed on the other is kept.

      Events that trips did not create are left alone. With '--adopt', those within exactly one \
      trip become its items and stays, such as a dinner that you entered on the phone.
      """,
    arguments: [ArgumentDeclaration("FOLDER", "the calendar folder", completes: .folders)],
    options: [adopt, prefer, trip, anew, Confirmation.options],
    examples: [
      "trips sync ~/calendars/trips", "trips sync ~/calendars/trips --prefer store --trip Paris",
      "vdirsyncer sync && trips sync ~/calendars/trips --adopt --author calendar; vdirsyncer sync",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let folder = try UsageError.path(arguments.words[0], of: "FOLDER", to: "folder")
    if !arguments.isSet(Self.adopt) { try arguments.refuse(Self.trip, without: Self.prefer) }
    let trips = try arguments.values(Self.trip).map(ParsedArguments.tripReference)
    var options = SyncOptions()
    options.prefers = try arguments.value(Self.prefer)
    options.adopts = arguments.isSet(Self.adopt)
    options.isAnew = arguments.isSet(Self.anew)
    try arguments.refuse(Confirmation.yes, with: Self.anew)
    options.isConfirmed = context.globals.isConfirmed
    let path = try context.absolutePath(folder)
    let store = try context.openStore(.creating)
    if !trips.isEmpty { options.trips = Set(try store.trips(trips).map(\.uid)) }
    let report = try store.sync(folder: path, options)
    try SyncOutput(report: report, adopts: options.adopts).print(in: context)
    for warnings in report.warnings {
      for sentence in Context.sentences(of: warnings) { context.reporter.warning(sentence) }
    }
    if !report.isComplete {
      if context.globals.isDryRun { context.noteDryRun() }
      throw Refusal.leftUndone(
        conflicts: report.conflicts, others: report.problems)
    }
  }
}
