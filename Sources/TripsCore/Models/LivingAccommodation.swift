internal import SQLite

/// A place to stay on a trip: a stay.
package final class LivingAccommodation {
  /// The stays of a trip.
  package static let maxCount = BucketListItem.maxCount

  package let id: Int64
  /// Globally unique; preserved by export and import.
  package let uid: String
  package let placeName: String
  package let address: String
  package let details: String
  /// The booking's number.
  package let reference: String
  package let isConfirmed: Bool
  package let isPaid: Bool
  /// The day of the check-in. Without dates, which come in pairs, the stay covers the whole trip.
  package let startDate: CalendarDate?
  /// The day of the check-out.
  package let endDate: CalendarDate?
  package let cost: Money?
  package weak var trip: Trip?
  /// The row.
  let values: [SQLiteValue]

  /// - Throws: `StoreProblem.corrupt` for values that the schema does not allow.
  init(_ row: [SQLiteValue]) throws {
    id = try row.checkedInteger(StayColumn.id)
    uid = try row.checkedText(StayColumn.uid)
    placeName = try row.checkedText(StayColumn.placeName)
    address = try row.checkedText(StayColumn.address)
    details = try row.checkedText(StayColumn.details)
    reference = try row.checkedText(StayColumn.reference)
    isConfirmed = try row.checkedFlag(StayColumn.isConfirmed)
    isPaid = try row.checkedFlag(StayColumn.isPaid)
    startDate = try row.checkedDateIfAny(StayColumn.startDate)
    endDate = try row.checkedDateIfAny(StayColumn.endDate)
    cost = try row.checkedMoneyIfAny(StayColumn.costMinor)
    values = row
  }
}
