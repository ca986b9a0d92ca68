import Platform
import TripsCore

/// The command-line tool: runs a command line and returns an exit code.
struct CommandLineTool {
  static let name = "trips"
  static let version = "1.0.0"

  /// One line per command, grouped as in the help.
  static let groups: [CommandGroup] = [
    CommandGroup(
      "Plan",
      [
        CommandNode("add", AddCommand.self),
        CommandNode("edit", EditCommand.self),
        CommandNode("copy", aliases: ["cp"], CopyCommand.self),
        CommandNode("delete", aliases: ["rm", "remove"], DeleteCommand.self),
        CommandNode("note", NoteCommand.self),
        PartCommand<BucketCommand>.node,
        PartCommand<StayCommand>.node,
      ]),
    CommandGroup(
      "View",
      [
        CommandNode("list", aliases: ["ls", "search"], ListCommand.self),
        CommandNode("show", ShowCommand.self),
        CommandNode("plan", PlanCommand.self),
        CommandNode("next", NextCommand.self),
        CommandNode("calendar", aliases: ["cal"], CalendarCommand.self),
        CommandNode("stats", StatsCommand.self),
      ]),
    CommandGroup("Claim", [CommandNode("perdiem", PerDiemCommand.self)]),
    CommandGroup(
      "History",
      [
        HistoryCommand.node,
        CommandNode("diff", DiffCommand.self),
        CommandNode("undo", UndoCommand.self),
        CommandNode("redo", RedoCommand.self),
        CommandNode("watch", WatchCommand.self),
      ]),
    CommandGroup(
      "Import and export",
      [
        CommandNode("import", ImportCommand.self),
        CommandNode("export", ExportCommand.self),
        CommandNode("sync", SyncCommand.self),
      ]),
    CommandGroup(
      "Maintenance",
      [
        CommandNode("migrate", MigrateCommand.self),
        CommandNode("doctor", DoctorCommand.self),
        CommandNode("backup", BackupCommand.self),
        CommandNode("restore", RestoreCommand.self),
        CommandNode("sample", SampleCommand.self),
        CommandNode("completions", CompletionsCommand.self),
        CommandNode("man", ManCommand.self),
        CommandNode("help", HelpCommand.self),
      ]),
  ]

  static let commands = groups.flatMap(\.commands)

  static let parser = ArgumentParser(
    commands: commands, globalOptions: GlobalOptions.options.declarations,
    help: GlobalOptions.help.declaration, version: GlobalOptions.version.declaration)

  let context: Context

  init(context: Context) {
    var context = context
    context.terminal.forceOutput(context.environment("TRIPS_FORCE_TTY") ?? "")
    self.context = context
  }

  /// Runs the command line of this process.
  func run() -> ExitCode {
    // libdispatch traps if no descriptor is left, and Swift reads the arguments from a file.
    if let count = ResourceLimit.openFiles, count < 16 {
      return Reporter(context: context).report(ContextError.tooFewFiles(count))
    }
    if CommandLine.argc < 1 { return Reporter(context: context).report(ContextError.noArguments) }
    return run(RawArguments.ofProcess)
  }

  /// Runs one command line and reports what went wrong.
  func run(_ arguments: [[UInt8]]) -> ExitCode {
    var context = context
    let code: ExitCode
    do {
      let words = try RawArguments.words(arguments)
      // `--color` applies to errors too, even if the line cannot be parsed.
      let walker = Self.parser.walk(words)
      context.globals.color = GlobalOptions.color(walker.values)
      context.globals.databasePath =
        walker.values[GlobalOptions.database.declaration.name]?.last
      context.at = walker.values[TimeTravel.at.declaration.name]?.last
        .map { $0.utf8.contains(UInt8(ascii: " ")) ? "\"\($0)\"" : $0 }
      code = try execute(words, walker)
    } catch {
      code = Reporter(context: context).report(error)
    }
    // If the error stream cannot be written, the exit code still reports the failure.
    try? context.errorOutput.flush()
    do {
      try context.output.flush()
      return code
    } catch {
      let failure = Reporter(context: context).report(error)
      return code == .done ? failure : code
    }
  }

  private func execute(_ words: [String], _ walker: WordWalker) throws -> ExitCode {
    if context.terminal.isOutput, walker.isEmpty(but: GlobalOptions.ofStart) {
      try run(StartCommand.self, ParsedArguments(walker))
      return .done
    }
    if words.isEmpty {
      try context.errorOutput.write(HelpText(path: [], width: context.terminal.width).text)
      return .usage
    }
    if words[0] == Completer.command {
      try Completer.run(Array(words.dropFirst()), in: context)
      return .done
    }
    switch try Self.parser.request(of: walker) {
    case .help(let path):
      try context.output.write(HelpText(path: path, width: context.terminal.width).text)
    case .version:
      try context.output.write("\(Self.name) \(Self.version)\n")
    case .run(let type, let arguments):
      try run(type, arguments)
    }
    return .done
  }

  private func run(_ type: any Command.Type, _ arguments: ParsedArguments) throws {
    var context = context
    do {
      context.globals = try GlobalOptions(arguments, of: type)
      context.commandName = arguments.path.name
      let moment = try arguments.valueIfDeclared(TimeTravel.at)
      context.moment = try moment?.moment(in: context)
      context.momentDay = try moment?.day(in: context)
      try type.run(arguments, in: context)
      context.mentionNewStore()
      if context.globals.isDryRun { context.noteDryRun() }
    } catch let error as UsageError {
      throw ArgumentParser.Failure(error: error, path: arguments.path)
    }
  }
}

/// The exit codes of the process, which scripts rely on.
enum ExitCode: Int32 {
  case done = 0
  case failed = 1
  /// A wrong command line or value.
  case usage = 2
  /// No trip matches, or several do.
  case noTrip = 3
  /// A collision, a missing confirmation or a cancelled prompt.
  case refused = 4
  case store = 5
  /// A history token that is not valid.
  case token = 6
  case interrupted = 130
}

/// Thrown when ^C ended a command that has already printed its result.
struct Interrupted: Error {}

/// Work that was not done because a confirmation is missing or was denied.
enum Refusal: Error, CustomStringConvertible {
  case needsConfirmation(String)
  case cancelled
  /// The other trips are not affected.
  case leftUndone(conflicts: Int, others: Int)
  case editorFailed(String)
  case editorLeftNoFile(String)

  var description: String {
    switch self {
    case .needsConfirmation(let what): what
    case .cancelled: "cancelled, nothing was changed"
    case .leftUndone(let conflicts, let others):
      [(conflicts, "conflict"), (others, "problem")].filter { $0.0 > 0 }
        .map { counted($0.0, $0.1) }.joined(separator: " and ")
        + " left unresolved; the other trips are not affected"
    case .editorFailed(let editor): "the editor '\(editor)' failed, nothing was changed"
    case .editorLeftNoFile(let editor):
      "the editor '\(editor)' left no file to read, nothing was changed"
    }
  }
}
