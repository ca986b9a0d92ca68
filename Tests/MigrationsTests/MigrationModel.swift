import Foundation

@testable import Migrations

/// De-duplication in plain Swift, written from its rules rather than from the SQL.
struct MigrationModel {
  /// The expected contents of a ledger entry.
  struct Entry: Hashable {
    var stage: String
    var action: MigrationAction
    var entity: MigratedEntity
    var id: Int64
    var survivor: Int64?
  }

  private(set) var rows: StoreRows
  private(set) var entries: Set<Entry> = []
  private var stage = "V1toV2"
  /// The names of renamed trips: the typed one and the current one.
  private var setAside: [Int64: (typed: Text, given: Text)] = [:]
  /// The trips of stays that were set aside, and the trips into which others were merged.
  private var homes: [Int64: Int64] = [:]
  private var survivors: [Int64: Int64] = [:]

  init(_ rows: StoreRows) {
    self.rows = rows
  }

  mutating func migrateToV2(_ duplicates: MigrationOptions.Duplicates) {
    orphanChildrenOfNobody()
    for group in groups(ignoringDates: duplicates == .merge) { merge(group) }
    for trip in rows.trips where key(trip.name) != trip.name {
      enter(.unnormalized, .trip, trip.id)
    }
    setNamesAside()
  }

  mutating func migrateToV3() {
    stage = "V2toV3"
    for index in rows.trips.indices {
      let id = rows.trips[index].id
      guard let names = setAside[id], rows.trips[index].name == names.given else { continue }
      rows.trips[index].name = names.typed
      enter(.restored, .trip, id)
    }
    for group in groups(ignoringDates: false) { merge(group) }
  }

  /// The stays return to their trips.
  mutating func migrateToV5() {
    stage = "V4toV5"
    for index in rows.stays.indices {
      let stay = rows.stays[index]
      guard stay.tripId == nil, var home = homes[stay.id] else { continue }
      while let survivor = survivors[home] { home = survivor }
      rows.stays[index].tripId = home
      enter(.reassigned, .livingAccommodation, stay.id, home)
    }
  }

  private func key(_ name: Text) -> Text {
    let nfc = name.string.precomposedStringWithCanonicalMapping
    return Text(nfc.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private mutating func enter(
    _ action: MigrationAction, _ entity: MigratedEntity, _ id: Int64, _ survivor: Int64? = nil
  ) {
    entries.insert(Entry(stage: stage, action: action, entity: entity, id: id, survivor: survivor))
  }

  private mutating func orphanChildrenOfNobody() {
    let ids = Set(rows.trips.map(\.id))
    for index in rows.items.indices {
      guard let trip = rows.items[index].tripId, !ids.contains(trip) else { continue }
      rows.items[index].tripId = nil
      enter(.orphaned, .bucketListItem, rows.items[index].id)
    }
    for index in rows.stays.indices {
      guard let trip = rows.stays[index].tripId, !ids.contains(trip) else { continue }
      rows.stays[index].tripId = nil
      enter(.orphaned, .livingAccommodation, rows.stays[index].id)
    }
  }

  /// The trips to merge, each group in the order of ids.
  private func groups(ignoringDates: Bool) -> [[TripRow]] {
    let groups = Dictionary(grouping: rows.trips) { trip in
      [key(trip.name), Text(ignoringDates ? "" : trip.start + trip.end)]
    }
    return groups.values.filter { $0.count > 1 }
  }

  private mutating func merge(_ group: [TripRow]) {
    let survivor = group.min { $0.id < $1.id }!
    let winner = group.max { ($0.start, $0.end, $0.id) < ($1.start, $1.end, $1.id) }!
    let ids = Set(group.map(\.id))
    mergeItems(of: ids, into: survivor.id)
    mergeStays(of: ids, into: survivor.id)
    var merged = winner
    merged.id = survivor.id
    if merged != survivor { enter(.updated, .trip, survivor.id, survivor.id) }
    for id in ids where id != survivor.id {
      enter(.merged, .trip, id, survivor.id)
      survivors[id] = survivor.id
    }
    rows.trips = rows.trips.compactMap { trip in
      trip.id == survivor.id ? merged : ids.contains(trip.id) ? nil : trip
    }
  }

  private mutating func mergeItems(of ids: Set<Int64>, into trip: Int64) {
    var seen: [ItemRow: Int64] = [:]
    var kept: [ItemRow] = []
    for item in rows.items {
      guard let parent = item.tripId, ids.contains(parent) else {
        kept.append(item)
        continue
      }
      var fields = item
      fields.id = 0
      fields.tripId = nil
      if let first = seen[fields] {
        enter(.merged, .bucketListItem, item.id, first)
        continue
      }
      seen[fields] = item.id
      var moved = item
      moved.tripId = trip
      kept.append(moved)
      if parent != trip { enter(.reassigned, .bucketListItem, item.id, trip) }
    }
    rows.items = kept
  }

  private mutating func mergeStays(of ids: Set<Int64>, into trip: Int64) {
    let stays = rows.stays.filter { $0.tripId.map(ids.contains) == true }
    guard
      let best = stays.max(by: { ($0.isConfirmed ? 1 : 0, $0.id) < ($1.isConfirmed ? 1 : 0, $1.id) }
      )
    else { return }
    func equals(_ one: StayRow, _ other: StayRow) -> Bool {
      one.placeName == other.placeName && one.address == other.address
        && one.isConfirmed == other.isConfirmed
    }
    for stay in stays {
      let latest = stays.last { equals($0, stay) }!
      let index = rows.stays.firstIndex { $0.id == stay.id }!
      if latest.id != stay.id {
        rows.stays.remove(at: index)
        enter(.merged, .livingAccommodation, stay.id, latest.id)
      } else if stay.id == best.id {
        rows.stays[index].tripId = trip
        if stay.tripId != trip { enter(.reassigned, .livingAccommodation, stay.id, trip) }
      } else {
        rows.stays[index].tripId = nil
        homes[stay.id] = trip
        enter(.orphaned, .livingAccommodation, stay.id)
      }
    }
  }

  private mutating func setNamesAside() {
    let taken = Set(rows.trips.map { key($0.name) })
    for (name, group) in Dictionary(grouping: rows.trips, by: { key($0.name) }) {
      var number = 2
      for trip in group.sorted(by: { ($0.start, $0.id) < ($1.start, $1.id) }).dropFirst() {
        while taken.contains(Text("\(name.string) (\(number))")) { number += 1 }
        let given = Text("\(name.string) (\(number))")
        number += 1
        let index = rows.trips.firstIndex { $0.id == trip.id }!
        setAside[trip.id] = (trip.name, given)
        rows.trips[index].name = given
        enter(.renamed, .trip, trip.id)
      }
    }
  }
}
