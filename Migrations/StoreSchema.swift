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

  /// SQLite itself makes tables with such names, and indexes without a statement. SQL cannot create
  /// a trigger with such a name, but one that was written into the file runs.
  private static let stored: SQL = """
    SELECT type, name, tbl_name, sql FROM main.sqlite_schema
    WHERE sql NOT NULL AND (type <> 'table' OR substr(name, 1, 7) <> 'sqlite_') ORDER BY rowid
    """

  /// The schema of a store.
  package init(_ db: Connection) throws {
    objects = try db.rows(Self.stored) { Object($0) }
    byName = Dictionary(objects.map { ("\($0.type) \($0.name)", $0) }) { first, _ in first }
  }

  /// The schema of a version.
  package init(of version: SchemaVersion) throws { try self.init(version.storeInMemory()) }

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

extension StoreSchema.Object {
  fileprivate init(_ row: Statement) {
    self.init(type: row.text(0), name: row.text(1), table: row.text(2), sql: row.text(3))
  }
}

// MARK: - Comparison

extension StoreSchema {
  /// Where a store's schema differs from its version's schema.
  package enum Difference: Hashable, Sendable, CustomStringConvertible {
    case missing(type: String, name: String)
    case changed(type: String, name: String)
    /// A program has added columns to the table.
    case added(columns: [String], table: String)

    /// The statements that drop the added columns.
    package var drops: [String] {
      guard case .added(let columns, let table) = self else { return [] }
      return columns.map { "ALTER TABLE \(table.asIdentifier) DROP COLUMN \($0.asIdentifier)" }
    }

    package var description: String {
      switch self {
      case .missing(let type, let name): "\(type) '\(name)' is missing"
      case .changed(let type, let name): "\(type) '\(name)' is different"
      case .added(let columns, let table):
        "table '\(table)' also has \(columns.count == 1 ? "the column" : "the columns") "
          + columns.map { "'\($0)'" }.joined(separator: ", ")
      }
    }
  }

  /// Finds the first difference of a store's schema from its version's schema; nil if there is none.
  /// The user's own objects do not count.
  package static func difference(
    of db: Connection, from version: SchemaVersion
  ) throws -> Difference? {
    if try others(in: db, version: version) != nil { return nil }
    let stored = try StoreSchema(db)
    let model = try version.storeInMemory()
    for object in try StoreSchema(model).objects {
      guard let found = stored[object] else {
        return .missing(type: object.type, name: object.name)
      }
      if found.meaning == object.meaning { continue }
      let own = try columns(of: object, in: model)
      let added = try columns(of: object, in: db).filter { !own.contains($0) }
      return added.isEmpty
        ? .changed(type: object.type, name: object.name)
        : .added(columns: added, table: object.name)
    }
    return nil
  }

  /// The objects that the user has added to a store of a version.
  package static func added(to db: Connection, version: SchemaVersion) throws -> [Object] {
    if let others = try others(in: db, version: version) { return others }
    let own = try StoreSchema(of: version)
    return try StoreSchema(db).objects.filter { own[$0] == nil }
  }

  /// The user's triggers and unique indexes on our tables. While they exist, a write could fail or
  /// have side effects, so writing is refused until they are dropped.
  package static func obstacles(
    in db: Connection, version: SchemaVersion
  ) throws -> [Object] {
    let candidates = try added(to: db, version: version).filter {
      $0.type == "trigger" || $0.type == "index" && $0.meaning.begins(with: "create unique ")
    }
    if candidates.isEmpty { return [] }
    let tables = Set(try StoreSchema(of: version).objects.map { $0.table.lowercased() })
    return candidates.filter { tables.contains($0.table.lowercased()) }
  }

  /// The other objects of a store that has each statement of a version's file, byte for byte; nil if
  /// it lacks one. Every command compares in this way, since it takes microseconds: SQLite stores a
  /// statement as it is written in the file.
  private static func others(
    in db: Connection, version: SchemaVersion
  ) throws -> [Object]? {
    try version.file.withUnsafeBytes { file in
      var starts = statements(of: file)
      var others: [Object] = []
      let row = try Statement(stored, in: db)
      while try row.step() {
        let sql = row.bytes(3)
        if let index = starts.firstIndex(where: { has(file[$0...], sql) }) {
          starts.remove(at: index)
        } else {
          others.append(Object(row))
        }
      }
      return starts.isEmpty ? others : nil
    }
  }

  /// The offsets of the CREATE statements.
  private static func statements(of file: UnsafeRawBufferPointer) -> [Int] {
    let mark = Array("\nCREATE ".utf8)
    var starts: [Int] = []
    var position = 0
    while let found = SystemMemory.find(mark, in: .init(rebasing: file[position...])) {
      position += found + 1
      starts.append(position)
    }
    return starts
  }

  /// Whether a file continues with this statement.
  private static func has(_ file: Slice<UnsafeRawBufferPointer>, _ sql: UnsafeRawBufferPointer)
    -> Bool
  {
    let rest = UnsafeRawBufferPointer(rebasing: file)
    guard rest.count > sql.count, let start = rest.baseAddress, let wanted = sql.baseAddress else {
      return false
    }
    return memcmp(start, wanted, sql.count) == 0 && rest[sql.count] == UInt8(ascii: ";")
  }

  /// The columns of a table; none for other objects.
  private static func columns(of object: Object, in db: Connection) throws -> [String] {
    object.type == "table"
      ? try db.texts("SELECT name FROM pragma_table_xinfo(\(object.name))") : []
  }
}
