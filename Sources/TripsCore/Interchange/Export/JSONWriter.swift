/// Writes JSON (RFC 8259) to a byte buffer, without intermediate trees or strings.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  /// Whether the next member or element needs a comma before it.
  private var needsComma = false

  package init() {}

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    open("{")
    members(&self)
    close("}")
  }

  /// A value that a closure writes.
  mutating func raw(_ write: (inout [UInt8]) -> Void) {
    separate()
    write(&bytes)
    needsComma = true
  }

  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    open("[")
    for element in elements { write(&self, element) }
    close("]")
  }

  /// An array whose elements `write` writes in turn.
  package mutating func array(_ write: (inout JSONWriter) -> Void) {
    open("[")
    write(&self)
    close("]")
  }

  /// An array with one line per element, for `grep` and `diff`.
  package mutating func lines<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    open("[")
    for element in elements {
      if needsComma { bytes.append(UInt8(ascii: ",")) }
      needsComma = false
      bytes.append(UInt8(ascii: "\n"))
      write(&self, element)
    }
    if needsComma { bytes.append(UInt8(ascii: "\n")) }
    close("]")
  }

  package mutating func key(_ name: String) {
    separate()
    bytes.append(json: name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func value(_ value: (some JSONWritable)?) {
    if let value { value.write(to: &self) } else { null() }
  }

  package mutating func member(_ name: String, _ value: (some JSONWritable)?) {
    key(name)
    self.value(value)
  }

  package mutating func member(_ name: String, _ elements: some Sequence<some JSONWritable>) {
    key(name)
    array(elements) { json, element in element.write(to: &json) }
  }

  package mutating func null() { literal("null") }

  /// A JSON value from another writer. Characters to escape can occur only in its strings.
  package mutating func json(_ text: String) {
    raw { bytes in
      SafeText.forEachScalar(of: text) { scalar, isEscaped in
        // Spaces between values are not part of a string.
        Self.append(scalar, isEscaped: isEscaped && scalar.value >= 0x20, to: &bytes)
      }
    }
  }

  fileprivate mutating func literal(_ text: String) { raw { $0 += text.utf8 } }

  private mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  /// The bytes of a string between its quotes.
  static func escaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    SafeText.forEachScalar(of: text) { scalar, isEscaped in
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      default: append(scalar, isEscaped: isEscaped, to: &bytes)
      }
    }
    return bytes
  }

  /// An escape has four digits for each UTF-16 code unit.
  private static func append(_ scalar: Unicode.Scalar, isEscaped: Bool, to bytes: inout [UInt8]) {
    guard isEscaped else {
      bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      return
    }
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      bytes += "\\u".utf8
      bytes += String(repeating: "0", count: 4 - digits.utf8.count).utf8
      bytes += digits.utf8
    }
  }
}

/// A type that can be a JSON value.
package protocol JSONWritable {
  func write(to json: inout JSONWriter)
}

/// An object, given by its members.
package protocol JSONObject: JSONWritable {
  func writeMembers(to json: inout JSONWriter)
}

extension JSONObject {
  package func write(to json: inout JSONWriter) { json.object(writeMembers) }
}

extension String: JSONWritable {
  package func write(to json: inout JSONWriter) { json.raw { $0.append(json: self) } }
}

extension JSONWritable where Self: BinaryInteger {
  package func write(to json: inout JSONWriter) { json.raw { $0.append(decimal: Int64(self)) } }
}

extension Int: JSONWritable {}
extension Int64: JSONWritable {}

extension Bool: JSONWritable {
  package func write(to json: inout JSONWriter) { json.literal(self ? "true" : "false") }
}
