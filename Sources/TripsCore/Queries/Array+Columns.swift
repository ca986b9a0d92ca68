internal import SQLite

/// The values of a row by column, or by number in a query of other columns.
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

/// The values of a column as the schema declares it: a damaged file may hold anything.
///
/// - Throws: `StoreProblem.unfitValue` for a value of another type.
extension [SQLiteValue] {
  func checkedInteger(_ column: some ColumnIndex) throws -> Int64 {
    guard let number = self[column.index].integer else { throw StoreProblem.unfitValue }
    return number
  }

  func checkedFlag(_ column: some ColumnIndex) throws -> Bool { try checkedInteger(column) != 0 }

  func checkedText(_ column: some ColumnIndex) throws -> String {
    guard let text = self[column.index].text else { throw StoreProblem.unfitValue }
    return text
  }

  func checkedIntegerIfAny(_ column: some ColumnIndex) throws -> Int64? {
    self[column.index].isNull ? nil : try checkedInteger(column)
  }

  func checkedTextIfAny(_ column: some ColumnIndex) throws -> String? {
    self[column.index].isNull ? nil : try checkedText(column)
  }

  func checkedDate(_ column: some ColumnIndex) throws -> CalendarDate {
    guard let date = CalendarDate(try checkedText(column)) else { throw StoreProblem.unfitValue }
    return date
  }

  func checkedDateIfAny(_ column: some ColumnIndex) throws -> CalendarDate? {
    self[column.index].isNull ? nil : try checkedDate(column)
  }

  /// The amount in a column, with the currency in the next; nil for none.
  func checkedMoneyIfAny(_ column: some ColumnIndex) throws -> Money? {
    guard let minorUnits = try checkedIntegerIfAny(column),
      let code = try checkedTextIfAny(column.index + 1)
    else { return nil }
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw StoreProblem.unfitValue
    }
    return Money(minorUnits: minorUnits, currency: Currency(stored: code))
  }
}

/// The index of a column in a row: a number, or a column of a declared table.
package protocol ColumnIndex { var index: Int { get } }

extension Int: ColumnIndex { package var index: Int { self } }
extension StoredColumn { package var index: Int { Int(rawValue) } }
