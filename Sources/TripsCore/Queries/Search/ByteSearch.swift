import Platform

/// Searches many strings, byte by byte, for the same text.
struct ByteSearch {
  private let wanted: [UInt8]

  /// Nil for an empty string, which is found everywhere.
  init?(_ text: String) {
    if text.isEmpty { return nil }
    wanted = Array(text.utf8)
  }

  /// The first occurrence of the text in `bytes` at or after `start`; nil if there is none.
  func offset(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    guard start < bytes.count else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
    return SystemMemory.find(wanted, in: rest).map { start + $0 }
  }

  func isIn(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { offset(in: UnsafeRawBufferPointer($0)) != nil }
  }
}

extension [ByteSearch] {
  func areAll(in bytes: UnsafeRawBufferPointer) -> Bool {
    allSatisfy { $0.offset(in: bytes) != nil }
  }
}
