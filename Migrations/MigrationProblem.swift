/// Why a migration failed. The store is unchanged.
package enum MigrationProblem: Error, Hashable, Sendable {
  /// Rows that V2 cannot hold at all.
  case unfitRows([UnfitRow])
  /// The schema differs from its version's declaration; the text names the object.
  case schemaDiffers(String)
  /// The user's own triggers on tables of the schema, which the migration would fire.
  case triggers([UserTrigger])
  /// Another object of the user's that the migration cannot keep.
  case obstacle(String)
  /// The account of the rows does not add up: a bug, which must not lose any data.
  case unbalanced(String)
  case interrupted
}

/// A value that the next schema version cannot hold.
package struct UnfitRow: Hashable, Sendable {
  package let table: String
  package let id: Int64
  package let column: String
  /// The value in printable form.
  package let value: String
  /// The reason, as the end of a sentence.
  package let reason: String
}

extension UnfitRow: CustomStringConvertible {
  /// `trip 3: start_date '2026-02-30' is not a date`.
  package var description: String { "\(table) \(id): \(column) '\(value)' \(reason)" }
}
