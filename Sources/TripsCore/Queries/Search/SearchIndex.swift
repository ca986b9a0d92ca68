internal import SQLite

/// Finds trips by text: in the packed texts of `searchSegment`, and in the rows of trips that have
/// changed since they were packed.
struct SearchIndex {
  let db: Connection
  /// The state of the history that the segments reflect, which must not precede a purge.
  private let packed: Int64
  private let purged: Int64
  private let newest: Int64

  /// The number of changes after which reading all rows is faster than reading the changed ones.
  private static let manyChanges: Int64 = 50_000
  /// The number of changes after which a write packs again.
  static let changesUntilPacking: Int64 = 300

  /// Whether the history shows which packed texts are outdated, if there are any.
  private var canBeTrusted: Bool {
    packed >= purged && packed <= newest && newest - packed <= Self.manyChanges
  }

  init(_ db: Connection) throws {
    self.db = db
    // Not in a temporary schema, which may show a past state (`PastState`).
    let row = try Statement(
      """
      SELECT packedThrough, purgedThrough,
        max(purgedThrough, coalesce((SELECT max(id) FROM main.historyChange), 0))
      FROM main.historyState
      """, in: db)
    guard try row.step() else { throw StoreProblem.unfitValue }
    (packed, purged, newest) = (row.integer(0), row.integer(1), row.integer(2))
  }

  /// The ids of trips whose text contains all wanted texts, ascending.
  func find(_ wanted: [ByteSearch]) throws -> [Int64] {
    guard let touched = try touchedTrips() else { return try Self.findInAllRows(wanted, db) }
    var found: [Int64] = []
    var unpacked: [ClosedRange<Int64>] = []
    let row = try Statement("SELECT id, text FROM main.searchSegment", in: db)
    while try row.step() {
      if let block = StoredSearchBlock(number: row.integer(0), row.blob(1)) {
        block.find(wanted, into: &found)
      } else {
        unpacked.append(SearchBlock.ids(row.integer(0)))
      }
    }
    if !touched.isEmpty { found.removeAll(where: touched.contains) }
    try Self.find(wanted, in: unpacked, db) { if !touched.contains($0) { found.append($0) } }
    try Self.find(wanted, in: touched.sorted().map { $0...$0 }, db) { found.append($0) }
    found.sort()
    return found
  }

  static func findInAllRows(_ wanted: [ByteSearch], _ db: Connection) throws -> [Int64] {
    var found: [Int64] = []
    try find(wanted, in: [Int64.min...Int64.max], db) { found.append($0) }
    return found
  }

  private static func find(
    _ wanted: [ByteSearch], in ranges: [ClosedRange<Int64>], _ db: Connection,
    _ body: (Int64) -> Void
  ) throws {
    if ranges.isEmpty { return }
    let trips = try FoldedTrips(db)
    for range in ranges {
      try trips.forEach(in: range) { if $1.withUnsafeBytes(wanted.areAll) { body($0) } }
    }
  }

  /// The trips whose packed text may be outdated; nil if no packed text can be trusted.
  func touchedTrips() throws -> Set<Int64>? {
    guard canBeTrusted else { return nil }
    var touched = Set(try PastState.touched(in: db))
    if newest > packed {
      let row = try Statement(
        """
        WITH change AS (
          SELECT rowId, oldValues, newValues,
            entity IN ('BucketListItem', 'LivingAccommodation') AS isRelation
          FROM main.historyChange WHERE id > \(packed))
        SELECT iif(isRelation, \(HistoryRow.number("tripId", in: "oldValues")), rowId) FROM change
        UNION SELECT iif(isRelation, \(HistoryRow.number("tripId", in: "newValues")),
          \(HistoryRow.number("id", in: "newValues"))) FROM change
        """, in: db)
      while try row.step() { if !row.isNull(0) { touched.insert(row.integer(0)) } }
    }
    return touched
  }
}

// MARK: - Packing

extension SearchIndex {
  /// Packs again if a search would have to fold many texts, within the caller's write. Packed texts
  /// are not a property, so this is not recorded in the history.
  static func packIfDue(_ db: Connection) throws {
    let index = try SearchIndex(db)
    let isCutOff = (0..<max(0, index.purged)).contains(index.packed)
    if isCutOff || index.newest - max(0, index.packed) > changesUntilPacking { try index.pack() }
  }

  /// Updates the packed texts from the rows: blocks with changed trips, or all.
  func pack(all: Bool = false) throws {
    if !all, let touched = try touchedTrips() {
      for number in Set(touched.map(SearchBlock.number)).sorted() {
        try pack(SearchBlock.ids(number), number...number)
      }
    } else {
      try pack(Int64.min...Int64.max, Int64.min...Int64.max)
    }
    try db.run("UPDATE main.historyState SET packedThrough = \(newest)")
  }

  private func pack(_ ids: ClosedRange<Int64>, _ numbers: ClosedRange<Int64>) throws {
    try db.run(
      "DELETE FROM main.searchSegment WHERE id BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"
    )
    // An empty buffer would be bound as NULL.
    let insert = try Statement(
      sql: "INSERT INTO main.searchSegment(id, text) VALUES (?, coalesce(?, x''))", in: db)
    try forEachBlock(in: ids) { block in
      try insert.run([block.number.sqliteValue, .blob(Array(block.bytes))])
    }
  }

  private func forEachBlock(
    in ids: ClosedRange<Int64>, _ body: (SearchBlock) throws -> Void
  ) throws {
    var block: SearchBlock?
    try FoldedTrips(db).forEach(in: ids) { id, text in
      let number = SearchBlock.number(of: id)
      if let full = block, full.number != number {
        try body(full)
        block = nil
      }
      if block == nil { block = SearchBlock(number: number) }
      block?.append(id, text)
    }
    if let block { try body(block) }
  }
}

// MARK: - Examination

extension SearchIndex {
  /// The number of trips whose packed text is wrong, so that a search misses them or finds old
  /// text.
  func wrongTexts() throws -> Int {
    guard let touched = try touchedTrips() else { return 0 }
    var wrong = 0
    let trips = try FoldedTrips(db)
    let row = try Statement("SELECT id, text FROM main.searchSegment", in: db)
    while try row.step() {
      guard let block = StoredSearchBlock(number: row.integer(0), row.blob(1)) else { continue }
      var texts: [Int64: [UInt8]] = [:]
      for index in 0..<block.count where !touched.contains(block.id(index)) {
        texts[block.id(index)] = Array(block.text(index))
      }
      try trips.forEach(in: SearchBlock.ids(row.integer(0))) { id, text in
        if !touched.contains(id), texts.removeValue(forKey: id) != text { wrong += 1 }
      }
      wrong += texts.count
    }
    let unknown = try Statement(
      "SELECT id FROM trip WHERE id >> 8 NOT IN (SELECT id FROM main.searchSegment)", in: db)
    while try unknown.step() { if !touched.contains(unknown.integer(0)) { wrong += 1 } }
    return wrong
  }
}
