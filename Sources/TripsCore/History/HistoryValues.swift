internal import SQLite

/// A text as stored, compared by bytes. Another program may have written invalid UTF-8, and texts
/// that Swift considers equal are different values.
package struct RecordedText: Hashable, Sendable, ExpressibleByStringLiteral {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package init(_ text: String) { bytes = Array(text.utf8) }

  package init(stringLiteral text: String) { self.init(text) }

  /// With U+FFFD in place of invalid UTF-8.
  package var string: String { String(decoding: bytes, as: UTF8.self) }
}

/// The recorded value of a property.
package enum HistoryValue: Hashable, Sendable {
  case text(RecordedText)
  case integer(Int64)
  case boolean(Bool)
  case null
}

/// Properties with their values, as the triggers record them: a flat JSON object.
package struct HistoryValues: Hashable, Sendable {
  package struct Pair: Hashable, Sendable {
    package let property: String
    package let value: HistoryValue
  }

  package private(set) var pairs: [Pair] = []

  init() {}

  init(_ pairs: [Pair]) { self.pairs = pairs }

  package subscript(property: String) -> HistoryValue? {
    pairs.first { $0.property == property }?.value
  }

  /// Adds the values of another record.
  mutating func merge(_ other: HistoryValues) {
    pairs = pairs.filter { other[$0.property] == nil } + other.pairs
  }

  /// Adds the values that only another record contains.
  mutating func addMissing(_ other: HistoryValues) {
    pairs += other.pairs.filter { self[$0.property] == nil }
  }

  package func text(_ property: String) -> String? {
    if case .text(let text) = self[property] { text.string } else { nil }
  }

  func date(_ property: String) -> CalendarDate? { text(property).flatMap { CalendarDate($0) } }

  package func integer(_ property: String) -> Int64? {
    if case .integer(let number) = self[property] { number } else { nil }
  }
}

extension HistoryValues {
  init(_ row: Statement, _ columns: [Column]) throws {
    pairs.reserveCapacity(columns.count)
    for (index, column) in columns.enumerated() {
      pairs.append(Pair(property: column.property, value: try column.value(row, Int32(index))))
    }
  }

  /// A column of a row, and the form of its recorded values.
  struct Column {
    let property: String
    private let isFlag: Bool
    private let isNumber: Bool

    init(_ property: String) {
      self.property = property
      isFlag = HistoryEntity.columns[property]?.isFlag == true
      isNumber = HistoryEntity.columns[property]?.isNumber == true
    }

    func value(_ row: Statement, _ index: Int32) throws -> HistoryValue {
      if row.isNull(index) { return .null }
      if !isNumber { return .text(RecordedText(try row.checkedBytes(index))) }
      return isFlag ? .boolean(try row.checkedFlag(index)) : .integer(try row.checkedInteger(index))
    }
  }

  /// Parses a record; nil if it is not of the triggers' form. Foundation's parser would cost a cold
  /// start a millisecond.
  init?(_ json: UnsafeRawBufferPointer, of entity: HistoryEntity) {
    var record = entity.record
    guard record.read(json) else { return nil }
    pairs = record.order.map { index in
      let property = record.properties[index]
      let value = record.value(index, in: json) ?? .null
      guard case .integer(let number) = value, HistoryEntity.columns[property]?.isFlag == true
      else {
        return Pair(property: property, value: value)
      }
      return Pair(property: property, value: .boolean(number != 0))
    }
  }
}
