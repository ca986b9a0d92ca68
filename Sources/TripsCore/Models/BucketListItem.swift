internal import SQLite

/// Something to do or see on a trip.
package final class BucketListItem {
  /// The items of a trip.
  package static let maxCount = 100_000

  package let id: Int64
  /// Globally unique; preserved by export and import.
  package let uid: String
  package let title: String
  package let details: String
  /// Where it is, or begins.
  package let place: String
  /// The booking's number.
  package let reference: String
  package let hasReservation: Bool
  /// Whether it is part of the plan.
  package let isInPlan: Bool
  /// Whether it has been done or seen, independently of the plan and of a reservation.
  package let isDone: Bool
  package let isPaid: Bool
  /// The day of the trip for which it is planned.
  package let date: CalendarDate?
  /// Local time on that day; nil without a date.
  package let time: ClockTime?
  /// The day of its end, on the clock of the place where it ends; nil without one.
  package let endDate: CalendarDate?
  /// Nil if it has no time.
  package let endTime: ClockTime?
  package let cost: Money?
  package weak var trip: Trip?
  /// The row.
  let values: [SQLiteValue]

  /// - Throws: `StoreProblem.corrupt` for values that the schema does not allow.
  init(_ row: [SQLiteValue]) throws {
    id = try row.checkedInteger(ItemColumn.id)
    uid = try row.checkedText(ItemColumn.uid)
    title = try row.checkedText(ItemColumn.title)
    details = try row.checkedText(ItemColumn.details)
    place = try row.checkedText(ItemColumn.place)
    reference = try row.checkedText(ItemColumn.reference)
    hasReservation = try row.checkedFlag(ItemColumn.hasReservation)
    isInPlan = try row.checkedFlag(ItemColumn.isInPlan)
    isDone = try row.checkedFlag(ItemColumn.isDone)
    isPaid = try row.checkedFlag(ItemColumn.isPaid)
    date = try row.checkedDateIfAny(ItemColumn.date)
    time = try row.checkedTextIfAny(ItemColumn.time).flatMap(ClockTime.init)
    endDate = try row.checkedDateIfAny(ItemColumn.endDate)
    endTime = try row.checkedTextIfAny(ItemColumn.endTime).flatMap(ClockTime.init)
    cost = try row.checkedMoneyIfAny(ItemColumn.costMinor)
    values = row
  }
}
