internal import CSQLite

extension Connection {
  /// Registers a boolean SQL function of a string's bytes
  /// (https://www.sqlite.org/c3ref/create_function.html). It cannot be used in a schema.
  package func addFunction(
    _ name: String, _ body: @escaping (UnsafeRawBufferPointer) -> Bool
  ) throws {
    let code = sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(Function(body: body)).toOpaque(),
      { context, _, values in
        let function = Unmanaged<Function>.fromOpaque(sqlite3_user_data(context)!)
        let isTrue = function.takeUnretainedValue().body(SQLiteValue.text(values?[0]))
        sqlite3_result_int(context, isTrue ? 1 : 0)
      }, nil, nil, { Unmanaged<Function>.fromOpaque($0!).release() })
    if code != SQLITE_OK { throw SQLiteError(handle, code) }
  }
}

private final class Function {
  let body: (UnsafeRawBufferPointer) -> Bool

  init(body: @escaping (UnsafeRawBufferPointer) -> Bool) { self.body = body }
}
