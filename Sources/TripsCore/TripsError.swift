package import Migrations

/// What went wrong while a command did its work. Its kind decides the exit code.
package enum TripsError: Error, Sendable {
  /// A value that is fine in itself and wrong for this trip.
  case value(String)
  case noSuchTrip(String, similar: [TripSummary])
  case severalTrips(String, candidates: [TripSummary])
  case noSuchItem(String, trip: TripSummary, similar: [String])
  case severalItems(String, trip: TripSummary, candidates: [Int64])
  case noStay(TripSummary)
  /// Another trip has this name and these dates already.
  case collision(with: TripSummary)
  case store(StoreProblem, path: String)
  case token(HistoryTokenProblem)
  case undo(UndoProblem)
  case migration(MigrationProblem, path: String)
  /// Something that is not done as things are: the reason, and what helps.
  case refused(String, hint: String?)
  /// A record of a file that is imported.
  case invalidRecord(ImportProblem)
  /// A file other than the store.
  case file(FileError)

  package enum Kind: Sendable { case failed, value, noTrip, refused, store, token, interrupted }

  package var kind: Kind {
    switch self {
    case .value, .invalidRecord: .value
    case .noSuchTrip, .severalTrips, .noSuchItem, .severalItems, .noStay: .noTrip
    case .collision, .undo, .refused, .file(.exists): .refused
    case .migration(.interrupted, _): .interrupted
    case .store, .migration: .store
    case .token: .token
    case .file: .failed
    }
  }
}

/// As much of a trip as a message needs to name it.
package struct TripSummary: Hashable, Sendable {
  package let id: Int64
  package let name: String
  package let startDate: CalendarDate
  package let endDate: CalendarDate

  package init(id: Int64, name: String, startDate: CalendarDate, endDate: CalendarDate) {
    self.id = id
    self.name = name
    self.startDate = startDate
    self.endDate = endDate
  }

  package init(_ trip: Trip) {
    id = trip.id
    name = trip.name
    startDate = trip.startDate
    endDate = trip.endDate
  }

  /// `'Paris' (3), 2026-12-10 to 2026-12-15`.
  package var description: String {
    let dates = startDate == endDate ? "\(startDate)" : "\(startDate) to \(endDate)"
    return "'\(name)' (\(id)), \(dates)"
  }
}

extension TripsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .value(let reason): reason
    case .noSuchTrip(let words, let similar):
      "no trip has the id or name '\(words)'"
        + Self.suggestion(similar.map { "'\($0.name)' (\($0.id))" })
    case .severalTrips(let words, let candidates):
      "'\(words)' fits \(candidates.count) trips: "
        + Self.list(candidates.map { "\($0.id) (\($0.startDate) to \($0.endDate))" })
    case .noSuchItem(let words, let trip, let similar):
      "the bucket list of '\(trip.name)' has no item '\(words)'"
        + Self.suggestion(similar.map { "'\($0)'" })
    case .severalItems(let words, let trip, let candidates):
      "'\(words)' fits \(candidates.count) items of '\(trip.name)': "
        + Self.list(candidates.map(String.init))
    case .noStay(let trip): "'\(trip.name)' has no stay"
    case .collision(let other):
      "another trip has this name and these dates: \(other.description)"
    case .store(let problem, let path): problem.description(path: path)
    case .token(let problem): problem.description
    case .undo(let problem): problem.description
    case .migration(let problem, let path): problem.description(path: path)
    case .refused(let reason, _): reason
    case .invalidRecord(let problem): "\(problem.description); nothing was imported"
    case .file(let error): error.description
    }
  }

  /// The next thing to do, where one command helps.
  package var hint: String? {
    switch self {
    case .noSuchTrip(_, let similar): similar.isEmpty ? "'trips list' shows all trips" : nil
    case .severalTrips: "name it by its id"
    case .severalItems: "name it by its id; 'trips bucket list TRIP' shows them"
    case .noStay: "'trips stay set TRIP PLACE' gives it one"
    case .collision(let other): "'trips show \(other.id)' shows it"
    case .store(let problem, _): problem.hint
    case .token(let problem): problem.hint
    case .undo(let problem): problem.hint
    case .migration(let problem, _): problem.hint
    case .refused(_, let hint): hint
    case .invalidRecord(let problem):
      problem.isFatal ? nil : "'--skip-invalid' imports the rest; with '--dry-run' it lists them"
    case .file(.exists): "'--force' replaces it"
    case .value, .noSuchItem, .file: nil
    }
  }

  /// The first ten, and how many more there are.
  private static func list(_ items: [String]) -> String {
    let rest = items.count - 10
    return items.prefix(10).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private static func suggestion(_ similar: [String]) -> String {
    similar.isEmpty ? "" : "; did you mean \(similar.joined(separator: " or "))?"
  }
}
