import Platform

/// Finds one text in many, byte by byte.
struct ByteSearch {
  private let wanted: [UInt8]

  /// Nil for an empty text, which is everywhere.
  init?(_ text: String) {
    if text.isEmpty { return nil }
    wanted = Array(text.utf8)
  }

  /// Where the text begins in `bytes`, at `start` or after it; nil if it does not.
  func place(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    guard start < bytes.count else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
    return SystemMemory.find(wanted, in: rest).map { start + $0 }
  }
}

extension [ByteSearch] {
  func areAll(in bytes: UnsafeRawBufferPointer) -> Bool {
    allSatisfy { $0.place(in: bytes) != nil }
  }
}
