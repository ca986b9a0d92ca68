/// Walks once through the words of a command line and classifies each.
///
/// Parsing, the colour of errors and completion all use it. It continues after a mistake, because
/// `--color` and `--help` count even there, and because a shell completes unfinished lines.
///
/// An option may be typed before its command. Until the command is known, the option is looked up
/// in all commands, so an option has the same form everywhere.
struct WordWalker {
  private let commands: [CommandNode]
  private let globalOptions: [OptionDeclaration]
  /// The recognised commands: a group, then its subcommand.
  private(set) var path: [CommandNode] = []
  /// The positional arguments.
  private(set) var arguments: [String] = []
  /// The options that were given, with their values in the order of the command line.
  private(set) var values = GivenOptions()
  /// The first mistake.
  private(set) var mistake: UsageError?
  /// The option whose value must be the next word.
  private(set) var pending: OptionDeclaration?
  /// The option whose value may be the next word.
  private(set) var open: OptionDeclaration?
  private(set) var isPastOptions = false
  /// The options typed before the command, to be checked once it is known.
  private var early: [(typed: String, name: String)] = []

  init(commands: [CommandNode], globalOptions: [OptionDeclaration]) {
    self.commands = commands
    self.globalOptions = globalOptions
  }

  /// The commands that may be the next word.
  var choices: [CommandNode] {
    arguments.isEmpty ? path.last?.children ?? commands : []
  }

  /// The options that may be typed here.
  var options: [OptionDeclaration] {
    let own = path.last?.declaration.options ?? []
    return globalOptions.filter { option in !own.contains { $0.name == option.name } } + own
  }

  /// Whether only these options were typed.
  func isEmpty(but options: OptionGroup) -> Bool {
    path.isEmpty && arguments.isEmpty && mistake == nil && pending == nil
      && values.names.allSatisfy { name in options.declarations.contains { $0.name == name } }
  }

  mutating func take(_ word: String) {
    if isPastOptions { return arguments.append(word) }
    if let option = pending {
      pending = nil
      if !isOption(word) { return give(word, to: option) }
      fail(.missingValue(option: option.name, placeholder: option.placeholder))
    }
    if word == "--" {
      isPastOptions = true
    } else if word.isLongOption {
      takeLong(word)
    } else if word.isOption {
      takeShort(word)
    } else {
      takeWord(word)
    }
  }

  /// Records an option that the command does not have, and a value that is missing at the end of
  /// the line.
  mutating func finish() {
    if path.last?.command != nil {
      for (typed, name) in early where !options.contains(where: { $0.name == name }) {
        fail(.unknownOption(typed, among: options))
      }
    }
    guard let option = pending else { return }
    fail(.missingValue(option: option.name, placeholder: option.placeholder))
  }

  private mutating func fail(_ error: UsageError) {
    if mistake == nil { mistake = error }
  }
}

// MARK: - Words

extension WordWalker {
  private mutating func takeWord(_ word: String) {
    if let node = choices.first(where: { $0.isCalled(word) }) { return enter(node) }
    if let option = open, word != "-", path.last?.command != nil, option.takesNextWord(word) {
      return give(word, to: option)
    }
    open = nil
    if !choices.isEmpty, path.last?.command == nil {
      fail(.unknownCommand(word, among: choices, within: path))
    }
    arguments.append(word)
  }

  private mutating func enter(_ node: CommandNode) {
    path.append(node)
    open = nil
  }

}

// MARK: - Options

extension WordWalker {
  /// The options of the command, or of all commands that may still follow.
  private var reachable: [OptionDeclaration] {
    Self.options(of: path.last.map { [$0] } ?? commands)
  }

  private static func options(of nodes: [CommandNode]) -> [OptionDeclaration] {
    nodes.flatMap { $0.declaration.options + options(of: $0.children) }
  }

  /// Searches the global options first, which need no command's declaration.
  private func option(called name: String) -> OptionDeclaration? {
    globalOptions.first { $0.isCalled(name) } ?? reachable.first { $0.isCalled(name) }
  }

  /// A value may begin with one dash (`--search -x`). With two it must be attached
  /// (`--search=--x`), otherwise a mistyped option would be taken for a value.
  private func isOption(_ word: String) -> Bool {
    word.isLongOption || word.isOption && option(called: word) != nil
  }

  private mutating func takeLong(_ word: String) {
    let (name, value) = word.splitAtEquals
    guard let option = option(called: name) else {
      open = nil
      return fail(.unknownOption(name, among: globalOptions + reachable))
    }
    take(option, as: name, attached: value)
  }

  /// Parses `-q`, combined flags, and attached values such as `-oFILE`.
  private mutating func takeShort(_ word: String) {
    var letters = word.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let option = option(called: name) else {
        open = nil
        let typed = letters.isEmpty && word.unicodeScalars.count == 2 ? word : name
        return fail(.unknownOption(typed, among: options))
      }
      if option.arity == .flag {
        take(option, as: name, attached: nil)
      } else {
        return take(option, as: name, attached: letters.isEmpty ? nil : String(letters))
      }
    }
  }

  private mutating func take(
    _ option: OptionDeclaration, as typed: String, attached: String?
  ) {
    open = nil
    if !globalOptions.contains(where: { $0.name == option.name }) {
      early.append((typed, option.name))
    }
    if let attached {
      if option.arity == .flag { fail(.unexpectedValue(option: option.name)) }
      return values.add(option.name, attached)
    }
    switch option.arity {
    case .flag: values.add(option.name)
    case .one, .many: pending = option
    }
  }

  private mutating func give(_ value: String, to option: OptionDeclaration) {
    values.add(option.name, value)
    open = option.arity == .many ? option : nil
  }
}

extension String {
  /// By bytes: a combining mark after a dash would form another character with it.
  fileprivate var isOption: Bool { utf8.first == UInt8(ascii: "-") && utf8.count > 1 }

  fileprivate var isLongOption: Bool { utf8.starts(with: "--".utf8) }

  /// The name of an option and its attached value.
  ///
  /// By bytes: a combining mark at the start of the value would form one character with the '='.
  var splitAtEquals: (name: String, value: String?) {
    guard let end = utf8.firstIndex(of: UInt8(ascii: "=")) else { return (self, nil) }
    return (String(self[..<end]), String(self[utf8.index(after: end)...]))
  }
}

extension OptionDeclaration {
  /// Whether a word is this option, in its long or short form.
  func isCalled(_ word: String) -> Bool {
    name == word || short.map { "-\($0)" == word } == true
  }
}

extension UsageError {
  static func unknownOption(_ word: String, among options: [OptionDeclaration]) -> UsageError {
    .unknownOption(word, similar: Suggestion.closest(to: word, among: options.map(\.name)))
  }

  static func unknownCommand(
    _ word: String, among choices: [CommandNode], within path: [CommandNode]
  ) -> UsageError {
    .unknownCommand(
      word, within: path.isEmpty ? nil : path.name,
      similar: Suggestion.closest(
        to: word,
        among: choices.flatMap { [$0.name] + $0.aliases } + (path.isEmpty ? ["--version"] : [])))
  }
}
