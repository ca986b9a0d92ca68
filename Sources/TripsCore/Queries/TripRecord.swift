/// A trip as its row holds it, for output that is too long for objects: text is bytes of UTF-8, valid
/// until the next row. Another program may have stored bytes that are no UTF-8.
package struct TripRecord {
  private let cursor: StatementCursor
  package let id: Int64
  let start: CalendarDate
  let end: CalendarDate

  /// Reads the dates of the row that the cursor stands on.
  ///
  /// - Throws: `StoreProblem.corrupt` for dates that the schema would have refused.
  init(_ cursor: StatementCursor) throws {
    self.cursor = cursor
    id = cursor.integer(0)
    start = try Self.date(cursor, column: 4, "startDate")
    end = try Self.date(cursor, column: 5, "endDate")
    try StoreProblem.checkOrder(start, end, ofTrip: id)
  }

  private static func date(
    _ cursor: StatementCursor, column: Int32, _ name: String
  ) throws -> CalendarDate {
    let text = cursor.text(column)
    guard let date = CalendarDate(utf8: text) else {
      let shown = String(decoding: text, as: UTF8.self)
      throw StoreProblem.corrupt("\(name) of trip \(cursor.integer(0)) is '\(shown)'")
    }
    return date
  }

  package var uid: UnsafeRawBufferPointer { cursor.text(1) }
  package var name: UnsafeRawBufferPointer { cursor.text(2) }
  package var destination: UnsafeRawBufferPointer { cursor.text(3) }
  /// `YYYY-MM-DD`.
  package var startDate: UnsafeRawBufferPointer { cursor.text(4) }
  package var endDate: UnsafeRawBufferPointer { cursor.text(5) }
  /// Days from the first to the last, both counted; at least 1.
  package var days: Int { start.days(until: end) + 1 }

  /// Its three words begin with three letters; an unknown one counts as `trip`.
  package var type: TripType {
    switch cursor.text(6).first {
    case UInt8(ascii: "b"): .business
    case UInt8(ascii: "p"): .personal
    default: .trip
    }
  }

  /// Nil if it has none, as all but business trips have.
  package var perdiem: Money? {
    guard !cursor.isNull(7), !cursor.isNull(8) else { return nil }
    let code = String(decoding: cursor.text(8), as: UTF8.self)
    return Money(minorUnits: cursor.integer(7), currency: Currency(stored: code))
  }

  /// Nil if none is stored, which is the rule `full`.
  var perdiemRule: UnsafeRawBufferPointer? { cursor.isNull(9) ? nil : cursor.text(9) }

  /// Nil if it has none, as all but personal trips have.
  package var reason: UnsafeRawBufferPointer? { cursor.isNull(10) ? nil : cursor.text(10) }
  package var notes: UnsafeRawBufferPointer { cursor.text(11) }
}
