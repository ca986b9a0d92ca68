internal import SQLite

/// Merges trips that have the same name and the same dates, with everything that belongs to them.
struct Deduplication {
  let context: StageContext
  private var db: Connection { context.db }

  func run() throws {
    try context.willBegin("duplicates")
    // Only what decides is fetched.
    let trips = try Trip.fetch(from: db)
    for group in trips.grouped(by: \.key) where group.count > 1 {
      try merge(group)
    }
  }

  /// The oldest trip stays. Everything that belongs to the others moves to it, it takes their
  /// values, and they are deleted.
  private func merge(_ group: [Trip]) throws {
    let (survivor, duplicates) = (group[0], group.dropFirst())
    var merge = MigrationReport.Merge(survivor: survivor.row, duplicates: duplicates.map(\.id))
    for duplicate in duplicates {
      for entity in MigratedEntity.children { try move(entity, from: duplicate, &merge) }
    }
    try update(survivor, from: group, &merge)
    for duplicate in duplicates {
      try context.record(.merged, .trip, duplicate.id, survivor: survivor.id)
      try context.run("DELETE FROM trip WHERE id = ?", .integer(duplicate.id))
    }
    context.report.merges.append(merge)
  }

  /// A row that the survivor has already, equal in every field, is not needed twice. Equal rows of
  /// one trip, such as two taxis, stay.
  private func move(
    _ entity: MigratedEntity, from duplicate: Trip, _ merge: inout MigrationReport.Merge
  ) throws {
    let moving = try children(entity, of: duplicate.id)
    if moving.isEmpty { return }
    let present = try children(entity, of: merge.survivor.id)
    for child in moving {
      if let equal = present.first(where: { $0.values == child.values }) {
        try context.record(.merged, entity, child.row.id, survivor: equal.row.id)
        try context.run("DELETE FROM \(entity) WHERE id = ?", .integer(child.row.id))
        merge.dropped.append(child.row)
      } else {
        try context.record(.moved, entity, child.row.id, survivor: merge.survivor.id)
        try context.run(
          "UPDATE \(entity) SET tripId = ? WHERE id = ?", .integer(merge.survivor.id),
          .integer(child.row.id))
        merge.moved.append(child.row)
      }
    }
  }

  /// The survivor takes each value from the newest trip that has one; an empty value never replaces
  /// another. The name and the dates are equal, so this is the destination.
  private func update(
    _ survivor: Trip, from group: [Trip], _ merge: inout MigrationReport.Merge
  ) throws {
    let destinations = try group.compactMap { trip in
      try db.text("SELECT destination FROM trip WHERE id = \(trip.id)")
    }
    guard let newest = destinations.last(where: { $0 != "" }) else { return }
    for old in Set(destinations).sorted() where old != newest && old != "" {
      merge.changes.append(
        .init(row: merge.survivor, property: "destination", old: old, new: newest))
    }
    if destinations[0] == newest { return }
    try context.record(.updated, .trip, survivor.id)
    try context.run(
      "UPDATE trip SET destination = ? WHERE id = ?", .text(newest), .integer(survivor.id))
  }

  /// Items or stays, with their values except for the trip.
  private func children(
    _ entity: MigratedEntity, of trip: Int64
  ) throws -> [(row: MigrationReport.Row, values: [SQLiteValue])] {
    let columns = entity.columns.filter { $0 != "tripId" }.joined(separator: ", ")
    let rows = try db.kept(sql: "SELECT \(columns) FROM \(entity) WHERE tripId = ? ORDER BY id")
    rows.bind(trip)
    return try rows.map { row in
      (.init(entity: entity, id: row.integer(0), label: row.text(1)), Array(row.values.dropFirst()))
    }
  }
}

extension Deduplication {
  /// What decides whether two trips are one.
  struct Trip {
    struct Key: Hashable {
      let name, startDate, endDate: String
    }

    let id: Int64
    let key: Key

    var row: MigrationReport.Row { .init(entity: .trip, id: id, label: key.name) }

    /// All trips, the oldest first.
    static func fetch(from db: Connection) throws -> [Trip] {
      try db.rows("SELECT id, name, startDate, endDate FROM trip ORDER BY id") {
        let key = Key(name: $0.text(1), startDate: $0.text(2), endDate: $0.text(3))
        return Trip(id: $0.integer(0), key: key)
      }
    }
  }
}

extension Sequence {
  /// The groups of equal keys, each in order, in the order of their first elements.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var places: [Key: Int] = [:]
    var groups: [[Element]] = []
    for element in self {
      if let place = places[key(element)] {
        groups[place].append(element)
      } else {
        places[key(element)] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}
