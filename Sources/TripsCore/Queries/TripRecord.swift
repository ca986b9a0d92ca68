/// A trip read directly from its row, for output too long for objects. Text is UTF-8 bytes, valid
/// until the next row; another program may have stored invalid bytes.
package struct TripRecord {
  let row: any RowValues
  package let id: Int64
  /// `YYYY-MM-DD`.
  package let startDate: UnsafeRawBufferPointer
  package let endDate: UnsafeRawBufferPointer
  package let start: CalendarDate
  package let end: CalendarDate

  /// Reads the dates of a row of `TripColumn`.
  ///
  /// - Throws: `StoreProblem.corrupt` for dates that the schema does not allow.
  init(_ row: any RowValues) throws {
    self.row = row
    id = row.integer(TripColumn.id)
    startDate = row.bytes(TripColumn.startDate)
    endDate = row.bytes(TripColumn.endDate)
    start = try Self.date(startDate, .startDate, ofTrip: id)
    end = try Self.date(endDate, .endDate, ofTrip: id)
    try StoreProblem.checkOrder(start, end, ofTrip: id)
  }

  init(_ trip: Trip) {
    row = ObjectRow(trip.values)
    id = trip.id
    startDate = row.bytes(TripColumn.startDate)
    endDate = row.bytes(TripColumn.endDate)
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

  package var name: UnsafeRawBufferPointer { row.bytes(TripColumn.name) }
  package var destination: UnsafeRawBufferPointer { row.bytes(TripColumn.destination) }
  package var uid: UnsafeRawBufferPointer { row.bytes(TripColumn.uid) }
  package var notes: UnsafeRawBufferPointer { row.bytes(TripColumn.notes) }
  /// The number of days, including the first and last; at least 1.
  package var days: Int { start.days(until: end) + 1 }

  /// The first two letters distinguish the three words.
  package var type: TripType {
    let word = row.bytes(TripColumn.type)
    if word.first == UInt8(ascii: "b") { return .business }
    return word.count > 1 && word[1] == UInt8(ascii: "e") ? .personal : .plain
  }

  /// Nil without one, as for all but business trips.
  package var perdiem: Money? { row.money(TripColumn.perdiemMinor.rawValue) }

  /// Nil if none is stored, which means `full`.
  var perdiemRule: UnsafeRawBufferPointer? { row.bytesIfAny(TripColumn.perdiemRule) }

  /// Nil without one, as for all but personal trips.
  package var reason: UnsafeRawBufferPointer? { row.bytesIfAny(TripColumn.reason) }
}
