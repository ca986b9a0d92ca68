package import SQLite

/// A fingerprint of a store's schema: its tables, columns, indexes, views and triggers.
///
/// The counterpart of SwiftData's version hash. Schemas that differ only in comments, spacing, line
/// ends and letter case have the same fingerprint.
package struct SchemaFingerprint: Sendable {
  /// Objects that SQLite creates itself are left out.
  let objects: [String: DeclaredSchema.Object]

  init(_ db: Connection) throws {
    let rows = try db.query(
      "SELECT type, name, sql FROM sqlite_schema WHERE substr(name, 1, 7) <> 'sqlite_'")
    var objects: [String: DeclaredSchema.Object] = [:]
    while try rows.step() {
      let row = rows
      let sql = try row.decode(String?.self, forColumn: "sql") ?? ""
      let object = DeclaredSchema.Object(
        type: try row.decode(forColumn: "type"), name: try row.decode(forColumn: "name"),
        fingerprint: SchemaTokens.hash(SchemaTokens.normalized(sql)).value)
      objects[object.key] = object
    }
    self.objects = objects
  }

  /// Names a store's objects that are not part of its version: `table notes`.
  package static func added(
    to db: Connection, beside version: SchemaVersion
  ) throws -> [String] {
    let store = try SchemaFingerprint(db)
    let own = store.declared(at: version).objects
    return store.objects.filter { own[$0.key] == nil }.sorted { $0.key < $1.key }
      .map { "\($0.value.type) \($0.value.name)" }
  }

  /// Compares a store's schema with the declaration of its version. The user's own objects do not
  /// count.
  ///
  /// - Returns: the release whose form of the version the store has and that must be converted, nil
  ///   for any other; and the difference if the schema matches neither, otherwise nil.
  package static func state(
    of db: Connection, at version: SchemaVersion
  ) throws -> (release: String?, difference: String?) {
    let store = try SchemaFingerprint(db)
    let declared = store.declared(at: version)
    return (declared.release, declared.difference(from: store))
  }

  /// The form of the version that the store has; by default the current one.
  func declared(at version: SchemaVersion) -> DeclaredSchema {
    let current = DeclaredSchema.of(version)
    if current.difference(from: self) == nil { return current }
    return DeclaredSchema.earlier(version).first { $0.difference(from: self) == nil } ?? current
  }
}
