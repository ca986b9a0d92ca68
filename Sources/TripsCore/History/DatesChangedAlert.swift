/// A trip whose dates changed, as the sample app of WWDC25 session 291 reports when another process
/// has moved a trip.
package struct DatesChangedAlert: Sendable {
  package let old: TripSummary
  package let new: TripSummary

  /// Nil for any other change.
  package init?(_ change: HistoryChange) {
    guard let old = change.oldValues?.trip, let new = change.newValues?.trip, old.dates != new.dates
    else { return nil }
    (self.old, self.new) = (old, new)
  }
}
