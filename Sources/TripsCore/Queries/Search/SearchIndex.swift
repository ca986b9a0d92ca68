internal import SQLite

/// Finds trips by text, folding the rows while they are searched.
enum SearchIndex {
  /// The ids of trips whose text contains all wanted texts, ascending.
  static func find(_ wanted: [ByteSearch], in db: Connection) throws -> [Int64] {
    var found: [Int64] = []
    try FoldedTrips(db).forEach { id, text in
      if text.withUnsafeBytes(wanted.areAll) { found.append(id) }
    }
    return found
  }
}
