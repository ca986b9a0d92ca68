package import GRDB

/// What the schema of a store means: its tables, columns, indexes, views and triggers.
///
/// It is SwiftData's version hash: two schemas that differ only in comments, spacing, line ends and
/// the case of letters have the same one.
package struct SchemaFingerprint: Sendable {
  /// Those that SQLite makes by itself are left out.
  let objects: [String: DeclaredSchema.Object]

  init(_ db: Database) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT type, name, sql FROM sqlite_schema WHERE substr(name, 1, 7) <> 'sqlite_'")
    var objects: [String: DeclaredSchema.Object] = [:]
    while let row = try rows.next() {
      let sql = try row.decode(String?.self, forColumn: "sql") ?? ""
      let object = DeclaredSchema.Object(
        type: try row.decode(forColumn: "type"), name: try row.decode(forColumn: "name"),
        fingerprint: SchemaTokens.hash(SchemaTokens.normalized(sql)).value)
      objects[object.key] = object
    }
    self.objects = objects
  }

  /// Names the objects of a store that are not of its version: `table notes`.
  package static func added(
    to db: Database, beside version: SchemaVersion
  ) throws -> [String] {
    let store = try SchemaFingerprint(db)
    let own = store.declared(at: version).objects
    return store.objects.filter { own[$0.key] == nil }.sorted { $0.key < $1.key }
      .map { "\($0.value.type) \($0.value.name)" }
  }

  /// Compares the schema of a store with what its version declares. Objects that are not ours do not
  /// count.
  ///
  /// - Returns: The release whose form of the version it is, so that it has to be walked to today's; nil
  ///   for any other schema. And where the schema is neither that nor today's; nil where it is.
  package static func state(
    of db: Database, at version: SchemaVersion
  ) throws -> (release: String?, difference: String?) {
    let store = try SchemaFingerprint(db)
    let declared = store.declared(at: version)
    return (declared.release, declared.difference(from: store))
  }

  /// The form of the version that the store has; today's where it has none.
  func declared(at version: SchemaVersion) -> DeclaredSchema {
    let current = DeclaredSchema.of(version)
    if current.difference(from: self) == nil { return current }
    return DeclaredSchema.earlier(version).first { $0.difference(from: self) == nil } ?? current
  }
}
