internal import GRDB

/// Folds text so that a search ignores case, diacritics and width.
package enum SearchText {
  /// As `localizedStandardContains` compares, and also the letters that decomposition leaves alone:
  /// `lodz` finds `Łódź`, `strasse` finds `Straße`.
  package static func folded(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: TextFolding.capacity(for: bytes.count)) { output in
        guard let start = output.baseAddress else { return 0 }
        return TextFolding.fold(UnsafeRawBufferPointer(bytes), into: start)
      }
    }
  }

  /// A whole name or title to compare: another program may have written blanks around it.
  static func foldedName(_ text: String) -> String { folded(StoredText.formed(text)) }
}

/// The folded texts of trips: all that a search looks at, read from the rows of the trip, its items
/// and its stay.
struct FoldedTrips {
  /// Stands behind each text. No text that is looked for holds this byte, for it is in no UTF-8.
  static let separator: UInt8 = 0xFF

  private let row: StatementCursor

  init(_ db: Database) throws {
    // Three walks along their indexes, which SQLite merges.
    row = try StatementCursor(
      """
      SELECT id, 1, name, destination, notes FROM trip WHERE id BETWEEN ?1 AND ?2
      UNION ALL SELECT tripId, 0, title, details, '' FROM bucketListItem
        WHERE tripId BETWEEN ?1 AND ?2
      UNION ALL SELECT tripId, 0, placeName, address, '' FROM livingAccommodation
        WHERE tripId BETWEEN ?1 AND ?2
      ORDER BY 1
      """, in: db, isUTF8: try StatementCursor.isUTF8(db))
  }

  /// Calls `body` with the id and the text of each trip whose id lies in a range, in their order.
  func forEach(
    in ids: ClosedRange<Int64>, _ body: (Int64, [UInt8]) throws -> Void
  ) throws {
    row.restart(with: ids.lowerBound, ids.upperBound)
    var text: [UInt8] = []
    var id = ids.lowerBound
    // Rows may lead to a trip that is gone.
    var isTrip = false
    while try row.next() {
      if row.integer(0) != id {
        if isTrip { try body(id, text) }
        id = row.integer(0)
        isTrip = false
        text.removeAll(keepingCapacity: true)
      }
      if row.integer(1) == 1 { isTrip = true }
      for column in Int32(2)...4 { Self.append(row.text(column), to: &text) }
    }
    if isTrip { try body(id, text) }
  }

  private static func append(_ part: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    guard !part.isEmpty else { return }
    withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: TextFolding.capacity(for: part.count)
    ) { output in
      guard let start = output.baseAddress else { return }
      let count = TextFolding.fold(part, into: start)
      text.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }
    text.append(separator)
  }
}
