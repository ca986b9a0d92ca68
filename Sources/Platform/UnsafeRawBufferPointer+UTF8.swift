extension UnsafeRawBufferPointer {
  /// The scalar that begins at a byte, and how many bytes it has; nil for what is not UTF-8 (Unicode
  /// 3.9, table 3-7).
  @inlinable @inline(__always)
  package func scalar(at position: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let lead = self[position]
    let (length, least): (Int, UInt32) =
      switch lead {
      case ..<0x80: (1, 0)
      case 0xC2...0xDF: (2, 0x80)
      case 0xE0...0xEF: (3, 0x800)
      case 0xF0...0xF4: (4, 0x10000)
      default: (0, 0)
      }
    guard length > 0, position + length <= count else { return nil }
    var value = length == 1 ? UInt32(lead) : UInt32(lead) & 0xFF >> UInt32(length + 1)
    for offset in 1..<Swift.max(1, length) {
      let byte = self[position + offset]
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }
}
