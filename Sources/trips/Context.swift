import Synchronization
import TripsCore

/// Everything a command takes from its environment, in one value, so that tests can pass their own.
struct Context {
  let output: OutputChannel
  let errorOutput: OutputChannel
  /// Reads the bytes of a line without its line break; nil at the end of the input.
  let readLine: () -> [UInt8]?
  /// Reads up to this many bytes of the remaining standard input.
  let readInput: (Int) -> [UInt8]
  /// Opens a file in the given editor; false if the editor failed.
  let edit: (_ editor: String, _ path: String) -> Bool
  var environment: (String) -> String?
  /// Nil if the working directory was deleted.
  let workingDirectory: () -> String?
  /// The current day of the local calendar.
  let localDate: () -> CalendarDate
  /// The current time in UTC: `20261120T101500Z`.
  let now: @Sendable () -> String
  let timeZone: LocalTimeZone
  /// Waits this many milliseconds; false if ^C was pressed. Throws if the output's reader is gone.
  let wait: (Int) throws(OutputError) -> Bool
  var terminal: Terminal
  /// Called when a change is being committed, and when it is on disk.
  var onCommit: @Sendable (Store.CommitState) -> Void = { _ in }
  /// The store that the command opened last, which messages refer to.
  let opened = OpenedStore()
  let change = Change()
  var globals = GlobalOptions()
  /// The command as the history records it: `bucket add`.
  var commandName = ""
  /// The requested state of the store; the present if nil.
  var moment: HistoryMoment?
  /// The day of that state, if it was given by its day.
  var momentDay: CalendarDate?
  /// The value of `--at` for messages.
  var at: String?

  final class OpenedStore {
    var store: Store?
    /// Whether the user should check its path if the command creates it.
    var isMentioned = false
  }

  /// Whether something was changed, in case only printing the report fails.
  final class Change: Sendable {
    let isMade = Atomic(false)
  }

  /// Which of the three streams are connected to a terminal.
  struct Terminal {
    var isInput = false
    var isOutput = false
    var isError = false
    /// The width of the output's terminal, in cells.
    var width = 80
    /// The width of the error stream's terminal.
    var errorWidth = 80

    /// Formats output as for a terminal, wherever it goes: `TRIPS_FORCE_TTY`.
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
  /// The day that counts as today: `TRIPS_TODAY`, otherwise the local date.
  func today() throws(ContextError) -> CalendarDate {
    try variable("TRIPS_TODAY", "use YYYY-MM-DD") { CalendarDate($0) } ?? localDate()
  }

  /// The currency of an amount without one: `TRIPS_CURRENCY`, otherwise the US dollar.
  func defaultCurrency() throws(ContextError) -> Currency {
    try variable("TRIPS_CURRENCY", "use an ISO 4217 code such as EUR") { Currency($0) } ?? .usd
  }

  /// The rule of a new business trip: `TRIPS_PERDIEM_RULE`; nil for `full`.
  func defaultRule() throws(ContextError) -> String? {
    try variable("TRIPS_PERDIEM_RULE", "use a rule such as first-last:75%") { text in
      (try? PerDiemRule(text, currency: .unknown)) == nil ? nil : text
    }
  }

  /// The parsed value of a variable; nil if it is unset or empty.
  ///
  /// - Parameter advice: what to use instead of a value that `parse` rejects.
  private func variable<Value>(
    _ name: String, _ advice: String, _ parse: (String) -> Value?
  ) throws(ContextError) -> Value? {
    guard let text = environment(name), !text.isEmpty else { return nil }
    guard let value = parse(text) else {
      throw .badVariable(name, value: text, reason: advice)
    }
    return value
  }

  /// Opens the store for this command; a dry run writes to a private copy.
  func openStore(_ access: Store.Access) throws -> Store {
    let location = try StoreLocation(self)
    let access = access != .reading && globals.isDryRun ? .rehearsing : access
    let store = try Store(
      path: location.path, access: access, options: storeOptions(),
      at: access == .reading ? moment : nil)
    opened.store = store
    opened.isMentioned = terminal.isError || location.isExplicit
    return store
  }

  /// Mentions the store once if the command has created it at a path that the user should check.
  func mentionNewStore() {
    guard opened.isMentioned, let store = opened.store, store.isNew else { return }
    opened.isMentioned = false
    reporter.note("created the store '\(store.path)'")
  }

  /// The absolute path of a file that a command reads or writes next to the store.
  ///
  /// - Throws: `UsageError` for an empty path, and for the store itself, which must never be
  ///   replaced by its own copy or export. The files that SQLite keeps next to the store are refused
  ///   too.
  func pathBesideStore(_ path: String, of option: String) throws -> String {
    let absolute = try absolutePath(UsageError.path(path, of: option))
    let store = try StoreLocation(self).path
    if Store.isSameFile(absolute, store) {
      throw UsageError.invalidValue(path, of: option, reason: "it is the store itself")
    }
    if StoreFile.sideSuffixes.contains(where: { absolute == store + $0 }) {
      throw UsageError.invalidValue(
        path, of: option, reason: "SQLite keeps it next to the store")
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

  /// Watches the history of the store without waiting for locks: the next poll tries again.
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

/// A problem with the environment in which a command was started.
enum ContextError: Error, CustomStringConvertible {
  case badVariable(String, value: String, reason: String)
  case noHome
  case noWorkingDirectory
  /// The limit of open files.
  case tooFewFiles(UInt64)
  /// The system did not pass any arguments.
  case noArguments

  var description: String {
    switch self {
    case .badVariable(let name, let value, let reason):
      "the value '\(value)' is invalid for '\(name)'; \(reason)"
    case .noHome: "HOME is not set, so the path of the store is unknown"
    case .noWorkingDirectory: "the working directory no longer exists"
    case .tooFewFiles(let count): "only \(counted(Int(count), "file")) may be open at once"
    case .noArguments: "the command line cannot be read: there is no /proc"
    }
  }
}
