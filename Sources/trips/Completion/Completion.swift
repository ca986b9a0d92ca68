import TripsCore

/// The values that a shell offers for an argument or an option.
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

  let answer: @Sendable (Completer) -> Answer
}

extension Completion {
  static let files = Completion { _ in .files }
  static let folders = Completion { _ in .folders }

  /// One word of a list.
  static func words(_ words: [String]) -> Completion {
    Completion { completer in
      .words(words.map { Candidate(word: $0) }.fitting(completer.current))
    }
  }

  static let date = words(["today", "tomorrow"] + Weekday.allCases.map(\.rawValue))

  /// A trip in the store.
  static let trip = Completion { completer in
    .words(StoredNames(completer).trips(completer.current))
  }

  /// A name or destination from the store.
  static func stored(_ field: KeyPath<Trip, String> & Sendable) -> Completion {
    Completion { completer in .words(StoredNames(completer).values(of: field, completer.current)) }
  }

  /// A tag of a trip in the store.
  static let tag = Completion { completer in
    .words(StoredNames(completer).tags(completer.current))
  }

  /// An item of the trip that is the first argument.
  static let item = ofTrip { $0.items(of: $1, $2) }

  /// A stay of that trip.
  static let stay = ofTrip { $0.stays(of: $1, $2) }

  private static func ofTrip(
    _ candidates:
      @escaping @Sendable (StoredNames, _ trip: String, _ current: String)
      -> [Candidate]
  ) -> Completion {
    Completion { completer in
      guard let trip = completer.walker.arguments.first else { return .words([]) }
      return .words(candidates(StoredNames(completer), trip, completer.current))
    }
  }

  /// A command or subcommand, or a help topic.
  static let command = Completion { completer in
    let inner = CommandLineTool.parser.walk(completer.walker.arguments)
    let topics = inner.path.isEmpty ? Manual.topics : []
    return .words(
      (inner.candidates + topics.map { Candidate(word: $0.name, help: $0.abstract) })
        .fitting(completer.current))
  }

  /// The next column of `--columns` after the last comma.
  static let columns = Completion { completer in
    let path = completer.walker.path
    let parts = completer.current.parts(separatedBy: ",").dropLast()
    let before = parts.map { $0 + "," }.joined()
    let columns = path.isEmpty ? TripField.names : path.last?.command?.columnNames
    let names = (columns ?? []).filter { !parts.contains(Substring($0)) }
    return .words(names.map { Candidate(word: before + $0) }.fitting(completer.current))
  }
}

extension WordWalker {
  /// The commands that may come next.
  var candidates: [Completion.Candidate] {
    choices.map {
      Completion.Candidate(word: $0.name, help: $0.declaration.abstract)
    }
  }
}

extension [Completion.Candidate] {
  func fitting(_ current: String) -> [Completion.Candidate] {
    filter { $0.word.begins(with: current) }
  }
}
