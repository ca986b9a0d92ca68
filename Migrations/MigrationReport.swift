/// The report of a migration: its results, not its steps.
package struct MigrationReport: Sendable {
  /// A row with its name, title or place.
  package struct Row: Hashable, Sendable {
    package let entity: Entity
    package let id: Int64
    package let label: String
  }

  /// A value that was replaced.
  package struct Change: Hashable, Sendable {
    package let row: Row
    package let property: String
    package let old: String
    package let new: String
  }

  /// Trips that became one.
  package struct Merge: Sendable {
    package let survivor: Row
    package let duplicates: [Int64]
    /// The items and stays that moved to it.
    package internal(set) var moved: [Row] = []
    /// The items and stays that it already had.
    package internal(set) var dropped: [Row] = []
    package internal(set) var changes: [Change] = []
  }

  /// A row that is kept in `migrationRecord` alone.
  package struct Quarantined: Sendable {
    package let row: Row
    package let json: String
  }

  package internal(set) var stages: [(stage: MigrationStage, seconds: Double)] = []
  /// The number of rows in each table, before and after.
  package internal(set) var before: [Entity: Int64] = [:]
  package internal(set) var after: [Entity: Int64] = [:]
  package internal(set) var merges: [Merge] = []
  /// Trips with another name than before, by their ids.
  package internal(set) var renames: [Int64: Change] = [:]
  /// Text that was trimmed or normalised.
  package internal(set) var textChanges: [Change] = []
  /// Rows without a trip.
  package internal(set) var orphans: [Row] = []
  package internal(set) var quarantined: [Quarantined] = []

  package init() {}

  /// Records a new name. A name that was set aside and put back is not a change.
  mutating func rename(_ id: Int64, from old: String, to new: String) {
    let original = renames[id]?.old ?? old
    let row = Row(entity: .trip, id: id, label: original)
    renames[id] =
      original.utf8.elementsEqual(new.utf8)
      ? nil : Change(row: row, property: "name", old: original, new: new)
  }
}
