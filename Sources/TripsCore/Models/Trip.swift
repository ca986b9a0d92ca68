internal import Foundation
internal import GRDB
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

  /// - Throws: `StoreProblem.corrupt` for what the schema would have refused.
  init(_ row: some RowValues) throws {
    let record = try TripRecord(row)
    startDate = record.start
    endDate = record.end
    id = try row.checkedInteger(TripColumn.id)
    uid = try row.checkedText(TripColumn.uid)
    name = try row.checkedText(TripColumn.name)
    destination = try row.checkedText(TripColumn.destination)
    notes = try row.checkedText(TripColumn.notes)
  }

  package var type: TripType { .trip }

  /// Days from the first to the last, both counted; at least 1.
  package var days: Int { startDate.days(until: endDate) + 1 }

  package var nights: Int { days - 1 }
}

extension Trip {
  /// The trip of a row, of the class of its type, so that a fetch of `Trip` is deep.
  static func read(_ row: some RowValues) throws -> Trip {
    switch TripType(rawValue: try row.checkedText(TripColumn.type)) {
    case .business: try BusinessTrip(row)
    case .personal: try PersonalTrip(row)
    case .trip, nil: try Trip(row)
    }
  }

  /// The row that it was or will be.
  var values: [DatabaseValue] { TripValues(self).row(id: id, uid: uid) }

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

  override init(_ row: some RowValues) throws {
    try super.init(row)
    perdiem = try row.checkedMoneyIfAny(TripColumn.perdiemMinor)
    storedRule = try row.checkedTextIfAny(TripColumn.perdiemRule)
  }

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

  override init(_ row: some RowValues) throws {
    try super.init(row)
    reason = try row.checkedTextIfAny(TripColumn.reason).flatMap(Reason.init)
  }

  package override var type: TripType { .personal }
}

/// The kinds of trip, by the words that the store and the command line use.
package enum TripType: String, CaseIterable, Sendable {
  case trip, business, personal
}
