internal import CSQLite
internal import Platform

/// SQL with the values of its parameters, written as a string literal: `"name = \(name)"` binds the
/// value, `\(sql: text)` and other SQL become part of the text.
package struct SQL: ExpressibleByStringInterpolation, Sendable {
  package private(set) var text: String
  package private(set) var arguments: [SQLiteValue] = []

  package init(sql text: String) {
    self.text = text
  }

  package init(stringLiteral text: String) {
    self.text = text
  }

  package init(stringInterpolation interpolation: StringInterpolation) {
    self = interpolation.sql
  }

  package static func += (sql: inout SQL, other: SQL) {
    sql.text += other.text
    sql.arguments += other.arguments
  }

  package static func + (one: SQL, other: SQL) -> SQL {
    var sql = one
    sql += other
    return sql
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sql = SQL(sql: "")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { sql.text += literal }

    package mutating func appendInterpolation(sql text: String) { sql.text += text }

    package mutating func appendInterpolation(_ other: SQL) { sql += other }

    package mutating func appendInterpolation(_ value: (some SQLiteConvertible)?) {
      sql.text += "?"
      sql.arguments.append(value?.sqliteValue ?? .null)
    }

    /// `(?, ?)`, for `IN`.
    package mutating func appendInterpolation(_ values: [some SQLiteConvertible]) {
      sql.text += "(" + values.map { _ in "?" }.joined(separator: ", ") + ")"
      sql.arguments += values.map(\.sqliteValue)
    }
  }
}

extension [SQL] {
  package func joined(separator: String) -> SQL {
    dropFirst().reduce(into: first ?? "") { $0 += SQL(sql: separator) + $1 }
  }
}

extension String {
  /// The text as an SQL name: in quotes unless it is a plain word that is no keyword
  /// (https://www.sqlite.org/c3ref/keyword_check.html).
  package var asIdentifier: String {
    let bytes = Array(utf8)
    let isLetter = { (byte: UInt8) in
      byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20)
    }
    let isPlain = bytes.first.map(isLetter) ?? false
    if isPlain, bytes.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) }),
      withCString({ sqlite3_keyword_check($0, Int32(bytes.count)) }) == 0
    {
      return self
    }
    return "\"\(parts(separatedBy: "\"").joined(separator: "\"\""))\""
  }
}
