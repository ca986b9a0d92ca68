import Platform
import TripsCore

/// Imports trips from files.
enum ImportCommand: Command {
  static let format = Option(
    "--format", "FORMAT", oneOf: ImportFormat.self,
    "json, ndjson, csv, ics or booking (default: detected)")
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
    "--into", "TRIP", completes: .trip, "add all events and bookings to this trip"
  ) { try ParsedArguments.tripReference($0) }
  static let intoEach = Flag(
    "--into-each", "add each event to the trip that has its day")
  static let asItem = Option(
    "--as-item", "ITEM", "with --into: the event or booking is this item"
  ) { try StoredText.title.required($0) }
  static let asStay = Option(
    "--as-stay", "STAY", "with --into: the event or booking is this stay"
  ) { try StoredText.placeName.required($0) }
  static let anew = Flag(
    "--anew", "import the files as if for the first time")
  static let allEvents = Flag(
    "--all-events", "import one-day events outside trips as trips")
  static let zone = Option(
    "--zone", "ZONE",
    "convert UTC times to this zone (default: local time)"
  ) { try ImportZone($0) }

  static let columnNames: [String]? = ChangeReport.columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Import trips from JSON, CSV and iCalendar files, and bookings",
    discussion: """
      Adds trips, or updates those with the same uid, otherwise with the same name and dates. What \
      a file lacks, and an empty cell, is left alone; null clears it. Events, bookings, and CSV \
      rows with a uid, are remembered: a later version changes only what it states differently, and \
      what you deleted stays deleted.

      A row of a CSV is a trip with at most one stay and one item, in these fields for '--map': \
      \(CSVColumn.all.map(\.name).joined(separator: " ")).

      An event of another calendar is a trip if it has two days, or 18 hours. One within exactly \
      one longer trip of the files, or any with '--into', is part of that: a stay if it is as long, \
      otherwise an item. Others are listed.

      Files named .eml, .pdf, .pkpass or .html are bookings, which KDE's kitinerary-extractor reads; \
      its output can also be piped to 'trips import -'. A booking is added to '--into', otherwise \
      to the one trip that has its first day. Its number and route identify it, or its day.
      """,
    arguments: [
      ArgumentDeclaration(
        "FILE", .many, "files, folders of files, or '-' for standard input", completes: .files)
    ],
    options: [
      format, map, separator, dateFormat, decimal, into, intoEach, asItem, asStay, anew, allEvents,
      zone, skipInvalid, Confirmation.dryRun,
    ],
    examples: [
      "trips import plan.csv --map 'Where to=name' 'From=startDate' --date-format %d.%m.%Y"
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let paths = try arguments.words.map { try UsageError.path($0, of: "FILE") }
    var options = ImportOptions()
    options.columnNames = try arguments.values(Self.map)
    options.separator = try arguments.value(Self.separator)
    options.dateFormat = try arguments.value(Self.dateFormat)
    options.decimalMark = try arguments.value(Self.decimal)
    options.format = try arguments.value(Self.format)
    try readEventOptions(of: arguments, into: &options)
    let zone = try Self.zone(arguments, in: context)
    (options.zone, options.unknownZone) = (zone.zone, zone.unknown)
    options.skipsInvalid = arguments.isSet(Self.skipInvalid)
    options.defaultCurrency = try context.defaultCurrency()
    let sources = try paths.flatMap { path in
      try Self.sources(path, in: context, isText: options.format != .booking)
        .map { try BookingExtraction.read($0, as: options.format, in: context) }
    }
    let access = options.into == nil ? Store.Access.creating : .writing
    let store = try context.openStore(access)
    let progress = ProgressLine(context)
    defer { progress.finish() }
    let report = try store.importTrips(from: sources, options) {
      progress.step("imported", $0)
    }
    progress.finish()
    try ImportOutput(
      report: report, isDryRun: context.globals.isDryRun, isTargeted: options.into != nil,
      zone: zone.name
    ).write(in: context)
  }

  private static func readEventOptions(
    of arguments: ParsedArguments, into options: inout ImportOptions
  ) throws {
    for flag in [allEvents, intoEach] { try arguments.refuse(into, with: flag) }
    try arguments.refuse(intoEach, with: allEvents)
    try arguments.refuse(asItem, with: asStay)
    for option in [asItem, asStay] { try arguments.refuse(option, without: into) }
    options.into = try arguments.value(into)
    options.takesAllEvents = arguments.isSet(allEvents)
    options.intoEach = arguments.isSet(intoEach)
    options.isAnew = arguments.isSet(anew)
    if let item = try arguments.value(asItem) { options.asRow = (.item, item) }
    if let stay = try arguments.value(asStay) { options.asRow = (.stay, stay) }
  }

  /// The zone of '--zone', otherwise that of this computer, whose name may be unknown.
  private static func zone(
    _ arguments: ParsedArguments, in context: Context
  ) throws -> (zone: ImportZone?, name: String, unknown: String?) {
    if let zone = try arguments.value(zone) { return (zone, zone.name, nil) }
    guard let variable = context.environment("TZ") else {
      return (nil, SystemZone.machineName ?? "the time zone of this computer", nil)
    }
    let name = variable.isEmpty ? "UTC" : variable
    return (nil, name, SystemZone.isValid(variable: variable) ? nil : name)
  }

  private static func sources(
    _ path: String, in context: Context, isText: Bool
  ) throws -> [InputSource] {
    if path == "-" {
      return [
        InputSource(try InputFile(descriptor: 0, name: "standard input", isText: isText))
      ]
    }
    let path = try context.absolutePath(path)
    guard InputSource.isFolder(path) else { return [try InputSource(path: path)] }
    return try InputSource.files(in: path) { context.reporter.warning("\($0), and was left out") }
  }
}
