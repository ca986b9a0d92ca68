internal import GRDB
import Platform

/// Where the values of a record stand in its text, for records of a whole row without an escape: the
/// general reader takes longer for a thousand of them than all else that a past state needs.
struct RecordSpans {
  enum Span {
    case missing, null
    case integer(Int64)
    case text(Range<Int>)
  }

  /// In the order of the properties.
  private(set) var spans: [Span]
  /// The properties as a record writes them, with what stands around them.
  private let keys: [[UInt8]]

  init(_ entity: HistoryEntity) {
    keys = entity.properties.map { Array("\"\($0)\":".utf8) }
    spans = Array(repeating: .missing, count: keys.count)
  }

  /// Finds the values of a record.
  ///
  /// - Returns: false where it lacks one, has an escape, or is not what the triggers write.
  mutating func read(_ json: UnsafeRawBufferPointer) -> Bool {
    guard let start = json.baseAddress, json[0] == UInt8(ascii: "{"),
      memchr(start, Int32(UInt8(ascii: "\\")), json.count) == nil
    else { return false }
    for index in spans.indices { spans[index] = .missing }
    var (position, expected) = (1, 0)
    for left in keys.indices.reversed() {
      guard let index = property(at: position, of: json, expected: expected),
        case .missing = spans[index]
      else { return false }
      position += keys[index].count
      spans[index] = Self.span(of: json, &position)
      if case .missing = spans[index] { return false }
      guard position < json.count, json[position] == UInt8(ascii: left > 0 ? "," : "}") else {
        return false
      }
      expected = index + 1
      position += 1
    }
    return position == json.count
  }

  /// The property whose name stands here; mostly the one behind that before.
  private func property(
    at position: Int, of json: UnsafeRawBufferPointer, expected: Int
  ) -> Int? {
    guard let start = json.baseAddress else { return nil }
    for offset in keys.indices {
      let index = (expected + offset) % keys.count
      let length = keys[index].count
      if position + length < json.count, memcmp(start + position, keys[index], length) == 0 {
        return index
      }
    }
    return nil
  }

  /// The value that begins here; the position is behind it then, or where it cannot be read.
  static func span(of json: UnsafeRawBufferPointer, _ position: inout Int) -> Span {
    switch json[position] {
    case UInt8(ascii: "\""):
      let first = position + 1
      guard let start = json.baseAddress,
        let end = memchr(start + first, Int32(UInt8(ascii: "\"")), json.count - first)
      else { return .missing }
      position = UnsafeRawPointer(end) - start + 1
      return .text(first..<position - 1)
    case UInt8(ascii: "n"):
      guard json[position...].starts(with: "null".utf8) else { return .missing }
      position += "null".utf8.count
      return .null
    case let first:
      let isNegative = first == UInt8(ascii: "-")
      if isNegative { position += 1 }
      guard position < json.count, (48...57).contains(json[position]) else { return .missing }
      var number: Int64 = 0
      while position < json.count, (48...57).contains(json[position]), number < .max / 100 {
        number = number * 10 + Int64(json[position] - 48)
        position += 1
      }
      return .integer(isNegative ? -number : number)
    }
  }

  /// The value of a property as the column held it.
  func value(_ index: Int, in json: UnsafeRawBufferPointer) -> DatabaseValue? {
    switch spans[index] {
    case .missing: nil
    case .null: .null
    case .integer(let number): number.databaseValue
    case .text(let range): String(decoding: json[range], as: UTF8.self).databaseValue
    }
  }
}
