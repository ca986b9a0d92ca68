internal import CSQLite
internal import SQLite

/// SQL functions for migrations. They use C's calling convention, since they run once for every
/// row, where `DatabaseFunction` would take several times as long.
///
/// No schema uses them, so other programs can read and write every store.
enum MigrationFunctions {
  /// Registers the functions with the connection:
  ///
  /// - `nameKey(x)`: the name in NFC and trimmed, for comparison; NULL if it is not text;
  /// - `isBlank(x)`: whether that is empty;
  /// - `isText(x, …)`: whether all are text, in valid UTF-8 and without a NUL;
  /// - `isDate(x, …)`: whether all are dates in the form of V2's tables;
  /// - `isFlag(x, …)`: whether all are 0 or 1;
  /// - `asJSON(x)`: the value in JSON; other values become an object: `{"blob":"C3"}`,
  ///   `{"text":"C3"}` for invalid UTF-8, `{"real":"inf"}`;
  /// - `asShown(x)`: the value in readable form; bytes that are not text become `x'C3'`;
  /// - `rowDigest(x, …)`: a 64-bit digest of a row;
  /// - `digestSum(x)`: the sum modulo 2^64.
  static func install(in db: Connection) throws {
    try function("nameKey", 1, db) { context, _, values in
      let key: Void? = withKey(values![0]) { result($0, context) }
      if key == nil { sqlite3_result_null(context) }
    }
    try function("isBlank", 1, db) { context, _, values in
      sqlite3_result_int(context, withKey(values![0]) { $0.isEmpty } == true ? 1 : 0)
    }
    try function("isText", -1, db) { context, count, values in
      result(context, count, values) { text($0).map { UTF8Form($0).isText } == true }
    }
    try function("isDate", -1, db) { context, count, values in
      result(context, count, values) { text($0).map(isDate) == true }
    }
    try function("isFlag", -1, db) { context, count, values in
      result(context, count, values) {
        sqlite3_value_type($0) == SQLITE_INTEGER && (0...1).contains(sqlite3_value_int64($0))
      }
    }
    try function("asJSON", 1, db) { context, _, values in
      let value = values![0]
      var marked: String?
      if let bytes = text(value), !UTF8Form(bytes).isValid {
        marked = "{\"text\":\"\(hexadecimal(bytes))\"}"
      } else if let bytes = blob(value) {
        marked = "{\"blob\":\"\(hexadecimal(bytes))\"}"
      } else if sqlite3_value_type(value) == SQLITE_FLOAT, !sqlite3_value_double(value).isFinite {
        marked = "{\"real\":\"\(sqlite3_value_double(value))\"}"
      }
      guard let marked else { return sqlite3_result_value(context, value) }
      result(marked, context)
      // The subtype by which json_object recognises JSON (https://www.sqlite.org/json1.html).
      sqlite3_result_subtype(context, UInt32(UInt8(ascii: "J")))
    }
    try function("asShown", 1, db) { context, _, values in
      let value = values![0]
      if let bytes = text(value) ?? blob(value),
        sqlite3_value_type(value) == SQLITE_BLOB || !UTF8Form(bytes).isText
      {
        return result("x'\(hexadecimal(bytes))'", context)
      }
      sqlite3_result_value(context, value)
    }
    try function("rowDigest", -1, db) { context, count, values in
      var digest: UInt64 = 0x9E37_79B9_7F4A_7C15
      for index in 0..<Int(count) { mix(values![index], into: &digest) }
      sqlite3_result_int64(context, Int64(bitPattern: digest))
    }
    try function(
      "digestSum", 1, db,
      step: { context, _, values in
        let size = Int32(MemoryLayout<Int64>.size)
        let memory = sqlite3_aggregate_context(context, size)
        guard let total = memory?.assumingMemoryBound(to: Int64.self) else {
          return sqlite3_result_error_nomem(context)
        }
        total.pointee &+= sqlite3_value_int64(values![0])
      },
      final: { context in
        let memory = sqlite3_aggregate_context(context, 0)
        sqlite3_result_int64(context, memory?.assumingMemoryBound(to: Int64.self).pointee ?? 0)
      })
  }

  private typealias Implementation =
    @convention(c) (
      OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Void

  /// A scalar function has one implementation, an aggregate the other two.
  private static func function(
    _ name: String, _ count: Int32, _ db: Connection, _ implementation: Implementation? = nil,
    step: Implementation? = nil, final: (@convention(c) (OpaquePointer?) -> Void)? = nil
  ) throws {
    let code = sqlite3_create_function_v2(
      db.handle, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, implementation,
      step, final, nil)
    guard code == SQLITE_OK else { throw SQLiteError(SQLiteError.Code(rawValue: code)) }
  }
}

// MARK: - Values

/// `SQLITE_TRANSIENT`, which Swift cannot import: SQLite makes a copy.
private let makesCopy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// The bytes of a text value; nil for any other.
private func text(_ value: OpaquePointer?) -> UnsafeRawBufferPointer? {
  sqlite3_value_type(value) == SQLITE_TEXT ? textBytes(value) : nil
}

private func blob(_ value: OpaquePointer?) -> UnsafeRawBufferPointer? {
  sqlite3_value_type(value) == SQLITE_BLOB ? blobBytes(value) : nil
}

private func textBytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
  // A blob is used in place; text would be copied to append a NUL.
  if sqlite3_value_encoding(value) == SQLITE_UTF8 { return blobBytes(value) }
  let start = UnsafeRawPointer(sqlite3_value_text(value))
  return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
}

private func blobBytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value)))
}

/// Whether all values pass.
private func result(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?,
  areAll holds: (OpaquePointer?) -> Bool
) {
  let values = UnsafeBufferPointer(start: values, count: Int(count))
  sqlite3_result_int(context, values.allSatisfy(holds) ? 1 : 0)
}

private func result(_ text: String, _ context: OpaquePointer?) {
  var text = text
  text.withUTF8 { result(UnsafeRawBufferPointer($0), context) }
}

private func result(_ text: UnsafeRawBufferPointer, _ context: OpaquePointer?) {
  // An empty buffer needs an address, otherwise the result would be NULL.
  if text.isEmpty { return sqlite3_result_text(context, "", 0, makesCopy) }
  let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
  sqlite3_result_text(context, start, Int32(text.count), makesCopy)
}

/// Calls `body` with the bytes of the value's `nameKey`; nil if it has none.
private func withKey<Result>(
  _ value: OpaquePointer?, _ body: (UnsafeRawBufferPointer) -> Result
) -> Result? {
  guard let bytes = text(value) else { return nil }
  let form = UTF8Form(bytes)
  if form.isKey { return body(bytes) }
  guard form.isValid else { return nil }
  return Array(NameKey.key(of: String(decoding: bytes, as: UTF8.self)).utf8).withUnsafeBytes(body)
}

/// `C3`: two digits per byte.
private func hexadecimal(_ bytes: UnsafeRawBufferPointer) -> String {
  bytes.map { String(0x100 + Int($0), radix: 16, uppercase: true).dropFirst() }.joined()
}

/// Whether it is `YYYY-MM-DD`, a real day of the years 1 to 9999, as V2's checks require.
private func isDate(_ bytes: UnsafeRawBufferPointer) -> Bool {
  guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-")
  else { return false }
  func number(_ range: Range<Int>) -> Int {
    var value = 0
    for byte in bytes[range] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return -1 }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }
  let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
  let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  let days =
    switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  return year >= 1 && (1...12).contains(month) && (1...days).contains(day)
}

/// Adds a value to a digest, with its type and length.
private func mix(_ value: OpaquePointer?, into digest: inout UInt64) {
  let type = sqlite3_value_type(value)
  mix(UInt64(type), into: &digest)
  switch type {
  case SQLITE_INTEGER: mix(UInt64(bitPattern: sqlite3_value_int64(value)), into: &digest)
  case SQLITE_FLOAT: mix(sqlite3_value_double(value).bitPattern, into: &digest)
  case SQLITE_NULL: break
  case SQLITE_TEXT: mix(textBytes(value), into: &digest)
  default: mix(blobBytes(value), into: &digest)
  }
}

private func mix(_ bytes: UnsafeRawBufferPointer, into digest: inout UInt64) {
  mix(UInt64(bytes.count), into: &digest)
  var index = 0
  while index + 8 <= bytes.count {
    mix(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self), into: &digest)
    index += 8
  }
  if index == bytes.count { return }
  if index > 0 {
    // Reads some of the bytes twice.
    let rest = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    return mix(rest, into: &digest)
  }
  var rest: UInt64 = 0
  for byte in bytes { rest = rest << 8 | UInt64(byte) }
  mix(rest, into: &digest)
}

private func mix(_ word: UInt64, into digest: inout UInt64) {
  digest = (digest ^ word) &* 0xFF51_AFD7_ED55_8CCD
  digest ^= digest >> 32
}
