internal import SQLite

/// A value that a call changed, with its owner. The old and the new value are in words; nil means
/// no value.
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

  /// Whether a stay or an item was added or removed: its place or title has only a new or only an
  /// old value.
  package var isOfWholeRow: Bool {
    owner != .trip && ["title", "placeName"].contains(property) && (old == nil || new == nil)
  }
}

extension StoredColumn {
  /// The trip, item or stay of a row.
  static func owner(of row: [SQLiteValue]) -> PropertyChange.Owner {
    switch table {
    case ItemColumn.table: .item(id: row.id, title: row.text(ItemColumn.title))
    case StayColumn.table: .stay(id: row.id, place: row.text(StayColumn.placeName))
    default: .trip
    }
  }

  /// The differences between two rows; amounts include their currency.
  static func changes(
    of owner: PropertyChange.Owner = .trip, from old: [SQLiteValue], to new: [SQLiteValue],
    _ columns: [Self] = stated
  ) -> [PropertyChange] {
    columns.compactMap { column in
      let texts = (column.shown(in: old), column.shown(in: new))
      // Two forms of a text are equal in Swift.
      let isSame = [old, new].contains { $0[column].isNull } || old[column] == new[column]
      if texts.0 == texts.1, isSame { return nil }
      // A per diem without a rule has the rule 'full'.
      let standard =
        column.name == TripColumn.perdiemRule.name
          && [old, new].allSatisfy { !$0[TripColumn.perdiemMinor].isNull } ? "full" : nil
      return PropertyChange(
        of: owner, property: column.fact, old: texts.0 ?? standard, new: texts.1 ?? standard)
    }
  }

  /// A value of a row in readable form; nil for none.
  private func shown(in row: [SQLiteValue]) -> String? {
    let value = row[self]
    if declaration.isFlag { return value == true.sqliteValue ? "true" : "false" }
    if declaration.isAmount { return money(in: row)?.description }
    let text = value.text
    if case .singleDays = declaration.content { return text.map(SingleDays.words) }
    return text ?? value.integer.map { String($0) }
  }
}
