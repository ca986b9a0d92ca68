internal import SQLite

/// Merges trips that have the same name and the same dates, with everything that belongs to them.
struct Deduplication {
  let context: StageContext
  private var db: Connection { context.db }

  func run() throws {
    try context.report("duplicates")
    // Only what decides is fetched.
    let trips = try Trip.fetch(from: db)
    for group in trips.grouped(by: \.key) where group.count > 1 {
      try merge(group)
    }
  }

  /// The oldest trip stays. Everything of the others moves to it, then its values are updated from
  /// theirs, and they are deleted.
  private func merge(_ group: [Trip]) throws {
    let survivor = group[0]
    for duplicate in group.dropFirst() {
      for entity in MigratedEntity.children { try move(entity, of: duplicate, to: survivor) }
    }
    try update(survivor, from: group)
    for duplicate in group.dropFirst() {
      try context.record(.merged, .trip, duplicate.id, survivor: survivor.id)
      try delete(.trip, duplicate.id)
    }
  }

  /// A row that the survivor has already, equal in every field, is not needed twice. Equal rows of
  /// one trip, such as two taxis, stay.
  private func move(_ entity: MigratedEntity, of duplicate: Trip, to survivor: Trip) throws {
    let moving = try children(entity, of: duplicate)
    if moving.isEmpty { return }
    let present = try children(entity, of: survivor)
    for child in moving {
      if let equal = present.first(where: { $0.values == child.values }) {
        try context.record(.merged, entity, child.id, survivor: equal.id)
        try delete(entity, child.id)
      } else {
        try context.record(.moved, entity, child.id, survivor: survivor.id)
        let move = try db.kept(sql: "UPDATE \(entity) SET tripId = ? WHERE id = ?")
        try move.run([.integer(survivor.id), .integer(child.id)])
      }
    }
  }

  /// The survivor takes each value from the newest trip that has one. The name and the dates are
  /// equal, so this is the destination.
  private func update(_ survivor: Trip, from group: [Trip]) throws {
    let destinations = try group.map { trip in
      let row = try db.kept(sql: "SELECT destination FROM trip WHERE id = ?")
      row.bind(trip.id)
      return try row.map { $0.value(0) }[0]
    }
    guard let newest = destinations.last(where: { $0 != "" }), newest != destinations[0] else {
      return
    }
    try context.record(.updated, .trip, survivor.id)
    let update = try db.kept(sql: "UPDATE trip SET destination = ? WHERE id = ?")
    try update.run([newest, .integer(survivor.id)])
  }

  private func children(_ entity: MigratedEntity, of trip: Trip) throws -> [Child] {
    let columns = entity.columns.filter { $0 != "tripId" }.joined(separator: ", ")
    let rows = try db.kept(sql: "SELECT \(columns) FROM \(entity) WHERE tripId = ? ORDER BY id")
    rows.bind(trip.id)
    return try rows.map { Child(id: $0.integer(0), values: Array($0.values.dropFirst())) }
  }

  private func delete(_ entity: MigratedEntity, _ id: Int64) throws {
    try db.kept(sql: "DELETE FROM \(entity) WHERE id = ?").run([.integer(id)])
  }

  /// What decides whether two trips are one.
  struct Trip {
    struct Key: Hashable {
      let name, startDate, endDate: SQLiteValue
    }

    let id: Int64
    let key: Key

    /// All trips, the oldest first.
    static func fetch(from db: Connection) throws -> [Trip] {
      try db.rows("SELECT id, name, startDate, endDate FROM trip ORDER BY id") {
        Trip(
          id: $0.integer(0),
          key: Key(name: $0.value(1), startDate: $0.value(2), endDate: $0.value(3)))
      }
    }
  }

  /// An item or a stay, without its trip.
  private struct Child {
    let id: Int64
    let values: [SQLiteValue]
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
