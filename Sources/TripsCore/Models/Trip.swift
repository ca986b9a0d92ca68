internal import Foundation
internal import Observation

/// A journey between two days. Base class of the kinds of trip, and a kind of its own: a trip that
/// is neither business nor personal.
///
/// The models follow the SampleTrips app of WWDC23 session 10195 and WWDC25 session 291.
@Observable
package class Trip {
  /// The row; never reused by another trip.
  package let id: Int64
  /// Globally unique; it survives export and import.
  package let uid: String
  package var name: String
  package var destination: String
  package var startDate: CalendarDate
  /// The last day, which belongs to the trip.
  package var endDate: CalendarDate
  /// What is worth knowing about it, in lines.
  package var notes: String
  /// Empty unless the fetch asked for it.
  package var bucketList: [BucketListItem] = []
  /// By check-in, those without dates first; empty unless the fetch asked for them.
  package var livingAccommodations: [LivingAccommodation] = []
  /// How often this object was looked at; never stored.
  @ObservationIgnored package var tripViews = 0

  package required init(
    id: Int64, uid: String, name: String, destination: String, startDate: CalendarDate,
    endDate: CalendarDate, notes: String = ""
  ) {
    self.id = id
    self.uid = uid
    self.name = name
    self.destination = destination
    self.startDate = startDate
    self.endDate = endDate
    self.notes = notes
  }

  package var type: TripType { .trip }

  /// Days from the first to the last, both counted; at least 1.
  package var days: Int { startDate.days(until: endDate) + 1 }

  package var nights: Int { days - 1 }
}

extension Trip {
  func add(_ item: BucketListItem) {
    item.trip = self
    bucketList.append(item)
  }

  func add(_ stay: LivingAccommodation) {
    stay.trip = self
    livingAccommodations.append(stay)
  }

  /// A random UUID (RFC 9562, version 4), as the schema's default makes it.
  static func newUID() -> String {
    UUID().uuidString.lowercased()
  }
}

/// A trip for work.
@Observable
package final class BusinessTrip: Trip {
  package var perdiem: Money?
  /// The rule as it is stored; nil is `full`.
  package var storedRule: String?
  /// Nil where another program has stored words that are not a rule.
  package var perdiemRule: PerDiemRule? {
    guard let storedRule else { return .full }
    return try? PerDiemRule(storedRule, currency: perdiem?.currency ?? .unknown)
  }

  package override var type: TripType { .business }

  /// The rule in words.
  package var ruleText: String {
    guard let rule = perdiemRule else { return storedRule ?? "" }
    return perdiem.map { rule.text(exponent: $0.currency.exponent) } ?? rule.textWithoutCurrency
  }

  /// What the per diem comes to; nil without one, and with a rule that cannot be read.
  package var estimate: PerDiemEstimate? {
    guard let perdiem, let perdiemRule else { return nil }
    return PerDiemEstimate(perdiem: perdiem, rule: perdiemRule, days: days)
  }
}

/// A trip for oneself.
@Observable
package final class PersonalTrip: Trip {
  package enum Reason: String, CaseIterable, Sendable {
    case family, reunion, wellness
  }

  package var reason: Reason?

  package override var type: TripType { .personal }
}

/// The kinds of trip, by the words that the store and the command line use.
package enum TripType: String, CaseIterable, Sendable {
  case trip, business, personal
}
