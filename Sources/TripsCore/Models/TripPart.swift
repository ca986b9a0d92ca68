/// An item or a stay: a part of a trip.
package protocol TripPart: AnyObject {
  var id: Int64 { get }
  var trip: Trip? { get set }
  /// The first day and its minute, by which parts are listed; nil for a part without a day.
  var start: (day: CalendarDate, minute: Int)? { get }
}

extension BucketListItem: TripPart {
  package var start: (day: CalendarDate, minute: Int)? {
    // As in a plan, items without a time follow those with one.
    date.map { ($0, time?.minutes ?? ClockTime.minutesOfDay) }
  }
}

extension LivingAccommodation: TripPart {
  package var start: (day: CalendarDate, minute: Int)? {
    (startDate ?? trip?.startDate).map { ($0, 0) }
  }
}

extension Sequence where Element: TripPart {
  /// By day and time, those without a day last.
  package func byDate() -> [Element] {
    func key(_ part: Element) -> (Int, Int, Int64) {
      (part.start?.day.dayNumber ?? .max, part.start?.minute ?? 0, part.id)
    }
    return map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

/// The columns of an item or a stay.
package protocol PartColumn: StoredColumn {
  associatedtype Part: TripPart
  associatedtype Days: PartDays where Days.Column == Self

  static var tripId: Self { get }
  /// The title or the name of the place.
  static var label: Self { get }
  /// The flag that counts only for the days that it was set for.
  static var booking: Self { get }

  static func part(of row: StatedRow<Self>) throws -> Part
  static func row(of part: Part) -> StatedRow<Self>
  static func parts(of trip: Trip) -> [Part]
  static func parts(of outcome: TripOutcome) -> [Part]
  /// The values to store, given the row that they change.
  ///
  /// - Throws: `TripsError.value` for an invalid combination.
  static func fitting(_ values: StatedRow<Self>, over row: StatedRow<Self>?) throws
    -> StatedRow<Self>
}

/// Typed days of an item or a stay, which become dates only with the trip and the row.
package protocol PartDays: Sendable {
  associatedtype Column: PartColumn
  init()
  var isEmpty: Bool { get }
  /// - Parameter row: the row that they change; nil for a new one.
  /// - Throws: `TripsError.value` if they contradict each other, the row or the trip.
  func set(
    in draft: inout StatedRow<Column>, over row: StatedRow<Column>?, of trip: Trip
  ) throws(TripsError)
}

extension ItemColumn: PartColumn {
  package typealias Days = ItemDays
  package static var label: ItemColumn { .title }
  package static var booking: ItemColumn { .hasReservation }

  package static func part(of row: StatedRow<ItemColumn>) throws -> BucketListItem {
    try BucketListItem(row.stored)
  }
  package static func row(of item: BucketListItem) -> StatedRow<ItemColumn> {
    StatedRow(item.values)
  }
  package static func parts(of trip: Trip) -> [BucketListItem] { trip.bucketList }
  package static func parts(of outcome: TripOutcome) -> [BucketListItem] { outcome.items }
  package static func fitting(
    _ values: StatedRow<ItemColumn>, over row: StatedRow<ItemColumn>?
  ) throws -> StatedRow<ItemColumn> { try values.fitting(row?.stored) }
}

extension StayColumn: PartColumn {
  package typealias Days = StayNights
  package static var label: StayColumn { .placeName }
  package static var booking: StayColumn { .isConfirmed }

  package static func part(of row: StatedRow<StayColumn>) throws -> LivingAccommodation {
    try LivingAccommodation(row.stored)
  }
  package static func row(of stay: LivingAccommodation) -> StatedRow<StayColumn> {
    StatedRow(stay.values)
  }
  package static func parts(of trip: Trip) -> [LivingAccommodation] { trip.livingAccommodations }
  package static func parts(of outcome: TripOutcome) -> [LivingAccommodation] { outcome.stays }
  package static func fitting(
    _ values: StatedRow<StayColumn>, over row: StatedRow<StayColumn>?
  ) throws -> StatedRow<StayColumn> { try values.fitting(row?.stored) }
}
