internal import Migrations
internal import SQLite

extension Store {
  /// Creates a store of any version, with trips for trying out commands.
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
        let trips = try fill(file, version, today, options)
        try options.commit { try file.commit() }
        return StoreCopy(path: path, version: version.rawValue, trips: trips)
      } catch FileError.exists(let path) {
        throw FileError.taken(path)
      }
    }
  }

  private static func fill(
    _ file: OutputFile, _ version: SchemaVersion, _ today: CalendarDate, _ options: Options
  ) throws -> Int {
    let db = try Connection(file.temporaryPath)
    try SchemaMigrationPlan.trips.build(in: db, to: version)
    // The trips are within 400 days of it, and the calendar has an end.
    let first = CalendarDate.first.adding(days: 400) ?? .first
    let last = CalendarDate.last.adding(days: -400) ?? .last
    try SampleWriter(db: db, version: version, today: min(max(today, first), last)).write(options)
    return Int(try db.integer("SELECT count(*) FROM trip") ?? 0)
  }
}

/// Fills a new store with the sample.
private struct SampleWriter {
  let db: Connection
  let version: SchemaVersion
  let today: CalendarDate

  func write(_ options: Store.Options) throws {
    try transaction(options.author, options.command) {
      for (index, trip) in trips.enumerated() { try insert(trip, number: index + 1) }
      let (item, stay) = SampleTrip.orphans
      try insert(item, ["uid": Self.uid("02", 0)], into: "bucketListItem", today)
      try insert(stay, ["uid": Self.uid("01", 0)], into: "livingAccommodation", today)
    }
    guard version >= .v3 else { return }
    try transaction("anna", "edit") {
      try db.execute("UPDATE trip SET destination = 'Berlin, Neukölln' WHERE id = 3")
    }
    // Another program gives no author.
    try db.execute("UPDATE bucketListItem SET isInPlan = 1 WHERE title = 'Tram 28'")
    try transaction(options.author, "delete") {
      try db.execute("DELETE FROM trip WHERE name = 'Museum day'")
    }
  }

  private var trips: [SampleTrip] {
    SampleTrip.all + (version == .v2 ? [] : SampleTrip.sharedNames)
      + (version == .v1 ? SampleTrip.duplicates : [])
      + (version >= .v4 ? [SampleTrip.roundTrip] : [])
  }

  private func transaction(_ author: String, _ command: String, _ work: () throws -> Void) throws {
    try db.transaction(.immediate) {
      if version >= .v3 { try HistoryRecorder.begin(db, author: author, command: command) }
      try work()
      if version >= .v3 { try HistoryRecorder.end(db) }
    }
  }

  private func insert(_ trip: SampleTrip, number: Int) throws {
    let start = today.adding(days: trip.start) ?? today
    let own: SampleTrip.Row = [
      "id": number, "startDate": 0, "endDate": trip.days - 1, "uid": Self.uid("00", number),
    ]
    try insert(trip.values, own, into: "trip", start)
    for (rows, table, kind) in [
      (trip.items, "bucketListItem", "02"), (trip.stays, "livingAccommodation", "01"),
    ] {
      for (index, row) in rows.enumerated() {
        let uid = Self.uid(kind, number * 10 + index)
        try insert(row, ["tripId": number, "uid": uid], into: table, start)
      }
    }
  }

  private static func uid(_ kind: String, _ number: Int) -> String {
    "5a3b1e00-7e1f-4c0d-9a\(kind)-000000000\(number + 100)"
  }

  /// Inserts a row with the columns of the version: V1 has other names for two of them.
  private func insert(
    _ values: SampleTrip.Row, _ own: SampleTrip.Row = [:], into table: String,
    _ start: CalendarDate
  ) throws {
    let formerNames = ["start_date": "startDate", "end_date": "endDate"]
    let columns = try db.texts("SELECT name FROM pragma_table_info(\(table))")
    let row = columns.compactMap { column -> (String, (any SQLiteConvertible)?)? in
      let name = formerNames[column] ?? column
      guard let value = own[name] ?? values[name] else { return nil }
      if ["date", "startDate", "endDate"].contains(name), let day = value as? Int {
        return (column, start.adding(days: day)?.description)
      }
      return (column, value)
    }
    try Statement(sql: row.map(\.0).insertion(into: table), in: db)
      .run(row.map { $0.1?.sqliteValue ?? .null })
  }
}
