import TripsCore

/// A changed property, or an added or deleted row: a row of the report of changes.
struct ChangeRow {
  /// Nil for a command that reports its own changes.
  var transaction: HistoryTransaction?
  var kind: String
  /// Nil for a file without a row.
  var entity: HistoryEntity?
  /// Nil for a row that a dry run would add.
  var id: Int64?
  var name: String?
  /// The trip of an item or a stay.
  var trip: Int64?
  /// Nil for a whole row.
  var change: PropertyChange?
  /// Where a sync changed the row, and why it left it alone.
  var side: String?
  var reason: String?
}

/// The report of changes: what a command changed, what the history has, and what differs between
/// two states.
enum ChangeReport {
  /// Of changes that are in the history.
  static var recorded: [Column<ChangeRow>] {
    [
      Column("transaction", alignment: .right) { $1.number($0.transaction?.id) },
      Column("time") { $1.text($0.transaction?.timestamp) },
      Column("author") { $1.text($0.transaction?.author) },
      Column("command") { $1.text($0.transaction?.command) },
    ] + columns
  }

  static var columns: [Column<ChangeRow>] {
    [
      Column("kind") { $1.text($0.kind) },
      Column("entity") { $1.text($0.entity?.rawValue) },
      Column("id", alignment: .right) { $1.number($0.id) },
      Column(
        "name", isFlexible: true, style: { $0.entity?.style ?? .plain }, { $1.text($0.name) }),
      Column("trip", title: "TRIP ID", alignment: .right) { $1.number($0.trip) },
      Column("property") { $1.text($0.change?.property) },
      Column("old", isFlexible: true) { $1.text($0.change?.old) },
      Column("new", isFlexible: true) { $1.text($0.change?.new) },
    ]
  }

  /// Of a sync, which changes two sides.
  static var ofSync: [Column<ChangeRow>] {
    columns + [
      Column("side") { $1.text($0.side) },
      Column("reason", isFlexible: true) { $1.text($0.reason) },
    ]
  }
}

extension Context {
  /// Whether changes are printed as sentences for people: on a terminal, unless '--columns' asks for
  /// a table.
  var printsSentences: Bool { reportForm == .table && globals.columns == nil }
}

// MARK: - Rows

extension ChangeRow {
  /// The rows of a change to a trip, its items and its stays.
  ///
  /// - Parameter id: nil for a trip that a dry run would add.
  static func rows(
    ofTrip id: Int64?, _ name: String, _ entity: HistoryEntity, isNew: Bool = false,
    _ changes: [PropertyChange]
  ) -> [ChangeRow] {
    let own = ChangeRow(
      kind: RowChangeKind.insert.rawValue, entity: entity, id: id, name: name)
    let changes = isNew ? changes.filter { $0.owner != .trip } : changes
    return (isNew ? [own] : []) + changes.map { own.row(of: $0) }
  }

  /// The row of a change to this trip or to one of its parts.
  private func row(of change: PropertyChange) -> ChangeRow {
    var row = self
    (row.kind, row.change) = (RowChangeKind.update.rawValue, change)
    switch change.owner {
    case .trip: return row
    case .item(let id, let title):
      (row.entity, row.id, row.name) = (.bucketListItem, id > 0 ? id : nil, title)
    case .stay(let id, let place):
      (row.entity, row.id, row.name) = (.livingAccommodation, id > 0 ? id : nil, place)
    }
    row.trip = id
    if change.isOfWholeRow {
      row.kind = (change.old == nil ? RowChangeKind.insert : .delete).rawValue
      row.change = nil
    }
    return row
  }
}

extension RowChange {
  /// A row for each changed property, or one for an added or deleted row.
  func rows(of transaction: HistoryTransaction? = nil) -> [ChangeRow] {
    let own = ChangeRow(
      transaction: transaction, kind: kind.rawValue, entity: entity, id: rowID, name: name,
      trip: trip?.id)
    let changes = kind == .update ? properties : []
    if changes.isEmpty { return [own] }
    return changes.map { change in
      var row = own
      row.change = change
      return row
    }
  }
}

extension ImportedChange {
  /// The trip if it is new, and each changed property, added or deleted row.
  var rows: [ChangeRow] {
    ChangeRow.rows(
      ofTrip: hasID ? trip.id : nil, trip.name, entity, isNew: kind == .insert, changes)
  }
}
