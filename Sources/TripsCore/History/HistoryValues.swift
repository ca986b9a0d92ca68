/// The value of a property as the history holds it.
package enum HistoryValue: Hashable, Sendable {
  case text(String)
  case integer(Int64)
  case boolean(Bool)
  case null
}

/// Properties with their values, as the triggers wrote them: a flat object in JSON.
package struct HistoryValues: Hashable, Sendable {
  package struct Pair: Hashable, Sendable {
    package let property: String
    package let value: HistoryValue
  }

  package private(set) var pairs: [Pair] = []

  init() {}

  package subscript(property: String) -> HistoryValue? {
    pairs.first { $0.property == property }?.value
  }

  /// As by the name alone; quick where the values stand in the same order as others.
  func value(of property: String, at index: Int) -> HistoryValue? {
    if index < pairs.count, pairs[index].property == property { return pairs[index].value }
    return self[property]
  }

  /// Takes what another record tells.
  mutating func merge(_ other: HistoryValues) {
    pairs = pairs.filter { other[$0.property] == nil } + other.pairs
  }

  /// Takes what only another record tells.
  mutating func addMissing(_ other: HistoryValues) {
    pairs += other.pairs.filter { self[$0.property] == nil }
  }

  package func text(_ property: String) -> String? {
    if case .text(let text) = self[property] { text } else { nil }
  }

  func date(_ property: String) -> CalendarDate? { text(property).flatMap { CalendarDate($0) } }

  package func integer(_ property: String) -> Int64? {
    if case .integer(let number) = self[property] { number } else { nil }
  }
}

extension HistoryValues {
  /// Reads a row of columns that are properties.
  init(_ row: StatementCursor, _ columns: [Column]) throws {
    pairs.reserveCapacity(columns.count)
    for (index, column) in columns.enumerated() {
      pairs.append(Pair(property: column.property, value: try column.value(row, Int32(index))))
    }
  }

  /// A column of a row, and how its values are told.
  struct Column {
    let property: String
    private let isFlag: Bool
    private let isNumber: Bool

    init(_ property: String) {
      self.property = property
      isFlag = HistoryEntity.flags.contains(property)
      isNumber = HistoryEntity.numbers.contains(property)
    }

    func value(_ row: StatementCursor, _ index: Int32) throws -> HistoryValue {
      if row.isNull(index) { return .null }
      if !isNumber { return .text(try row.checkedText(index)) }
      return isFlag ? .boolean(try row.checkedFlag(index)) : .integer(try row.checkedInteger(index))
    }
  }

  /// Something that the triggers cannot have written.
  struct Unreadable: Error {}

  /// Reads what the triggers write: strings, whole numbers and null, no blanks, no nesting.
  /// Foundation's reader would cost a cold start a millisecond.
  init(json: String, entity: HistoryEntity) throws(Unreadable) {
    var reader = HistoryValueReader(bytes: Array(json.utf8))
    try reader.expect("{")
    repeat {
      let property = try reader.string()
      guard entity.properties.contains(property), self[property] == nil else {
        throw Unreadable()
      }
      try reader.expect(":")
      pairs.append(Pair(property: property, value: try Self.value(&reader, property)))
    } while reader.skip(",")
    try reader.expect("}")
    guard reader.isAtEnd else { throw Unreadable() }
  }

  private static func value(
    _ reader: inout HistoryValueReader, _ property: String
  ) throws(Unreadable) -> HistoryValue {
    let value = try reader.value()
    if case .integer(let number) = value, HistoryEntity.flags.contains(property) {
      return .boolean(number != 0)
    }
    return value
  }
}

/// Goes through the bytes of a record once.
private struct HistoryValueReader {
  let bytes: [UInt8]
  var index = 0

  var isAtEnd: Bool { index == bytes.count }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func expect(_ character: Unicode.Scalar) throws(HistoryValues.Unreadable) {
    guard skip(character) else { throw HistoryValues.Unreadable() }
  }

  mutating func value() throws(HistoryValues.Unreadable) -> HistoryValue {
    if next == UInt8(ascii: "\"") { return .text(try string()) }
    let start = index
    while let byte = next, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}") { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    if word == "null" { return .null }
    guard let number = Int64(word) else { throw HistoryValues.Unreadable() }
    return .integer(number)
  }

  mutating func string() throws(HistoryValues.Unreadable) -> String {
    try expect("\"")
    var text: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text.append(try escaped())
      default: text.append(byte)
      }
    }
    throw HistoryValues.Unreadable()
  }

  /// `\"`, `\\`, and `\u00XX` for a control character: the triggers write no other escape.
  private mutating func escaped() throws(HistoryValues.Unreadable) -> UInt8 {
    guard let byte = next else { throw HistoryValues.Unreadable() }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return byte
    case UInt8(ascii: "u"):
      guard index + 4 <= bytes.count,
        let code = UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16),
        code < 0x80
      else { throw HistoryValues.Unreadable() }
      index += 4
      return UInt8(code)
    default: throw HistoryValues.Unreadable()
    }
  }
}
