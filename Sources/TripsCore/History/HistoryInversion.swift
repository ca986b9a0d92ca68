internal import SQLite

/// Reverts the changes of a transaction, the last one first.
///
/// Each statement finds its row only in the state that the change left, so that a later write is
/// never overwritten.
struct HistoryInversion {
  let transaction: HistoryTransaction
  let db: Connection

  /// - Throws: `TripsError.undo` with `blocked`.
  func invert(_ changes: [HistoryChange]) throws {
    let replaced = Self.replacements(in: changes)
    let deletions = Set(replaced.values)
    for index in changes.indices.reversed() where !deletions.contains(index) {
      try invert(changes[index], replaced: replaced[index].map { changes[$0].oldValues })
    }
  }

  /// Trips that were replaced under their own ids: the index of the insert, and of the delete
  /// before it if no other trip was written in between. Children of such a trip may have
  /// stayed, so it is updated in place.
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

  /// Deletes the inserted row. Children that referred to the id before the trip existed are kept.
  private func takeAway(_ change: HistoryChange) throws {
    let children = change.entity.isTrip ? try childrenFromBefore(change) : []
    let matches = change.newValues.pairs.map { Self.matching($0.property) }
      .joined(separator: " AND ")
    try run(
      "DELETE FROM \(change.entity.table) WHERE \(matches)", change.newValues.arguments,
      on: change.newValues, takingBack: change)
    for (entity, values) in children {
      let isThere = try Statement(
        sql: "SELECT 1 FROM \(entity.table) WHERE id = ?", in: db
      ).integer(for: [values[0]])
      guard isThere == nil else { continue }
      let insertion = entity.properties.insertion(into: entity.table, mark: HistoryEntity.mark)
      try Statement(sql: insertion, in: db).run(values)
    }
  }

  /// - Throws: `TripsError.undo` for a child that the trip got later.
  private func childrenFromBefore(
    _ change: HistoryChange
  ) throws -> [(HistoryEntity, [SQLiteValue])] {
    var children: [(HistoryEntity, [SQLiteValue])] = []
    for entity in [HistoryEntity.bucketListItem, .livingAccommodation] {
      let columns = entity.properties
      let row = try Statement(
        """
        SELECT \(sql: columns.joined(separator: ", ")),
          (SELECT min(id) FROM historyChange
            WHERE entity = \(entity.rawValue) AND rowId = child.id) < \(change.id)
        FROM \(sql: entity.table) AS child WHERE tripId = \(change.rowID)
        """, in: db)
      while try row.step() {
        guard row.integer(Int32(columns.count)) == 1 else {
          let what =
            "\(Self.called(change)) was given \(entity == .bucketListItem ? "an item" : "a stay")"
          let later = try lastWrite(of: entity, row.integer(0))
          throw TripsError.undo(.blocked(transaction, what: what, by: later))
        }
        children.append((entity, columns.indices.map { row.value(Int32($0)).recorded }))
      }
    }
    return children
  }

  /// Restores the values that the change has altered.
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
      changed.map(\.value.sqliteValue) + [change.newRowID.sqliteValue]
        + expected.map(\.value.sqliteValue),
      on: HistoryValues(expected), takingBack: change)
  }

  private static func matching(_ property: String) -> String {
    "\(property) IS \(HistoryEntity.mark(property))"
  }

  /// Runs a statement that writes one row.
  ///
  /// - Parameter expected: the values that identify the row; nil for an insert.
  /// - Throws: `TripsError.undo` with `blocked` if there is no such row, or if another one took its
  ///   place.
  private func run(
    _ sql: String, _ arguments: [SQLiteValue], on expected: HistoryValues?,
    takingBack change: HistoryChange
  ) throws {
    var collision: SQLiteError?
    do {
      try db.kept(sql: sql).run(arguments)
      if db.changes == 1 { return }
    } catch let error as SQLiteError where Self.collisions.contains(error.extendedCode) {
      collision = error
    }
    if collision != nil, let other = try blockingTrip(of: change) {
      throw TripsError.undo(
        .blocked(
          transaction, what: "\(other.description) has taken its place",
          by: try arrival(of: other.id)))
    }
    if collision != nil, change.entity == .livingAccommodation,
      let other = try db.integer(
        """
        SELECT id FROM livingAccommodation
        WHERE id <> \(change.newRowID) AND uid = \(change.oldValues.text("uid"))
        """)
    {
      throw TripsError.undo(
        .blocked(
          transaction, what: "stay \(other) has taken its place",
          by: try lastWrite(of: .livingAccommodation, other)))
    }
    if collision == nil { try refuseIgnored(change, on: expected) }
    let later = try lastWrite(of: change.entity, change.newRowID)
    if later == nil, let collision { throw collision }
    let verb = change.kind == .delete ? "added" : "changed"
    throw TripsError.undo(
      .blocked(transaction, what: "\(Self.called(change)) was \(verb)", by: later))
  }

  /// Fails if the row is unchanged in the right state, so a user's trigger has abandoned the write.
  private func refuseIgnored(_ change: HistoryChange, on expected: HistoryValues?) throws {
    let isNew = expected == nil
    guard try isNew || isStored(change.newKey, expected) else { return }
    let id = isNew ? nil : change.newRowID
    if let problem = try db.ignoredWrite(of: change.entity.table, id) { throw problem }
  }

  private static let collisions: [SQLiteError.Code] = [
    .unique, .primaryKey, .rowID,
  ]

  static func called(_ change: HistoryChange) -> String {
    "\(change.entity.noun) \(change.newRowID)" + (change.name.map { " '\($0)'" } ?? "")
  }

  /// Another trip with the id, the uid, or the name and dates that the row had before.
  private func blockingTrip(of change: HistoryChange) throws -> TripSummary? {
    guard change.entity.isTrip, change.kind != .insert else { return nil }
    var values = change.oldValues
    let own = change.kind == .update ? change.newRowID : 0
    if let present = try HistoryValues.rows(of: .trip, [own], in: db)[0] {
      values.addMissing(present)
    }
    let id = try db.integer(
      """
      SELECT id FROM trip
      WHERE id <> \(own) AND (id = \(change.rowID) OR uid = \(values.text("uid"))
        OR (name = \(values.text("name")) AND startDate = \(values.text("startDate"))
          AND endDate = \(values.text("endDate"))))
      """)
    return try id.map { TripSummary(try Store.trip(id: $0, in: db)) }
  }

  /// The later transaction that gave a trip its id, uid, name or dates.
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

  /// The last later transaction, except the current step, that changed a row.
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
  fileprivate var arguments: [SQLiteValue] { pairs.map(\.value.sqliteValue) }
}

extension RecordedText {
  /// Text that SQLite's C strings cannot hold (invalid UTF-8 or a NUL) as bytes, which
  /// `HistoryEntity.mark` turns back into text.
  var sqliteValue: SQLiteValue {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      return .blob(bytes)
    }
    return text.sqliteValue
  }
}

extension SQLiteValue {
  /// The value with text in the form of `RecordedText.sqliteValue`.
  var recorded: SQLiteValue {
    switch self {
    case .text(let text): RecordedText(Array(text.utf8)[...]).sqliteValue
    case .malformedText(let bytes): .blob(bytes)
    case .null, .integer, .real, .blob: self
    }
  }
}

extension HistoryValue {
  var sqliteValue: SQLiteValue {
    switch self {
    case .text(let text): text.sqliteValue
    case .integer(let number): number.sqliteValue
    case .boolean(let flag): flag.sqliteValue
    case .null: .null
    }
  }
}
