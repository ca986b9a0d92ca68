import TripsCore

/// What may stand for a value on an unfinished command line, as its declaration says.
struct Completion: Sendable {
  struct Candidate: Equatable {
    var word: String
    var help = ""
  }

  enum Answer: Equatable {
    case words([Candidate])
    case files
    case folders
  }

  struct Request {
    /// What is typed of the value.
    let current: String
    let place: WordWalker
    let shell: CompletionShell
    let context: Context
  }

  let answer: @Sendable (Request) -> Answer
}

extension Completion {
  static let files = Completion { _ in .files }
  static let folders = Completion { _ in .folders }

  /// One of a list.
  static func words(_ words: [String]) -> Completion {
    Completion { request in
      .words(words.map { Candidate(word: $0) }.fitting(request.current))
    }
  }

  static let date = words(["today", "tomorrow"] + Weekday.allCases.map(\.rawValue))

  /// A trip of the store.
  static let trip = Completion { request in
    .words(StoredNames(request).trips(request.current))
  }

  /// An item of the bucket list of the trip that is the first argument.
  static let item = Completion { request in
    guard let trip = request.place.arguments.first else { return .words([]) }
    return .words(StoredNames(request).items(of: trip, request.current))
  }

  /// A command, after the groups above it, or the options of all.
  static let command = Completion { request in
    let inner = CommandLineTool.parser.walk(request.place.arguments)
    let options = inner.path.isEmpty ? [Candidate(word: HelpCommand.options)] : []
    return .words((inner.candidates + options).fitting(request.current))
  }

  /// The next field of `--json` behind the last comma.
  static let fields = Completion { request in
    let path = request.place.path
    let kind = path.isEmpty ? TripField.self : path.last?.command?.jsonFields
    let parts = request.current.split(separator: ",", omittingEmptySubsequences: false).dropLast()
    let before = parts.map { $0 + "," }.joined()
    let names = (kind?.names ?? []).filter { !parts.contains(Substring($0)) }
    return .words(names.map { Candidate(word: before + $0) }.fitting(request.current))
  }
}

extension WordWalker {
  /// The commands that may come next.
  var candidates: [Completion.Candidate] {
    choices.map { Completion.Candidate(word: $0.name, help: $0.declaration.abstract) }
  }
}

extension [Completion.Candidate] {
  func fitting(_ current: String) -> [Completion.Candidate] {
    filter { $0.word.hasPrefix(current) }
  }
}

extension JSONField {
  fileprivate static var names: [String] { allCases.map(\.rawValue) }
}
