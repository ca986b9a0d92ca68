internal import SQLite

/// A trip's name that is not in NFC or not trimmed, as V1 or another program may have stored it.
///
/// A typed name is compared with it by bytes, so the same name and dates would make a second trip.
struct UnnormalizedName {
  let id: Int64
  let name: String
  /// The normalised name; empty for white space alone.
  let typed: String
  /// The trip that already has that name and these dates.
  let other: Int64?

  static func all(in db: Connection) throws -> [UnnormalizedName] {
    let row = try Statement("SELECT id, name FROM trip ORDER BY id", in: db)
    var found: [UnnormalizedName] = []
    while try row.step() {
      // Invalid UTF-8 cannot be typed, and none of its bytes may be lost.
      guard let name = String(validating: row.bytes(1), as: UTF8.self) else { continue }
      let typed = StoredText.formed(name)
      // Swift's comparison considers both forms equal.
      if name.utf8.elementsEqual(typed.utf8) { continue }
      let id = try row.checkedInteger(0)
      let other = try db.integer(
        """
        SELECT o.id FROM trip AS t CROSS JOIN trip AS o
          ON o.name = \(typed) AND o.startDate = t.startDate AND o.endDate = t.endDate
        WHERE t.id = \(id)
        """)
      found.append(UnnormalizedName(id: id, name: name, typed: typed, other: other))
    }
    return found
  }

  /// Whether the name can be normalised.
  var canBeMended: Bool { !typed.isEmpty && other == nil }

  /// Normalises each name, unless another trip would then have the same name and dates.
  static func mendAll(in db: Connection) throws {
    for loose in try all(in: db) where loose.canBeMended {
      // Two names may be forms of one: the first gets it.
      try db.run(
        """
        UPDATE trip SET name = \(loose.typed)1 WHERE id = \(loose.id)2 AND NOT EXISTS (
          SELECT 1 FROM trip AS o
          WHERE o.name = ?1 AND o.startDate = trip.startDate AND o.endDate = trip.endDate)
        """)
    }
  }
}

extension UnnormalizedName: CustomStringConvertible {
  var description: String {
    let trip = "trip \(id) '\(name)'"
    if typed.isEmpty { return "the name of \(trip) is blank" }
    guard let other else {
      return "the name of \(trip) is not in NFC, or has white space at an end, so typing it "
        + "again would add another trip"
    }
    return "\(trip) has the name and dates of trip \(other), in other bytes"
  }
}
