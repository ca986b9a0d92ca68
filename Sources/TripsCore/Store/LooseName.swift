internal import GRDB

/// A trip's name that is not in NFC or not trimmed, as another program may write it and V1 held it.
///
/// A name that a person types is compared with it byte by byte, so that the same name and dates would be
/// another trip.
struct LooseName {
  let id: Int64
  let name: String
  /// The name as the store keeps one that is typed; empty for white space alone.
  let typed: String
  /// The trip that has that name and these dates already.
  let other: Int64?

  static func all(in db: Database) throws -> [LooseName] {
    let row = try StatementCursor("SELECT id, name FROM trip ORDER BY id", in: db)
    var found: [LooseName] = []
    while try row.next() {
      // What is no text at all is nothing that a person types, and no byte of it must get lost.
      guard let name = String(validating: row.text(1), as: UTF8.self) else { continue }
      let typed = StoredText.formed(name)
      // Swift's own comparison takes both forms for equal.
      if name.utf8.elementsEqual(typed.utf8) { continue }
      let id = try row.checkedInteger(0)
      let other = try StatementCursor.integer(
        """
        SELECT o.id FROM trip AS t CROSS JOIN trip AS o
          ON o.name = \(typed) AND o.startDate = t.startDate AND o.endDate = t.endDate
        WHERE t.id = \(id)
        """, in: db)
      found.append(LooseName(id: id, name: name, typed: typed, other: other))
    }
    return found
  }

  /// Whether the name can be written as one that is typed.
  var canBeMended: Bool { !typed.isEmpty && other == nil }

  /// Writes each name as one that is typed, where no other trip has that name and these dates then.
  static func mendAll(in db: Database) throws {
    for loose in try all(in: db) where loose.canBeMended {
      // Two of these may be one name in two forms: the first of them takes it.
      try db.execute(
        sql: """
          UPDATE trip SET name = ?1 WHERE id = ?2 AND NOT EXISTS (
            SELECT 1 FROM trip AS o
            WHERE o.name = ?1 AND o.startDate = trip.startDate AND o.endDate = trip.endDate)
          """, arguments: [loose.typed, loose.id])
    }
  }
}

extension LooseName: CustomStringConvertible {
  var description: String {
    let trip = "trip \(id) '\(name)'"
    if typed.isEmpty { return "the name of \(trip) is blank" }
    guard let other else {
      return "the name of \(trip) is not in NFC, or has white space at an end, so that the same "
        + "name typed is another trip"
    }
    return "\(trip) has the name and dates of trip \(other), in other bytes"
  }
}
