import TripsCore

/// Writes trips in a format that other programs read.
struct ExportCommand: Command {
  static let format = Option(
    "--format", "FORMAT", oneOf: ExportFormat.self,
    "json, ndjson, csv, ics, md or html; else by the ending of FILE, else json")
  static let output = Option(
    "--output", short: "o", "FILE", completes: .files,
    "write a file, whole or not at all, instead of the output")
  static let icsFolder = Option(
    "--ics-dir", "DIR", completes: .folders,
    "write an .ics file for each event, for vdirsyncer and the like")
  static let force = Flag("--force", "replace files that are there")

  static let declaration = CommandDeclaration(
    "Write trips as JSON, NDJSON, CSV, iCalendar, Markdown or HTML",
    discussion: """
      JSON and NDJSON hold everything: 'trips import' makes the same store of them. CSV guards text \
      that a spreadsheet would run as a formula with an apostrophe, which import takes off again. \
      HTML is one page that needs nothing else, to print or to read on a phone. The same trips \
      give the same bytes every time. '--ics-dir' changes no file whose event is the same, and \
      leaves those of trips that are gone.
      """,
    options: [
      format, output, icsFolder, force,
      TripFilters.options, TimeTravel.options,
    ],
    examples: [
      "trips export -o trips.ics", "trips export --format csv --business --from 2027-01-01",
      "trips export -o itinerary.html --upcoming", "trips export --ics-dir ~/.calendars/trips",
    ])

  private let filters: TripFilters
  private let format: ExportFormat?
  private let path: String?
  private let icsFolder: String?
  private let replaces: Bool

  init(_ arguments: ParsedArguments) throws {
    filters = try TripFilters(arguments)
    let path = try arguments.value(Self.output)
    if path?.isEmpty == true {
      throw UsageError.invalidValue("", of: "--output", reason: "name a file")
    }
    self.path = path == "-" ? nil : path
    icsFolder = try arguments.value(Self.icsFolder)
    replaces = arguments.isSet(Self.force)
    let named = try arguments.value(Self.format)
    if icsFolder != nil {
      if path != nil { throw UsageError.conflict("--output", "--ics-dir") }
      if let named, named != .ics { throw UsageError.conflict("--format \(named)", "--ics-dir") }
      if icsFolder?.isEmpty == true {
        throw UsageError.invalidValue("", of: "--ics-dir", reason: "name a folder")
      }
    }
    format = named ?? path.flatMap { ExportFormat(fileName: $0) }
  }

  func run(in context: Context) throws {
    try checkJSON(context)
    var descriptor = FetchDescriptor()
    descriptor.predicate = try filters.predicate(in: context)
    let format = icsFolder == nil ? format ?? .json : .ics
    let store = try context.openStore(.reading)
    guard var exporter = format.exporter() else {
      return try writeJSON(descriptor, of: store, inLines: format == .ndjson, context)
    }
    let (trips, revisions) = try store.exported(
      descriptor, withRevisions: exporter.needsRevisions)
    context.noteMissing(store)
    if exporter.needsRevisions { exporter.revisions = revisions }
    if let icsFolder {
      try writeFolder(trips, revisions, to: icsFolder, in: context)
    } else if let path {
      try writeFile(trips, &exporter, to: path, in: context)
    } else {
      try context.write(document: exporter.begin(trips))
      for trip in trips { try context.write(document: exporter.trip(trip)) }
      try context.write(document: exporter.end())
    }
  }

  /// Row by row from the store, however many there are.
  private func writeJSON(
    _ descriptor: FetchDescriptor, of store: Store, inLines: Bool, _ context: Context
  ) throws {
    let rows = try store.render(descriptor, as: .json(TripField.allCases))
    context.noteMissing(store)
    let write = inLines ? rows.withJSONLines : rows.withJSONArray
    guard let path else { return try write { try context.output.write(bytes: $0) } }
    let file = try OutputFile(
      path: try context.pathBesideStore(path, of: "--output"), replacing: replaces)
    var buffer: [UInt8] = []
    try write { piece in
      buffer += piece
      if buffer.count >= OutputChannel.bufferSize {
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try file.write(buffer)
    try file.commit()
    context.reporter.note("exported \(counted(rows.count, "trip")) to '\(path)'")
  }

  /// `--json` means the format.
  private func checkJSON(_ context: Context) throws {
    guard context.globals.json != nil else { return }
    if let format, format != .json { throw UsageError.conflict("--json", "--format \(format)") }
    if icsFolder != nil { throw UsageError.conflict("--json", "--ics-dir") }
  }

  private func writeFile(
    _ trips: [Trip], _ exporter: inout any TripExporter, to path: String, in context: Context
  ) throws {
    let file = try OutputFile(
      path: try context.pathBesideStore(path, of: "--output"), replacing: replaces)
    let progress = ProgressLine(context)
    defer { progress.finish() }
    var buffer = exporter.begin(trips)
    for trip in trips {
      buffer += exporter.trip(trip)
      if buffer.count >= OutputChannel.bufferSize {
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
      progress.step("exported", of: trips.count)
    }
    try file.write(buffer + exporter.end())
    try file.commit()
    progress.finish()
    context.reporter.note("exported \(counted(trips.count, "trip")) to '\(path)'")
  }

  private func writeFolder(
    _ trips: [Trip], _ revisions: [Int64: TripRevision], to path: String, in context: Context
  ) throws {
    var folder = try EventFolder(
      path: try context.absolutePath(path), revisions: revisions, replacing: replaces)
    let progress = ProgressLine(context)
    defer { progress.finish() }
    for trip in trips {
      try folder.write(trip)
      progress.step("exported", of: trips.count)
    }
    progress.finish()
    context.reporter.note(
      "\(counted(folder.written, "file")) written to '\(path)', \(folder.unchanged) unchanged")
  }
}
