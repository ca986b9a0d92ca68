internal import Platform
package import SQLite

/// The objects of a schema, in the order of their creation; not those that SQLite makes itself.
package struct StoreSchema: Sendable {
  package struct Object: Hashable, Sendable {
    /// `table`, `index`, `view` or `trigger`.
    package let type: String
    package let name: String
    /// The table or view that an index or a trigger belongs to.
    package let table: String
    /// The statement that creates it.
    package let sql: String

    /// The statement that drops it.
    package var drop: String { "DROP \(type.uppercased()) \(name.asIdentifier)" }

    var meaning: String { StoreSchema.meaning(of: sql) }
  }

  package let objects: [Object]
  private let byName: [String: Object]

  /// The schema of a store.
  package init(_ db: Connection) throws {
    objects = try db.rows(
      """
      SELECT type, name, tbl_name, sql FROM main.sqlite_schema
      WHERE substr(name, 1, 7) <> 'sqlite_' AND sql IS NOT NULL ORDER BY rowid
      """
    ) { Object(type: $0.text(0), name: $0.text(1), table: $0.text(2), sql: $0.text(3)) }
    byName = Dictionary(objects.map { ("\($0.type) \($0.name)", $0) }) { first, _ in first }
  }

  /// The schema of a version, from a store that is built in memory.
  package init(of version: SchemaVersion) throws {
    let db = try Connection(":memory:")
    try db.execute(version.sql)
    try self.init(db)
  }

  /// The object with the same type and name.
  subscript(object: Object) -> Object? { byName["\(object.type) \(object.name)"] }

  /// A statement without spacing, quotes around names and case, which do not matter.
  static func meaning(of sql: String) -> String {
    var words: [[UInt8]] = [[]]
    var end: UInt8?
    for byte in sql.utf8 {
      let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      switch (byte, end) {
      case (_, UInt8(ascii: "'")):
        words[words.count - 1].append(byte)
        if byte == end { end = nil }
      case (end, _):
        end = nil
        words.append([])
      case (_, .some): words[words.count - 1].append(lower)
      case (UInt8(ascii: "'"), _):
        end = byte
        words.append([byte])
      case (UInt8(ascii: "\""), _), (UInt8(ascii: "`"), _), (UInt8(ascii: "["), _):
        end = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte
        words.append([])
      case (0x30...0x39, _), (0x41...0x5A, _), (0x61...0x7A, _), (0x5F, _), (0x80..., _):
        words[words.count - 1].append(lower)
      case (...0x20, _): words.append([])
      default: words += [[byte], []]
      }
    }
    let text = words.filter { !$0.isEmpty }.joined(separator: [UInt8(ascii: " ")])
    return String(decoding: Array(text), as: UTF8.self)
  }
}

extension StoreSchema {
  /// Describes where a store's schema differs from its version's schema; nil if it does not. The
  /// user's own objects do not count.
  package static func difference(
    of db: Connection, from version: SchemaVersion
  ) throws -> String? {
    let stored = try StoreSchema(db)
    for object in try StoreSchema(of: version).objects {
      guard let found = stored[object] else {
        return "the \(object.type) '\(object.name)' of \(version) is missing"
      }
      if found.meaning != object.meaning {
        return "the \(object.type) '\(object.name)' differs from the \(object.type) in \(version)"
      }
    }
    return nil
  }

  /// The objects that the user has added to a store of a version.
  package static func added(to db: Connection, beside version: SchemaVersion) throws -> [Object] {
    let own = try StoreSchema(of: version)
    return try StoreSchema(db).objects.filter { own[$0] == nil }
  }

  /// The user's triggers and unique indexes on our tables. With them, a write could do anything, or
  /// fail, so writing is refused until they are dropped.
  package static func obstacles(
    in db: Connection, beside version: SchemaVersion
  ) throws -> [Object] {
    let tables = Set(try StoreSchema(of: version).objects.map { $0.table.lowercased() })
    return try added(to: db, beside: version).filter {
      tables.contains($0.table.lowercased())
        && ($0.type == "trigger" || $0.type == "index" && $0.meaning.begins(with: "create unique "))
    }
  }
}

extension String {
  /// The text as an SQL name.
  package var asIdentifier: String { "\"\(parts(separatedBy: "\"").joined(separator: "\"\""))\"" }
}
