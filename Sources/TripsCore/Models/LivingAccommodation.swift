internal import Observation

/// Where one stays on a trip: a stay.
@Observable
package final class LivingAccommodation {
  /// Stays of one trip.
  package static let most = BucketListItem.most

  package let id: Int64
  /// Globally unique; it survives export and import.
  package let uid: String
  package var placeName: String
  package var address: String
  package var isConfirmed: Bool
  /// The day of the check-in. Without dates, which have both or neither, it is for the whole trip.
  package var startDate: CalendarDate?
  /// The day of the check-out.
  package var endDate: CalendarDate?
  package var cost: Money?
  package weak var trip: Trip?

  package init(
    id: Int64, uid: String, placeName: String, address: String, isConfirmed: Bool,
    startDate: CalendarDate? = nil, endDate: CalendarDate? = nil, cost: Money? = nil
  ) {
    self.id = id
    self.uid = uid
    self.placeName = placeName
    self.address = address
    self.isConfirmed = isConfirmed
    self.startDate = startDate
    self.endDate = endDate
    self.cost = cost
  }
}
