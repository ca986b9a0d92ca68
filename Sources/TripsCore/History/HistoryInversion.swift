internal import Foundation
internal import GRDB

/// Takes the changes of a transaction back, the last one first.
///
/// Each statement finds its row only where it is as the change left it, so that a later write is
/// never overwritten.
struct HistoryInversion {
  let transaction: HistoryTransaction
  let db: Database

  /// - Throws: `TripsError.undo` with `blocked`.
  func invert(_ changes: [HistoryChange]) throws {
    let replaced = Self.replacements(in: changes)
    let deletions = Set(replaced.values)
    for index in changes.indices.reversed() where !deletions.contains(index) {
      try invert(changes[index], replaced: replaced[index].map { changes[$0].oldValues })
    }
  }

  /// The trips that were replaced under their own ids: the index of the insert, and of the delete
  /// before it, with no other trip written in between. What belongs to such a trip may have stayed, so
  /// that it is changed back in its place.
  private static func replacements(in changes: [HistoryChange]) -> [Int: Int] {
    var lastTouch: [Int64: Int] = [:]
    var lastWritten = -1
    var result: [Int: Int] = [:]
    for (index, change) in changes.enumerated() where change.entity.isTrip {
      if change.kind == .insert, let last = lastTouch[change.rowID], last > lastWritten,
        changes[last].kind == .delete
      {
        result[index] = last
      }
      lastTouch[change.newRowID] = index
      if change.kind != .delete { lastWritten = index }
    }
    return result
  }

  /// - Parameter replaced: the row that an insert replaced under its own id.
  private func invert(_ change: HistoryChange, replaced: HistoryValues? = nil) throws {
    if let replaced { return try update(change, to: replaced) }
    switch change.kind {
    case .insert: try takeAway(change)
    case .delete:
      let values = change.oldValues
      try run(
        values.pairs.map(\.property)
          .insertion(into: change.entity.table, mark: HistoryEntity.mark), values.arguments,
        on: nil, takingBack: change)
    case .update: try update(change, to: change.oldValues)
    }
  }

  /// Deletes the row that an insert made. What belonged to the id before there was the trip, as another
  /// program may write it, stays as it was.
  private func takeAway(_ change: HistoryChange) throws {
    let children = change.entity.isTrip ? try childrenFromBefore(change) : []
    let matches = change.newValues.pairs.map { Self.matching($0.property) }
      .joined(separator: " AND ")
    try run(
      "DELETE FROM \(change.entity.table) WHERE \(matches)", change.newValues.arguments,
      on: change.newValues, takingBack: change)
    for (entity, values) in children {
      let isThere = try StatementCursor(
        sql: "SELECT 1 FROM \(entity.table) WHERE id = ?", in: db
      ).run([values[0]])
      guard isThere == nil else { continue }
      let insertion = entity.properties.insertion(into: entity.table, mark: HistoryEntity.mark)
      try StatementCursor(sql: insertion, in: db).run(values)
    }
  }

  /// - Throws: `TripsError.undo` for one that the trip got later.
  private func childrenFromBefore(
    _ change: HistoryChange
  ) throws -> [(HistoryEntity, [DatabaseValue])] {
    var children: [(HistoryEntity, [DatabaseValue])] = []
    for entity in [HistoryEntity.bucketListItem, .livingAccommodation] {
      let columns = entity.properties
      let row = try StatementCursor(
        """
        SELECT \(sql: columns.joined(separator: ", ")),
          (SELECT min(id) FROM historyChange
            WHERE entity = \(entity.rawValue) AND rowId = child.id) < \(change.id)
        FROM \(sql: entity.table) AS child WHERE tripId = \(change.rowID)
        """, in: db)
      while try row.next() {
        guard row.integer(Int32(columns.count)) == 1 else {
          let what =
            "\(Self.called(change)) was given \(entity == .bucketListItem ? "an item" : "a stay")"
          let later = try lastWrite(of: entity, row.integer(0))
          throw TripsError.undo(.blocked(transaction, what: what, by: later))
        }
        children.append((entity, columns.indices.map { row.recordedValue(Int32($0)) }))
      }
    }
    return children
  }

  /// Changes back what the values have otherwise than the change left it.
  private func update(_ change: HistoryChange, to values: HistoryValues) throws {
    let current = change.newValues
    let changed = values.pairs.filter { current[$0.property] != $0.value }
    let expected = changed.map {
      HistoryValues.Pair(property: $0.property, value: current[$0.property] ?? .null)
    }
    guard !changed.isEmpty else { return }
    let settings = changed.map { "\($0.property) = \(HistoryEntity.mark($0.property))" }
      .joined(separator: ", ")
    let matches = changed.map { Self.matching($0.property) }.joined(separator: " AND ")
    try run(
      "UPDATE \(change.entity.table) SET \(settings) WHERE id = ? AND \(matches)",
      changed.map(\.value.databaseValue) + [change.newRowID.databaseValue]
        + expected.map(\.value.databaseValue),
      on: HistoryValues(expected), takingBack: change)
  }

  private static func matching(_ property: String) -> String {
    "\(property) IS \(HistoryEntity.mark(property))"
  }

  /// Runs a statement that writes one row.
  ///
  /// - Parameter expected: what the statement finds its row by; nil for one that adds a row.
  /// - Throws: `TripsError.undo` with `blocked` where there is no such row, or another one has its place.
  private func run(
    _ sql: String, _ arguments: [DatabaseValue], on expected: HistoryValues?,
    takingBack change: HistoryChange
  ) throws {
    var collision: DatabaseError?
    do {
      let statement = try db.cachedStatement(sql: sql)
      try statement.execute(arguments: StatementArguments(arguments))
      if db.changesCount == 1 { return }
    } catch let error as DatabaseError where Self.collisions.contains(error.extendedResultCode) {
      collision = error
    }
    if collision != nil, let other = try tripInTheWay(of: change) {
      throw TripsError.undo(
        .blocked(
          transaction, what: "\(other.description) has its place", by: try arrival(of: other.id)))
    }
    if collision != nil, change.entity == .livingAccommodation,
      let other = try StatementCursor.integer(
        """
        SELECT id FROM livingAccommodation
        WHERE id <> \(change.newRowID) AND uid = \(change.oldValues.text("uid"))
        """, in: db)
    {
      throw TripsError.undo(
        .blocked(
          transaction, what: "stay \(other) has its place",
          by: try lastWrite(of: .livingAccommodation, other)))
    }
    if collision == nil { try refuseIgnored(change, on: expected) }
    let later = try lastWrite(of: change.entity, change.newRowID)
    if later == nil, let collision { throw collision }
    let verb = change.kind == .delete ? "added" : "changed"
    throw TripsError.undo(
      .blocked(transaction, what: "\(Self.called(change)) was \(verb)", by: later))
  }

  /// Refuses where the row is as it should be, so that a trigger of the user's has given the write up.
  private func refuseIgnored(_ change: HistoryChange, on expected: HistoryValues?) throws {
    let isNew = expected == nil
    guard try isNew || isStored(change.newKey, expected) else { return }
    let id = isNew ? nil : change.newRowID
    if let problem = try db.ignoredWrite(of: change.entity.table, id) { throw problem }
  }

  private static let collisions: [ResultCode] = [
    .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID,
  ]

  static func called(_ change: HistoryChange) -> String {
    "\(change.entity.noun) \(change.newRowID)" + (change.name.map { " '\($0)'" } ?? "")
  }

  /// Another trip that has the id, the uid, or the name and the dates that the row had before.
  private func tripInTheWay(of change: HistoryChange) throws -> TripSummary? {
    guard change.entity.isTrip, change.kind != .insert else { return nil }
    var values = change.oldValues
    let own = change.kind == .update ? change.newRowID : 0
    if let present = try HistoryValues.rows(of: .trip, [own], in: db)[0] {
      values.addMissing(present)
    }
    let id = try StatementCursor.integer(
      """
      SELECT id FROM trip
      WHERE id <> \(own) AND (id = \(change.rowID) OR uid = \(values.text("uid"))
        OR (name = \(values.text("name")) AND startDate = \(values.text("startDate"))
          AND endDate = \(values.text("endDate"))))
      """, in: db)
    return try id.map { TripSummary(try Store.trip(id: $0, in: db)) }
  }

  /// The transaction after this one that gave a trip the id, the uid, the name or the dates that it has.
  private func arrival(of id: Int64) throws -> HistoryTransaction? {
    let change = try HistoryRow.changes(
      where: """
        c.entity IN \(HistoryEntity.trip.deep.map(\.rawValue)) \
        AND \(HistoryRow.number("id", in: "c.newValues")) = \(id) AND t.id > \(transaction.id) \
        AND t.id IS NOT (SELECT currentTransaction FROM historyState)
        """, in: db
    ).last { change in
      let keys = ["id", "uid", "name", "startDate", "endDate"]
      return change.kind == .insert || change.updatedProperties.contains { keys.contains($0.name) }
    }
    return try change.flatMap { try HistoryStep.transaction($0.transactionID, in: db) }
  }

  /// The last transaction after this one, but for the step under way, that changed a row.
  func lastWrite(
    of entity: HistoryEntity, _ id: Int64, afterChange: Int64 = 0, before: Int64 = .max
  ) throws -> HistoryTransaction? {
    let entities = HistoryEntity.allCases.filter { $0.table == entity.table }.map(\.rawValue)
    return try HistoryRow.nextTransaction(
      HistoryRow.transactions(
        """
        WHERE id = (
          SELECT transactionId FROM historyChange
          WHERE rowId = \(id) AND entity IN \(entities) AND transactionId > \(transaction.id)
            AND transactionId IS NOT (SELECT currentTransaction FROM historyState)
            AND id > \(afterChange) AND id <= \(before)
          ORDER BY id DESC LIMIT 1)
        """, in: db))
  }
}

extension HistoryValues {
  fileprivate var arguments: [DatabaseValue] { pairs.map(\.value.databaseValue) }
}

extension RecordedText {
  /// What no string of SQLite's C interface can hold, bytes that are not UTF-8 or a NUL, as the bytes,
  /// of which `HistoryEntity.mark` makes a text again.
  var databaseValue: DatabaseValue {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      return Data(bytes).databaseValue
    }
    return text.databaseValue
  }
}

extension HistoryValue {
  var databaseValue: DatabaseValue {
    switch self {
    case .text(let text): text.databaseValue
    case .integer(let number): number.databaseValue
    case .boolean(let flag): flag.databaseValue
    case .null: .null
    }
  }
}
