/// Goes through the words of a command line once, from left to right, and knows what each is.
///
/// Parsing, the colour of errors and completion all ask it. A mistake does not stop it: `--color`
/// and `--help` count behind one too, and the shell asks about lines that are not finished.
///
/// Which command an option before the command belongs to shows later; it is looked for in all that
/// may still come, so an option has one form, flag or value, wherever it is declared.
struct WordWalker {
  private let commands: [CommandNode]
  private let globalOptions: [OptionDeclaration]
  /// The commands that were recognised: a group, then one of its own.
  private(set) var path: [CommandNode] = []
  /// The words that stand by themselves.
  private(set) var arguments: [String] = []
  private(set) var values = OptionValues()
  /// The first mistake.
  private(set) var mistake: UsageError?
  /// The option whose value must come next.
  private(set) var pending: OptionDeclaration?
  /// An option that takes every word up to the next option, or one whose value may come next.
  private(set) var open: OptionDeclaration?
  private(set) var isPastOptions = false
  /// The options that are not global, as typed, for the command that comes after them.
  private var early: [(typed: String, name: String)] = []

  init(commands: [CommandNode], globalOptions: [OptionDeclaration]) {
    self.commands = commands
    self.globalOptions = globalOptions
  }

  /// The commands that may come next.
  var choices: [CommandNode] {
    arguments.isEmpty ? path.last?.children ?? commands : []
  }

  /// The options that may be typed here.
  var options: [OptionDeclaration] {
    globalOptions + (path.last?.declaration.options ?? [])
  }

  /// Whether nothing was typed but these options.
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

  /// Notes what is missing at the end of the line.
  mutating func finish() {
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
    if let option = open, takes(word, option) { return give(word, to: option) }
    open = nil
    if !choices.isEmpty, path.last?.command == nil {
      fail(.unknownCommand(word, among: choices, within: path))
    }
    arguments.append(word)
  }

  private mutating func enter(_ node: CommandNode) {
    path.append(node)
    open = nil
    for (typed, name) in early where !reachable.contains(where: { $0.name == name }) {
      fail(.unknownOption(typed, among: options))
    }
  }

  private func takes(_ word: String, _ option: OptionDeclaration) -> Bool {
    guard word != "-" else { return false }
    let command = path.last?.command
    if option.arity == .many { return command != nil && option.takesNextWord(word) }
    if option.takesNextWord(word) { return true }
    guard let declared = command?.declaration.arguments else { return false }
    let areAllThere =
      arguments.count >= declared.count && declared.allSatisfy { $0.arity != .any }
    return areAllThere || declared.allSatisfy { $0.arity == .any }
  }
}

// MARK: - Options

extension WordWalker {
  /// The options of the command, or of all that may still be named.
  private var reachable: [OptionDeclaration] {
    Self.options(of: path.last.map { [$0] } ?? commands)
  }

  private static func options(of nodes: [CommandNode]) -> [OptionDeclaration] {
    nodes.flatMap { $0.declaration.options + options(of: $0.children) }
  }

  /// Looks among the global options first: they cost no declaration of a command.
  private func option(called name: String) -> OptionDeclaration? {
    globalOptions.first { $0.isCalled(name) } ?? reachable.first { $0.isCalled(name) }
  }

  /// A value may begin with a dash (`--search -x`). With two it must be attached
  /// (`--search=--x`), or a mistyped option would be swallowed as a value.
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

  /// `-q`, several flags in one word, and a value that follows at once: `-oFILE`.
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
      return values.add([attached], to: option)
    }
    switch option.arity {
    case .flag: values.add([], to: option)
    case .one, .many: pending = option
    case .optional:
      values.add([], to: option)
      open = option
    }
  }

  private mutating func give(_ value: String, to option: OptionDeclaration) {
    values.add([value], to: option)
    open = option.arity == .many ? option : nil
  }
}

extension String {
  /// By bytes: a combining mark behind a dash makes another character of it.
  fileprivate var isOption: Bool { utf8.first == UInt8(ascii: "-") && utf8.count > 1 }

  fileprivate var isLongOption: Bool { utf8.starts(with: "--".utf8) }

  /// The name of an option, and the value that is attached to it.
  ///
  /// By bytes: a combining mark at the beginning of the value makes one character with the '='.
  var splitAtEquals: (name: String, value: String?) {
    guard let end = utf8.firstIndex(of: UInt8(ascii: "=")) else { return (self, nil) }
    return (String(self[..<end]), String(self[utf8.index(after: end)...]))
  }
}

extension OptionDeclaration {
  /// Whether a word of the command line is this option, with a dash or two.
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
