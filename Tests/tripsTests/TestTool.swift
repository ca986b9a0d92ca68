import Foundation
import SQLite

@testable import TripsCore
@testable import trips

/// The tool in a sandbox: a temporary folder as HOME, a fixed day, captured streams.
///
/// It runs in process, through the same code as the executable's `main`.
final class TestTool {
  struct Result: Equatable {
    var stdout = ""
    var stderr = ""
    var exitCode = ExitCode.done

    /// The last line of an import in a pipe: the outcome of its records.
    var sum: String {
      let last =
        stderr.split(separator: "\n").last { !$0.hasPrefix("note: this was a dry run") }
        .map(String.init) ?? ""
      return last.hasPrefix("note: ") ? String(last.dropFirst(6)) : last
    }
  }

  /// The time zone of Berlin in winter.
  static let oneHourAhead = LocalTimeZone(
    seconds: { day, minute in
      let days = CalendarDate("1970-01-01")?.days(until: day) ?? 0
      return Int64((days * 24 * 60 + minute - 60) * 60)
    }, offset: { _ in 3_600 })

  /// Columns that are easy to read in a test.
  static let stayColumns = "--columns=placeName,isConfirmed,address,id,startDate,endDate,cost"
  static let itemColumns =
    "--columns=id,isDone,isInPlan,hasReservation,title,details,date,time,cost"
  static let tripColumns = "--columns=id,startDate,endDate,days,type,name,destination"

  let folder: URL
  var today = "2026-11-21"
  var environment: [String: String] = [:]
  var terminal = Context.Terminal()
  /// The typed lines; the end of the list is the end of the input.
  var answers: [String] {
    get { answerBytes.map { String(decoding: $0, as: UTF8.self) } }
    set { answerBytes = newValue.map { Array($0.utf8) } }
  }

  var answerBytes: [[UInt8]] = []
  /// The contents of standard input.
  var input: [UInt8] = []
  /// The effect of an editor on the file; false makes it fail.
  var edit: (_ editor: String, _ path: String) -> Bool = { _, _ in false }
  /// Called after a question, before its answer.
  var whenAsked: () -> Void = {}
  /// Called while a command waits; false simulates ^C.
  var wait: () throws(OutputError) -> Bool = { () throws(OutputError) in false }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "trips-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// A tool on a terminal, without colours to keep outputs readable.
  static func onTerminal(width: Int = 80) throws -> TestTool {
    let tool = try TestTool()
    tool.terminal = Context.Terminal(
      isInput: true, isOutput: true, isError: true, width: width, errorWidth: width)
    tool.environment["NO_COLOR"] = "1"
    return tool
  }

  /// The path of the default store.
  var store: URL { folder.appending(path: ".local/share/trips/trips.db") }

  @discardableResult
  func run(_ words: String...) -> Result {
    run(bytes: words.map { Array($0.utf8) })
  }

  @discardableResult
  func run(words: [String]) -> Result {
    run(bytes: words.map { Array($0.utf8) })
  }

  /// The rows of a command that changes something: the id, the property, and the old and new value.
  func changes(_ words: String...) -> String {
    run(words: words + ["--columns", "id,property,old,new"]).stdout
  }

  /// Runs a command whose output is a terminal of 80 columns.
  func onTerminal(_ run: () -> Result) -> Result {
    let old = terminal
    terminal.isOutput = true
    defer { terminal = old }
    return run()
  }

  func run(bytes arguments: [[UInt8]]) -> Result {
    keepImport(arguments.map { String(decoding: $0, as: UTF8.self) })
    let output = OutputChannel.memory()
    let errorOutput = OutputChannel.memory()
    var answers = answerBytes[...]
    let context = Context(
      output: output, errorOutput: errorOutput,
      readLine: { [self] in
        whenAsked()
        return answers.popFirst()
      },
      readInput: { [input] in Array(input.prefix($0)) },
      edit: { [self] in edit($0, $1) },
      environment: { [self] name in
        switch name {
        case "HOME": environment[name] ?? folder.path
        case "TRIPS_TODAY": environment[name] ?? today
        default: environment[name]
        }
      },
      workingDirectory: { [folder] in folder.path },
      localDate: { .first },
      now: { "20261120T101500Z" },
      timeZone: Self.oneHourAhead,
      wait: { [self] _ throws(OutputError) in try wait() },
      terminal: terminal)
    let code = CommandLineTool(context: context).run(arguments)
    return Result(
      stdout: String(decoding: output.captured, as: UTF8.self),
      stderr: String(decoding: errorOutput.captured, as: UTF8.self), exitCode: code)
  }

  /// Copies the sandbox of an import to the folder that the environment names, for
  /// `Scripts/check-words`.
  private func keepImport(_ words: [String]) {
    guard words.first == "import",
      let place = ProcessInfo.processInfo.environment["TRIPS_KEEP_IMPORTS"]
    else { return }
    let copy = URL(filePath: place).appending(path: folder.lastPathComponent + "-\(UUID())")
    let manager = FileManager.default
    // Opening a pipe to copy it would wait for a writer.
    for name in (try? manager.subpathsOfDirectory(atPath: folder.path)) ?? [] {
      let (old, new) = (folder.appending(path: name), copy.appending(path: name))
      let type = (try? manager.attributesOfItem(atPath: old.path))?[.type] as? FileAttributeType
      guard type == .typeRegular else { continue }
      try? manager.createDirectory(
        at: new.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? manager.copyItem(at: old, to: new)
    }
    try? manager.createDirectory(at: copy, withIntermediateDirectories: true)
    let line = [
      "words": words.map { $0.replacing(folder.path, with: "DIR") }, "today": [today],
      "input": [String(decoding: input, as: UTF8.self)],
    ]
    try? JSONEncoder().encode(line).write(to: copy.appending(path: "import.json"))
  }

  /// Writes to the store as another program.
  func execute(_ sql: String) throws {
    try Connection(store.path).execute(sql)
  }

  /// Reads the first column as another program.
  func query(_ sql: String) throws -> [String] {
    try Connection(store.path).texts(SQL(sql: sql))
  }

  /// Imports a file with these contents.
  @discardableResult
  func importing(
    _ text: String, name: String = "file", _ options: String...
  ) throws -> Result {
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return run(words: ["import", file.path] + options)
  }

  /// Adds three trips, one of each kind, and returns the tool.
  func withSampleTrips() -> TestTool {
    let atTerminal = terminal
    terminal = Context.Terminal()
    defer { terminal = atTerminal }
    run(
      "add", "Berlin kickoff", "--destination", "Berlin", "--start", "2026-12-10", "--end", "5n",
      "--business", "--perdiem", "120EUR", "--perdiem-rule", "first-last:75%")
    run(
      "add", "Summer in Łódź", "--destination", "Łódź", "--start", "2027-07-01", "--end", "10n",
      "--personal", "--reason", "family", "--bucket", "Manufaktura", "--bucket", "Księży Młyn")
    run("add", "Paris", "--start", "2027-05-01", "--end", "2027-05-03", "--stay", "Hôtel du Nord")
    return self
  }
}

extension OutputChannel {
  /// A channel that keeps everything in memory.
  static func memory() -> OutputChannel { OutputChannel(fileDescriptor: nil) }
}
