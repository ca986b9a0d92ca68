/// What went wrong while a command did its work. Its kind decides the exit code.
package enum TripsError: Error, Sendable {
  /// A value that is fine in itself and wrong for this trip.
  case value(String)
  case noSuchTrip(String, similar: [TripSummary])
  /// No trip has this name; the text is found in one, which a command that writes does not take.
  case foundOnly(String, in: TripSummary)
  case severalTrips(String, candidates: [TripSummary])
  /// No item has this title; the text is found in some, with their ids.
  case noSuchItem(String, trip: TripSummary, found: [String])
  case severalItems(String, trip: TripSummary, candidates: [Int64])
  case noStay(TripSummary)
  /// No stay of the trip has this id or place; it has these.
  case noSuchStay(String, TripSummary, [String])
  /// The stays that a text may mean, or that there are where none was named.
  case fitsSeveralStays(String?, TripSummary, [String])
  /// No `item` or `stay` without a trip has this id.
  case noOrphan(String, Int64)
  /// The trip, and the places of its stays: what is for a trip's only stay does not say which.
  case severalStays(TripSummary, [String])
  /// The notes are not those any more that somebody has edited.
  case changedMeanwhile(TripSummary)
  /// Another trip has this name and these dates already.
  case collision(with: TripSummary)
  case store(StoreProblem, path: String)
  case token(HistoryTokenProblem)
  case undo(UndoProblem)
  case migration(MigrationProblem, path: String)
  case refused(MigrationRefusal)
  /// A record of a file that is imported.
  case invalidRecord(ImportProblem)
  /// A file other than the store.
  case file(FileError)
  case sync(SyncProblem)

  package enum Kind: Sendable { case failed, value, noTrip, refused, store, token, interrupted }

  package var kind: Kind {
    switch self {
    case .value, .invalidRecord: .value
    case .noSuchTrip, .foundOnly, .severalTrips, .noSuchItem, .severalItems, .noStay, .noSuchStay,
      .fitsSeveralStays, .noOrphan:
      .noTrip
    case .collision, .changedMeanwhile, .severalStays, .undo, .refused, .sync, .file(.exists),
      .file(.taken), .file(.leftOver):
      .refused
    case .migration(.interrupted, _): .interrupted
    case .store, .migration: .store
    case .token: .token
    case .file: .failed
    }
  }
}

/// A migration, or its undoing, that is not done as things are.
package enum MigrationRefusal: Sendable, CustomStringConvertible {
  case targetBehind(SchemaVersion, store: SchemaVersion)
  /// The backup that would be put back does not have what was written after the migration.
  case writtenSince
  /// There is no backup that could be put back; the words say why.
  case noBackup(String)

  package var description: String {
    switch self {
    case .targetBehind(let target, let version):
      "this store has schema \(version), and \(target) is behind it"
    case .writtenSince:
      "the store was written to since it was migrated, and the backup does not have that"
    case .noBackup(let reason): reason
    }
  }
}

/// As much of a trip as a message needs to name it.
package struct TripSummary: Hashable, Sendable {
  package let id: Int64
  package let name: String
  package let startDate: CalendarDate
  package let endDate: CalendarDate

  /// `2026-12-10 to 2026-12-15`; of one day `2026-12-10`.
  package var dates: String {
    startDate == endDate ? "\(startDate)" : "\(startDate) to \(endDate)"
  }

  /// `'Paris' (3), 2026-12-10 to 2026-12-15`.
  package var description: String { "'\(name)' (\(id)), \(dates)" }
}

extension TripSummary {
  package init(_ trip: Trip) {
    self.init(id: trip.id, name: trip.name, startDate: trip.startDate, endDate: trip.endDate)
  }
}

extension TripsError: CustomStringConvertible {
  package var description: String { description { $0 } }

  /// - Parameter time: how the timestamp of a transaction is shown.
  package func description(_ time: (String) -> String) -> String {
    switch self {
    case .value(let reason): reason
    case .noSuchTrip(let words, let similar):
      "no trip has the id or name '\(words)'"
        + Self.suggestion(similar.map { "'\($0.name)' (\($0.id))" })
    case .foundOnly(let words, let trip):
      "no trip has the id or name '\(words)'; did you mean \(trip.description)?"
    case .severalTrips(let words, let candidates):
      "'\(words)' fits \(candidates.count) trips: "
        + Self.list(candidates.map { "\($0.id) (\($0.dates))" })
    case .noSuchItem(let words, let trip, let found):
      "the bucket list of '\(trip.name)' has no item '\(words)'"
        + (found.count == 1
          ? "; did you mean \(found[0])?" : Self.suggestion(Array(found.prefix(3))))
    case .severalItems(let words, let trip, let candidates):
      "'\(words)' fits \(candidates.count) items of '\(trip.name)': "
        + Self.list(candidates.map(String.init))
    case .noStay(let trip): "'\(trip.name)' has no stay"
    case .noSuchStay(let words, let trip, let stays):
      "'\(trip.name)' has no stay '\(words)'; it has \(Self.list(stays))"
    case .fitsSeveralStays(let words?, let trip, let stays):
      "'\(words)' fits \(stays.count) stays of '\(trip.name)': \(Self.list(stays))"
    case .fitsSeveralStays(nil, let trip, let stays):
      "'\(trip.name)' has \(stays.count) stays, and none is named: \(Self.list(stays))"
    case .noOrphan(let noun, let id): "no \(noun) without a trip has the id \(id)"
    case .severalStays(let trip, let places):
      "'\(trip.name)' has \(places.count) stays: \(Self.list(places.map { "'\($0)'" }))"
    case .changedMeanwhile(let trip): "the notes of \(trip.description) were changed meanwhile"
    case .collision(let other):
      "another trip has this name and these dates: \(other.description)"
    case .store(let problem, let path): problem.description(path: path)
    case .token(let problem): problem.description(time)
    case .undo(let problem): problem.description(time)
    case .migration(let problem, let path): problem.description(path: path)
    case .refused(let refusal): refusal.description
    case .invalidRecord(let problem): "\(problem.description); nothing was imported"
    case .file(let error): error.description
    case .sync(let problem): problem.description
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
