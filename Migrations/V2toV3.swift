internal import Platform
internal import SQLite

/// The work on rows for V3, where trips may share a name but not name and dates, and have a history.
enum V2toV3 {
  static func willMigrate(_ context: StageContext) throws {
    try UnfitRows(context: context).run()
    try putNamesBack(context)
    try Normalization(context: context).run()
    try Orphans(context: context).run()
    try Deduplication(context: context).run()
  }

  /// Puts back the names that V1→V2 set aside, unless they have changed since.
  private static func putNamesBack(_ context: StageContext) throws {
    let renamed = try context.db.rows(
      """
      SELECT trip.id, json_extract("row", '$.name'), trip.name
      FROM migrationRecord AS record JOIN trip ON trip.id = record.rowId
      WHERE record.stage = 'V1toV2' AND record.action = 'renamed' AND record.entity = 'trip'
        AND trip.name = json_extract("row", '$.givenName')
      ORDER BY record.id
      """
    ) { (id: $0.integer(0), original: $0.value(1), label: $0.text(1), given: $0.text(2)) }
    for trip in renamed {
      try context.record(.restored, .trip, trip.id)
      try context.run("UPDATE trip SET name = \(trip.original) WHERE id = \(trip.id)")
      context.report.rename(trip.id, from: trip.given, to: trip.label)
    }
  }

  /// Begins the history, whose identity is a hash of all rows. So two copies of a store that migrate
  /// separately have the same, and give their rows the same uids.
  static func didMigrate(_ context: StageContext) throws {
    var hashes = [FNV1a(), FNV1a()]
    hashes[1].add([1])
    for entity in Entity.allCases {
      let rows = try Statement(sql: "SELECT * FROM \(entity.table) ORDER BY id", in: context.db)
      while try rows.step() {
        for column in 0..<rows.columnCount {
          for index in hashes.indices {
            hashes[index].addWords(rows.bytes(column))
            hashes[index].add([UInt8(ascii: "|")])
          }
        }
      }
    }
    let identity = hashes[0].digits + hashes[1].digits
    try context.db.run(
      """
      INSERT INTO historyState(id, storeId, knownSince)
      VALUES (1, \(identity), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      """)
  }
}
