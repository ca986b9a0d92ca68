import TripsCore

/// Writes trips in a format that other programs read.
enum ExportCommand: Command {
  static let format = Option(
    "--format", "FORMAT", oneOf: ExportFormat.self,
    "json (the default), ndjson, csv, ics, md or html")
  static let output = Option(
    "--output", short: "o", "FILE", completes: .files,
    "write to a file, whole or not at all")
  static let force = Flag("--force", "replace existing files")
  static let withoutCosts = Flag("--without-costs", "leave out per diems and costs")

  static let declaration = CommandDeclaration(
    "Write trips as JSON, NDJSON, CSV, iCalendar, Markdown or HTML",
    discussion: """
      Writes trips to a file or to standard output. 'trips import' reads everything back from JSON \
      and NDJSON; 'trips backup' also copies the history. CSV has an apostrophe before text that a \
      spreadsheet would run as a formula. HTML is one page, to print or to read on a phone. The same \
      trips always give the same bytes.
      """,
    arguments: [.trips(.any)],
    options: [
      format, output, force, withoutCosts, GlobalOptions.separator, GlobalOptions.decimal,
      TripFilters.options, TimeTravel.at,
    ],
    examples: [
      "trips export -o trips.ics", "trips export --format csv --business --from 2027-01-01",
      "trips export -o itinerary.html --upcoming",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let filters = try TripFilters(arguments)
    let references = try arguments.words.map(ParsedArguments.tripReference)
    let output = try arguments.value(Self.output).map { try UsageError.path($0, of: "--output") }
    let path = output == "-" ? nil : output
    let named = try arguments.value(Self.format)
    let format = try named ?? path.map(Self.format)
    // The user meant '--format json'.
    if context.globals.isJSON, let format, format != .json {
      throw UsageError.conflict("--json", "--format \(format)")
    }
    let csv = try GlobalOptions.csvForm(arguments)
    for option in [GlobalOptions.separator.declaration, GlobalOptions.decimal.declaration]
    where arguments.isSet(option) && format != .csv {
      throw UsageError.needs(option.name, "--format csv")
    }
    var descriptor = try filters.descriptor(in: context)
    let store = try context.openStore(.reading)
    if !references.isEmpty {
      descriptor.predicate.ids = try store.trips(references).map(\.id)
    }
    let replaces = arguments.isSet(Self.force)
    let document = try store.export(
      descriptor, as: format ?? .json, leavesOutCosts: arguments.isSet(withoutCosts), csv)
    context.noteMissing(store)
    // A calendar without an event is invalid (RFC 5545 section 3.6).
    if format == .ics, document.rows.count == 0 {
      return context.reporter.note("there is nothing to export")
    }
    if let path {
      try write(document, toFile: path, replacing: replaces, in: context)
    } else {
      try document.withPieces { try context.write(document: $0) }
    }
  }

  private static func format(ofFile path: String) throws(UsageError) -> ExportFormat {
    if let format = ExportFormat(fileName: path) { return format }
    let endings = ExportFormat.allCases.map { ".\($0.rawValue)" }.joinedAsAlternatives
    throw .invalidValue(
      path, of: "--output",
      reason: "its extension is not of a known format; use \(endings), or '--format'")
  }

  private static func write(
    _ document: TripDocument, toFile path: String, replacing: Bool, in context: Context
  ) throws {
    let file = try OutputFile(
      path: try context.pathBesideStore(path, of: "--output"), replacing: replacing)
    var buffer: [UInt8] = []
    try document.withPieces { piece in
      buffer += piece
      if buffer.count >= OutputChannel.bufferSize {
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try file.write(buffer)
    try file.commit()
    context.reporter.note("exported \(counted(document.rows.count, "trip")) to '\(path)'")
  }
}
