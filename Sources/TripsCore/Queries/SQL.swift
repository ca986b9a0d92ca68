internal import GRDB

/// SQL with its arguments, written as a string literal: `"name = \(name)"` binds the value,
/// `\(sql: text)` and other SQL become part of the text.
///
/// GRDB's type of this name creates a dozen generic types at run time, which a start would notice.
struct SQL: ExpressibleByStringInterpolation {
  private(set) var text: String
  private(set) var arguments: [DatabaseValue] = []

  init(sql text: String) {
    self.text = text
  }

  init(stringLiteral text: String) {
    self.text = text
  }

  init(stringInterpolation interpolation: StringInterpolation) {
    self = interpolation.sql
  }

  static func += (sql: inout SQL, other: SQL) {
    sql.text += other.text
    sql.arguments += other.arguments
  }

  static func + (one: SQL, other: SQL) -> SQL {
    var sql = one
    sql += other
    return sql
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sql = SQL(sql: "")

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { sql.text += literal }

    mutating func appendInterpolation(sql text: String) { sql.text += text }

    mutating func appendInterpolation(_ other: SQL) { sql += other }

    mutating func appendInterpolation(_ value: (some DatabaseValueConvertible)?) {
      sql.text += "?"
      sql.arguments.append(value?.databaseValue ?? .null)
    }

    /// `(?, ?)`, for `IN`.
    mutating func appendInterpolation(_ values: [some DatabaseValueConvertible]) {
      sql.text += "(" + values.map { _ in "?" }.joined(separator: ", ") + ")"
      sql.arguments += values.map(\.databaseValue)
    }
  }
}

extension [SQL] {
  func joined(separator: String) -> SQL {
    dropFirst().reduce(into: first ?? "") { $0 += SQL(sql: separator) + $1 }
  }
}
