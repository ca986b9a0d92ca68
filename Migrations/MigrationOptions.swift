/// How a migration treats rows that a later version cannot hold.
package struct MigrationOptions: Sendable {
  /// How to treat trips that share a name but not the dates, which V2 cannot hold.
  package enum Duplicates: String, CaseIterable, Sendable {
    /// All but the earliest are renamed to `Paris (2)` and so on; V2→V3 restores the name.
    case keep
    /// They are merged, with the values of the one with the newest dates.
    case merge
  }

  package var duplicates = Duplicates.keep
  /// Whether rows that V2 cannot hold are moved to `migrationRecord` instead of stopping the
  /// migration.
  package var quarantines = false

  package init(duplicates: Duplicates = .keep, quarantines: Bool = false) {
    self.duplicates = duplicates
    self.quarantines = quarantines
  }
}
