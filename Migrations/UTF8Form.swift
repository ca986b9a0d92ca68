internal import Platform

/// Properties of text found by a quick pass over its bytes, without making a string.
struct UTF8Form {
  /// Whether the bytes are valid UTF-8: no overlong form, no surrogate, nothing cut off.
  private(set) var isValid = true
  private(set) var hasNUL = false
  /// Whether the text is certainly in NFC and trimmed, so that it is its own key. If false, it has
  /// to be normalised to find out.
  private(set) var isKey = true

  /// Whether every version after V1 can hold it.
  var isText: Bool { isValid && !hasNUL }

  init(_ bytes: UnsafeRawBufferPointer) {
    // Most text is pure ASCII, which is stable.
    var index = bytes.endOfPrintableASCII()
    var first = index > 0 ? UInt32(bytes[0]) : nil
    var last = index > 0 ? UInt32(bytes[index - 1]) : 0x20
    while index < bytes.count {
      guard let (decoded, length) = bytes.scalar(at: index) else {
        isValid = false
        isKey = false
        return
      }
      let scalar = decoded.value
      if scalar == 0 { hasNUL = true }
      if !decoded.isStableInNFC { isKey = false }
      if first == nil { first = scalar }
      last = scalar
      index += length
    }
    if let first, Self.isBlank(first) || Self.isBlank(last) { isKey = false }
  }

  /// White space among the stable scalars.
  private static func isBlank(_ scalar: UInt32) -> Bool {
    scalar <= 0x20 || scalar == 0x85 || scalar == 0xA0
  }
}
