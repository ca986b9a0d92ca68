internal import SQLite

/// A reference from a table to a row that the migration would remove.
package struct LostReference: Hashable, Sendable {
  package let table: String
  package let column: String
  /// The kind and the id of the row.
  package let entity: Entity
  package let id: Int64
  /// The row into which it would be merged; nil if it would be quarantined.
  package internal(set) var survivor: Int64?

  /// The statement that makes it refer to the remaining row.
  package var update: String? {
    let column = column.asIdentifier
    return survivor.map {
      "UPDATE \(table.asIdentifier) SET \(column) = \($0) WHERE \(column) = \(id)"
    }
  }
}

extension LostReference: CustomStringConvertible {
  /// `'photo' refers to trip 2, which would be merged into trip 1`.
  package var description: String {
    "'\(table)' refers to \(entity.noun) \(id), which would be "
      + (survivor.map { "merged into \(entity.noun) \($0)" } ?? "quarantined")
  }
}

/// The foreign keys of all tables that refer to ours. They are not enforced during a migration.
struct References {
  private let db: Connection
  /// Those that refer to no row before the migration.
  private let dangling: Set<LostReference>

  init(_ db: Connection, at version: SchemaVersion) throws {
    self.db = db
    // The custom stages must leave none of ours.
    dangling = try Self.dangling(in: db).filter {
      version >= .v3 || Entity(rawValue: $0.table) == nil
    }
  }

  /// - Throws: `MigrationProblem.references`; `unbalanced` if a row of ours refers to no row.
  func check() throws {
    let lost = try Self.dangling(in: db).subtracting(dangling)
    if lost.isEmpty { return }
    let found = try lost.sorted { ($0.table, $0.id) < ($1.table, $1.id) }.map { reference in
      var reference = reference
      reference.survivor = try survivor(of: reference)
      return reference
    }
    if let ours = found.first(where: { Entity(rawValue: $0.table) != nil }) {
      throw MigrationProblem.unbalanced(
        "the table \(ours.table) refers to \(ours.entity.noun) \(ours.id), which does not exist")
    }
    throw MigrationProblem.references(found)
  }

  /// The row into which a row was merged, perhaps in several steps.
  private func survivor(of reference: LostReference) throws -> Int64? {
    func next(_ id: Int64) throws -> Int64? {
      try db.integer(
        """
        SELECT survivorId FROM migrationRecord
        WHERE action = 'merged' AND entity = \(reference.entity.table) AND rowId = \(id)
        """)
    }
    var survivor = try next(reference.id)
    while let id = survivor, let later = try next(id) { survivor = later }
    return survivor
  }

  private static func dangling(in db: Connection) throws -> Set<LostReference> {
    let keys = try db.rows(
      """
      SELECT child, "from", lower(parent) FROM pragma_foreign_key_list(child) AS key
      JOIN (SELECT DISTINCT "table" AS child, parent, fkid FROM pragma_foreign_key_check)
      ON key.id = fkid
      """
    ) { (table: $0.text(0), column: $0.text(1), parent: $0.text(2)) }
    return Set(
      try keys.flatMap { key -> [LostReference] in
        guard let entity = Entity.allCases.first(where: { $0.table.lowercased() == key.parent })
        else { return [] }
        let column = SQL(sql: key.column.asIdentifier)
        return try db.integers(
          """
          SELECT DISTINCT \(column) FROM \(sql: key.table.asIdentifier)
          WHERE \(column) NOT NULL AND \(column) NOT IN (SELECT id FROM \(sql: entity.table))
          """
        ).map { LostReference(table: key.table, column: key.column, entity: entity, id: $0) }
      })
  }
}
