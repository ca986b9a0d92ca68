import TripsCore

/// Takes in the trips of a file.
enum ImportCommand: Command {
  static let format = Option(
    "--format", "FORMAT", oneOf: ImportFormat.self,
    "json, ndjson, csv or ics; else it is told by the contents")
  static let skipInvalid = Flag("--skip-invalid", "leave out records that are wrong")
  static let map = Option(
    "--map", "COLUMN=FIELD", arity: .many,
    "what a column of a CSV holds: 'Trip title=name'; 'Type=' ignores it",
    takesNextWord: { $0.utf8.contains(UInt8(ascii: "=")) },
    parse: { try CSVColumnName($0) })
  static let separator = Option(
    "--separator", "CHAR", "what parts the cells of a CSV: ';' or 'tab'; else it is guessed"
  ) { try CSVSeparator($0) }
  static let dateFormat = Option(
    "--date-format", "FORMAT", "how a CSV writes days: %d.%m.%Y"
  ) { try DateFormat($0) }
  static let dryRun = Flag("--dry-run", "say what would change and change nothing")

  static let declaration = CommandDeclaration(
    "Take in the trips of JSON, NDJSON, CSV and iCalendar files",
    discussion: """
      A trip that the store knows by its uid, else by its name and dates, is updated; the same file \
      twice changes nothing the second time. What a file does not speak of stays as it is; null, an \
      empty list and the empty cell of a column take it away. All is one transaction: a record that \
      is wrong, or that says otherwise of a trip that appears earlier, is named by its line, and \
      nothing changes. An empty file is refused, unless '--format ndjson' says that an export \
      without trips is meant. A CSV needs a header with at least a name and a start ('--map' says \
      which they are). With '--map', a column that is not mapped is ignored if one of its values \
      does not fit, with a note. Of an iCalendar file the events become trips: their times of day \
      are dropped, and events that repeat are refused. With '--dry-run' it says for each trip what \
      would change.
      """,
    arguments: [
      ArgumentDeclaration(
        "FILE", .many, "files, folders of them, or '-' for the standard input", completes: .files)
    ],
    options: [format, map, separator, dateFormat, skipInvalid, dryRun],
    examples: [
      "trips import trips.json", "trips import tripit.ics --skip-invalid --dry-run",
      "trips import plan.csv --map 'Where to=name' 'From=startDate' --date-format %d.%m.%Y",
      "trips --db backup.db export --format ndjson | trips import -",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let paths = try arguments.words.map { try UsageError.path($0, of: "FILE") }
    var options = ImportOptions()
    options.columnNames = try arguments.values(Self.map)
    options.separator = try arguments.value(Self.separator)
    options.dateFormat = try arguments.value(Self.dateFormat)
    options.format = try arguments.value(Self.format)
    options.skipsInvalid = arguments.isSet(Self.skipInvalid)
    let isDryRun = arguments.isSet(Self.dryRun)
    options.defaultCurrency = try context.defaultCurrency()
    let sources = try paths.flatMap { try Self.sources($0, in: context) }
    // A file that is wrong makes no store.
    if try !isDryRun && Store.isMissing(at: StoreLocation(context).path) {
      try Store.check(sources, options, for: context.storeOptions())
    }
    let store = try context.openStore(isDryRun ? .rehearsing : .creating)
    let progress = ProgressLine(context)
    defer { progress.finish() }
    let report = try store.importTrips(from: sources, options) {
      progress.step("imported", $0)
    }
    progress.finish()
    try ImportOutput(report: report, isDryRun: isDryRun).write(in: context)
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
