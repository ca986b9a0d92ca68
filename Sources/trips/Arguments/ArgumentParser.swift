/// Parses a command line according to the declarations of a tree of commands.
///
/// Options can be anywhere: before the command, between its arguments and after them; `--` ends
/// them. Nothing may be abbreviated, since a name that is unique today may not be unique tomorrow.
struct ArgumentParser {
  let commands: [CommandNode]
  let globalOptions: [OptionDeclaration]
  /// The global options that take precedence over everything else.
  let help: OptionDeclaration
  let version: OptionDeclaration

  /// The request that a command line makes.
  enum Request {
    case run(any Command.Type, ParsedArguments)
    /// Help for a command, or for the whole tool if the path is empty.
    case help([CommandNode])
    case version
  }

  /// A usage error with the commands that were recognised, for their usage line.
  struct Failure: Error {
    let error: UsageError
    let path: [CommandNode]
  }

  /// Classifies the words of a command line, whether it is finished or not.
  func walk(_ words: some Sequence<String>) -> WordWalker {
    var walker = WordWalker(commands: commands, globalOptions: globalOptions)
    for word in words { walker.take(word) }
    return walker
  }

  /// The request that a finished command line makes.
  func request(of walker: WordWalker) throws(Failure) -> Request {
    var walker = walker
    walker.finish()
    do throws(UsageError) {
      // Show help even if the rest of the line is wrong, once the command is known.
      if let mistake = walker.mistake, case .unknownCommand = mistake { throw mistake }
      if walker.values[help.name] != nil { return .help(walker.path) }
      if walker.values[version.name] != nil { return .version }
      if let mistake = walker.mistake { throw mistake }
      guard let node = walker.path.last else { throw UsageError.missingCommand }
      guard let type = node.command else {
        throw UsageError.missingSubcommand(of: walker.path.name)
      }
      try check(walker.arguments, of: node, walker.path)
      return .run(type, ParsedArguments(walker))
    } catch {
      throw Failure(error: error, path: walker.path)
    }
  }

  /// The command that words such as `bucket add` refer to.
  func find(_ words: [String]) throws(UsageError) -> [CommandNode] {
    var walker = WordWalker(commands: commands, globalOptions: [])
    for word in words { walker.take(word) }
    if let mistake = walker.mistake { throw mistake }
    if let word = walker.arguments.first {
      guard let group = walker.path.last, !group.children.isEmpty else {
        throw .unexpectedArgument(word)
      }
      throw .unknownCommand(word, among: group.children, within: walker.path)
    }
    return walker.path
  }

  private func check(
    _ words: [String], of node: CommandNode, _ path: [CommandNode]
  ) throws(UsageError) {
    let declared = node.declaration.arguments
    if !node.children.isEmpty, declared.isEmpty, let word = words.first {
      throw .unknownCommand(word, among: node.children, within: path)
    }
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
