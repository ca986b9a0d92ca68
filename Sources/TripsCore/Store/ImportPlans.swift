internal import GRDB

/// What makes the bucket list of a trip the one that a file gives.
///
/// An item is known by its id and title, else by its title, else by its id.
struct ItemPlan {
  private var updates: [(row: [DatabaseValue], item: ImportedItem)] = []
  private var removed: [[DatabaseValue]] = []
  private var added: [ImportedItem] = []

  init(_ items: [ImportedItem], for rows: [[DatabaseValue]]) {
    var places: [DatabaseValue: Int] = [:]
    var titles: [String: [Int]] = [:]
    for (place, row) in rows.enumerated() {
      places[row[ItemColumn.id]] = place
      titles[row.title, default: []].append(place)
    }
    for title in titles.keys { titles[title]?.reverse() }
    var isFree = [Bool](repeating: true, count: rows.count)
    var rest: [(item: ImportedItem, place: Int?)] = items.map { item in
      guard let place = item.id.flatMap({ places[$0.databaseValue] }), isFree[place],
        rows[place].title == item.title
      else { return (item, nil) }
      isFree[place] = false
      return (item, place)
    }
    for index in rest.indices where rest[index].place == nil {
      while let place = titles[rest[index].item.title]?.popLast() {
        guard isFree[place] else { continue }
        isFree[place] = false
        rest[index].place = place
        break
      }
    }
    for index in rest.indices where rest[index].place == nil {
      guard let place = rest[index].item.id.flatMap({ places[$0.databaseValue] }), isFree[place]
      else { continue }
      isFree[place] = false
      rest[index].place = place
    }
    for (item, place) in rest {
      guard let place else {
        added.append(item)
        continue
      }
      if !item.changes(of: rows[place]).isEmpty { updates.append((rows[place], item)) }
    }
    removed = zip(rows, isFree).filter(\.1).map(\.0)
  }

  /// The titles that come and go, and what else changes of the items that stay.
  var changes: [PropertyChange] {
    removed.map { PropertyChange(property: "bucketList", old: $0.title, new: nil) }
      + updates.flatMap { row, item in
        item.changes(of: row).map { column, value in
          PropertyChange(
            property: column == .title ? "bucketList" : "\(column.name) of '\(item.title)'",
            old: row[column].text(of: column), new: value.text(of: column))
        }
      }
      + added.map { PropertyChange(property: "bucketList", old: nil, new: $0.title) }
  }

  func apply(toTrip id: Int64, _ statements: ImportStatements) throws {
    for (row, item) in updates {
      try statements.db.update(row[ItemColumn.id], item.changes(of: row))
    }
    for row in removed { try statements.db.delete(row[ItemColumn.id], ItemColumn.self) }
    for item in added { try statements.insert(item, ofTrip: id) }
  }
}

/// What makes the stay of a trip the one that a file gives.
struct StayPlan {
  private let row: [DatabaseValue]?
  private let stay: TripDraft.Setting<ImportedStay>

  /// - Parameter hasMoved: whether the dates of the trip change: what was confirmed for other nights is
  ///   not confirmed any more, unless the file says so.
  init(_ stay: TripDraft.Setting<ImportedStay>, for row: [DatabaseValue]?, hasMoved: Bool) {
    self.row = row
    var given: ImportedStay
    switch stay {
    case .clear:
      self.stay = row == nil ? .keep : .clear
      return
    case .keep:
      guard row != nil, hasMoved else {
        self.stay = .keep
        return
      }
      given = ImportedStay()
    case .set(let new): given = new.replacing(row)
    }
    if hasMoved, given[.isConfirmed] == nil { given.set(.isConfirmed, false) }
    self.stay = .set(given)
  }

  var changes: [PropertyChange] {
    switch stay {
    case .keep: []
    case .clear:
      [
        PropertyChange(
          property: "stay", old: row.flatMap { String.fromDatabaseValue($0[StayColumn.placeName]) },
          new: nil)
      ]
    case .set(let stay):
      if let row {
        stay.changes(of: row).map { column, value in
          PropertyChange(
            property: column == .placeName ? "stay" : column.name,
            old: row[column].text(of: column), new: value.text(of: column))
        }
      } else {
        [PropertyChange(property: "stay", old: nil, new: stay.placeName)]
      }
    }
  }

  func apply(toTrip id: Int64, _ statements: ImportStatements) throws {
    switch stay {
    case .keep: break
    case .clear: if let row { try statements.db.delete(row[StayColumn.id], StayColumn.self) }
    case .set(let stay):
      guard let row else { return try statements.insert(stay, ofTrip: id) }
      try statements.db.update(row[StayColumn.id], stay.changes(of: row))
    }
  }
}

extension [DatabaseValue] {
  subscript(column: ItemColumn) -> DatabaseValue { self[Int(column.rawValue)] }
  subscript(column: StayColumn) -> DatabaseValue { self[Int(column.rawValue)] }

  fileprivate var title: String { String.fromDatabaseValue(self[ItemColumn.title]) ?? "" }
}

extension DatabaseValue {
  /// As a person reads it.
  func text(of column: some StoredColumn) -> String? {
    if column.declaration.isFlag { return self == true.databaseValue ? "true" : "false" }
    return String.fromDatabaseValue(self)
  }
}
