/// The manual page in man(7) macros, generated from the declarations.
struct ManPage {
  private var lines: [String] = []

  var text: String { lines.map { $0 + "\n" }.joined() }

  init() {
    let tool = CommandLineTool.name
    lines.append(".TH \(tool.uppercased()) 1 \"\" \"\(tool) \(CommandLineTool.version)\"")
    section("NAME")
    paragraph("\(tool) - \(Manual.abstract.prefix(1).lowercased() + Manual.abstract.dropFirst())")
    section("SYNOPSIS")
    lines.append(
      ".B \(tool)\n.I COMMAND\n[\\fIARGUMENT\\fR \\|.\\|.\\|.] [\\fIOPTION\\fR \\|.\\|.\\|.]")
    section("DESCRIPTION")
    for text in Manual.description { lines.append(".PP\n" + Self.escaped(text)) }
    section("COMMANDS")
    for node in CommandLineTool.commands { command(node, path: [tool]) }
    for part in Manual.topics.flatMap(\.sections) { append(part) }
    section("SEE ALSO")
    paragraph(Manual.seeAlso)
  }

  private mutating func append(_ part: ManualSection) {
    section(part.title)
    if !part.text.isEmpty { paragraph(part.text) }
    for row in part.rows { item(row.left, row.right) }
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
      for argument in declaration.arguments where !argument.help.isEmpty {
        item(argument.usage, argument.help)
      }
      for option in declaration.options { item(option.forms, option.help) }
      examples(declaration.examples)
    }
    for child in node.children { command(child, path: path) }
  }

  private mutating func examples(_ examples: [String]) {
    guard !examples.isEmpty else { return }
    lines.append(".PP\nExamples:")
    copyable(examples)
  }

  /// Adds lines that roff must not fill.
  private mutating func copyable(_ lines: [String]) {
    self.lines.append(".PP\n.nf\n.RS")
    self.lines += lines.map(Self.escaped)
    self.lines.append(".RE\n.fi")
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

  /// Escapes text for roff. Hyphens become `\-`, so that they can be pasted into a shell.
  private static func escaped(_ text: String) -> String {
    let result = text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    return result.begins(with: ".") ? "\\&" + result : result
  }

  private static let escapes: [Unicode.Scalar: String] = [
    "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti", "\"": "\\(dq",
  ]
}
