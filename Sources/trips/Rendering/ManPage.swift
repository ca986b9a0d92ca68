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
    for option in GlobalOptions.options.declarations { item(option.forms, option.help) }
    section("ENVIRONMENT")
    for (name, help) in Reference.variables { item(name, help) }
    section("FILES")
    item("~/.local/share/trips/trips.db", "the store")
    section("EXIT STATUS")
    for (code, help) in Reference.exitCodes { item("\(code.rawValue)", help) }
  }

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
      for option in declaration.options where !option.isHidden { item(option.forms, option.help) }
      examples(declaration.examples)
    }
    for child in node.children where !child.isHidden { command(child, path: path) }
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
    let result = text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    return result.begins(with: ".") ? "\\&" + result : result
  }

  private static let escapes: [Unicode.Scalar: String] = [
    "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti", "\"": "\\(dq",
  ]
}
