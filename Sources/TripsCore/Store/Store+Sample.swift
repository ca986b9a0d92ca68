internal import GRDB
internal import Migrations

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
        try options.committing { try file.commit() }
        return StoreCopy(path: path, version: version.rawValue, trips: trips)
      } catch FileError.exists(let path) {
        throw FileError.taken(path)
      }
    }
  }

  private static func fill(
    _ file: OutputFile, _ version: SchemaVersion, _ today: CalendarDate, _ options: Options
  ) throws -> Int {
    let queue = try DatabaseQueue(path: file.temporaryPath)
    let trips = try queue.inDatabase { db in
      try SchemaMigrationPlan.trips.build(in: db, to: version, isStillEmpty: isEmpty)
      try SampleWriter(db: db, version: version, today: today).write(options)
      return try Int.fetchOne(db, sql: "SELECT count(*) FROM trip") ?? 0
    }
    try queue.close()
    return trips
  }
}

/// Fills a new store with the sample.
private struct SampleWriter {
  let db: Database
  let version: SchemaVersion
  let today: CalendarDate

  func write(_ options: Store.Options) throws {
    try transaction(options.author, options.command) {
      for (index, trip) in trips.enumerated() { try insert(trip, number: index + 1) }
      try insert(SampleTrip.orphans.item, of: nil)
      try insert(SampleTrip.orphans.stay, of: nil, number: 0)
    }
    guard version >= .v3 else { return }
    try transaction("anna", "edit") {
      try db.execute(sql: "UPDATE trip SET destination = 'Berlin, Neukölln' WHERE id = 3")
    }
    // Another program gives no author.
    try db.execute(sql: "UPDATE bucketListItem SET isInPlan = 1 WHERE title = 'Tram 28'")
    try transaction(options.author, "delete") {
      try db.execute(sql: "DELETE FROM trip WHERE name = 'Museum day'")
    }
  }

  private var trips: [SampleTrip] {
    SampleTrip.all + (version == .v2 ? [] : SampleTrip.sharedNames)
      + (version == .v1 ? SampleTrip.duplicates : [])
      + (version >= .v5 ? [SampleTrip.roundTrip] : [])
  }

  private func transaction(_ author: String, _ command: String, _ work: () throws -> Void) throws {
    try db.inTransaction(.immediate) {
      if version >= .v3 { try HistoryRecorder.begin(db, author: author, command: command) }
      try work()
      if version >= .v3 { try HistoryRecorder.end(db) }
      return .commit
    }
  }

  private func insert(_ trip: SampleTrip, number: Int) throws {
    let start = today.adding(days: trip.start) ?? today
    let end = start.adding(days: trip.days - 1) ?? start
    try insert(
      into: "trip",
      [
        ("id", number), ("name", trip.name), ("destination", trip.destination),
        ("startDate", start.description), ("endDate", end.description),
        ("type", trip.type.rawValue), ("perdiemMinor", trip.perdiem?.minorUnits),
        ("perdiemCurrency", trip.perdiem?.currency.code), ("perdiemRule", trip.perdiemRule),
        ("reason", trip.reason?.rawValue), ("notes", trip.notes),
        ("uid", "5a3b1e00-7e1f-4c0d-9a00-000000000\(number + 100)"),
      ])
    let owner = Owner(id: number, start: start)
    for item in trip.items { try insert(item, of: owner) }
    for (index, stay) in trip.stays.enumerated() {
      try insert(stay, of: owner, number: number * 10 + index)
    }
  }

  private struct Owner {
    let id: Int
    let start: CalendarDate

    func date(_ day: Int?) -> String? { day.flatMap { start.adding(days: $0) }?.description }
  }

  private func insert(_ item: SampleTrip.Item, of trip: Owner?) throws {
    try insert(
      into: "bucketListItem",
      [
        ("tripId", trip?.id), ("title", item.title), ("details", item.details),
        ("hasReservation", item.isReserved), ("isInPlan", item.isPlanned),
        ("isDone", item.isDone), ("date", trip?.date(item.day)), ("time", item.time),
        ("costMinor", item.cost?.minorUnits), ("costCurrency", item.cost?.currency.code),
      ])
  }

  private func insert(_ stay: SampleTrip.Stay, of trip: Owner?, number: Int) throws {
    try insert(
      into: "livingAccommodation",
      [
        ("tripId", trip?.id), ("placeName", stay.place), ("address", stay.address),
        ("isConfirmed", stay.isConfirmed), ("startDate", trip?.date(stay.days?.lowerBound)),
        ("endDate", trip?.date(stay.days?.upperBound)),
        ("uid", "5a3b1e00-7e1f-4c0d-9a01-000000000\(number + 100)"),
        ("costMinor", stay.cost?.minorUnits), ("costCurrency", stay.cost?.currency.code),
      ])
  }

  /// Inserts a row with the columns of the version: V1 has other names for two of them.
  private func insert(
    into table: String, _ values: [(column: String, value: (any DatabaseValueConvertible)?)]
  ) throws {
    let formerNames = ["start_date": "startDate", "end_date": "endDate"]
    let columns = try String.fetchAll(
      db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
    let row = columns.compactMap { column in
      values.first { $0.column == formerNames[column] ?? column }.map { (column, $0.value) }
    }
    try db.execute(
      sql: row.map(\.0).insertion(into: table), arguments: StatementArguments(row.map(\.1)))
  }
}
