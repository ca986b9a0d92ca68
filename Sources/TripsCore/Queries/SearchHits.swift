internal import GRDB
internal import GRDBSQLite

/// The trips that a search has found, as a condition of a fetch.
final class SearchHits: Sendable {
  let trips: TripSet
  /// Whether a fetch goes from these trips to their rows; else it walks along an index and asks of each
  /// row whether it is one of them.
  let areFew: Bool

  init(_ trips: TripSet, areFew: Bool) {
    self.trips = trips
    self.areFew = areFew
  }

  /// Makes `searchHit(id)` known to the connection, for these trips.
  ///
  /// It is a C function: GRDB's wrapper of a Swift function takes twice as long for each row.
  func install(in db: Database) throws {
    let code = sqlite3_create_function_v2(
      db.sqliteConnection, "searchHit", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
      Unmanaged.passRetained(self).toOpaque(),
      { context, _, values in
        guard let hits = sqlite3_user_data(context) else { return }
        let id = sqlite3_value_int64(values?[0])
        let isHit = Unmanaged<SearchHits>.fromOpaque(hits).takeUnretainedValue().trips.contains(id)
        sqlite3_result_int(context, isHit ? 1 : 0)
      }, nil, nil, { Unmanaged<SearchHits>.fromOpaque($0.unsafelyUnwrapped).release() })
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}

extension [Int64] {
  /// As an argument of SQL, however many they are.
  var json: String { "[\(map(String.init).joined(separator: ","))]" }
}

extension FetchDescriptor {
  /// Rows that are folded one by one at most, in the order asked for, before all packed texts are
  /// read: it takes as long as reading the texts of a hundred trips for each.
  private static let probeLimit = 300
  /// Rows after which a text that is too rare is known.
  private static let probeStart = 40
  /// How often as long the way from a trip to its row is as a step along an index.
  private static let stepsOfAJump = 12

  /// The fetch with its search done: what it finds is a condition on ids then.
  func searched(in db: Database) throws -> FetchDescriptor {
    guard !predicate.wantedTexts.isEmpty, predicate.hits == nil else { return self }
    if !predicate.fieldSearches.isEmpty { FieldSearch.install(in: db) }
    let hits = try hits(in: db)
    try hits.install(in: db)
    var searched = self
    searched.predicate.hits = hits
    return searched
  }

  /// So many rows are asked for, with those before the first that is shown; nil for all.
  private var wantedRows: Int? {
    guard let (sum, isMore) = fetchLimit?.addingReportingOverflow(fetchOffset) else { return nil }
    return isMore ? .max : sum
  }

  private func hits(in db: Database) throws -> SearchHits {
    // What folds to nothing, such as an accent alone, is found nowhere.
    let texts = predicate.wantedTexts
    let wanted = texts.compactMap { ByteSearch(SearchText.folded($0)) }
    guard wanted.count == texts.count else {
      return SearchHits(TripSet(), areFew: true)
    }
    if let trips = try probe(wanted, in: db) { return SearchHits(trips, areFew: true) }
    let found = try SearchIndex(db).find(wanted)
    let count = found.trips.count
    let jumps = count * Self.stepsOfAJump
    guard let wantedRows, wantedRows < count else {
      return SearchHits(found.trips, areFew: jumps < found.total)
    }
    return SearchHits(found.trips, areFew: jumps < wantedRows * (found.total / count))
  }

  /// What a fetch of few trips finds among the first rows; nil where that is not enough.
  private func probe(_ wanted: [ByteSearch], in db: Database) throws -> TripSet? {
    guard let enough = wantedRows, enough <= Self.probeLimit else { return nil }
    var first = self
    first.predicate.searches = []
    first.fetchLimit = Self.probeLimit
    first.fetchOffset = 0
    let row = try StatementCursor("SELECT id FROM (\(first.select()))", in: db)
    let trips = try FoldedTrips(db)
    var ids: [Int64] = []
    var count = 0
    while try row.next() {
      count += 1
      try trips.forEach(in: row.integer(0)...row.integer(0)) { id, text in
        if text.withUnsafeBytes(wanted.areAll) { ids.append(id) }
      }
      if ids.count == enough { return TripSet(ids) }
      if count > Self.probeStart, ids.count * Self.probeLimit < enough * count { return nil }
    }
    return count < Self.probeLimit ? TripSet(ids) : nil
  }
}
