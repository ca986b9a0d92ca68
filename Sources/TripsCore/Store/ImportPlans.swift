internal import GRDB

/// What makes the bucket list of a trip the one that a file gives.
///
/// An item is known by its id and title, else by its title, else by its id.
struct ItemPlan {
  private var updates: [(row: [DatabaseValue], item: ImportedItem)] = []
  private var removed: [[DatabaseValue]] = []
  private var added: [ImportedItem] = []

  /// - Parameter areAll: whether those that the file does not give go.
  init(_ items: [ImportedItem], for rows: [[DatabaseValue]], areAll: Bool) {
    var places: [DatabaseValue: Int] = [:]
    var titles: [String: [Int]] = [:]
    for (place, row) in rows.enumerated().reversed() {
      places[row[ItemColumn.id]] = place
      titles[row.title, default: []].append(place)
    }
    var free = Set(rows.indices)
    func take(_ place: Int?) -> Int? { place.flatMap { free.remove($0) } }
    let known = items.map { item in item.id.flatMap { places[$0.databaseValue] } }
    var taken = zip(items, known).map { item, place in
      take(place.flatMap { rows[$0].title == item.title ? $0 : nil })
    }
    for (index, item) in items.enumerated() {
      while taken[index] == nil, let place = titles[item.title]?.popLast() {
        taken[index] = take(place)
      }
    }
    for index in items.indices where taken[index] == nil { taken[index] = take(known[index]) }
    for (item, place) in zip(items, taken) {
      if let place {
        if !item.changes(of: rows[place]).isEmpty { updates.append((rows[place], item)) }
      } else {
        added.append(item)
      }
    }
    removed = areAll ? free.sorted().map { rows[$0] } : []
  }

  /// The titles that come and go, and what else changes of the items that stay.
  var changes: [PropertyChange] {
    removed.map { PropertyChange(property: "bucketList", old: $0.title, new: nil) }
      + updates.flatMap { row, item in
        row.told(item.changes(of: row)) { column in
          column == .title ? "bucketList" : "\(column.name) of '\(item.title)'"
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
  /// Whether a confirmation goes because of other nights, though nobody speaks of it.
  let losesConfirmation: Bool

  /// - Parameter hasMoved: whether the dates of the trip change: what was confirmed for other nights is
  ///   not confirmed any more, unless the file says so.
  init(_ stay: TripDraft.Setting<ImportedStay>, for row: [DatabaseValue]?, hasMoved: Bool) {
    self.row = row
    let isConfirmed = row.map { $0[StayColumn.isConfirmed] == true.databaseValue } ?? false
    var given: ImportedStay? =
      switch stay {
      case .set(let new): new.replacing(row)
      case .keep: hasMoved && row != nil ? ImportedStay() : nil
      case .clear: nil
      }
    let isUnconfirmed = hasMoved && given.map { $0[.isConfirmed] == nil } ?? false
    losesConfirmation = isConfirmed && isUnconfirmed
    if isUnconfirmed { given?.set(.isConfirmed, false) }
    self.stay = given.map { .set($0) } ?? (row == nil ? .keep : stay)
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
        row.told(stay.changes(of: row), as: \.told)
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
  subscript(column: some StoredColumn) -> DatabaseValue { self[Int(column.rawValue)] }

  /// Changes of the row as a person reads them.
  func told<Column: StoredColumn>(
    _ changes: [(column: Column, value: DatabaseValue)], as name: (Column) -> String
  ) -> [PropertyChange] {
    changes.map { column, value in
      PropertyChange(
        property: name(column), old: self[column].text(of: column), new: value.text(of: column))
    }
  }

  fileprivate var title: String { String.fromDatabaseValue(self[ItemColumn.title]) ?? "" }
}

extension StayColumn {
  /// The name of a place stands for the stay.
  var told: String { self == .placeName ? "stay" : name }
}

extension DatabaseValue {
  /// As a person reads it.
  fileprivate func text(of column: some StoredColumn) -> String? {
    if column.declaration.isFlag { return self == true.databaseValue ? "true" : "false" }
    return String.fromDatabaseValue(self)
  }
}
