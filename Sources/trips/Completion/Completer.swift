import TripsCore

/// Completes an unfinished command line from the declarations and the store.
struct Completer {
  /// The hidden command that the shells' scripts call.
  static let command = "__complete"

  let context: Context
  let shell: CompletionShell
  /// The words before the one to complete.
  let walker: WordWalker
  /// The typed part of the word to complete.
  private(set) var current: String

  /// Prints one line per candidate, followed by a tab and its description.
  ///
  /// - Parameter arguments: the shell's name, then the line up to the cursor (bash), or the words
  ///   after the tool's name (zsh, fish).
  static func run(_ arguments: [String], in context: Context) throws {
    guard let shell = arguments.first.flatMap(CompletionShell.init) else { return }
    var line: ShellWords?
    var words = Array(arguments.dropFirst())
    switch shell {
    case .bash:
      let parsed = ShellWords(words.first ?? "")
      words = Array(parsed.words.dropFirst())
      line = parsed
    case .fish:
      // fish passes the word under the cursor as typed.
      if let last = words.popLast() { words.append(ShellWords(last).words.joined(separator: " ")) }
    case .zsh: break
    }
    let current = words.popLast() ?? ""
    let walker = CommandLineTool.parser.walk(words)
    let completer = Completer(context: context, shell: shell, walker: walker, current: current)
    try completer.write(completer.answer, line)
  }

  private func write(_ answer: Completion.Answer, _ line: ShellWords?) throws {
    switch answer {
    case .files: try context.output.write(":files\n")
    case .folders: try context.output.write(":folders\n")
    case .words(let candidates):
      for candidate in candidates {
        guard let word = line.map({ $0.quoted(candidate.word) }) ?? candidate.word else { continue }
        let help = candidate.help.isEmpty ? "" : "\t" + SafeText.visible(candidate.help)
        try context.output.write(word + help + "\n")
      }
    }
  }

  private var answer: Completion.Answer {
    if let option = walker.pending { return values(option.completes) }
    if current.begins(with: "-"), !walker.isPastOptions { return options }
    if let option = walker.open, option.arity == .many, option.completes != nil {
      return values(option.completes)
    }
    return argument
  }

  private var options: Completion.Answer {
    let (name, value) = current.splitAtEquals
    if let value {
      var attached = self
      attached.current = value
      guard let option = walker.options.first(where: { $0.name == name }),
        case .words(let candidates) = attached.values(option.completes)
      else { return .files }
      return .words(
        candidates.map { Completion.Candidate(word: "\(name)=\($0.word)", help: $0.help) })
    }
    let candidates = walker.options.filter { walker.values[$0.name] == nil }
      .map { Completion.Candidate(word: $0.name, help: $0.help) }
    return .words(candidates.filter { $0.word.begins(with: current) })
  }

  private var argument: Completion.Answer {
    guard let node = walker.path.last, node.children.isEmpty else {
      return .words(walker.candidates.fitting(current))
    }
    let declared = node.declaration.arguments
    guard let last = declared.last else { return .words([]) }
    let argument = walker.arguments.count < declared.count ? declared[walker.arguments.count] : last
    let takesMore = argument.arity == .many || argument.arity == .any
    guard walker.arguments.count < declared.count || takesMore else { return .words([]) }
    return values(argument.completes)
  }

  private func values(_ completion: Completion?) -> Completion.Answer {
    completion?.answer(self) ?? .words([])
  }
}
