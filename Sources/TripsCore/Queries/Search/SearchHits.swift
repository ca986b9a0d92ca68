internal import GRDB
internal import GRDBSQLite

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
  ///
  /// A C function, since GRDB's wrapper of a Swift function takes twice as long for each row.
  func install(in db: Database) throws {
    let code = sqlite3_create_function_v2(
      db.sqliteConnection, "searchHit", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
      Unmanaged.passRetained(self).toOpaque(),
      { context, _, values in
        guard let hits = sqlite3_user_data(context) else { return }
        let id = sqlite3_value_int64(values?[0])
        let isHit = Unmanaged<SearchHits>.fromOpaque(hits).takeUnretainedValue().contains(id)
        sqlite3_result_int(context, isHit ? 1 : 0)
      }, nil, nil, { Unmanaged<SearchHits>.fromOpaque($0.unsafelyUnwrapped).release() })
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}

extension [Int64] {
  /// The ids as one SQL argument, however many there are.
  var json: String { "[\(map(String.init).joined(separator: ","))]" }
}
