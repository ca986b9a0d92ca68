/// Appends text to a buffer of UTF-8 without creating strings.
extension [UInt8] {
  package mutating func append(static text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Takes two thirds of the instructions of the standard library's generic version.
  package mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
    append(contentsOf: bytes.assumingMemoryBound(to: UInt8.self))
  }

  package mutating func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(digits: number.magnitude, atLeast: 1)
  }

  /// An amount of money with all decimals of its currency: `120.50`.
  package mutating func append(amount minorUnits: Int64, exponent: Int) {
    if minorUnits < 0 { append(UInt8(ascii: "-")) }
    var unit: UInt64 = 1
    for _ in 0..<exponent { unit *= 10 }
    append(digits: minorUnits.magnitude / unit, atLeast: 1)
    guard exponent > 0 else { return }
    append(UInt8(ascii: "."))
    append(digits: minorUnits.magnitude % unit, atLeast: exponent)
  }

  private mutating func append(digits number: UInt64, atLeast least: Int) {
    if number >= 10 || least > 1 { append(digits: number / 10, atLeast: least - 1) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}

// MARK: - JSON

extension [UInt8] {
  /// A string in the form of `JSONWriter`, or `null`.
  mutating func append(json text: UnsafeRawBufferPointer?) {
    guard let text else { return append(static: "null") }
    append(UInt8(ascii: "\""))
    if Self.needsNoEscape(text) {
      append(contentsOf: text)
    } else {
      append(contentsOf: JSONWriter.escaped(String(decoding: text, as: UTF8.self)))
    }
    append(UInt8(ascii: "\""))
  }

  mutating func append(json text: String?) {
    guard var text else { return append(static: "null") }
    text.withUTF8 { append(json: UnsafeRawBufferPointer($0)) }
  }

  /// Whether a quick check shows that `JSONWriter` escapes nothing in the UTF-8: every scalar that
  /// it escapes begins with a byte that is rejected here.
  private static func needsNoEscape(_ text: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position < text.count {
      let byte = text[position]
      let length: Int
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: return false
      case 0x20..<0x7F:
        position += 1
        continue
      case 0xC3...0xD7, 0xD9...0xDF: length = 2
      case 0xE1, 0xE3...0xEC, 0xEE: length = 3
      default: return false
      }
      guard position + length <= text.count else { return false }
      for offset in 1..<length where text[position + offset] & 0xC0 != 0x80 { return false }
      position += length
    }
    return true
  }
}
