internal import Platform

/// What a quick walk over bytes finds out about text, without making a string of them.
struct UTF8Form {
  /// Whether the bytes are UTF-8: no overlong form, no surrogate, nothing cut off.
  private(set) var isValid = true
  private(set) var hasNUL = false
  /// Whether the text is surely in NFC and has no blank at its ends, so that it is its own key. False
  /// says nothing: normalization has to be asked then.
  private(set) var isKey = true

  /// Whether it is text that every version after V1 holds.
  var isText: Bool { isValid && !hasNUL }

  init(_ bytes: UnsafeRawBufferPointer) {
    // Most text is ASCII alone, which is stable.
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
