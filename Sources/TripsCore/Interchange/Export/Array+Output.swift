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
  package mutating func append(json text: UnsafeRawBufferPointer?) {
    guard let text else { return append(static: "null") }
    append(UInt8(ascii: "\""))
    if Self.needsNoEscape(text) {
      append(contentsOf: text)
    } else {
      append(contentsOf: JSONWriter.escaped(String(decoding: text, as: UTF8.self)))
    }
    append(UInt8(ascii: "\""))
  }

  package mutating func append(json text: String?) {
    guard var text else { return append(static: "null") }
    text.withUTF8 { append(json: UnsafeRawBufferPointer($0)) }
  }

  private static func needsNoEscape(_ text: UnsafeRawBufferPointer) -> Bool {
    SafeText.isHarmless(text)
      && !text.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
  }
}
