internal import SQLite

/// The names of trips, items and stays at each place of the history, and the trips of items and
/// stays.
///
/// It moves from place to place through the changes in between, so reading in order, or in reverse
/// order, visits each change once.
final class RowNames {
  /// The last change at the time of creation, where it starts.
  let newest: Int64
  private var place: Int64
  /// The rows changed between the newest change and the place, as they were at the place; nil for a
  /// row that did not exist.
  private var rows: [RowKey: Row?] = [:]

  private struct Row {
    var name: String?
    var tripID: Int64?

    /// Adds the values of a record.
    mutating func take(_ values: HistoryValues, _ entity: HistoryEntity) {
      if let name = values.text(entity.nameProperty) { self.name = name }
      if let tripID = values["tripId"] {
        self.tripID = if case .integer(let id) = tripID { id } else { nil }
      }
    }
  }

  init(_ db: Connection) throws {
    newest = try HistoryPosition(db).newest.place
    place = newest
  }

  /// Names the row of a change, and its trip.
  func complete(_ change: inout HistoryChange, in db: Connection) throws {
    if change.entity.isTrip, change.name != nil { return }
    try move(to: change.id, in: db)
    var row = Row()
    let key = change.newKey
    if change.kind == .update, let found = try self.row(key, in: db) { row = found }
    row.take(change.oldValues, change.entity)
    row.take(change.newValues, change.entity)
    change.name = row.name
    if !change.entity.isTrip, let id = row.tripID {
      let trip = try self.row(RowKey(table: HistoryEntity.trip.table, id: id), in: db)
      change.trip = RowOwner(id: id, name: trip?.name)
    }
  }

  private func move(to target: Int64, in db: Connection) throws {
    guard target != place else { return }
    let isBack = target < place
    let changes = try Statement(
      """
      SELECT \(PastChange.columns) FROM historyChange
      WHERE id > \(min(target, place)) AND id <= \(max(target, place))
      ORDER BY id \(sql: isBack ? "DESC" : "ASC")
      """, in: db)
    while try changes.step() { try apply(PastChange(changes), isBack: isBack, in: db) }
    place = target
  }

  private func apply(_ change: PastChange, isBack: Bool, in db: Connection) throws {
    let table = change.entity.table
    let before = RowKey(table: table, id: change.rowID)
    let after = RowKey(table: table, id: change.newRowID)
    var row: Row?
    if change.kind == (isBack ? .delete : .insert) {
      row = Row()
    } else if change.kind == .update {
      row = try self.row(isBack ? after : before, in: db) ?? Row()
    }
    if let values = try? isBack ? change.oldValues : change.newValues {
      row?.take(values, change.entity)
    }
    rows[isBack ? after : before] = .some(nil)
    rows[isBack ? before : after] = .some(row)
  }

  private func row(_ key: RowKey, in db: Connection) throws -> Row? {
    if let known = rows[key] { return known }
    let entity = HistoryEntity.allCases.first { $0.table == key.table } ?? .trip
    let owner = entity.isTrip ? "NULL" : "tripId"
    let found = try Statement(
      """
      SELECT \(sql: entity.nameProperty), \(sql: owner) FROM \(sql: key.table)
      WHERE id = \(key.id)
      """, in: db)
    guard try found.step() else { return nil }
    return Row(name: try found.checkedText(0), tripID: try found.checkedIntegerIfAny(1))
  }
}
