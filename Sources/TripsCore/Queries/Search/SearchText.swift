internal import SQLite

/// Folds text so that a search ignores case, diacritics and width.
package enum SearchText {
  /// It compares like `localizedStandardContains`, and also folds letters that do not decompose:
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

  /// A whole name or title for comparison; another program may have stored blanks around it.
  static func foldedName(_ text: String) -> String { folded(StoredText.formed(text)) }
}

/// The folded texts of trips, read from the rows of the trip, its items and its stays.
struct FoldedTrips {
  /// Terminates each text. The byte never occurs in UTF-8, so no search text contains it.
  static let separator: UInt8 = 0xFF

  private let trips: Statement
  private let relations: [Statement]

  init(_ db: Connection) throws {
    trips = try Statement(
      "SELECT id, name, destination, notes FROM trip WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
      in: db)
    let tables = [
      "title, details FROM bucketListItem", "placeName, address FROM livingAccommodation",
    ]
    relations = try tables.map {
      try Statement(
        sql: "SELECT tripId, \($0) WHERE tripId BETWEEN ?1 AND ?2 ORDER BY tripId, id", in: db)
    }
  }

  /// Calls `body` with the id and text of each trip in a range of ids, in order.
  func forEach(
    in ids: ClosedRange<Int64>, _ body: (Int64, [UInt8]) throws -> Void
  ) throws {
    for row in [trips] + relations { row.bind(ids.lowerBound, ids.upperBound) }
    // Three index scans side by side, since SQLite takes longer to merge them.
    var hasRow = try relations.map { try $0.step() }
    var text: [UInt8] = []
    while try trips.step() {
      let id = trips.integer(0)
      text.removeAll(keepingCapacity: true)
      for column in Int32(1)...3 { Self.append(trips.bytes(column), to: &text) }
      for (index, row) in relations.enumerated() {
        // Rows may refer to a deleted trip.
        while hasRow[index], row.integer(0) <= id {
          if row.integer(0) == id {
            for column in Int32(1)...2 { Self.append(row.bytes(column), to: &text) }
          }
          hasRow[index] = try row.step()
        }
      }
      try body(id, text)
    }
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
