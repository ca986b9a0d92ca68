import TripsCore

/// The options that every command takes.
struct GlobalOptions {
  static let database = Option(
    "--db", "PATH", completes: .files,
    "the store, instead of TRIPS_DB or ~/.local/share/trips/trips.db")
  static let author = Option(
    "--author", "NAME", "who makes the change, for the history (also TRIPS_AUTHOR)"
  ) { try StoredText.author.required($0) }
  static let json = Flag("--json", "print JSON")
  static let csv = Flag("--csv", "print CSV with a header")
  static let separator = Option("--separator", "CHAR", "between the cells of CSV: ';' or 'tab'") {
    try CSVSeparator($0)
  }
  static let decimal = Option(
    "--decimal", "MARK", oneOf: DecimalMark.self, "before the decimals in CSV: ',' or '.'")
  static let columns = Option(
    "--columns", "LIST", completes: .columns, "print these columns, in this order: id,name"
  ) { list in
    var seen: Set<String> = []
    return list.parts(separatedBy: ",").map(String.init).filter { seen.insert($0).inserted }
  }
  static let color = Option(
    "--color", "WHEN", oneOf: ColorChoice.self, "colours: auto, always or never")
  static let quiet = Flag("--quiet", short: "q", "suppress notes and warnings")
  static let noInput = Flag("--no-input", "never ask, even on a terminal")
  static let help = Flag("--help", short: "h", "show help")
  static let version = Flag("--version", "show the version")

  static let options: OptionGroup = [
    database, author, json, csv, separator, decimal, columns, color, quiet, noInput, help, version,
  ]

  /// The options that are allowed without a command.
  static let ofStart: OptionGroup = [database, color, quiet, noInput]

  var databasePath: String?
  var author: String?
  var isJSON = false
  var isCSV = false
  var csvForm = CSVForm()
  /// The names given to `--columns`; nil for all columns.
  var columns: [String]?
  /// Whether the command changes nothing, and whether its changes are confirmed in advance.
  var isDryRun = false
  var isConfirmed = false
  var color = ColorChoice.auto
  var isQuiet = false
  var neverAsks = false
}

extension GlobalOptions {
  /// - Throws: `UsageError` for a column that the command does not print, before it changes
  ///   anything.
  init(_ arguments: ParsedArguments, of command: any Command.Type) throws(UsageError) {
    databasePath = try arguments.value(Self.database).map { path throws(UsageError) in
      try UsageError.path(path, of: "--db")
    }
    author = try arguments.value(Self.author)
    isJSON = arguments.isSet(Self.json)
    isCSV = arguments.isSet(Self.csv)
    isDryRun = arguments.isSetIfDeclared(Confirmation.dryRun)
    isConfirmed = arguments.isSetIfDeclared(Confirmation.yes)
    if isCSV, isJSON { throw .conflict("--csv", "--json") }
    if isJSON, !command.printsJSON { throw .printsNoRows(arguments.path.name, "--json") }
    if isCSV, command.columnNames == nil { throw .printsNoRows(arguments.path.name, "--csv") }
    // Some commands read or write CSV files, and declare them as their own.
    for option in [Self.separator.declaration, Self.decimal.declaration]
    where arguments.isSet(option) && !isCSV && !arguments.isDeclared(option) {
      throw .needs(option.name, "--csv")
    }
    csvForm = isCSV ? try Self.csvForm(arguments) : CSVForm()
    columns = try arguments.value(Self.columns)
    color = try arguments.value(Self.color) ?? .auto
    isQuiet = arguments.isSet(Self.quiet)
    neverAsks = arguments.isSet(Self.noInput)
    try checkColumns(command.columnNames ?? [], of: arguments.path.name)
  }

  /// - Parameters:
  ///   - names: the columns that the command can print.
  ///   - command: its name, if it may have none.
  func checkColumns(_ valid: [String], of command: String = "") throws(UsageError) {
    for name in columns ?? [] where !valid.contains(name) {
      if valid.isEmpty { throw .printsNoRows(command, Self.columns.declaration.name) }
      throw .invalidValue(
        name, of: Self.columns.declaration.name,
        reason: "the columns are \(valid.joined(separator: ", "))")
    }
  }

  static func csvForm(_ arguments: ParsedArguments) throws(UsageError) -> CSVForm {
    CSVForm(separator: try arguments.value(separator), decimal: try arguments.value(decimal))
  }

  /// The value of `--color`, even if the rest of the command line is wrong.
  static func color(_ values: GivenOptions) -> ColorChoice {
    values[color.declaration.name]?.last.flatMap(ColorChoice.init) ?? .auto
  }

  /// Whether a command that draws trips prints their rows instead.
  var choosesRows: Bool { isCSV || columns != nil }

  /// Whether a command that prints a sentence prints rows instead.
  var printsReport: Bool { isJSON || choosesRows }

  /// The chosen members of a trip in JSON, by default all.
  var tripFields: [TripField] { columns?.compactMap(TripField.init) ?? TripField.allCases }
}
