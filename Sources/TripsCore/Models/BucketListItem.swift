internal import Observation

/// Something to do or to see on a trip.
@Observable
package final class BucketListItem {
  /// Items of one trip.
  package static let most = 100_000

  package let id: Int64
  package var title: String
  package var details: String
  package var hasReservation: Bool
  /// Whether it is part of the plan.
  package var isInPlan: Bool
  /// Whether it has been done or seen. Neither the plan nor a reservation follows from it.
  package var isDone: Bool
  /// The day of the trip that it is planned for.
  package var date: CalendarDate?
  /// Of that day, on the clock there; nil without a date.
  package var time: ClockTime?
  package var cost: Money?
  package weak var trip: Trip?

  package init(
    id: Int64, title: String, details: String, hasReservation: Bool, isInPlan: Bool,
    isDone: Bool, date: CalendarDate? = nil, time: ClockTime? = nil, cost: Money? = nil
  ) {
    self.id = id
    self.title = title
    self.details = details
    self.hasReservation = hasReservation
    self.isInPlan = isInPlan
    self.isDone = isDone
    self.date = date
    self.time = time
    self.cost = cost
  }
}
