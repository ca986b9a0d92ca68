internal import GRDB

/// The values of a row by the places of its columns, under a statement or in an object.
protocol RowValues: AnyObject {
  func integer(_ column: Int32) -> Int64
  func isNull(_ column: Int32) -> Bool
  /// UTF-8, valid while the row is there. Another program may have stored bytes that are not.
  func text(_ column: Int32) -> UnsafeRawBufferPointer
}

extension RowValues {
  // Without inlining each asks at run time which kind of column it is.
  @inline(__always)
  func integer(_ column: some StoredColumn) -> Int64 { integer(column.rawValue) }
  @inline(__always)
  func isNull(_ column: some StoredColumn) -> Bool { isNull(column.rawValue) }
  @inline(__always)
  func text(_ column: some StoredColumn) -> UnsafeRawBufferPointer { text(column.rawValue) }

  @inline(__always)
  func textIfAny(_ column: some StoredColumn) -> UnsafeRawBufferPointer? {
    isNull(column) ? nil : text(column)
  }

  /// The amount in a column, whose currency is in the next; nil for none.
  func money(_ column: Int32) -> Money? {
    if isNull(column) || isNull(column + 1) { return nil }
    let code = String(decoding: text(column + 1), as: UTF8.self)
    return Money(minorUnits: integer(column), currency: Currency(stored: code))
  }
}

/// The place of a column in a row: a number, or a column in the rows of its table.
package protocol ColumnPlace { var place: Int32 { get } }

extension Int: ColumnPlace { package var place: Int32 { Int32(self) } }
extension Int32: ColumnPlace { package var place: Int32 { self } }
extension StoredColumn { package var place: Int32 { rawValue } }

/// The row of an object, for the writers that take rows.
final class ObjectRow: RowValues {
  private let values: [DatabaseValue]
  private let bytes: UnsafeMutableRawBufferPointer
  /// Where the text of each column ends in the bytes; it begins where that of the one before ends.
  private let ends: [Int]

  init(_ values: [DatabaseValue]) {
    self.values = values
    var bytes: [UInt8] = []
    ends = values.map { value in
      if case .string(let text) = value.storage { bytes += text.utf8 }
      return bytes.count
    }
    self.bytes = .allocate(byteCount: bytes.count, alignment: 1)
    self.bytes.copyBytes(from: bytes)
  }

  deinit {
    bytes.deallocate()
  }

  func integer(_ column: Int32) -> Int64 {
    if case .int64(let number) = values[Int(column)].storage { number } else { 0 }
  }

  func isNull(_ column: Int32) -> Bool { values[Int(column)].isNull }

  func text(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = column == 0 ? 0 : ends[Int(column) - 1]
    return UnsafeRawBufferPointer(rebasing: bytes[start..<ends[Int(column)]])
  }
}
