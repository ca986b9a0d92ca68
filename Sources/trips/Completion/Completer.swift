import TripsCore

/// What may stand at the end of an unfinished command line, by the declarations and the store.
struct Completer {
  /// The hidden command that the shells' scripts call.
  static let command = "__complete"

  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  /// Answers a shell: a line for each candidate, with its description behind a tab.
  ///
  /// - Parameter arguments: the shell's name, then the line up to the cursor (bash) or its words
  ///   behind the tool's name (zsh, fish).
  func run(_ arguments: [String]) throws {
    guard let shell = arguments.first.flatMap(CompletionShell.init) else { return }
    var line: ShellWords?
    var words = Array(arguments.dropFirst())
    switch shell {
    case .bash:
      let parsed = ShellWords(words.first ?? "")
      words = Array(parsed.words.dropFirst())
      line = parsed
    case .fish:
      // The word under the cursor comes as it is typed.
      if let last = words.popLast() { words.append(ShellWords(last).words.joined(separator: " ")) }
    case .zsh: break
    }
    if words.isEmpty { words = [""] }
    try write(answer(to: words), line)
  }

  private func write(_ answer: Completion.Answer, _ line: ShellWords?) throws {
    switch answer {
    case .files: try context.output.write(":files\n")
    case .folders: try context.output.write(":folders\n")
    case .words(let candidates):
      if candidates.count == 1, candidates[0].word.hasSuffix("=") {
        try context.output.write(":nospace\n")
      }
      for candidate in candidates {
        guard let word = line.map({ $0.quoted(candidate.word) }) ?? candidate.word else { continue }
        let help = candidate.help.isEmpty ? "" : "\t" + SafeText.visible(candidate.help)
        try context.output.write(word + help + "\n")
      }
    }
  }

  /// - Parameter words: those behind the tool's name; the last is the one to complete.
  func answer(to words: [String]) -> Completion.Answer {
    var place = CommandLinePlace()
    for word in words.dropLast() { place.take(word) }
    let current = words.last ?? ""
    if let option = place.pending { return values(of: option, current, place) }
    if current.hasPrefix("-"), !place.isPastOptions { return options(current, place) }
    if let option = place.open, option.arity == .many, option.completes != nil {
      return values(of: option, current, place)
    }
    if let option = place.open, option.arity == .optional,
      place.path.last?.declaration.arguments.isEmpty == true || current.contains(",")
    {
      return values(of: option, current, place)
    }
    return argument(current, place)
  }

  private func options(_ current: String, _ place: CommandLinePlace) -> Completion.Answer {
    if let equals = current.firstIndex(of: "=") {
      let name = String(current[..<equals])
      guard let option = place.options.first(where: { $0.name == name }),
        case .words(let candidates) = values(
          of: option, String(current[current.index(after: equals)...]), place)
      else { return .files }
      return .words(
        candidates.map { Completion.Candidate(word: "\(name)=\($0.word)", help: $0.help) })
    }
    let candidates = place.options.filter { !place.used.contains($0.name) }
      .map { Completion.Candidate(word: $0.name, help: $0.help) }
    return .words(candidates.filter { $0.word.hasPrefix(current) })
  }

  private func argument(_ current: String, _ place: CommandLinePlace) -> Completion.Answer {
    guard let node = place.path.last, node.children.isEmpty else {
      return .words(place.choices.fitting(current))
    }
    let declared = node.declaration.arguments
    guard let last = declared.last else { return .words([]) }
    let argument = place.words.count < declared.count ? declared[place.words.count] : last
    let takesMore = argument.arity == .many || argument.arity == .any
    guard place.words.count < declared.count || takesMore else { return .words([]) }
    return argument.completes?.answer(request(current, place)) ?? .words([])
  }

  private func values(
    of option: OptionDeclaration, _ current: String, _ place: CommandLinePlace
  ) -> Completion.Answer {
    option.completes?.answer(request(current, place)) ?? .words([])
  }

  private func request(_ current: String, _ place: CommandLinePlace) -> Completion.Request {
    Completion.Request(current: current, place: place, context: context)
  }
}

/// Where on the command line the cursor stands: what the words before it are.
struct CommandLinePlace {
  private(set) var path: [CommandNode] = []
  /// The arguments of the command.
  private(set) var words: [String] = []
  private(set) var used: Set<String> = []
  /// The option whose value comes next.
  private(set) var pending: OptionDeclaration?
  /// An option that takes every word up to the next option, or one that is optional.
  private(set) var open: OptionDeclaration?
  private(set) var isPastOptions = false
  /// The store that the line names.
  private(set) var databasePath: String?

  var options: [OptionDeclaration] {
    GlobalOptions.options.declarations + (path.last?.declaration.options ?? [])
  }

  /// The commands that may come next.
  var choices: [Completion.Candidate] {
    nodes.map { Completion.Candidate(word: $0.name, help: $0.declaration.abstract) }
  }

  private var nodes: [CommandNode] { path.last?.children ?? CommandLineTool.commands }

  mutating func take(_ word: String) {
    if let option = pending {
      if option.name == GlobalOptions.database.declaration.name { databasePath = word }
      pending = nil
    } else if isPastOptions {
      takeArgument(word)
    } else if word == "--" {
      isPastOptions = true
      open = nil
    } else if word.hasPrefix("-"), word != "-" {
      takeOption(word)
    } else if let option = open, option.arity == .many || option.takesNextWord(word) {
      if option.arity == .optional { open = nil }
    } else {
      takeArgument(word)
    }
  }

  private mutating func takeOption(_ word: String) {
    open = nil
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = options.first(where: { $0.isCalled(String(parts[0])) }) else { return }
    used.insert(option.name)
    if parts.count == 2 {
      if option.name == GlobalOptions.database.declaration.name { databasePath = String(parts[1]) }
    } else if option.arity == .one {
      pending = option
    } else if option.arity != .flag {
      open = option
    }
  }

  private mutating func takeArgument(_ word: String) {
    if let node = nodes.first(where: { $0.isCalled(word) }) {
      path.append(node)
    } else {
      words.append(word)
    }
  }
}
