/// How a walk treats what a later version cannot hold.
package struct MigrationOptions: Sendable {
  /// What becomes of trips that share a name and have other dates, which V2 cannot hold.
  package enum Duplicates: String, CaseIterable, Sendable {
    /// All but the earliest are set aside as `Paris (2)`; V2→V3 puts the name back.
    case keep
    /// They become one trip, with the values of the one with the newest dates.
    case merge
  }

  package var duplicates = Duplicates.keep
  /// Whether rows that V2 cannot hold are set apart in `migrationRecord`, or stop the walk.
  package var quarantines = false

  package init(duplicates: Duplicates = .keep, quarantines: Bool = false) {
    self.duplicates = duplicates
    self.quarantines = quarantines
  }
}
