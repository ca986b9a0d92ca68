/// The result of an import.
package struct ImportReport {
  package var account = ImportAccount()
  /// Why records were skipped: at most `problemLimit`, all in a dry run.
  package var problems: [ImportProblem] = []
  /// The number of skipped records that are not in `problems`.
  package var omittedProblems = 0
  /// Contents of the files that are not stored.
  package var notes: [String] = []
  /// The warnings of the first trips that have some.
  package var warnings: [TripWarnings] = []
  /// The number of further changes with warnings.
  package var omittedWarnings = 0
  package var leftOut: [LeftOutEvent] = []
  /// The rows of cancelled events; they are unchanged.
  package var cancelled: [CancelledRow] = []
  /// The rows of events that came with their trip's event earlier, and are missing now.
  package var missing: [CancelledRow] = []
  /// The names of the records whose rows were deleted here.
  package var deletedHere: [String] = []
  /// Stored values that differ from a record when it was first matched with its row, and were kept.
  package var kept: [(trip: TripSummary, values: [PropertyChange])] = []
  /// The changed rows' events whose times were converted from UTC.
  package var converted: [LeftOutEvent] = []
  /// The time zone that a file with such events names.
  package var zoneOfFile: String?
  /// The changes to each trip; those beyond `changeLimit` are only counted, unless it is a dry run.
  package var changes: [ImportedChange] = []
  package var omittedChanges = 0

  package static let problemLimit = 100
  static let changeLimit = 10_000
  static let warningLimit = 10
}

/// What became of the records of an import.
package struct ImportAccount: Sendable {
  /// What the records of a format are called.
  package enum Kind: String, Sendable { case event, row, object, booking, record }

  /// Nil before the first file; `record` for files of several kinds.
  package private(set) var kind: Kind?
  package var records = 0
  package var added = 0
  package var updated = 0
  package var unchanged = 0
  package var leftOut = 0
  /// The rows that were added.
  package var trips = 0
  package var stays = 0
  package var items = 0

  mutating func add(_ kind: Kind) {
    self.kind = self.kind.map { $0 == kind ? kind : .record } ?? kind
  }

  /// Counts the records of a statement, and the rows that it adds.
  mutating func add(_ change: TripChange, of stated: StatedTrip) {
    func added(_ rows: [RowOutcome]) -> Int { rows.count { $0.before == nil && $0.after != nil } }
    let isNew = added([change.trip]) > 0
    trips += isNew ? 1 : 0
    stays += added(change.stays)
    items += added(change.items)
    let rows = change.stays + change.items
    if stated.isOfEvents {
      for row in [change.trip] + rows {
        guard let origin = row.record?.origin, !origin.isOutdated else { continue }
        add([row], count: origin.count)
      }
      return
    }
    // Rows of a CSV that follow each other are one statement: each has a stay or an item.
    let later = rows.indices.filter { rows[$0].isStated }.suffix(stated.count - 1)
    for index in later { add([isNew ? change.trip : rows[index]], count: 1) }
    let others = Set(later)
    add([change.trip] + rows.indices.filter { !others.contains($0) }.map { rows[$0] }, count: 1)
  }

  /// Counts records by what happens to their rows.
  private mutating func add(_ rows: [RowOutcome], count: Int) {
    if rows.contains(where: { $0.before != nil && $0.before != $0.after }) {
      updated += count
    } else if rows.contains(where: { $0.before == nil && $0.after != nil }) {
      added += count
    } else {
      unchanged += count
    }
  }
}

/// The row of an event that was cancelled.
package struct CancelledRow: Sendable {
  package let entity: Entity
  package let id: Int64
  package let trip: Int64
  package let name: String
}

/// The effect of a record on a trip.
package struct ImportedChange: Sendable {
  package let kind: RowChangeKind
  package let entity: HistoryEntity
  /// The resulting trip.
  package let trip: TripSummary
  /// Whether the trip's id is final: a dry run makes one up for a new trip.
  package let hasID: Bool
  package internal(set) var changes: [PropertyChange]
}
