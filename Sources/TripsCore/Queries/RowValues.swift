import Platform
internal import SQLite

/// The values of a row by column, read from a statement or an object.
protocol RowValues: AnyObject {
  func integer(_ column: Int32) -> Int64
  func isNull(_ column: Int32) -> Bool
  func type(_ column: Int32) -> Statement.ValueType
  /// UTF-8, valid as long as the row is current. Another program may have stored invalid bytes.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer
  /// The value as stored.
  func value(_ column: Int32) -> SQLiteValue
}

extension Statement: RowValues {}

extension RowValues {
  // Inlined to avoid a dynamic lookup of the column type.
  @inline(__always)
  func integer(_ column: some StoredColumn) -> Int64 { integer(column.rawValue) }
  @inline(__always)
  func isNull(_ column: some StoredColumn) -> Bool { isNull(column.rawValue) }
  @inline(__always)
  func bytes(_ column: some StoredColumn) -> UnsafeRawBufferPointer { bytes(column.rawValue) }

  @inline(__always)
  func bytesIfAny(_ column: some StoredColumn) -> UnsafeRawBufferPointer? {
    isNull(column) ? nil : bytes(column)
  }

  func values<Column: StoredColumn>(_ columns: Column.Type) -> [SQLiteValue] {
    Column.allCases.map { value($0.rawValue) }
  }

  /// The amount in a column, with the currency in the next; nil for none.
  func money(_ column: Int32) -> Money? {
    if isNull(column) || isNull(column + 1) { return nil }
    let code = String(streamSafe: bytes(column + 1))
    return Money(minorUnits: integer(column), currency: Currency(stored: code))
  }
}

extension RowValues {
  /// The values of a column as the schema declares it: a damaged file may hold anything.
  ///
  /// - Throws: `StoreProblem.corrupt` for a value of another type.
  func checkedInteger(_ column: some ColumnPlace) throws -> Int64 {
    try check(column.place, is: .integer)
    return integer(column.place)
  }

  func checkedFlag(_ column: some ColumnPlace) throws -> Bool { try checkedInteger(column) != 0 }

  func checkedText(_ column: some ColumnPlace) throws -> String {
    String(streamSafe: try checkedBytes(column))
  }

  /// Valid as long as the row is current.
  func checkedBytes(_ column: some ColumnPlace) throws -> UnsafeRawBufferPointer {
    try check(column.place, is: .text)
    return bytes(column.place)
  }

  func checkedIntegerIfAny(_ column: some ColumnPlace) throws -> Int64? {
    isNull(column.place) ? nil : try checkedInteger(column)
  }

  func checkedTextIfAny(_ column: some ColumnPlace) throws -> String? {
    isNull(column.place) ? nil : try checkedText(column)
  }

  func checkedDateIfAny(_ column: some ColumnPlace) throws -> CalendarDate? {
    if isNull(column.place) { return nil }
    guard let date = CalendarDate(utf8: try checkedBytes(column)) else {
      throw StoreProblem.unfitValue
    }
    return date
  }

  /// The amount in a column, with the currency in the next.
  func checkedMoneyIfAny(_ column: some ColumnPlace) throws -> Money? {
    _ = (try checkedIntegerIfAny(column), try checkedTextIfAny(column.place + 1))
    return money(column.place)
  }

  private func check(_ column: Int32, is expected: Statement.ValueType) throws {
    if type(column) != expected { throw StoreProblem.unfitValue }
  }
}

/// The index of a column in a row: a number, or a column of a declared table.
package protocol ColumnPlace { var place: Int32 { get } }

extension Int: ColumnPlace { package var place: Int32 { Int32(self) } }
extension Int32: ColumnPlace { package var place: Int32 { self } }
extension StoredColumn { package var place: Int32 { rawValue } }

extension [SQLiteValue] {
  subscript(column: some StoredColumn) -> SQLiteValue { self[Int(column.rawValue)] }

  /// The row with some columns replaced.
  func with<Column: StoredColumn>(
    _ changes: [(column: Column, value: SQLiteValue)]
  ) -> [SQLiteValue] {
    var row = self
    for (column, value) in changes { row[Int(column.rawValue)] = value }
    return row
  }
}

/// The row of an object, for writers that expect rows.
final class ObjectRow: RowValues {
  private let values: [SQLiteValue]
  private let bytes: UnsafeMutableRawBufferPointer
  /// The end of each column's text in the bytes; it begins at the end of the previous one.
  private let ends: [Int]

  init(_ values: [SQLiteValue]) {
    self.values = values
    var bytes: [UInt8] = []
    ends = values.map { value in
      switch value {
      case .text(let text): bytes += text.utf8
      case .malformedText(let text): bytes += text
      default: break
      }
      return bytes.count
    }
    self.bytes = .allocate(byteCount: bytes.count, alignment: 1)
    self.bytes.copyBytes(from: bytes)
  }

  deinit {
    bytes.deallocate()
  }

  func integer(_ column: Int32) -> Int64 {
    values[Int(column)].integer ?? 0
  }

  func value(_ column: Int32) -> SQLiteValue { values[Int(column)] }

  func isNull(_ column: Int32) -> Bool { values[Int(column)].isNull }

  func type(_ column: Int32) -> Statement.ValueType {
    switch values[Int(column)] {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text, .malformedText: .text
    case .blob: .blob
    }
  }

  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = column == 0 ? 0 : ends[Int(column) - 1]
    return UnsafeRawBufferPointer(rebasing: bytes[start..<ends[Int(column)]])
  }
}
