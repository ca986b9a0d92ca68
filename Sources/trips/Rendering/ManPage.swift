/// The manual page in the macros of man(7), made from the declarations.
struct ManPage {
  private var lines: [String] = []

  var text: String { lines.map { $0 + "\n" }.joined() }

  init() {
    let tool = CommandLineTool.name
    lines.append(".TH \(tool.uppercased()) 1 \"\" \"\(tool) \(CommandLineTool.version)\"")
    section("NAME")
    paragraph("\(tool) - a trip planner for the terminal: instant, offline, one SQLite file")
    section("SYNOPSIS")
    lines.append(
      ".B \(tool)\n.I COMMAND\n[\\fIARGUMENT\\fR \\|.\\|.\\|.] [\\fIOPTION\\fR \\|.\\|.\\|.]")
    section("COMMANDS")
    for node in CommandLineTool.commands { command(node, path: [tool]) }
    section("GLOBAL OPTIONS")
    for option in GlobalOptions.options.declarations { self.option(option) }
    section("ENVIRONMENT")
    for (name, help) in Self.environment { item(name, help) }
    section("FILES")
    item("~/.local/share/trips/trips.db", "the store")
    section("EXIT STATUS")
    for (code, help) in Self.exitCodes { item("\(code.rawValue)", help) }
  }

  private static let environment = [
    ("TRIPS_DB", "the store; XDG_DATA_HOME moves the default one"),
    ("TRIPS_AUTHOR", "who makes the changes, for the history"),
    ("TRIPS_CURRENCY", "the currency of an amount that names none; else USD"),
    ("TRIPS_TODAY", "the day that counts as today, such as 2026-12-01"),
    ("TRIPS_BUSY_TIMEOUT", "seconds to wait for another program's lock; else 5"),
    ("NO_COLOR", "no colours, if it is not empty"),
  ]

  private static let exitCodes: [(ExitCode, String)] = [
    (.done, "done, also where there was nothing to show"), (.failed, "failed"),
    (.usage, "the command line or a value is wrong"),
    (.noTrip, "there is no such trip, or there are several"),
    (.refused, "refused: a collision, or a confirmation is missing"),
    (.store, "the store cannot be used: to be migrated, newer, damaged, locked, full"),
    (.token, "the token of the history does not fit"), (.interrupted, "interrupted"),
  ]

  private mutating func command(_ node: CommandNode, path: [String]) {
    let declaration = node.declaration
    let path = path + [node.name]
    if node.command != nil {
      let usage = path + declaration.arguments.map(\.usage)
      lines.append(".SS \(Self.escaped(usage.joined(separator: " ")))")
      paragraph(declaration.abstract + ".")
      if !node.aliases.isEmpty {
        paragraph("Also: " + node.aliases.joined(separator: ", ") + ".")
      }
      if !declaration.discussion.isEmpty {
        lines.append(".PP")
        paragraph(declaration.discussion)
      }
      for argument in declaration.arguments { item(argument.usage, argument.help) }
      for option in declaration.options { self.option(option) }
      examples(declaration.examples)
    }
    for child in node.children { command(child, path: path) }
  }

  private mutating func option(_ option: OptionDeclaration) {
    item((option.short.map { "-\($0), " } ?? "") + option.form, option.help)
  }

  private mutating func examples(_ examples: [String]) {
    guard !examples.isEmpty else { return }
    lines.append(".PP\nExamples:\n.PP\n.nf\n.RS")
    lines += examples.map(Self.escaped)
    lines.append(".RE\n.fi")
  }

  private mutating func section(_ title: String) {
    lines.append(".SH \(title)")
  }

  private mutating func paragraph(_ text: String) {
    lines.append(Self.escaped(text))
  }

  private mutating func item(_ left: String, _ help: String) {
    lines.append(".TP\n.B \(Self.escaped(left))\n\(Self.escaped(help))")
  }

  /// Text that roff takes as it is; a dash stays one that can be copied into a shell.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }
}
