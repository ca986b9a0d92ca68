import Platform
internal import SQLite

/// The positions of the values in a record, a flat JSON object of strings, whole numbers and null
/// without blanks, as the triggers write it. A past state reads thousands of records, so text is
/// only extracted on demand.
struct RecordSpans {
  enum Span {
    case missing, null
    case integer(Int64)
    case text(Range<Int>, isEscaped: Bool)
  }

  let properties: [String]
  /// In the order of the properties.
  private(set) var spans: [Span]
  /// The indices of the record's properties, in its order.
  private(set) var order: [Int] = []
  /// The properties as a record writes them, with their punctuation.
  private let keys: [[UInt8]]

  init(_ properties: [String]) {
    self.properties = properties
    keys = properties.map { Array("\"\($0)\":".utf8) }
    spans = Array(repeating: .missing, count: keys.count)
  }

  /// Whether the record has all values in a form that can be stored.
  var isPlain: Bool {
    spans.allSatisfy { span in
      switch span {
      case .missing, .text(_, isEscaped: true): false
      default: true
      }
    }
  }

  /// Finds the values of a record.
  ///
  /// - Returns: false if it is not of the triggers' form.
  mutating func read(_ json: UnsafeRawBufferPointer) -> Bool {
    for index in spans.indices { spans[index] = .missing }
    order.removeAll(keepingCapacity: true)
    guard json.first == UInt8(ascii: "{") else { return false }
    var position = 0
    repeat {
      position += 1
      guard let index = property(at: position, of: json), case .missing = spans[index] else {
        return false
      }
      position += keys[index].count
      spans[index] = Self.span(of: json, &position)
      guard position < json.count else { return false }
      if case .missing = spans[index] { return false }
      order.append(index)
    } while json[position] == UInt8(ascii: ",")
    return json[position] == UInt8(ascii: "}") && position + 1 == json.count
  }

  /// The property whose name is next; usually the one after the previous.
  private func property(at position: Int, of json: UnsafeRawBufferPointer) -> Int? {
    guard let start = json.baseAddress else { return nil }
    let expected = order.last ?? -1
    for offset in 1...keys.count {
      let index = (expected + offset) % keys.count
      let length = keys[index].count
      if position + length < json.count, memcmp(start + position, keys[index], length) == 0 {
        return index
      }
    }
    return nil
  }

  /// The next value; afterwards the position is behind it, or where parsing failed.
  static func span(of json: UnsafeRawBufferPointer, _ position: inout Int) -> Span {
    let start = position
    if position < json.count, json[position] == UInt8(ascii: "\"") {
      return text(in: json, &position)
    }
    while position < json.count, !",}".utf8.contains(json[position]) { position += 1 }
    let word = String(decoding: json[start..<position], as: UTF8.self)
    return word == "null" ? .null : Int64(word).map(Span.integer) ?? .missing
  }

  private static func text(in json: UnsafeRawBufferPointer, _ position: inout Int) -> Span {
    var end = position + 1
    var isEscaped = false
    while end < json.count, json[end] != UInt8(ascii: "\"") {
      if json[end] == UInt8(ascii: "\\") { (end, isEscaped) = (end + 1, true) }
      end += 1
    }
    guard end < json.count else { return .missing }
    let range = position + 1..<end
    position = end + 1
    return isEscaped && unescaped(json[range]) == nil
      ? .missing : .text(range, isEscaped: isEscaped)
  }

  /// The unescaped bytes: the triggers escape `"`, `\`, and control characters as `\u00XX`.
  private static func unescaped(_ text: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
    var rest = text
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case let byte? where "\"\\".utf8.contains(byte): bytes.append(byte)
      case UInt8(ascii: "u"):
        let digits = String(decoding: rest.prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, let code = UInt8(digits, radix: 16), code < 0x80 else {
          return nil
        }
        bytes.append(code)
        rest = rest.dropFirst(4)
      default: return nil
      }
    }
    return bytes
  }

  /// The value of a property; a flag is recorded as a number.
  func value(_ index: Int, in json: UnsafeRawBufferPointer) -> HistoryValue? {
    switch spans[index] {
    case .missing: nil
    case .null: .null
    case .integer(let number): .integer(number)
    case .text(let range, isEscaped: false): .text(RecordedText(json[range]))
    case .text(let range, isEscaped: true):
      Self.unescaped(json[range]).map { .text(RecordedText($0)) }
    }
  }

  /// The values of all properties.
  func values(in json: UnsafeRawBufferPointer) -> [SQLiteValue] {
    spans.indices.map { value($0, in: json)?.sqliteValue ?? .null }
  }
}
