internal import Observation

/// Where one stays on a trip.
@Observable
package final class LivingAccommodation {
  package let id: Int64
  package var placeName: String
  package var address: String
  package var isConfirmed: Bool
  package weak var trip: Trip?

  package init(id: Int64, placeName: String, address: String, isConfirmed: Bool) {
    self.id = id
    self.placeName = placeName
    self.address = address
    self.isConfirmed = isConfirmed
  }
}
