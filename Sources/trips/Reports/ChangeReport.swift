import TripsCore

/// A changed property, or an added or deleted row: a line of the report of what a command changed.
struct ChangeRow {
  var kind: RowChangeKind
  var entity: HistoryEntity
  /// Nil for a row that a dry run would add.
  var id: Int64?
  var name: String
  /// The trip of an item or a stay.
  var trip: Int64?
  var change: PropertyChange?
}

enum ChangeReport {
  static var columns: [Column<ChangeRow>] {
    [
      Column("kind") { $1.text($0.kind.rawValue) },
      Column("entity") { $1.text($0.entity.rawValue) },
      Column("id", alignment: .right) { $1.number($0.id) },
      Column("name", isFlexible: true) { $1.text($0.name) },
      Column("trip", title: "TRIP ID", alignment: .right) { $1.number($0.trip) },
      Column("property") { $1.text($0.change?.property) },
      Column("old", isFlexible: true) { $1.text($0.change?.old) },
      Column("new", isFlexible: true) { $1.text($0.change?.new) },
    ]
  }
}

extension ImportedChange {
  /// The trip if it is new, and each changed property, added or deleted row.
  var rows: [ChangeRow] {
    let id = hasID ? trip.id : nil
    let own = ChangeRow(kind: kind, entity: entity, id: id, name: trip.name)
    let changes = kind == .insert ? changes.filter { $0.owner != .trip } : changes
    return (kind == .insert ? [own] : [])
      + changes.map { change in
        var row = own
        row.kind = .update
        row.change = change
        switch change.owner {
        case .trip: return row
        case .item(let id, let title):
          (row.entity, row.id, row.name) = (.bucketListItem, id > 0 ? id : nil, title)
        case .stay(let id, let place):
          (row.entity, row.id, row.name) = (.livingAccommodation, id > 0 ? id : nil, place)
        }
        row.trip = id
        if change.isOfWholeRow {
          (row.kind, row.change) = (change.old == nil ? .insert : .delete, nil)
        }
        return row
      }
  }
}
