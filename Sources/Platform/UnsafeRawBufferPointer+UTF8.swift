extension UnsafeRawBufferPointer {
  /// The scalar that begins at a byte, and its length in bytes; nil for invalid UTF-8 (Unicode 3.9,
  /// table 3-7).
  @inlinable @inline(__always)
  package func scalar(at position: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let lead = UInt32(self[position])
    let (value, length): (UInt32, Int)
    switch lead {
    case ..<0x80:
      (value, length) = (lead, 1)
    case 0xC2...0xDF:
      guard let second = tail(at: position + 1) else { return nil }
      (value, length) = ((lead & 0x1F) << 6 | second, 2)
    case 0xE0...0xEF:
      guard let second = tail(at: position + 1), let third = tail(at: position + 2) else {
        return nil
      }
      (value, length) = ((lead & 0xF) << 12 | second << 6 | third, 3)
      guard value >= 0x800 else { return nil }
    case 0xF0...0xF4:
      guard let second = tail(at: position + 1), let third = tail(at: position + 2),
        let fourth = tail(at: position + 3)
      else { return nil }
      (value, length) = ((lead & 0x7) << 18 | second << 12 | third << 6 | fourth, 4)
      guard value >= 0x10000 else { return nil }
    default:
      return nil
    }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }

  /// The end of the run of bytes U+0020 … U+007E from `start` on; checks eight at a time.
  package func endOfPrintableASCII(from start: Int = 0) -> Int {
    var position = start
    while position + 8 <= count {
      let eight = loadUnaligned(fromByteOffset: position, as: UInt64.self)
      // The first byte outside the range sets its highest bit in one of these: above, below, or
      // U+007F.
      let others = eight | (eight &- 0x2020_2020_2020_2020) | (eight &+ 0x0101_0101_0101_0101)
      if others & 0x8080_8080_8080_8080 != 0 { break }
      position += 8
    }
    while position < count, self[position] &- 0x20 < 0x5F { position += 1 }
    return position
  }

  /// The six bits of a continuation byte; nil for any other byte, and at the end.
  @inlinable @inline(__always)
  func tail(at position: Int) -> UInt32? {
    guard position < count, self[position] & 0xC0 == 0x80 else { return nil }
    return UInt32(self[position] & 0x3F)
  }
}
