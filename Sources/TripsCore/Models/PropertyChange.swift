internal import SQLite

/// A value that a call changed, with its owner. The old and the new value are in words; nil is none.
package struct PropertyChange: Hashable, Sendable {
  package enum Owner: Hashable, Sendable {
    case trip
    case item(id: Int64, title: String)
    case stay(id: Int64, place: String)
  }

  package let owner: Owner
  /// The column by its name in JSON: `startDate`, `cost`.
  package let property: String
  package let old: String?
  package let new: String?

  package init(of owner: Owner = .trip, property: String, old: String?, new: String?) {
    self.owner = owner
    self.property = property
    self.old = old
    self.new = new
  }

  /// A stay or an item that was added or removed: its place or title, from or to none.
  package var isOfWholeRow: Bool {
    owner != .trip && ["title", "placeName"].contains(property) && (old == nil || new == nil)
  }
}

extension StoredColumn {
  /// The differences between two rows; amounts include their currency.
  static func changes(
    of owner: PropertyChange.Owner = .trip, from old: [SQLiteValue], to new: [SQLiteValue],
    _ columns: [Self] = stated
  ) -> [PropertyChange] {
    columns.compactMap { column in
      let texts = (column.shown(in: old), column.shown(in: new))
      if texts.0 == texts.1 { return nil }
      return PropertyChange(of: owner, property: column.fact, old: texts.0, new: texts.1)
    }
  }

  /// A value of a row in readable form; nil for none.
  private func shown(in row: [SQLiteValue]) -> String? {
    let value = row[self]
    if declaration.isFlag { return value == true.sqliteValue ? "true" : "false" }
    if declaration.isAmount { return money(in: row)?.description }
    let text = value.text
    return text ?? value.integer.map { String($0) }
  }
}

extension Trip {
  /// The differences to a later state of the trip: its own values, then those of its stays and items.
  func changes(to new: Trip) -> [PropertyChange] {
    TripValues(self).changes(to: TripValues(new))
      + Self.changes(
        from: livingAccommodations.map { ($0.id, $0.placeName, $0.values) },
        to: new.livingAccommodations.map { ($0.id, $0.placeName, $0.values) }, StayColumn.placeName
      ) { .stay(id: $0, place: $1) }
      + Self.changes(
        from: bucketList.map { ($0.id, $0.title, $0.values) },
        to: new.bucketList.map { ($0.id, $0.title, $0.values) }, ItemColumn.title
      ) { .item(id: $0, title: $1) }
  }

  private typealias Row = (id: Int64, name: String, values: [SQLiteValue])

  private static func changes<Column: StoredColumn>(
    from old: [Row], to new: [Row], _ name: Column,
    _ owner: (Int64, String) -> PropertyChange.Owner
  ) -> [PropertyChange] {
    let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    let kept = Set(new.map(\.id))
    return new.flatMap { row -> [PropertyChange] in
      let owner = owner(row.id, row.name)
      guard let old = before[row.id] else {
        return [PropertyChange(of: owner, property: name.fact, old: nil, new: row.name)]
      }
      return Column.changes(of: owner, from: old.values, to: row.values)
    }
      + old.filter { !kept.contains($0.id) }.map {
        PropertyChange(of: owner($0.id, $0.name), property: name.fact, old: $0.name, new: nil)
      }
  }
}
