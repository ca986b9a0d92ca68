internal import SQLite

/// Merges trips that have the same name and the same dates, with everything that belongs to them.
struct Deduplication {
  let context: StageContext
  private var db: Connection { context.db }

  func run() throws {
    // Fetch only the values that are compared.
    let trips = try Trip.fetch(from: db, orderedBy: "id")
    for group in trips.repeated(by: \.key) { try merge(group) }
  }

  /// The oldest trip stays. Everything that belongs to the others moves to it, it takes their
  /// values, and they are deleted.
  private func merge(_ group: [Trip]) throws {
    let (survivor, duplicates) = (group[0], Array(group.dropFirst()))
    var merge = MigrationReport.Merge(survivor: survivor.row, duplicates: duplicates.map(\.id))
    for entity in Entity.children { try move(entity, from: duplicates, &merge) }
    try update(survivor, from: group, &merge)
    for duplicate in duplicates {
      try context.record(.merged, .trip, duplicate.id, survivor: survivor.id)
      try context.run("DELETE FROM trip WHERE id = \(duplicate.id)")
    }
    context.report.merges.append(merge)
  }

  /// Drops a row if the survivor already has one that is equal in every field, and moves the
  /// others. Equal rows of one trip, such as two taxis, are kept.
  private func move(
    _ entity: Entity, from duplicates: [Trip], _ merge: inout MigrationReport.Merge
  ) throws {
    let survivor = merge.survivor.id
    var present: [[SQLiteValue]: Int64] = [:]
    func add(_ children: [Child]) {
      for child in children where present[child.values] == nil {
        present[child.values] = child.row.id
      }
    }
    add(try children(entity, of: survivor))
    for duplicate in duplicates {
      let moving = try children(entity, of: duplicate.id)
      for child in moving {
        let id = child.row.id
        if let equal = present[child.values] {
          try context.record(.merged, entity, id, survivor: equal)
          try context.run("DELETE FROM \(sql: entity.table) WHERE id = \(id)")
          merge.dropped.append(child.row)
        } else {
          try context.record(.moved, entity, id, survivor: survivor)
          try context.run("UPDATE \(sql: entity.table) SET tripId = \(survivor) WHERE id = \(id)")
          merge.moved.append(child.row)
        }
      }
      add(moving)
    }
  }

  /// The survivor takes each value from the newest trip that has one; an empty value never replaces
  /// another. The name and the dates are equal, so this is the destination.
  private func update(
    _ survivor: Trip, from group: [Trip], _ merge: inout MigrationReport.Merge
  ) throws {
    let destinations = try group.flatMap { trip in
      try db.rows("SELECT destination FROM trip WHERE id = \(trip.id)") { $0.value(0) }
    }
    guard let newest = destinations.last(where: { $0 != "" }) else { return }
    var reported: Set<SQLiteValue> = ["", newest]
    for old in destinations where reported.insert(old).inserted {
      merge.changes.append(
        .init(
          row: merge.survivor, property: "destination", old: old.text ?? "",
          new: newest.text ?? ""))
    }
    if destinations[0] == newest { return }
    try context.record(.updated, .trip, survivor.id)
    try context.run("UPDATE trip SET destination = \(newest) WHERE id = \(survivor.id)")
  }

  /// An item or a stay, with its values except for the trip.
  private typealias Child = (row: MigrationReport.Row, values: [SQLiteValue])

  private func children(_ entity: Entity, of trip: Int64) throws -> [Child] {
    let columns = entity.columns.filter { $0 != "tripId" }.joined(separator: ", ")
    let rows = try db.cachedStatement(
      sql: "SELECT \(columns) FROM \(entity.table) WHERE tripId = ? ORDER BY id")
    rows.bind(trip)
    return try rows.map { row in
      (.init(entity: entity, id: row.integer(0), label: row.text(1)), Array(row.values.dropFirst()))
    }
  }
}

extension Deduplication {
  /// The values that decide whether two trips are the same, compared by bytes as in SQLite.
  struct Trip {
    struct Key: Hashable {
      let name, startDate, endDate: SQLiteValue
    }

    let id: Int64
    let key: Key
    /// The name in printable form.
    let label: String

    var row: MigrationReport.Row { .init(entity: .trip, id: id, label: label) }

    static func fetch(from db: Connection, orderedBy order: String) throws -> [Trip] {
      try db.rows("SELECT id, name, startDate, endDate FROM trip ORDER BY \(sql: order)") {
        let key = Key(name: $0.value(1), startDate: $0.value(2), endDate: $0.value(3))
        return Trip(id: $0.integer(0), key: key, label: $0.text(1))
      }
    }
  }
}

extension [Deduplication.Trip] {
  /// The groups of trips with equal values, each in order.
  func repeated(by value: (Element) -> some Hashable) -> [[Element]] {
    Dictionary(grouping: self, by: value).values.filter { $0.count > 1 }
      .sorted { $0[0].id < $1[0].id }
  }
}
