/// Sorts the words of a command line by the declarations of a tree of commands.
///
/// Options stand anywhere, before the command, between its arguments and after them; `--` ends
/// them. Nothing may be abbreviated: a name that is unique today need not be so tomorrow.
struct ArgumentParser {
  let commands: [CommandNode]
  let globalOptions: [OptionDeclaration]
  /// The global options that are answered before anything else is looked at.
  let help: OptionDeclaration
  let version: OptionDeclaration

  /// What the words ask for.
  enum Request {
    case run(any Command.Type, ParsedArguments)
    /// Help about a command, or about the whole tool if the path is empty.
    case help([CommandNode])
    case version
  }

  /// A mistake, with the commands that had been recognised, for their usage line.
  struct Failure: Error {
    let error: UsageError
    let path: [CommandNode]
  }

  func parse(_ words: [String]) throws(Failure) -> Request {
    let found = try findCommand(in: words)
    if asks(for: help, in: words) { return .help(found.path) }
    if asks(for: version, in: words) { return .version }
    guard let node = found.path.last else {
      throw failure(unknownLetter(in: found.letters) ?? .missingCommand, found.path)
    }
    guard let type = node.command else {
      throw failure(.missingSubcommand(of: name(of: found.path)), found.path)
    }
    do {
      let arguments = try sort(words, found, for: node)
      if arguments.isSet(help) { return .help(found.path) }
      if arguments.isSet(version) { return .version }
      return .run(type, arguments)
    } catch {
      throw failure(error, found.path)
    }
  }

  /// The declared name of a command with the groups above it: `bucket add`.
  func name(of path: [CommandNode]) -> String {
    path.map(\.name).joined(separator: " ")
  }

  private func failure(_ error: UsageError, _ path: [CommandNode]) -> Failure {
    Failure(error: error, path: path)
  }
}

// MARK: - Finding the command

extension ArgumentParser {
  /// The command that words such as `bucket add` name.
  func find(_ words: [String]) throws(UsageError) -> [CommandNode] {
    var path: [CommandNode] = []
    for word in words {
      let choices = path.isEmpty ? commands : path[path.count - 1].children
      guard let node = choices.first(where: { $0.isCalled(word) }) else {
        throw unknownCommand(word, among: choices, path)
      }
      path.append(node)
    }
    return path
  }

  /// A command, and where the words that name it stand.
  private struct Found {
    var path: [CommandNode] = []
    var places: [Int] = []
    /// Words before the command that may be several letters in one.
    var letters: [String] = []
  }

  private func findCommand(in words: [String]) throws(Failure) -> Found {
    var found = Found()
    var index = 0
    while index < words.count {
      let choices = found.path.isEmpty ? commands : found.path[found.path.count - 1].children
      let word = words[index]
      if choices.isEmpty || word == "--" { break }
      if word.hasPrefix("-"), word != "-" {
        if !word.hasPrefix("--") { found.letters.append(word) }
        index += try wordsTaken(by: word, before: index + 1, of: words, found.path)
        continue
      }
      guard let node = choices.first(where: { $0.isCalled(word) }) else {
        // It may be the value of an option before it.
        if found.path.last?.command != nil { break }
        throw failure(unknownCommand(word, among: choices, found.path), found.path)
      }
      found.path.append(node)
      found.places.append(index)
      index += 1
    }
    return found
  }

  /// How many words an option before the command takes, with itself. Which command it belongs to
  /// is not known yet, so all of them are asked.
  private func wordsTaken(
    by word: String, before next: Int, of words: [String], _ path: [CommandNode]
  ) throws(Failure) -> Int {
    let name = String(word.prefix { $0 != "=" })
    var options = globalOptions
    if !options.contains(where: { $0.isCalled(name) }) {
      options += self.options(of: path.last.map { [$0] } ?? commands)
    }
    guard let option = options.first(where: { $0.isCalled(name) }) else {
      // Several letters in one word are taken apart once their command is known.
      if !word.hasPrefix("--") { return 1 }
      if asks(for: help, in: words) || asks(for: version, in: words) { return 1 }
      let similar = Suggestion.closest(to: name, among: options.map(\.name))
      throw failure(.unknownOption(name, similar: similar), path)
    }
    guard !word.contains("="), next < words.count else { return 1 }
    // A flag of one command that is an option of another: a command that follows is the command.
    let canBeFlag = options.contains { $0.isCalled(name) && $0.arity == .flag }
    let nodes = path.last?.children ?? commands
    if canBeFlag, nodes.contains(where: { $0.isCalled(words[next]) }) { return 1 }
    switch option.arity {
    case .flag: return 1
    case .one, .many: return 2
    case .optional: return option.takesNextWord(words[next]) ? 2 : 1
    }
  }

  /// The first letter that is no option of any command.
  private func unknownLetter(in words: [String]) -> UsageError? {
    let options = globalOptions + options(of: commands)
    for word in words {
      for letter in word.dropFirst() {
        let known = options.filter { $0.short == letter }
        if known.isEmpty {
          let similar = Suggestion.closest(to: "-\(letter)", among: globalOptions.map(\.name))
          return .unknownOption("-\(letter)", similar: similar)
        }
        // What follows is its value.
        if known.contains(where: { $0.arity != .flag }) { break }
      }
    }
    return nil
  }

  private func options(of nodes: [CommandNode]) -> [OptionDeclaration] {
    nodes.flatMap { $0.declaration.options + options(of: $0.children) }
  }

  private func unknownCommand(
    _ word: String, among choices: [CommandNode], _ path: [CommandNode]
  ) -> UsageError {
    let names = choices.flatMap { [$0.name] + $0.aliases }
    return .unknownCommand(
      word, within: path.isEmpty ? nil : name(of: path),
      similar: Suggestion.closest(to: word, among: names))
  }

  /// Whether `--help` or `--version` stands anywhere before `--`, whatever else is wrong.
  private func asks(for flag: OptionDeclaration, in words: [String]) -> Bool {
    words.prefix { $0 != "--" }.contains { flag.isCalled($0) }
  }
}

extension OptionDeclaration {
  /// Whether a word of the command line is this option, with a dash or two.
  func isCalled(_ word: String) -> Bool {
    name == word || short.map { "-\($0)" == word } == true
  }
}

// MARK: - Sorting the words

extension ArgumentParser {
  private func sort(
    _ words: [String], _ found: Found, for node: CommandNode
  ) throws(UsageError) -> ParsedArguments {
    let command = node.declaration
    var sorter = WordSorter(
      words: words, commandPlaces: found.places, options: globalOptions + command.options,
      takesArguments: !command.arguments.isEmpty)
    try sorter.run()
    // Help about a command needs none of its arguments.
    let asksOnly = [help, version].contains { sorter.values[$0.name] != nil }
    if !asksOnly {
      if !node.children.isEmpty, command.arguments.isEmpty, let word = sorter.arguments.first {
        throw unknownCommand(word, among: node.children, found.path)
      }
      try check(sorter.arguments, command.arguments)
    }
    return ParsedArguments(path: found.path, words: sorter.arguments, values: sorter.values)
  }

  private func check(
    _ words: [String], _ declared: [ArgumentDeclaration]
  ) throws(UsageError) {
    let required = declared.filter { $0.arity == .one || $0.arity == .many }
    if words.count < required.count {
      throw .missingArgument(required[words.count].placeholder)
    }
    let takesMany = declared.contains { $0.arity == .many || $0.arity == .any }
    if !takesMany, words.count > declared.count {
      throw .unexpectedArgument(words[declared.count])
    }
  }
}
