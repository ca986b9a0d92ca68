import TripsCore

/// Imports trips from files.
enum ImportCommand: Command {
  static let format = Option(
    "--format", "FORMAT", oneOf: ImportFormat.self,
    "json, ndjson, csv or ics (default: detected from the contents)")
  static let skipInvalid = Flag("--skip-invalid", "leave out invalid records")
  static let map = Option(
    "--map", "COLUMN=FIELD", arity: .many,
    "what a column of a CSV contains: 'Trip title=name'; 'Kind=type:work=business' also translates "
      + "its words, separated by commas; 'Type=' ignores the column",
    takesNextWord: { $0.utf8.contains(UInt8(ascii: "=")) },
    parse: { try CSVColumnName($0) })
  static let separator = Option(
    "--separator", "CHAR",
    "what separates the cells of a CSV: ';' or 'tab' (default: detected)"
  ) { try CSVSeparator($0) }
  static let dateFormat = Option(
    "--date-format", "FORMAT",
    "the date format of a CSV: %d.%m.%Y, or %d.%m.%y for years of two digits"
  ) { try DateFormat($0) }
  static let decimal = Option(
    "--decimal", "MARK", oneOf: DecimalMark.self,
    "the decimal mark of amounts in a CSV: ',' reads '1.234,50 €', '.' reads '1,234.50 €'")
  static let into = Option(
    "--into", "TRIP", completes: .trip, "give all events of an iCalendar file to this trip"
  ) { try ParsedArguments.tripReference($0) }
  static let allEvents = Flag(
    "--all-events", "make trips of the events that are neither a trip nor within one")
  static let dryRun = Flag("--dry-run", "say what would change and change nothing")

  static let declaration = CommandDeclaration(
    "Import trips from JSON, NDJSON, CSV and iCalendar files",
    discussion: """
      A record updates the trip with its uid, otherwise the one with its name and dates. What the \
      file states replaces what was changed here; a file that states nothing else changes \
      nothing. Fields missing from the file are left alone; null, an empty list or an empty cell \
      clears them. All files are imported in one transaction: if a record is invalid or \
      contradicts an earlier one, its line is reported and nothing changes. An empty file is \
      refused unless '--format ndjson' declares it an export without trips. A CSV needs a header \
      with at least a name and a start ('--map' names them). With '--map', other columns are \
      ignored, with a note, if a value does not fit. '--dry-run' shows what would change, and \
      every record that would be skipped.

      All-day events of other calendars become trips. A timed event within one of these trips, in \
      the same file, becomes an item with its day and time, or a stay, which has nights and no \
      times, if it is a hotel's or lasts a night (19 hours or more); a hotel's description becomes \
      an item, too. Other timed events that touch two days become trips. The others are listed \
      and left out. An event that has gone from a later file deletes nothing. UTC times are \
      converted to the time zone of this computer, and so differ after it has changed. Lines that \
      you added to an event's description stay while all its lines are there; one that it has lost \
      stays, too.

      The event of a stay in the store, imported or exported, changes that stay, in whatever trip \
      it is. Another event or a CSV row changes the stay at its place with which it shares \
      nights, if that is not of another event, or adds one. Items are found by their titles, so a \
      renamed event becomes a second item; a note names both if they are on the same day, or, if \
      the file does not contain their trip, at the same time.
      """,
    arguments: [
      ArgumentDeclaration(
        "FILE", .many, "files, folders of files, or '-' for standard input", completes: .files)
    ],
    options: [format, map, separator, dateFormat, decimal, into, allEvents, skipInvalid, dryRun],
    examples: [
      "trips import trips.json", "trips import tripit.ics --dry-run",
      "trips import hotel.ics --into Rome",
      "trips import plan.csv --map 'Where to=name' 'From=startDate' --date-format %d.%m.%Y",
      "trips --db backup.db export --format ndjson | trips import -",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let paths = try arguments.words.map { try UsageError.path($0, of: "FILE") }
    var options = ImportOptions()
    options.columnNames = try arguments.values(Self.map)
    options.separator = try arguments.value(Self.separator)
    options.dateFormat = try arguments.value(Self.dateFormat)
    options.decimalMark = try arguments.value(Self.decimal)
    options.format = try arguments.value(Self.format)
    try arguments.refuse(Self.into, with: Self.allEvents)
    options.into = try arguments.value(Self.into)
    options.takesAllEvents = arguments.isSet(Self.allEvents)
    options.skipsInvalid = arguments.isSet(Self.skipInvalid)
    let isDryRun = arguments.isSet(Self.dryRun)
    options.defaultCurrency = try context.defaultCurrency()
    let sources = try paths.flatMap { try Self.sources($0, in: context) }
    // An invalid file creates no store.
    if try !isDryRun && Store.isMissing(at: StoreLocation(context).path) {
      try Store.check(sources, options, for: context.storeOptions())
    }
    let access = options.into == nil ? Store.Access.creating : .writing
    let store = try context.openStore(isDryRun ? .rehearsing : access)
    let progress = ProgressLine(context)
    defer { progress.finish() }
    let report = try store.importTrips(from: sources, options) {
      progress.step("imported", $0)
    }
    progress.finish()
    try ImportOutput(report: report, isDryRun: isDryRun, isTargeted: options.into != nil)
      .write(in: context)
  }

  private static func sources(_ path: String, in context: Context) throws -> [InputSource] {
    if path == "-" {
      return [InputSource(try InputFile(descriptor: 0, name: "standard input"))]
    }
    let path = try context.absolutePath(path)
    guard InputSource.isFolder(path) else { return [try InputSource(path: path)] }
    return try InputSource.files(in: path) { context.reporter.warning("\($0), and was left out") }
  }
}
