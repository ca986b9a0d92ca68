package import GRDB
internal import Platform

/// What the schema of a store means: its tables, columns, indexes, views and triggers.
///
/// It is SwiftData's version hash: two schemas that differ only in comments, spacing, line ends and
/// the case of letters have the same one.
package struct SchemaFingerprint: Sendable {
  struct Key: Hashable, Comparable {
    let type: String
    /// In lower case, as SQLite compares names.
    let name: String

    static func < (one: Key, other: Key) -> Bool {
      (one.type, one.name) < (other.type, other.name)
    }
  }

  struct Object {
    /// As it was written.
    let name: String
    /// Its text without what means nothing.
    let meaning: String
  }

  /// Those that SQLite makes by itself are left out.
  let objects: [Key: Object]

  init(_ db: Database) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT type, name, sql FROM sqlite_schema WHERE substr(name, 1, 7) <> 'sqlite_'")
    var objects: [Key: Object] = [:]
    while let row = try rows.next() {
      let type: String = try row.decode(forColumn: "type")
      let name: String = try row.decode(forColumn: "name")
      let sql = try row.decode(String?.self, forColumn: "sql") ?? ""
      objects[Key(type: type, name: name.lowercased())] = Object(
        name: name, meaning: SchemaTokens.normalized(sql))
    }
    self.objects = objects
  }

  /// The schema that the SQL of this program makes for a version.
  static func reference(_ version: SchemaVersion) throws -> SchemaFingerprint {
    guard let schema = try references.get()[version] else {
      throw DatabaseError(resultCode: .SQLITE_INTERNAL)
    }
    return schema
  }

  /// The names of all objects that any version has.
  static func ownObjects() throws -> Set<Key> {
    try Set(references.get().values.flatMap(\.objects.keys))
  }

  private static let references = Result {
    try Dictionary(
      uniqueKeysWithValues: SchemaVersion.allCases.map { version in
        let queue = try DatabaseQueue()
        let schema = try queue.inDatabase { db in
          try SchemaMigrationPlan.trips.build(in: db, to: version) { _ in true }
          return try SchemaFingerprint(db)
        }
        return (version, schema)
      })
  }

  /// 16 hexadecimal digits (64-bit FNV-1a) that stand for all objects.
  package var digits: String {
    digits(of: objects)
  }

  private func digits(of objects: [Key: Object]) -> String {
    var hash = FNV1a()
    for (key, object) in objects.sorted(by: { $0.key < $1.key }) {
      hash.add("\(key.type)\0\(key.name)\0\(object.meaning)\0".utf8)
    }
    return hash.digits
  }

  /// Names the objects of a store that are not of its version: `table notes`.
  package static func added(
    to db: Database, beside version: SchemaVersion
  ) throws -> [String] {
    let own = try reference(version).objects
    return try SchemaFingerprint(db).objects.filter { own[$0.key] == nil }
      .sorted { $0.key < $1.key }.map { "\($0.key.type) \($0.value.name)" }
  }

  /// Tells where the schema of a store is not what its version declares; nil where it is.
  ///
  /// Objects that are not ours do not count.
  package static func difference(_ db: Database, from version: SchemaVersion) throws -> String? {
    let store = try SchemaFingerprint(db)
    let reference = try reference(version)
    let own = store.objects.filter { reference.objects.keys.contains($0.key) }
    if store.digits(of: own) == version.fingerprint { return nil }
    for (key, object) in reference.objects.sorted(by: { $0.key < $1.key }) {
      guard let found = store.objects[key] else {
        return "the \(key.type) '\(object.name)' of \(version) is missing"
      }
      if found.meaning != object.meaning {
        return "the \(key.type) '\(object.name)' is not that of \(version)"
      }
    }
    return "its fingerprint is not that of \(version)"
  }
}
