internal import CSQLite
internal import Platform

/// A value in a row, or one that is bound to a parameter.
package enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Text that is not UTF-8. SQLite stores any bytes that a program gives it.
  case malformedText([UInt8])
  case blob([UInt8])

  package var isNull: Bool { if case .null = self { true } else { false } }

  /// Text is compared by its bytes, as in SQLite, not by its characters.
  package static func == (one: SQLiteValue, other: SQLiteValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.integer(let one), .integer(let other)): one == other
    case (.real(let one), .real(let other)): one == other
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.malformedText(let one), .malformedText(let other)): one == other
    case (.blob(let one), .blob(let other)): one == other
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: break
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number)
    case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .malformedText(let bytes), .blob(let bytes): hasher.combine(bytes)
    }
  }

  /// Nil for a value of another type.
  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// With U+FFFD for bytes that are not UTF-8; nil for a value of another type.
  package var text: String? {
    switch self {
    case .text(let text): text.streamSafe
    case .malformedText(let bytes): String(streamSafe: bytes)
    default: nil
    }
  }
}

/// A type whose values can be bound to a parameter.
package protocol SQLiteConvertible {
  var sqliteValue: SQLiteValue { get }
}

extension SQLiteValue: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { self }
}

extension Int64: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .integer(self) }
}

extension Int: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension Int32: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension Bool: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }
}

extension String: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .text(self) }
}

extension Substring: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .text(String(self)) }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  package init(integerLiteral number: Int64) { self = .integer(number) }
  package init(stringLiteral text: String) { self = .text(text) }
}

extension SQLiteValue {
  /// The value of a column, or of a function's argument.
  ///
  /// - Parameter value: nil for an argument that is not there.
  init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT: self.init(text: Self.text(value))
    case SQLITE_BLOB: self = .blob([UInt8](Self.blob(value)))
    default: self = .null
    }
  }

  package init(text bytes: UnsafeRawBufferPointer) {
    // Takes a fifth of the time of `String(validating:as:)`. Invalid bytes would be replaced.
    let text = String(decoding: bytes, as: UTF8.self)
    if bytes.endOfPrintableASCII() == bytes.count || text.utf8.elementsEqual(bytes) {
      self = .text(text)
    } else {
      self = .malformedText([UInt8](bytes))
    }
  }

  static func text(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    // The text must be asked for before its size, which depends on the encoding.
    let start = UnsafeRawPointer(sqlite3_value_text(value))
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  static func blob(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  /// Binds a copy.
  ///
  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .real(let number): return sqlite3_bind_double(statement, index, number)
    case .text(var text):
      return text.withUTF8 { Self.bind(text: UnsafeRawBufferPointer($0), to: statement, at: index) }
    case .malformedText(let bytes):
      return bytes.withUnsafeBytes { Self.bind(text: $0, to: statement, at: index) }
    case .blob(let bytes):
      return bytes.withUnsafeBytes { bytes in
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(statement, index, 0)
          : sqlite3_bind_blob(
            statement, index, bytes.baseAddress, Int32(clamping: bytes.count), copied)
      }
    }
  }

  static func bind(
    text: UnsafeRawBufferPointer, to statement: OpaquePointer, at index: Int32
  ) -> Int32 {
    // SQLite takes a null pointer for NULL, even with a length of 0.
    guard let start = text.baseAddress else {
      return sqlite3_bind_text(statement, index, "", 0, copied)
    }
    return sqlite3_bind_text(
      statement, index, start.assumingMemoryBound(to: CChar.self), Int32(clamping: text.count),
      copied)
  }
}

/// `SQLITE_TRANSIENT`: SQLite copies the bytes before it returns.
var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
