/// A trip as its row holds it, for output that is too long for objects: text is bytes of UTF-8, valid
/// until the next row. Another program may have stored bytes that are not UTF-8.
package struct TripRecord {
  let row: any RowValues
  package let id: Int64
  /// `YYYY-MM-DD`.
  package let startDate: UnsafeRawBufferPointer
  package let endDate: UnsafeRawBufferPointer
  let start: CalendarDate
  let end: CalendarDate

  /// Reads the dates of a row of `TripColumn`.
  ///
  /// - Throws: `StoreProblem.corrupt` for dates that the schema would have refused.
  init(_ row: any RowValues) throws {
    self.row = row
    id = row.integer(TripColumn.id)
    startDate = row.text(TripColumn.startDate)
    endDate = row.text(TripColumn.endDate)
    start = try Self.date(startDate, .startDate, ofTrip: id)
    end = try Self.date(endDate, .endDate, ofTrip: id)
    try StoreProblem.checkOrder(start, end, ofTrip: id)
  }

  init(_ trip: Trip) {
    row = ObjectRow(trip.values)
    id = trip.id
    startDate = row.text(TripColumn.startDate)
    endDate = row.text(TripColumn.endDate)
    start = trip.startDate
    end = trip.endDate
  }

  private static func date(
    _ text: UnsafeRawBufferPointer, _ column: TripColumn, ofTrip id: Int64
  ) throws -> CalendarDate {
    guard let date = CalendarDate(utf8: text) else {
      let shown = String(decoding: text, as: UTF8.self)
      throw StoreProblem.corrupt("\(column.name) of trip \(id) is '\(shown)'")
    }
    return date
  }

  package var name: UnsafeRawBufferPointer { row.text(TripColumn.name) }
  package var destination: UnsafeRawBufferPointer { row.text(TripColumn.destination) }
  /// Days from the first to the last, both counted; at least 1.
  package var days: Int { start.days(until: end) + 1 }

  /// Its three words begin with three letters; an unknown one counts as `trip`.
  package var type: TripType {
    switch row.text(TripColumn.type).first {
    case UInt8(ascii: "b"): .business
    case UInt8(ascii: "p"): .personal
    default: .trip
    }
  }

  /// Nil if it has none, as all but business trips have.
  package var perdiem: Money? { row.money(TripColumn.perdiemMinor.rawValue) }

  /// Nil if none is stored, which is the rule `full`.
  var perdiemRule: UnsafeRawBufferPointer? { row.textIfAny(TripColumn.perdiemRule) }

  /// Nil if it has none, as all but personal trips have.
  package var reason: UnsafeRawBufferPointer? { row.textIfAny(TripColumn.reason) }
}
