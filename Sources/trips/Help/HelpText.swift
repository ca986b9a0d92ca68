/// Help and usage lines, generated from the declarations.
struct HelpText {
  /// The command with its group; empty for the whole tool.
  let path: [CommandNode]
  /// The width of a line in cells.
  let width: Int

  static func text(of topic: HelpTopic, width: Int) -> String {
    let text = HelpText(path: [], width: width)
    return topic.sections.map { section in
      let lines = section.text.isEmpty ? [] : ["  " + text.wrapped(section.text, indent: 2)]
      return text.section(section.title, lines: lines + text.lines(of: section.rows)) ?? ""
    }.joined(separator: "\n")
  }

  /// `Usage: trips list [--business] [--personal] …`, at most 100 cells.
  var usageLine: String {
    let line = "Usage: " + usage(options[...])
    if line.utf8.count <= 100 { return line }
    let counts = 0...options.count
    let count = counts.last { usage(options.prefix($0)).utf8.count <= 91 } ?? 0
    return "Usage: " + usage(options.prefix(count)) + " …"
  }

  var text: String {
    let usage = "  " + usage(options.filter(\.isRequired)) + (options.isEmpty ? "" : " [OPTION…]")
    let discussion = declaration.discussion
    let sections = [
      overview, section("USAGE", lines: [wrapped(usage, indent: 8, start: 0)]),
      discussion.isEmpty ? nil : wrapped(discussion, indent: 0) + "\n",
      commands,
      section(
        "ARGUMENTS", declaration.arguments.filter { !$0.help.isEmpty }.map { ($0.usage, $0.help) }),
      optionGroups,
      section("EXAMPLES", lines: declaration.examples.map { "  " + $0 }),
      path.isEmpty ? section("TOPICS", Manual.topics.map { ($0.name, $0.abstract) }) : nil,
      pointers,
    ]
    return sections.compactMap(\.self).joined(separator: "\n")
  }

  /// The subcommands, or for the whole tool all commands in their groups.
  private var commands: String? {
    guard path.isEmpty else { return section("COMMANDS", Self.rows(of: children)) }
    return CommandLineTool.groups
      .compactMap { section($0.title.uppercased(), Self.rows(of: $0.commands)) }
      .joined(separator: "\n")
  }

  private static func rows(of commands: [CommandNode]) -> [(left: String, right: String)] {
    commands.map { ($0.name, $0.declaration.abstract) }
  }

  private var options: [OptionDeclaration] { declaration.options }

  /// The options under their headings, in the order of the first of each.
  private var optionGroups: String? {
    var headings: [String] = []
    for option in options where !headings.contains(option.heading) {
      headings.append(option.heading)
    }
    let sections = headings.compactMap { heading in
      section(heading.uppercased(), options.filter { $0.heading == heading }.map(\.row))
    }
    return sections.isEmpty ? nil : sections.joined(separator: "\n")
  }

  /// Pointers to further help.
  private var pointers: String {
    if path.isEmpty {
      return wrapped("'trips help COMMAND' and 'trips help TOPIC' show more.", indent: 0) + "\n"
    }
    var lines = ["'trips help values', 'trips help dates' and 'trips help options' show more."]
    if !children.isEmpty {
      let words = ([CommandLineTool.name, "help"] + path.map(\.name) + ["COMMAND"])
      lines.insert("'\(words.joined(separator: " "))' shows help for a command.", at: 0)
    }
    return lines.map { wrapped($0, indent: 0) + "\n" }.joined()
  }

  private var declaration: CommandDeclaration {
    path.last?.declaration
      ?? CommandDeclaration(Manual.abstract)
  }

  private var children: [CommandNode] {
    path.last?.children ?? CommandLineTool.commands
  }

  private var overview: String {
    let aliases = path.last?.aliases ?? []
    let also = aliases.isEmpty ? "" : " (also: \(aliases.joined(separator: ", ")))"
    return wrapped("OVERVIEW: \(declaration.abstract)\(also)", indent: 0) + "\n"
  }

  private func usage(_ options: some Sequence<OptionDeclaration>) -> String {
    var words = [CommandLineTool.name] + path.map(\.name)
    if !children.isEmpty { words.append(path.last?.command == nil ? "COMMAND" : "[COMMAND]") }
    words += declaration.arguments.map(\.usage)
    words += options.map(\.usage)
    return words.joined(separator: " ")
  }

  private func section(_ title: String, _ rows: [(left: String, right: String)]) -> String? {
    section(title, lines: lines(of: rows))
  }

  private func section(_ title: String, lines: [String]) -> String? {
    lines.isEmpty ? nil : "\(title):\n" + lines.map { $0 + "\n" }.joined()
  }

  /// Two columns. A left side that is too long gets its own line, as all do on a narrow terminal.
  private func lines(of rows: [(left: String, right: String)]) -> [String] {
    let column = width < 60 ? 6 : 26
    return rows.map { row in
      let left = "  " + row.left
      let right = wrapped(row.right, indent: column)
      let padding = column - DisplayWidth.of(left)
      return padding >= 2
        ? left + String(repeating: " ", count: padding) + right
        : left + "\n" + String(repeating: " ", count: column) + right
    }
  }

  private func wrapped(_ text: String, indent: Int, start: Int? = nil) -> String {
    TextWrapping.wrapped(text, to: max(30, min(width, 100)), indent: indent, start: start)
  }
}

extension ArgumentDeclaration {
  var usage: String {
    switch arity {
    case .one: placeholder
    case .optional: "[\(placeholder)]"
    case .many: "\(placeholder)…"
    case .any: "[\(placeholder)…]"
    }
  }
}

extension OptionDeclaration {
  var usage: String { isRequired ? form : "[\(form)]" }

  fileprivate var row: (left: String, right: String) { (forms, help) }

  /// `-y, --yes`.
  var forms: String { (short.map { "-\($0), " } ?? "") + form }

  /// `--start DATE`, `--bucket ITEM…`.
  var form: String {
    switch arity {
    case .flag: name
    case .one: "\(name) \(placeholder)"
    case .many: "\(name) \(placeholder)…"
    }
  }
}
