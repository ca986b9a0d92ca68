/// A trip whose dates changed, as the sample app of WWDC25 session 291 reports when another process
/// has moved a trip.
package struct DatesChangedAlert: Sendable {
  /// The trip after the change.
  package let trip: TripSummary
  package let oldStartDate: CalendarDate
  package let oldEndDate: CalendarDate

  /// Nil for a change of anything else.
  package init?(_ change: HistoryChange) {
    guard change.entity.isTrip, let old = change.oldValues, let new = change.newValues,
      let oldStart = old.date("startDate"), let oldEnd = old.date("endDate"),
      let start = new.date("startDate"), let end = new.date("endDate"),
      (oldStart, oldEnd) != (start, end)
    else { return nil }
    trip = TripSummary(
      id: change.rowID, name: new.text("name") ?? "", startDate: start, endDate: end)
    (oldStartDate, oldEndDate) = (oldStart, oldEnd)
  }
}
