import TripsCore

/// Takes in the trips of a file.
struct ImportCommand: Command {
  static let format = Option(
    "--format", "FORMAT", oneOf: ImportFormat.self,
    "json, ndjson, csv or ics; else it is told by the contents")
  static let skipInvalid = Flag("--skip-invalid", "leave out records that are wrong")
  static let dryRun = Flag("--dry-run", "say what would happen and change nothing")

  static let declaration = CommandDeclaration(
    "Take in the trips of a JSON, NDJSON, CSV or iCalendar file",
    discussion: """
      A trip that the store knows by its uid, else by its name and dates, is updated; the same file \
      twice changes nothing the second time. All is one transaction: a record that is wrong, or \
      that says otherwise of a trip further up, is named by its line, and nothing changes. A CSV needs a header with at least 'name' and \
      'startDate'. Of an iCalendar file the events become trips: their times of day are dropped, \
      and events that repeat are refused.
      """,
    arguments: [
      ArgumentDeclaration("FILE", "the file, or '-' for the standard input", completes: .files)
    ],
    options: [format, skipInvalid, dryRun],
    examples: [
      "trips import trips.json", "trips import tripit.ics --skip-invalid --dry-run",
      "trips --db backup.db export --format ndjson | trips import -",
    ])

  private let path: String
  private var options = ImportOptions()

  init(_ arguments: ParsedArguments) throws {
    path = arguments.words[0]
    if path.isEmpty { throw UsageError.invalidValue("", of: "FILE", reason: "name a file") }
    options.format = try arguments.value(Self.format)
    options.skipsInvalid = arguments.isSet(Self.skipInvalid)
    options.isDryRun = arguments.isSet(Self.dryRun)
  }

  func run(in context: Context) throws {
    let file = try open(in: context)
    // A file that is wrong makes no store.
    if try !options.isDryRun && context.lacksStore() {
      try Store.check(file, options, for: context.storeOptions())
    }
    let store = try context.openStore(options.isDryRun ? .writing : .creating)
    let progress = ProgressLine(context)
    defer { progress.finish() }
    let report = try store.importTrips(from: file, options) {
      progress.step("imported", file.part)
    }
    progress.finish()
    try print(report, in: context)
  }

  private func open(in context: Context) throws -> InputFile {
    if path == "-" { return try InputFile(descriptor: 0, name: "standard input") }
    return try InputFile(path: try context.absolutePath(path))
  }

  private func print(_ report: ImportReport, in context: Context) throws {
    for problem in report.problems { context.reporter.warning("skipped \(problem)") }
    if report.skipped > report.problems.count {
      context.reporter.warning("skipped \(report.skipped - report.problems.count) more")
    }
    for note in report.notes { context.reporter.note(note) }
    if context.globals.json != nil { return try context.output.writeJSON { json(report, &$0) } }
    let verb = options.isDryRun ? "would be " : ""
    var parts = ["\(report.added) \(verb)added", "\(report.updated) \(verb)updated"]
    parts.append("\(report.unchanged) unchanged")
    if report.skipped > 0 { parts.append("\(report.skipped) skipped") }
    try context.output.write(parts.joined(separator: ", ") + "\n")
    if !options.isDryRun, report.added + report.updated > 0 { context.hintUndo() }
  }

  private func json(_ report: ImportReport, _ json: inout JSONWriter) {
    json.object { json in
      let counts = [
        ("added", report.added), ("updated", report.updated), ("unchanged", report.unchanged),
        ("skipped", report.skipped),
      ]
      for (name, count) in counts {
        json.key(name)
        json.value(Int64(count))
      }
      json.key("problems")
      json.array { json in
        for problem in report.problems {
          json.object { json in
            json.key("line")
            json.value(Int64(problem.line))
            json.key("reason")
            json.value(problem.reason)
          }
        }
      }
      json.key("notes")
      json.array { json in for note in report.notes { json.value(note) } }
    }
  }
}
