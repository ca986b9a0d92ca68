internal import GRDB

/// Brings the facts of trips into the store.
struct SyncWriter {
  let db: Database

  /// - Returns: the trip's id; nil for one that is not there.
  func write(_ plan: SyncPlan) throws -> Int64? {
    switch plan.storeChange {
    case .none: return plan.entry.id
    case .delete(let id):
      try db.execute(sql: "DELETE FROM trip WHERE id = ?", arguments: [id])
      return id
    case .insert(let facts):
      let id = try insert(
        .trip, facts.values, fixed: [("uid", plan.uid.databaseValue)])
      for item in facts.items { try insertItem(item, of: id) }
      if let stay = facts.stay { try insertStay(stay, of: id) }
      return id
    case .update(let id, let old, let new):
      try update(.trip, id, old.values, new.values)
      try writeItems(of: id, old.items, new.items)
      try writeStay(of: id, old.stay, new.stay)
      return id
    }
  }

  private func writeItems(of trip: Int64, _ old: [RowFacts], _ new: [RowFacts]) throws {
    let kept = Set(new.compactMap(\.id))
    for item in old where item.id.map(kept.contains) != true {
      try db.execute(sql: "DELETE FROM bucketListItem WHERE id = ?", arguments: [item.id])
    }
    for item in new {
      if let before = old.first(where: { $0.id == item.id }), let id = item.id {
        try update(.bucketListItem, id, before.values, item.values)
      } else {
        try insertItem(item, of: trip)
      }
    }
  }

  private func writeStay(of trip: Int64, _ old: RowFacts?, _ new: RowFacts?) throws {
    switch (old, new) {
    case (nil, nil): break
    case (nil, let new?): try insertStay(new, of: trip)
    case (let old?, let new?) where old.id == new.id:
      guard let id = old.id else { break }
      try update(.livingAccommodation, id, old.values, new.values)
    case (let old?, _):
      // Another one that the trip has by now is in the store already: another program wrote several.
      try db.execute(sql: "DELETE FROM livingAccommodation WHERE id = ?", arguments: [old.id])
    }
  }

  private func insertItem(_ item: RowFacts, of trip: Int64) throws {
    try insert(.bucketListItem, item.values, fixed: [("tripId", trip.databaseValue)])
  }

  private func insertStay(_ stay: RowFacts, of trip: Int64) throws {
    try insert(.livingAccommodation, stay.values, fixed: [("tripId", trip.databaseValue)])
  }

  @discardableResult
  private func insert(
    _ entity: HistoryEntity, _ values: [String: String], fixed: [(String, DatabaseValue)]
  ) throws -> Int64 {
    let columns = fixed + Self.columns(values, of: entity).filter { !$0.1.isNull }
    let names = columns.map(\.0).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    try db.cachedStatement(sql: "INSERT INTO \(entity.table)(\(names)) VALUES (\(marks))")
      .execute(arguments: StatementArguments(columns.map(\.1)))
    return db.lastInsertedRowID
  }

  /// Writes only what differs: what another program has written into the other columns stays to the byte.
  private func update(
    _ entity: HistoryEntity, _ id: Int64, _ old: [String: String], _ new: [String: String]
  ) throws {
    let before = Self.columns(old, of: entity)
    // A rule that is stored as the one that is meant without any is no fact, and no other kind has it.
    let changesKind = old["type"] != new["type"]
    let columns = zip(before, Self.columns(new, of: entity)).filter { before, after in
      before.1 != after.1 || (changesKind && after.0 == "perdiemRule")
    }.map(\.1)
    guard !columns.isEmpty else { return }
    let settings = columns.map { "\($0.0) = ?" }.joined(separator: ", ")
    try db.cachedStatement(sql: "UPDATE \(entity.table) SET \(settings) WHERE id = ?")
      .execute(arguments: StatementArguments(columns.map(\.1) + [id.databaseValue]))
  }

  /// All columns that facts know, in the order of the entity's.
  private static func columns(
    _ values: [String: String], of entity: HistoryEntity
  ) -> [(String, DatabaseValue)] {
    let perdiem = values[Fact.perdiem].flatMap(Fact.money)
    return entity.properties.filter { !["id", "uid", "tripId"].contains($0) }.map { column in
      switch column {
      case "perdiemMinor": (column, perdiem?.minorUnits.databaseValue ?? .null)
      case "perdiemCurrency": (column, perdiem?.currency.code.databaseValue ?? .null)
      case "perdiemRule":
        (column, TripFacts(values: values).written(column)?.databaseValue ?? .null)
      case _ where HistoryEntity.flags.contains(column):
        (column, (values[column] == Fact.yes).databaseValue)
      default: (column, values[column]?.databaseValue ?? .null)
      }
    }
  }
}
