internal import SQLite

/// The result of a command that changes a trip, its items or its stays.
package struct TripOutcome {
  /// The trip as it is now, with its items and stays.
  package let trip: Trip
  /// Whether the trip is new; otherwise `changes` lists its changes.
  package let isNew: Bool
  package let changes: [PropertyChange]
  /// The items that the command changed, as they are now, or as they were before it removed them.
  package let items: [BucketListItem]
  /// The stays that the command changed, in the same way.
  package let stays: [LivingAccommodation]
  package let warnings: TripWarnings?
  /// The rows before the change; none for a new trip.
  let before: TripRows

  /// - Parameter change: the change that was written.
  init(_ change: TripChange, in db: Connection) throws {
    trip = try Store.trip(id: change.id, in: db)
    isNew = change.trip.before == nil
    before = change.before
    changes = isNew ? [] : change.differences
    func stated(_ rows: [RowOutcome]) -> [[SQLiteValue]] {
      rows.filter(\.isStated).compactMap { $0.after ?? $0.before }
    }
    var shown = change.after
    (shown.items, shown.stays) = (stated(change.items), stated(change.stays))
    let object = try shown.object()
    (items, stays) = (object.bucketList, object.livingAccommodations)
    // The rows only have a weak reference to their trip.
    for item in items { item.trip = trip }
    for stay in stays { stay.trip = trip }
    warnings = try TripWarnings(
      change, overlaps: change.changesDates ? Store.overlaps(of: change, in: db) : [],
      clashes: Store.clashes(of: change, in: db))
  }
}

/// The warnings about a change of a trip.
package struct TripWarnings {
  /// The trip as it is now.
  package let trip: Trip
  /// Other trips on the same days, by start date: `overlapLimit`, plus one if there are more.
  package let overlaps: [TripSummary]
  /// The stays and items that are outside the trip, and were not before.
  package let staysOutside: [LivingAccommodation]
  package let itemsOutside: [BucketListItem]
  /// The single days of a per diem that the trip does not have, if there are more than before.
  package let singleDaysOutside: [CalendarDate]
  /// The stays that share a night, and did not before.
  package let shared: [(earlier: LivingAccommodation, later: LivingAccommodation)]

  /// Imported stays and items, each with one of the same place or title that the trip already had.
  package let twins: [(old: PropertyChange.Owner, new: PropertyChange.Owner)]

  /// The days that the trip and another one claim, and did not both claim before.
  package let clashes: [PerDiemClaim.Clash]

  package static let overlapLimit = 5

  /// - Parameter change: the change that was written.
  /// - Returns: nil for a change without warnings.
  init?(
    _ change: TripChange, overlaps: [TripSummary], clashes: [PerDiemClaim.Clash],
    twins: [(old: PropertyChange.Owner, new: PropertyChange.Owner)] = []
  ) throws {
    let (items, stays) = (change.itemsOutside, change.staysOutside)
    let (shared, days) = (change.sharedNights, change.singleDaysOutside)
    if overlaps.isEmpty, clashes.isEmpty, items.isEmpty, stays.isEmpty, days.isEmpty,
      shared.isEmpty, twins.isEmpty
    {
      return nil
    }
    let trip = try change.after.object()
    let itemsByID = Dictionary(uniqueKeysWithValues: trip.bucketList.map { ($0.id, $0) })
    let staysByID = Dictionary(uniqueKeysWithValues: trip.livingAccommodations.map { ($0.id, $0) })
    func stay(_ index: Int) -> LivingAccommodation? {
      change.stays[index].after.flatMap { staysByID[$0.id] }
    }
    (self.trip, self.overlaps, self.twins) = (trip, overlaps, twins)
    (self.clashes, singleDaysOutside) = (clashes, days)
    itemsOutside = items.compactMap { change.items[$0].after.flatMap { itemsByID[$0.id] } }
    staysOutside = stays.compactMap(stay)
    self.shared = shared.compactMap { earlier, later in
      stay(earlier).flatMap { earlier in stay(later).map { (earlier, $0) } }
    }
  }
}

extension Store {
  /// Changes a trip, its items or its stays.
  ///
  /// - Parameter work: gets the unchanged trip twice, as rows to change and as objects.
  static func change(
    _ reference: TripReference, in db: Connection,
    _ work: (inout TripChange, Trip) throws -> Void
  ) throws -> TripOutcome {
    let rows = try rows(ofTrip: id(of: reference, in: db), in: db)
    var change = TripChange(of: rows)
    try work(&change, rows.object())
    return try TripOutcome(write(change, in: db), in: db)
  }

  /// Writes a change to the store, as every command does.
  ///
  /// - Throws: `TripsError.collision` if another trip has the resulting name and dates.
  static func write(_ change: TripChange, in db: Connection) throws -> TripChange {
    var change = change
    try change.applyRules()
    let lookup = TripLookup(db)
    let id = change.trip.before?.id
    try lookup.refuseCollision(change.summary(), except: id)
    return try TripWriter(lookup: lookup, keepsIDs: false).write(change)
  }

  static func rows(ofTrip id: Int64, in db: Connection) throws -> TripRows {
    guard let rows = try TripLookup(db).rows(ofTrip: id) else {
      throw TripsError.noTrip(id)
    }
    return rows
  }

  /// Other trips on the same days. Trips that share only the day on which one ends and the other
  /// begins do not overlap.
  static func overlaps(of change: TripChange, in db: Connection) throws -> [TripSummary] {
    let trip = try change.summary()
    guard let from = trip.startDate.adding(days: 1), let to = trip.endDate.adding(days: -1)
    else { return [] }
    var descriptor = FetchDescriptor()
    (descriptor.predicate.from, descriptor.predicate.to) = (from, to)
    descriptor.predicate.excludedID = change.id
    descriptor.fetchLimit = TripWarnings.overlapLimit + 1
    return try fetch(Trip.self, descriptor, in: db).map(TripSummary.init)
  }
  /// The days that a changed trip and others claim, and did not both claim before.
  static func clashes(of change: TripChange, in db: Connection) throws -> [PerDiemClaim.Clash] {
    let columns = [
      TripColumn.startDate, .endDate, .perdiemMinor, .perdiemRule, .singleDays,
    ]
    guard let row = change.trip.after, !row[TripColumn.perdiemMinor].isNull,
      columns.contains(where: { change.trip.before?[$0] != row[$0] })
    else { return [] }
    let trip = try Trip.read(row)
    var descriptor = FetchDescriptor()
    (descriptor.predicate.from, descriptor.predicate.to) = (trip.startDate, trip.endDate)
    descriptor.predicate.excludedID = trip.id
    descriptor.fetchLimit = TripWarnings.overlapLimit + 1
    let others = try fetch(BusinessTrip.self, descriptor, in: db)
    if others.isEmpty { return [] }
    func clashes(_ trip: Trip) -> [PerDiemClaim.Clash] {
      others.flatMap { other in
        PerDiemClaim([trip, other], within: nil, today: .first)
          .clashes(limit: TripWarnings.overlapLimit + 1)
      }
    }
    let before = try change.trip.before.map { clashes(try Trip.read($0)) } ?? []
    return clashes(trip).filter { clash in
      !before.contains { $0.days.contains(clash.days) && Set($0.ids) == Set(clash.ids) }
    }
  }
}
