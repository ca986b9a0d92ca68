import Platform
import TripsCore

/// Sets the notes of a trip.
enum NoteCommand: Command {
  static let append = Flag("--append", "add TEXT to the notes, as a new line")

  static let columnNames: [String]? = ChangeReport.columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Write a trip's notes",
    discussion: """
      Writes the notes of a trip. TEXT replaces them, '' clears them, and '-' reads them from \
      standard input. Without TEXT, on a terminal, they are opened in the editor set in VISUAL or \
      EDITOR.
      """,
    arguments: [.trip, ArgumentDeclaration("TEXT", .optional, "the notes, '' or '-'")],
    options: [append, Confirmation.dryRun],
    examples: [
      "trips note Paris 'Tickets are in the blue folder'", "trips note Paris",
      "trips note Paris --append 'Gate B12'",
      "pbpaste | trips note Paris -",
    ])

  /// The maximum number of bytes, far above the limit of notes.
  private static let limit = 1 << 20

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let reference = try arguments.tripReference()
    let appends = arguments.isSet(Self.append)
    guard let word = arguments.words.dropFirst().first else {
      if appends { throw UsageError.missingArgument("TEXT") }
      return try edit(reference, context)
    }
    let notes =
      try word == "-"
      ? Self.notes(context.readInput(Self.limit + 1), from: "standard input")
      : UsageError.naming(word, of: "TEXT") { try StoredText.notes.normalized(word) }
    var change = TripEdit()
    change.values.set(.notes, notes)
    change.appendsNotes = appends
    try write(change, of: reference, context.openStore(.writing), context)
  }

  private static func write(
    _ change: TripEdit, of reference: TripReference, expecting old: String? = nil,
    _ store: Store, _ context: Context
  ) throws {
    try context.print(changed: [store.edit(reference, change, expecting: old)])
  }

  private static func notes(_ bytes: [UInt8], from source: String) throws -> String {
    // Text that was cut may end within a character.
    guard bytes.count <= limit else {
      throw TripsError.value("the notes from \(source) are longer than \(limit) bytes")
    }
    guard let text = String(validating: bytes) else {
      throw TripsError.value("\(source) is not valid UTF-8")
    }
    do {
      return try StoredText.notes.normalized(text)
    } catch {
      throw TripsError.value("the notes from \(source) are invalid: \(error)")
    }
  }

  private static func edit(_ reference: TripReference, _ context: Context) throws {
    guard context.terminal.isInput, context.terminal.isOutput, !context.globals.neverAsks else {
      throw UsageError.missingArgument("TEXT")
    }
    let editor = ["VISUAL", "EDITOR"].compactMap(context.environment).first { !$0.isEmpty } ?? "vi"
    let store = try context.openStore(.writing)
    let trip = try store.trip(reference)
    let text = trip.notes.isEmpty ? "" : trip.notes + "\n"
    guard let file = EditedFile(Array(text.utf8)) else {
      throw FileError.cannot(
        "write", "the file for the editor", reason: String(cString: strerror(errno)))
    }
    guard context.edit(editor, file.path) else {
      file.remove()
      throw Refusal.editorFailed(editor)
    }
    guard let bytes = file.read(limit: Self.limit + 1) else {
      throw Refusal.editorLeftNoFile(editor)
    }
    do {
      var change = TripEdit()
      change.values.set(.notes, try Self.notes(bytes, from: "the editor"))
      try write(
        change, of: TripReference(String(trip.id)), expecting: trip.notes, store, context)
    } catch {
      // Otherwise the text would be lost.
      context.reporter.note("your text is in '\(file.path)'")
      throw error
    }
    file.remove()
  }
}
