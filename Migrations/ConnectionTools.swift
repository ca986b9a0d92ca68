internal import CSQLite
package import SQLite

/// What SQLite would do for a statement, and the columns of its rows.
package enum ConnectionTools {
  /// Compiles a statement without running it, and calls `note` with each action that SQLite would
  /// take: its code, the object, and the trigger that contains it
  /// (https://www.sqlite.org/c3ref/c_alter_table.html).
  ///
  /// - Returns: why the statement cannot run; nil if it can.
  static func actions(
    of sql: String, in db: Connection, _ note: @escaping (Int32, String?, String?) -> Void
  ) -> String? {
    withUnsafePointer(to: note) { note in
      sqlite3_set_authorizer(
        db.handle,
        { note, action, name, _, _, trigger in
          func text(_ name: UnsafePointer<CChar>?) -> String? { name.map { String(cString: $0) } }
          let note = note!.assumingMemoryBound(to: ((Int32, String?, String?) -> Void).self)
          note.pointee(action, text(name), text(trigger))
          return SQLITE_OK
        }, UnsafeMutableRawPointer(mutating: note))
      defer { sqlite3_set_authorizer(db.handle, nil, nil) }
      var statement: OpaquePointer?
      let code = sqlite3_prepare_v2(db.handle, sql, -1, &statement, nil)
      defer { sqlite3_finalize(statement) }
      return code == SQLITE_OK ? nil : String(cString: sqlite3_errmsg(db.handle))
    }
  }
}

/// A type that a column of a row is read as.
protocol ColumnDecodable {
  init(_ row: Statement, _ column: Int32) throws
}

extension Int64: ColumnDecodable {
  init(_ row: Statement, _ column: Int32) throws { self = row.integer(column) }
}

extension String: ColumnDecodable {
  init(_ row: Statement, _ column: Int32) throws { self = row.text(column) }
}

extension SQLiteValue: ColumnDecodable {
  init(_ row: Statement, _ column: Int32) throws { self = row.value(column) }
}

extension Optional: ColumnDecodable where Wrapped: ColumnDecodable {
  init(_ row: Statement, _ column: Int32) throws {
    self = row.isNull(column) ? nil : try Wrapped(row, column)
  }
}

extension Statement {
  func decode<Value: ColumnDecodable>(
    _: Value.Type = Value.self, atIndex index: Int
  ) throws -> Value { try Value(self, Int32(index)) }

  func decode<Value: ColumnDecodable>(
    _: Value.Type = Value.self, forColumn name: String
  ) throws -> Value {
    guard let column = (0..<columnCount).first(where: { self.name($0) == name }) else {
      throw SQLiteError(.misuse, message: "no column '\(name)'", sql: sql)
    }
    return try Value(self, column)
  }

  func first() throws -> Int64? { try step() && !isNull(0) ? integer(0) : nil }
}

extension Connection {
  func query(_ sql: String, _ arguments: [any SQLiteConvertible] = []) throws -> Statement {
    let statement = try Statement(sql: sql, in: self)
    try statement.bind(arguments.map(\.sqliteValue))
    return statement
  }
}
