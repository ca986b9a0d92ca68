internal import CSQLite

/// The arguments of a call to an SQL function, valid during the call.
package struct FunctionArguments {
  fileprivate let values: UnsafeMutablePointer<OpaquePointer?>?

  package func isNull(_ index: Int) -> Bool { sqlite3_value_type(values?[index]) == SQLITE_NULL }

  package func integer(_ index: Int) -> Int64 { sqlite3_value_int64(values?[index]) }

  /// The bytes of a string.
  package func bytes(_ index: Int) -> UnsafeRawBufferPointer { SQLiteValue.text(values?[index]) }

  package func value(_ index: Int) -> SQLiteValue { SQLiteValue(values?[index]) }
}

extension Connection {
  /// Adds an SQL function whose result depends only on its arguments
  /// (https://www.sqlite.org/c3ref/create_function.html). It cannot be used in a schema.
  package func addFunction(
    _ name: String, argumentCount: Int32, _ body: @escaping (FunctionArguments) -> SQLiteValue
  ) throws {
    let code = sqlite3_create_function_v2(
      handle, name, argumentCount, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(Function(body: body)).toOpaque(),
      { context, _, values in
        let function = Unmanaged<Function>.fromOpaque(sqlite3_user_data(context)!)
        function.takeUnretainedValue().body(FunctionArguments(values: values)).return(to: context)
      }, nil, nil, { Unmanaged<Function>.fromOpaque($0!).release() })
    if code != SQLITE_OK { throw SQLiteError(handle, code) }
  }
}

private final class Function {
  let body: (FunctionArguments) -> SQLiteValue

  init(body: @escaping (FunctionArguments) -> SQLiteValue) { self.body = body }
}

extension SQLiteValue {
  fileprivate func `return`(to context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .text(let text):
      sqlite3_result_text(context, text, Int32(clamping: text.utf8.count), copied)
    case .malformedText(let bytes):
      bytes.withUnsafeBytes {
        let start = $0.baseAddress?.assumingMemoryBound(to: CChar.self)
        sqlite3_result_text(context, start, Int32(clamping: $0.count), copied)
      }
    case .blob(let bytes):
      bytes.withUnsafeBytes {
        sqlite3_result_blob(context, $0.baseAddress, Int32(clamping: $0.count), copied)
      }
    }
  }
}
