internal import Migrations
internal import SQLite

/// The checks before and after a transaction is undone.
extension HistoryInversion {
  /// Refuses if a later write depends on the transaction: it changed the same property of the same
  /// row, a row that belongs to an inserted one, or a row that took its place.
  func checkNothingDepends(on changes: [HistoryChange], of target: HistoryStep.Target) throws {
    guard !target.later.isEmpty, let last = changes.last else { return }
    // Nil means all properties: the row was inserted or deleted.
    var touched: [RowKey: Set<String>?] = [:]
    for change in changes {
      let key = change.newKey
      switch change.kind {
      case .update:
        let known = touched[key] ?? []
        touched[key] = known?.union(change.updatedProperties.map(\.name))
      case .insert, .delete: touched[key] = .some(nil)
      }
    }
    let made = Set(changes.filter { $0.kind == .insert && $0.entity.isTrip }.map(\.rowID))
    let moved = Set(
      changes.filter { change in
        change.updatedProperties.contains { ["startDate", "endDate"].contains($0.name) }
      }.map(\.newKey))
    for change in try HistoryRow.changes(after: last.id, in: db)
    where target.later.contains(change.transactionID) {
      let key = change.key
      var what: String?
      if let properties = touched[key] {
        let changed = change.updatedProperties.map(\.name)
        if change.kind != .update || !change.isReadable
          || properties.map({ !$0.isDisjoint(with: changed) }) ?? true
        {
          what = "\(Self.called(change)) was \(Self.verb(change.kind))"
        }
      } else if change.kind != .delete, let id = change.newValues.integer("tripId"),
        made.contains(id)
      {
        let verb = change.kind == .insert ? "added" : "moved"
        what = "\(change.entity.noun) '\(change.name ?? "")' was \(verb) to trip \(id)"
      }
      if what == nil, !moved.isEmpty, try confirms(change, for: moved) {
        what = "\(Self.called(change)) was confirmed for the days"
      }
      if let what {
        let later = try HistoryStep.transaction(change.transactionID, in: db)
        throw TripsError.undo(.blocked(transaction, what: what, by: later))
      }
      if change.newRowID != change.rowID {
        touched[change.newKey] = touched.removeValue(forKey: key)
      }
    }
  }

  /// The error where a row does not fit what a later transaction made of it: its end would be before its
  /// start, say. Nil where no later one changed such a row.
  func obstacle(
    to changes: [HistoryChange], of target: HistoryStep.Target
  ) throws -> TripsError? {
    guard let last = changes.last else { return nil }
    let keys = Set(changes.map(\.newKey))
    let later = try HistoryRow.changes(after: last.id, in: db).last { change in
      // Texts do not depend on other columns.
      target.later.contains(change.transactionID) && keys.contains(change.key)
        && change.updatedProperties.contains { HistoryEntity.columns[$0.name]?.text == nil }
    }
    guard let later else { return nil }
    return .undo(
      .blocked(
        transaction, what: "\(Self.called(later)) was \(Self.verb(later.kind))",
        by: try HistoryStep.transaction(later.transactionID, in: db)))
  }

  /// Whether a change confirms a stay whose nights are those of a moved row: its own or, without
  /// dates, its trip's. A confirmation counts only for the nights it was given for.
  private func confirms(_ change: HistoryChange, for moved: Set<RowKey>) throws -> Bool {
    guard change.entity == .livingAccommodation,
      change.updatedProperties.contains(where: { $0.name == "isConfirmed" })
    else { return false }
    let row = try Statement(
      """
      SELECT tripId, startDate IS NULL FROM livingAccommodation
      WHERE id = \(change.newRowID) AND isConfirmed
      """, in: db)
    guard try row.step() else { return false }
    return moved.contains(
      row.integer(1) == 0
        ? change.newKey : RowKey(table: TripColumn.table, id: row.integer(0)))
  }

  private static func verb(_ kind: RowChangeKind) -> String {
    switch kind {
    case .insert: "added"
    case .update: "changed"
    case .delete: "deleted"
    }
  }

  /// Checks that the changes recorded since are exactly the inverse, that the rows match them, and
  /// that nothing belongs to a trip that was deleted since.
  ///
  /// - Throws: `TripsError.undo`, for example if a user's trigger wrote as well.
  func verify(inverse changes: [HistoryChange], after place: Int64) throws {
    let made = try HistoryRow.changes(after: place, in: db)
    let (wanted, found) = (NetChanges(changes), NetChanges(made))
    if let row = wanted.firstDifference(fromInverse: found) { throw try inexact(row) }
    for (row, values) in found.rows {
      if try !isStored(row, values.after) { throw try inexact(row) }
    }
    let last = changes.last?.id ?? 0
    for change in made where change.kind != .delete {
      guard let trip = change.newValues.integer("tripId"),
        try db.integer("SELECT 1 FROM trip WHERE id = \(trip)") == nil,
        let later = try lastWrite(of: .trip, trip, afterChange: last, before: place)
      else { continue }
      throw TripsError.undo(.blocked(transaction, what: "trip \(trip) was deleted", by: later))
    }
  }

  private func inexact(_ row: RowKey) throws -> TripsError {
    let triggers = try UserTriggers.names(in: db).map { "'\($0)'" }
    let noun = HistoryEntity.allCases.first { $0.table == row.table }?.noun ?? row.table
    return .undo(.inexact(transaction, what: "\(noun) \(row.id)", triggers: triggers))
  }

  func isStored(_ row: RowKey, _ values: HistoryValues?) throws -> Bool {
    let pairs = values?.pairs ?? []
    let columns = (["id"] + pairs.map(\.property)).joined(separator: ", ")
    let stored = try Statement(
      "SELECT \(sql: columns) FROM \(sql: row.table) WHERE id = \(row.id)", in: db)
    let isThere = try stored.step()
    guard isThere, values != nil else { return isThere == (values != nil) }
    return try pairs.enumerated().allSatisfy { index, pair in
      try HistoryValues.Column(pair.property).value(stored, Int32(index + 1)) == pair.value
    }
  }
}

/// The combined effect of changes, row by row.
struct NetChanges {
  /// Nil if the row does not exist. A record of version 0.1.0 contains only part of a row.
  struct States {
    var before: HistoryValues?
    var after: HistoryValues?
  }

  private(set) var rows: [RowKey: States] = [:]

  init(_ changes: [HistoryChange]) {
    for change in changes {
      let row = change.key
      switch change.kind {
      case .insert:
        rows[row, default: States()].after = change.newValues
      case .delete:
        rows[row, default: States(before: change.oldValues)].after = nil
      case .update:
        var known = rows[row] ?? States(before: change.oldValues, after: HistoryValues())
        known.before?.addMissing(change.oldValues)
        var after = known.after ?? HistoryValues()
        after.merge(change.newValues)
        rows[row] = States(before: known.before, after: nil)
        rows[change.newKey, default: States()].after = after
      }
    }
  }

  /// A row that these changes leave in another state than the others found it, or the reverse.
  func firstDifference(fromInverse other: NetChanges) -> RowKey? {
    Set(rows.keys).union(other.rows.keys).sorted { ($0.table, $0.id) < ($1.table, $1.id) }
      .first { row in
        switch (rows[row], other.rows[row]) {
        case (let one?, let two?): !one.isInverse(of: two)
        case (let one?, nil), (nil, let one?): !one.isNothing
        case (nil, nil): false
        }
      }
  }
}

extension NetChanges.States {
  /// The old and new values that differ in a row that is kept.
  private var changed: [String: [HistoryValue]]? {
    guard let before, let after else { return nil }
    var changed: [String: [HistoryValue]] = [:]
    for pair in before.pairs {
      if let new = after[pair.property], new != pair.value {
        changed[pair.property] = [pair.value, new]
      }
    }
    return changed
  }

  fileprivate var isNothing: Bool { changed?.isEmpty ?? (before == nil && after == nil) }

  fileprivate func isInverse(of other: Self) -> Bool {
    if let changed, let others = other.changed {
      return changed == others.mapValues { $0.reversed() }
    }
    return Self.fits(before, other.after) && Self.fits(after, other.before)
  }

  /// Whether two records can describe one state: their common values are equal.
  private static func fits(_ one: HistoryValues?, _ two: HistoryValues?) -> Bool {
    guard let one, let two else { return (one == nil) == (two == nil) }
    return one.pairs.allSatisfy { pair in
      two[pair.property].map { $0 == pair.value } ?? true
    }
  }
}
