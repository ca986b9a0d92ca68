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
