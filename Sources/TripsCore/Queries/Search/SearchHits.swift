internal import SQLite

/// The trips found by a search, as a condition of a fetch.
final class SearchHits: Sendable {
  /// Ascending.
  let ids: [Int64]
  /// Whether a fetch looks up these rows; otherwise it scans an index or the table and checks each
  /// row.
  let areFew: Bool

  /// - Parameters:
  ///   - ids: ascending.
  ///   - few: the number of trips up to which looking up rows beats a scan.
  init(_ ids: [Int64], few: Int = 1_000) {
    self.ids = ids
    areFew = ids.count <= few
  }

  private func contains(_ id: Int64) -> Bool {
    var range = 0..<ids.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if ids[middle] == id { return true }
      range = ids[middle] < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  /// Registers `searchHit(id)` with the connection, for these trips.
  func install(in db: Connection) throws {
    try db.addFunction("searchHit", argumentCount: 1) { arguments in
      self.contains(arguments.integer(0)).sqliteValue
    }
  }
}

extension [Int64] {
  /// The ids as one SQL argument, however many there are.
  var json: String { "[\(map(String.init).joined(separator: ","))]" }
}
