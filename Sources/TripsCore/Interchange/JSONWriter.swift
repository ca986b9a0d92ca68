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

  package mutating func lines(_ elements: some Sequence<some JSONWritable>) {
    lines(elements) { json, element in element.write(to: &json) }
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
      for scalar in text.unicodeScalars {
        if scalar.value >= 0x7F, Self.mustBeEscaped(scalar) {
          Self.append(code: scalar, to: &bytes)
        } else {
          bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
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
    var previous: Unicode.Scalar?
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      case _ where mustBeEscaped(scalar),
        _ where joins(scalar) && !(isJoined(previous) && isJoined(rest.first)):
        append(code: scalar, to: &bytes)
      default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
      previous = scalar
    }
    return bytes
  }

  private static func append(code scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let digits = String(scalar.value, radix: 16)
    bytes += "\\u".utf8
    bytes += String(repeating: "0", count: 4 - digits.utf8.count).utf8
    bytes += digits.utf8
  }

  /// Joiners are invisible and needed between two characters of some scripts and emoji; elsewhere
  /// they could hide text.
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200C || scalar.value == 0x200D
  }

  private static func isJoined(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return !scalar.isASCII && !joins(scalar) && !mustBeEscaped(scalar)
      && !scalar.properties.isWhitespace
  }

  /// JSON requires this only for C0; the others could forge a line or change the direction of text
  /// on a terminal.
  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F: true
    case 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    case 0xFFF9...0xFFFB: true
    default: false
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
