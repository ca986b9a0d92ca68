import SQLite

/// The rows of a query, with values by place.
struct Row: Equatable {
  let values: [SQLiteValue]

  static func fetchAll(
    _ db: Connection, sql: String, arguments: [any SQLiteConvertible] = []
  ) throws -> [Row] {
    let statement = try Statement(sql: sql, in: db)
    try statement.bind(arguments.map(\.sqliteValue))
    return try statement.map { Row(values: $0.values) }
  }

  subscript<Value: ReadableValue>(index: Int) -> Value { Value(value: values[index]) }
}

protocol ReadableValue { init(value: SQLiteValue) }

extension Int64: ReadableValue { init(value: SQLiteValue) { self = value.integer ?? 0 } }
extension Int: ReadableValue { init(value: SQLiteValue) { self = Int(value.integer ?? 0) } }
extension Bool: ReadableValue { init(value: SQLiteValue) { self = value.integer == 1 } }
extension String: ReadableValue { init(value: SQLiteValue) { self = value.text ?? "" } }
extension Optional: ReadableValue where Wrapped: ReadableValue {
  init(value: SQLiteValue) { self = value.isNull ? nil : Wrapped(value: value) }
}

extension Connection {
  func inDatabase<Result>(_ work: (Connection) throws -> Result) rethrows -> Result {
    try work(self)
  }
}
