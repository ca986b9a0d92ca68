/// Why a walk did not happen. The store is as it was.
package enum MigrationProblem: Error, Hashable, Sendable {
  /// Rows that V2 cannot hold in any way.
  case unfitRows([UnfitRow])
  /// The schema is not what its version declares; the words name the object that differs.
  case schemaDiffers(String)
  /// The user's triggers on tables of the schema, which would fire on what the walk does.
  case triggers([UserTrigger])
  /// Something else of the user's that the walk cannot take along.
  case obstacle(String)
  /// The account of the rows does not add up: a bug that must not cost anybody a trip.
  case unbalanced(String)
  case interrupted
}

/// A value that the next version of the schema has no place for.
package struct UnfitRow: Hashable, Sendable {
  package let table: String
  package let id: Int64
  package let column: String
  /// The value as it can be shown.
  package let value: String
  /// What is wrong with it, as the end of a sentence.
  package let reason: String
}

extension UnfitRow: CustomStringConvertible {
  /// `trip 3: start_date '2026-02-30' is not a date`.
  package var description: String { "\(table) \(id): \(column) '\(value)' \(reason)" }
}
