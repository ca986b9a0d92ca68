import Platform
internal import SQLite

/// Text that one field of a trip must contain, compared as in a search.
package struct FieldSearch: Hashable, Sendable {
  package enum Field: String, Sendable { case name, destination }

  package let field: Field
  package let text: String

  package init(_ field: Field, _ text: String) {
    self.field = field
    self.text = text
  }
}

/// Finds trips by text. Rows are folded while they are read, so there is no index to keep in step.
struct TripSearch {
  private let anywhere: [ByteSearch]
  private let inName: [ByteSearch]
  private let inDestination: [ByteSearch]
  /// Whether a string folds to nothing, such as an accent alone, which is found nowhere.
  private let matchesNothing: Bool

  /// Nil if no text is wanted.
  init?(_ predicate: TripPredicate) {
    let fields = predicate.fieldSearches
    if predicate.searches.isEmpty && fields.isEmpty { return nil }
    func folded(_ texts: [String]) -> [ByteSearch] {
      texts.compactMap { ByteSearch(SearchText.folded($0)) }
    }
    anywhere = folded(predicate.searches)
    inName = folded(fields.filter { $0.field == .name }.map(\.text))
    inDestination = folded(fields.filter { $0.field == .destination }.map(\.text))
    matchesNothing =
      anywhere.count + inName.count + inDestination.count
      < predicate.searches.count + fields.count
  }

  /// The ids of the matching trips, ascending.
  func ids(in db: Connection) throws -> [Int64] {
    if matchesNothing { return [] }
    let trips = try Statement(
      "SELECT id, name, destination, notes FROM trip ORDER BY id", in: db)
    var relations =
      try anywhere.isEmpty
      ? []
      : [
        "title, details, place, reference FROM bucketListItem",
        "placeName, address, details, reference FROM livingAccommodation",
      ].map { try RelatedTexts($0, in: db) }
    let text = FoldedText()
    var found: [Int64] = []
    while try trips.step() {
      let id = trips.integer(0)
      text.removeAll()
      let name = text.append(trips.bytes(1))
      let destination = text.append(trips.bytes(2))
      let isCandidate =
        inName.areAll(in: text[name]) && inDestination.areAll(in: text[destination])
      if isCandidate, !anywhere.isEmpty { _ = text.append(trips.bytes(3)) }
      for index in relations.indices {
        try relations[index].append(ofTrip: id, to: isCandidate ? text : nil)
      }
      if isCandidate, anywhere.areAll(in: text.bytes) { found.append(id) }
    }
    return found
  }
}

/// The text of items or stays, trip by trip.
private struct RelatedTexts {
  private let row: Statement
  private var hasRow: Bool

  /// - Parameter source: four columns and their table.
  init(_ source: String, in db: Connection) throws {
    row = try Statement(
      sql: "SELECT tripId, \(source) WHERE tripId NOT NULL ORDER BY tripId", in: db)
    hasRow = try row.step()
  }

  /// - Parameter text: nil skips them.
  mutating func append(ofTrip id: Int64, to text: FoldedText?) throws {
    // Rows may refer to a deleted trip.
    while hasRow, row.integer(0) <= id {
      if let text, row.integer(0) == id {
        for column in 1...4 as ClosedRange<Int32> { _ = text.append(row.bytes(column)) }
      }
      hasRow = try row.step()
    }
  }
}

/// Folded strings, one after the other, in a buffer that is used again for the next trip.
private final class FoldedText {
  /// Terminates each text. The byte never occurs in UTF-8, so no search text contains it.
  private static let separator: UInt8 = 0xFF

  private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4_096)
  private var count = 0

  deinit { buffer.deallocate() }

  var bytes: UnsafeRawBufferPointer { self[0..<count] }

  subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[range])
  }

  func removeAll() { count = 0 }

  /// - Returns: where the text is.
  func append(_ text: UnsafeRawBufferPointer) -> Range<Int> {
    let start = count
    let needed = count + TextFolding.capacity(for: text.count) + 1
    if needed > buffer.count { grow(to: needed) }
    if let base = buffer.baseAddress, !text.isEmpty {
      count += TextFolding.fold(text, into: base + count)
    }
    buffer[count] = Self.separator
    count += 1
    return start..<count
  }

  private func grow(to needed: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * needed)
    _ = larger.update(fromContentsOf: buffer[..<count])
    buffer.deallocate()
    buffer = larger
  }
}
