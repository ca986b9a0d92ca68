import Synchronization
import TripsCore

/// Everything that comes from outside or goes there, so that a test passes its own.
struct Context {
  let output: OutputChannel
  let errorOutput: OutputChannel
  /// Reads the bytes of a line without its line break; nil at the end of the input.
  let readLine: () -> [UInt8]?
  /// Reads what the standard input still has, up to so many bytes.
  let readInput: (Int) -> [UInt8]
  /// Opens a file in the editor that the command names; false where that did not end well.
  let edit: (_ editor: String, _ path: String) -> Bool
  var environment: (String) -> String?
  /// Nil where the folder the process stands in is gone.
  let workingDirectory: () -> String?
  /// The day of the local calendar.
  let localDate: () -> CalendarDate
  /// The time, UTC: `20261120T101500Z`.
  let now: @Sendable () -> String
  let timeZone: LocalTimeZone
  /// Waits so many milliseconds; false if ^C was pressed. Throws where the output's reader is gone.
  let wait: (Int) throws(OutputError) -> Bool
  var terminal: Terminal
  /// Is told when a change goes to the disk, and when it is there.
  var onCommit: @Sendable (Store.CommitState) -> Void = { _ in }
  /// The store that the command opened last, for what a message must say of it.
  let opened = OpenedStore()
  let change = Change()
  var globals = GlobalOptions()
  /// The command as the history names it: `bucket add`.
  var commandName = ""
  /// The state of the store that is asked for; nil is the present.
  var moment: HistoryMoment?

  final class OpenedStore {
    var store: Store?
    /// Whether the command made it, where a person looks or has named the file, perhaps wrongly.
    var isNew = false
  }

  /// Whether something was changed, for the message where only the report of it fails.
  final class Change: Sendable {
    let isMade = Atomic(false)
  }

  /// What the three streams are connected to.
  struct Terminal {
    var isInput = false
    var isOutput = false
    var isError = false
    /// Cells in a line of the output's terminal.
    var width = 80
    /// The same of the error stream's.
    var errorWidth = 80

    /// Prints what a terminal gets, wherever the output goes: `TRIPS_FORCE_TTY`.
    ///
    /// - Parameter columns: the width, if it is a number.
    mutating func forceOutput(_ columns: String) {
      guard !columns.isEmpty else { return }
      isOutput = true
      if columns.isDigits, let columns = Int(columns), columns > 0 { width = columns }
    }
  }
}

extension Context {
  /// The day that counts as today: `TRIPS_TODAY`, else the local date.
  func today() throws(ContextError) -> CalendarDate {
    try variable("TRIPS_TODAY", "use YYYY-MM-DD") { CalendarDate($0) } ?? localDate()
  }

  /// The currency of an amount that names none: `TRIPS_CURRENCY`, else the US dollar.
  func defaultCurrency() throws(ContextError) -> Currency {
    try variable("TRIPS_CURRENCY", "use a code of ISO 4217 such as EUR") { Currency($0) } ?? .usd
  }

  /// What a variable says; nil where it is not set or empty.
  ///
  /// - Parameter advice: what to use instead of a value that `parse` does not take.
  private func variable<Value>(
    _ name: String, _ advice: String, _ parse: (String) -> Value?
  ) throws(ContextError) -> Value? {
    guard let text = environment(name), !text.isEmpty else { return nil }
    guard let value = parse(text) else {
      throw .badVariable(name, value: text, reason: advice)
    }
    return value
  }

  /// Opens the store for this command.
  func openStore(_ access: Store.Access) throws -> Store {
    let location = try StoreLocation(self)
    let path = location.path
    let isTold = terminal.isError || location.isExplicit
    let isNew = try access == .creating && isTold && Store.isMissing(at: path)
    let store = try Store(
      path: path, access: access, options: storeOptions(),
      at: access == .reading ? moment : nil)
    opened.store = store
    opened.isNew = isNew
    return store
  }

  /// The absolute path of a file that a command reads or writes beside the store.
  ///
  /// - Throws: `UsageError` for none, and where it is the store: even one that may be replaced never
  ///   is by a copy or an export of itself. Nor is a file that SQLite would take for a part of it.
  func pathBesideStore(_ path: String, of option: String) throws -> String {
    let absolute = try absolutePath(UsageError.path(path, of: option))
    let store = try StoreLocation(self).path
    if Store.isSameFile(absolute, store) {
      throw UsageError.invalidValue(path, of: option, reason: "it is the store itself")
    }
    if StoreFile.sideSuffixes.contains(where: { absolute == store + $0 }) {
      throw UsageError.invalidValue(
        path, of: option, reason: "it is SQLite's own, beside the store")
    }
    return absolute
  }

  func storeOptions() throws -> Store.Options {
    Store.Options(
      author: try author(), command: commandName, busyTimeout: try busyTimeout(), now: now,
      onCommit: { [change, onCommit] state in
        if case .isDone = state { change.isMade.store(true, ordering: .relaxed) }
        onCommit(state)
      })
  }

  /// Follows the history of the store; a lock is not waited for, the next poll asks again.
  func openWatcher(_ descriptor: HistoryDescriptor) throws -> HistoryWatcher {
    var options = try storeOptions()
    options.busyTimeout = 1
    return try HistoryWatcher(path: StoreLocation(self).path, options: options, descriptor)
  }

  private func author() throws -> String {
    if let author = globals.author { return author }
    guard let typed = environment("TRIPS_AUTHOR"), !typed.isEmpty else { return "trips" }
    do {
      return try StoredText.author.required(typed)
    } catch {
      throw ContextError.badVariable("TRIPS_AUTHOR", value: typed, reason: error.description)
    }
  }

  private func busyTimeout() throws(ContextError) -> Double {
    try variable("TRIPS_BUSY_TIMEOUT", "use seconds from 0 to 86400") { text in
      let isNumber = text.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
      return isNumber ? Double(text).flatMap { $0 <= 86_400 ? $0 : nil } : nil
    } ?? 5
  }
}

/// What is wrong with the surroundings that a command was started in.
enum ContextError: Error, CustomStringConvertible {
  case badVariable(String, value: String, reason: String)
  case noHome
  case noWorkingDirectory
  /// Files that may be open at once.
  case tooFewFiles(UInt64)
  /// The system does not tell what was typed.
  case noArguments

  var description: String {
    switch self {
    case .badVariable(let name, let value, let reason):
      "the value '\(value)' is invalid for '\(name)'; \(reason)"
    case .noHome: "HOME is not set, so there is no place for the store"
    case .noWorkingDirectory: "the working folder does not exist any more"
    case .tooFewFiles(let count): "only \(counted(Int(count), "file")) may be open at once"
    case .noArguments: "the command line cannot be read: there is no /proc"
    }
  }
}
