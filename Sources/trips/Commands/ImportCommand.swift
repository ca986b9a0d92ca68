import TripsCore

/// Imports trips from files.
enum ImportCommand: Command {
  static let format = Option(
    "--format", "FORMAT", oneOf: ImportFormat.self,
    "json, ndjson, csv or ics (default: detected)")
  static let skipInvalid = Flag("--skip-invalid", "skip invalid records")
  static let map = Option(
    "--map", "COLUMN=FIELD", arity: .many,
    "read only these columns of a CSV: 'Trip title=name'",
    takesNextWord: { $0.utf8.contains(UInt8(ascii: "=")) },
    parse: { try CSVColumnName($0) })
  static let separator = Option(
    "--separator", "CHAR",
    "the separator of a CSV: ';' or 'tab'"
  ) { try CSVSeparator($0) }
  static let dateFormat = Option(
    "--date-format", "FORMAT",
    "the date format of a CSV: %d.%m.%Y, or %d.%m.%y"
  ) { try DateFormat($0) }
  static let decimal = Option(
    "--decimal", "MARK", oneOf: DecimalMark.self,
    "the mark that begins decimals in a CSV: ',' or '.'")
  static let into = Option(
    "--into", "TRIP", completes: .trip, "add all events of iCalendar files to this trip"
  ) { try ParsedArguments.tripReference($0) }
  static let allEvents = Flag(
    "--all-events", "import one-day events outside trips as trips")
  static let zone = Option(
    "--zone", "ZONE",
    "convert UTC times to this zone (default: local time)"
  ) { try ImportZone($0) }
  static let dryRun = TripOptions.dryRun

  static let declaration = CommandDeclaration(
    "Import trips from JSON, NDJSON, CSV and iCalendar files",
    discussion: """
      Adds trips, or updates those with the same uid; otherwise trips are matched by name and dates, \
      items by title and date, stays by place and check-in. What a file lacks, and an empty cell, \
      is left alone; null clears it.

      A row of a CSV is a trip with at most one stay and one item; days or nights may stand for its \
      end. The fields for '--map' are \(CSVColumn.all.map(\.name).joined(separator: " ")).

      Events of other calendars follow four rules. (1) An event of two days or more, or a timed one \
      of 18 hours or more, becomes a trip. (2) An event within exactly one longer trip of the \
      import, or any with '--into', becomes part of it: a stay if it is long enough for rule 1, \
      otherwise an item. (3) All others, recurring and cancelled ones too, are left out and listed. \
      (4) Events are matched by UID. A later version changes only what differs. What you deleted \
      stays deleted.
      """,
    arguments: [
      ArgumentDeclaration(
        "FILE", .many, "files, folders of files, or '-' for standard input", completes: .files)
    ],
    options: [
      format, map, separator, dateFormat, decimal, into, allEvents, zone, skipInvalid, dryRun,
    ],
    examples: [
      "trips import tripit.ics --dry-run", "trips import hotel.ics --into Rome",
      "trips import plan.csv --map 'Where to=name' 'From=startDate' --date-format %d.%m.%Y",
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
    options.zone = try arguments.value(Self.zone)
    options.skipsInvalid = arguments.isSet(Self.skipInvalid)
    let isDryRun = arguments.isSet(Self.dryRun)
    options.defaultCurrency = try context.defaultCurrency()
    let sources = try paths.flatMap { try Self.sources($0, in: context) }
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
