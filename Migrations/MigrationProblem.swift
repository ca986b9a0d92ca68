/// Why a migration failed. The store is unchanged.
package enum MigrationProblem: Error, Hashable, Sendable {
  /// Rows that the next version cannot hold.
  case unfitRows([UnfitRow])
  /// The schema differs from its version's schema.
  case schemaDiffers(StoreSchema.Difference, SchemaVersion)
  /// The user's triggers and unique indexes on our tables.
  case objects([StoreSchema.Object])
  /// References of the user's tables to rows that would be merged or quarantined.
  case references([LostReference])
  /// Another of the user's objects, which the migration cannot keep.
  case obstacle(String)
  /// The account of the rows does not balance: a bug, which must not lose any data.
  case unbalanced(String)
  case interrupted
}

/// A value that the next schema version cannot hold.
package struct UnfitRow: Hashable, Sendable {
  package let entity: Entity
  package let id: Int64
  package let column: String
  /// The value in printable form.
  package let value: String
  /// The reason, as the end of a sentence.
  package let reason: String
}

extension UnfitRow: CustomStringConvertible {
  /// `trip 3: start_date '2026-02-30' is not a date`.
  package var description: String { "\(entity.table) \(id): \(column) '\(value)' \(reason)" }
}
