internal import SQLite

/// A property that a call changed, with its values as a person reads them; nil is none.
package struct PropertyChange: Hashable, Sendable {
  package let property: String
  package let old: String?
  package let new: String?
}

extension StoredColumn {
  /// The differences between two rows; amounts include their currency.
  static func changes(
    from old: [SQLiteValue], to new: [SQLiteValue], _ columns: [Self] = stated,
    as name: (Self) -> String
  ) -> [PropertyChange] {
    columns.compactMap { column in
      let texts = (column.shown(in: old), column.shown(in: new))
      if texts.0 == texts.1 { return nil }
      return PropertyChange(property: name(column), old: texts.0, new: texts.1)
    }
  }

  /// A value of a row in readable form; nil for none.
  private func shown(in row: [SQLiteValue]) -> String? {
    let value = row[self]
    if declaration.isFlag { return value == true.sqliteValue ? "true" : "false" }
    if declaration.isAmount { return money(in: row)?.description }
    let text = value.text
    if fact == "type" { return text.flatMap(TripType.init)?.word }
    return text ?? value.integer.map { String($0) }
  }
}
