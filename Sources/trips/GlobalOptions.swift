import TripsCore

/// The fields of one kind of object in JSON.
typealias FieldKind = any JSONField.Type

/// The options that every command takes.
struct GlobalOptions {
  static let database = Option(
    "--db", "PATH", completes: .files,
    "the store, instead of TRIPS_DB or ~/.local/share/trips/trips.db")
  static let author = Option(
    "--author", "NAME", "who makes the change, for the history (also TRIPS_AUTHOR)"
  ) { try StoredText.author.required($0) }
  static let json = Option(
    "--json", "FIELDS", arity: .optional, completes: .fields,
    "print JSON: all fields, or those named (id,name)",
    takesNextWord: GlobalOptions.isFieldList, parse: { $0 })
  static let color = Option(
    "--color", "WHEN", oneOf: ColorChoice.self, "colours: auto, always or never")
  static let quiet = Flag("--quiet", short: "q", "suppress notes and warnings")
  static let noInput = Flag("--no-input", "never ask, even on a terminal")
  static let help = Flag("--help", short: "h", "show help")
  static let version = Flag("--version", "show the version")

  static let options: OptionGroup = [
    database, author, json, color, quiet, noInput, help, version,
  ]

  /// The options that are allowed without a command.
  static let ofStart: OptionGroup = [database, color, quiet, noInput]

  var databasePath: String?
  var author: String?
  var isJSON = false
  /// The fields given to `--json`, as typed; the command decides which are valid.
  var fieldNames: String?
  var color = ColorChoice.auto
  var isQuiet = false
  var neverAsks = false
}

extension GlobalOptions {
  init(_ arguments: ParsedArguments) throws(UsageError) {
    databasePath = try arguments.value(Self.database).map { path throws(UsageError) in
      try UsageError.path(path, of: "--db")
    }
    author = try arguments.value(Self.author)
    isJSON = arguments.isSet(Self.json)
    fieldNames = try arguments.value(Self.json)
    color = try arguments.value(Self.color) ?? .auto
    isQuiet = arguments.isSet(Self.quiet)
    neverAsks = arguments.isSet(Self.noInput)
  }

  /// The value of `--color`, even if the rest of the command line is wrong.
  static func color(_ values: OptionValues) -> ColorChoice {
    values[color.declaration.name]?.last.flatMap(ColorChoice.init) ?? .auto
  }

  /// The fields to print for a kind of row; nil without `--json`.
  func fields<Field: JSONField>(of kind: Field.Type) throws(UsageError) -> [Field]? {
    guard isJSON else { return nil }
    guard let text = fieldNames else { return Array(Field.allCases) }
    return try UsageError.naming(text, of: "--json") { try Field.list(text) }
  }

  /// Refuses fields that a command does not print, before it runs and changes anything.
  func checkFields(of command: any Command.Type, named name: String) throws(UsageError) {
    if let kind = command.jsonFields {
      _ = try fields(of: kind)
    } else if let text = fieldNames {
      throw .invalidValue(
        text, of: "--json", reason: "'\(name)' has no fields to choose from")
    }
  }

  /// Whether the word after `--json` is its value: it names a known field, or looks like a list of
  /// fields.
  private static func isFieldList(_ word: String) -> Bool {
    let names = word.parts(separatedBy: ",").filter { !$0.isEmpty }
    let kinds: [any JSONField.Type] = [
      TripField.self, ListedItemField.self, StayField.self, HistoryField.self,
      StatisticsField.self, PerDiemField.self,
    ]
    let isKnown = names.contains { name in kinds.contains { (try? $0.list(String(name))) != nil } }
    return isKnown || (names.count > 1 && !word.unicodeScalars.contains(" "))
  }
}
