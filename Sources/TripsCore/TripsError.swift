/// Why a command failed. The kind decides the exit code.
package enum TripsError: Error, Sendable {
  /// A value that is valid in itself, but not for this trip.
  case value(String)
  /// A value that the trip cannot have as it is.
  case unfit(String, TripRemedy)
  /// Words do not identify one trip, item or stay.
  case reference(ReferenceProblem)
  /// No `item` or `stay` without a trip has this id.
  case noOrphan(String, Int64)
  /// What was shown for a confirmation, or in an editor, has changed since: `the history`.
  case changedMeanwhile(String)
  /// Another trip already has this name and these dates.
  case collision(with: TripSummary)
  /// Two of the trips to change would have the same name and dates: the ids, and one as changed.
  case wouldBeEqual(Int64, Int64, TripSummary)
  /// The days to remove have items, or all nights of a stay.
  case daysInUse(DaysInUse)
  case store(StoreProblem, path: String)
  case token(HistoryTokenProblem)
  case undo(UndoProblem)
  case migration(MigrationProblem, path: String)
  case refused(MigrationRefusal)
  /// A record of an imported file.
  case invalidRecord(ImportProblem)
  /// A file that is not a claim.
  case claim(ImportProblem)
  /// A file other than the store.
  case file(FileError)
  case sync(SyncProblem)

  package enum Kind: Sendable { case failed, value, noTrip, refused, store, token, interrupted }

  package var kind: Kind {
    switch self {
    case .value, .unfit, .invalidRecord, .claim: .value
    case .reference, .noOrphan: .noTrip
    case .collision, .wouldBeEqual, .daysInUse, .changedMeanwhile, .undo, .refused, .sync,
      .file(.exists), .file(.taken), .file(.leftOver):
      .refused
    case .migration(.interrupted, _): .interrupted
    case .store, .migration: .store
    case .token: .token
    case .file: .failed
    }
  }
}

/// The change to a trip that would make a value valid.
package enum TripRemedy: Sendable {
  case becoming(TripType)
  /// The single day has an amount in another currency.
  case takingBack(CalendarDate)
}

/// Why a migration or its undo was refused.
package enum MigrationRefusal: Sendable, CustomStringConvertible {
  case targetBehind(SchemaVersion, store: SchemaVersion)
  /// There is no backup of an earlier version next to the store.
  case noBackup(String, before: SchemaVersion)

  package var description: String {
    switch self {
    case .targetBehind(let target, let version):
      "this store has schema \(version), which is later than \(target)"
    case .noBackup(let path, let version):
      "no migration has left a backup of a version before \(version) next to '\(path)'"
    }
  }
}

/// The items on days to remove from a trip, and the stays that would have no night left.
package struct DaysInUse: Sendable, CustomStringConvertible {
  package let trip: TripSummary
  let items: [String]
  let stays: [String]

  package var hasItems: Bool { !items.isEmpty }
  package var hasStays: Bool { !stays.isEmpty }

  package var description: String {
    let sentences = [
      items.isEmpty
        ? nil
        : "\(items.count == 1 ? "item" : "items") \(TripsError.list(items)) "
          + "\(items.count == 1 ? "is" : "are") on days to remove",
      stays.isEmpty
        ? nil
        : "\(stays.count == 1 ? "stay" : "stays") \(TripsError.list(stays)) "
          + "would have no night left",
    ]
    return "in '\(trip.name)', " + sentences.compactMap(\.self).joined(separator: ", and ")
  }
}

/// The parts of a trip that identify it in messages.
package struct TripSummary: Hashable, Sendable {
  package let id: Int64
  package let name: String
  package let startDate: CalendarDate
  package let endDate: CalendarDate

  /// `2026-12-10 to 2026-12-15`; for one day `2026-12-10`.
  package var dates: String {
    startDate == endDate ? "\(startDate)" : "\(startDate) to \(endDate)"
  }

  /// `'Paris' (3), 2026-12-10 to 2026-12-15`.
  package var description: String { "\(Wording.row(name, id)), \(dates)" }
}

extension TripSummary {
  package init(_ trip: Trip) {
    self.init(id: trip.id, name: trip.name, startDate: trip.startDate, endDate: trip.endDate)
  }
}

extension TripsError: CustomStringConvertible {
  package var description: String { description { $0 } }

  /// - Parameter time: formats the timestamp of a transaction.
  package func description(_ time: (String) -> String) -> String {
    switch self {
    case .value(let reason), .unfit(let reason, _): reason
    case .reference(let problem): problem.description
    case .noOrphan(let noun, let id): "no \(noun) without a trip has the id \(id)"
    case .changedMeanwhile(let what): "another program changed \(what) meanwhile; nothing was done"
    case .collision(let other):
      "another trip has this name and these dates: \(other.description)"
    case .wouldBeEqual(let one, let other, let trip):
      "trips \(one) and \(other) would both be '\(trip.name)', \(trip.dates)"
    case .daysInUse(let problem): problem.description
    case .store(let problem, let path): problem.description(path: path)
    case .token(let problem): problem.description(time)
    case .undo(let problem): problem.description(time)
    case .migration(let problem, let path): problem.description(path: path)
    case .refused(let refusal): refusal.description
    case .claim(let problem): problem.description
    case .invalidRecord(let problem): "\(problem.description); nothing was imported"
    case .file(let error): error.description
    case .sync(let problem): problem.description
    }
  }

  /// The first ten, and the number of others.
  static func list(_ items: [String]) -> String {
    let rest = items.count - 10
    return items.prefix(10).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
