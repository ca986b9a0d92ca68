internal import Migrations
internal import SQLite

extension Store {
  /// Creates a store of any version, with trips for trying out commands: a store of V1, migrated.
  ///
  /// Its contents are always the same, except that the dates are around `today`.
  ///
  /// - Throws: `TripsError.file` if the file exists.
  package static func makeSample(
    at path: String, version: SchemaVersion, today: CalendarDate, options: Options
  ) throws(TripsError) -> StoreCopy {
    try withErrors(path, options) {
      do {
        let file = try OutputFile(path: path, replacing: false)
        try StoreFile.refuseLeftovers(at: path)
        let db = try Connection(file.temporaryPath)
        try fillSample(db, version, today, options)
        let trips = Int(try db.integer("SELECT count(*) FROM trip") ?? 0)
        try options.commit { try file.commit() }
        return StoreCopy(path: path, version: version.rawValue, trips: trips)
      } catch FileError.exists(let path) {
        throw FileError.taken(path)
      }
    }
  }

  private static func fillSample(
    _ db: Connection, _ version: SchemaVersion, _ today: CalendarDate, _ options: Options
  ) throws {
    // The trips are within 400 days of it, and the calendar has an end.
    let first = CalendarDate.first.adding(days: 400) ?? .first
    let last = CalendarDate.last.adding(days: -400) ?? .last
    let day = min(max(today, first), last).description
    try SchemaMigrationPlan.trips.build(in: db, to: .v1)
    try db.run("CREATE TEMP TABLE sample AS SELECT \(day) AS today")
    try db.execute(String(decoding: PackageResources.V1_sql, as: UTF8.self))
    _ = try SchemaMigrationPlan.trips.walk(db, to: version, version: Self.version)
    // The history begins in V3.
    if version < .v3 { return }
    func change(_ author: String, _ command: String, _ script: String) throws {
      try db.transaction(.immediate) {
        try HistoryRecorder.begin(db, author: author, command: command)
        try db.execute(script)
        try HistoryRecorder.end(db)
      }
    }
    if version >= .v4 {
      let script = String(decoding: PackageResources.V4_sql, as: UTF8.self)
      try change(options.author, options.command, script)
    }
    try change("anna", "edit", "UPDATE trip SET destination = 'Berlin, Neukölln' WHERE id = 3")
    // Another program gives no author.
    try db.execute("UPDATE bucketListItem SET isInPlan = 1 WHERE title = 'Tram 28'")
    try change(options.author, "delete", "DELETE FROM trip WHERE name = 'Museum day'")
  }
}
