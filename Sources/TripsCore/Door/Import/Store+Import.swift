internal import SQLite

/// The options of an import.
package struct ImportOptions: Sendable {
  /// If nil, the format is detected from the first bytes of each file.
  package var format: ImportFormat?
  /// Whether invalid records are skipped instead of stopping the import.
  package var skipsInvalid = false
  /// The fields of CSV columns, by their names in the header.
  package var columnNames: [CSVColumnName] = []
  /// The cell separator of a CSV file; detected if nil.
  package var separator: CSVSeparator?
  /// The date format of a CSV; `YYYY-MM-DD` if nil.
  package var dateFormat: DateFormat?
  /// The number format of a CSV; `120.50` if nil.
  package var decimalMark: DecimalMark?
  /// The trip that gets all events of an iCalendar file.
  package var into: TripReference?
  /// With `into`: the item or the stay that the one event of the file is from now on.
  package var asRow: (entity: Entity, words: String)?
  /// The ids of that trip and that row, once they were looked up.
  var target: Int64?
  var row: (entity: Entity, id: Int64)?
  /// Whether events become part of the one trip of the store that has their first day.
  package var intoEach = false
  /// Whether the files are imported as if they had never been imported before.
  package var isAnew = false
  /// Whether events that are neither a trip nor within one become trips too.
  package var takesAllEvents = false
  /// The currency of amounts without one, for a trip that has none yet.
  package var defaultCurrency = Currency.usd
  /// The time zone to which times in UTC are converted; the computer's if nil.
  package var zone: ImportZone?
  /// A zone of the computer's environment that its data lack.
  package var unknownZone: String?

  var clock: ZoneClock { zone?.clock ?? .local }

  package init() {}
}

/// A time zone by its name: `America/New_York`.
package struct ImportZone: Sendable {
  package let name: String
  let clock: ZoneClock

  /// - Throws: `ValueError` for a name that the computer's time zone data lacks.
  package init(_ name: String) throws(ValueError) {
    guard let clock = ZoneClock(identifier: name) else {
      throw ValueError("use the name of a time zone such as America/New_York")
    }
    (self.name, self.clock) = (name, clock)
  }
}

extension Store {
  /// Imports the trips of files in one transaction.
  ///
  /// A matched trip gets the values of the file, and keeps its id and the values that the file lacks.
  /// Several records of one trip must agree.
  ///
  /// - Parameter progress: called after each record, inside the transaction, with the fraction of
  ///   the files that was read, from 0 to 1.
  /// - Throws: `TripsError.invalidRecord` for the first invalid record, unless they are skipped;
  ///   `TripsError.file`. Nothing is changed then.
  package func importTrips(
    from sources: [InputSource], _ options: ImportOptions, progress: (_ part: Double) -> Void
  ) throws(TripsError) -> ImportReport {
    try write(ofManyRows: true) { db in
      var options = options
      options.target = try options.into.map { try Self.id(of: $0, in: db) }
      if let (entity, words) = options.asRow, let trip = options.target {
        options.row = (entity, try Self.partID(words, entity, of: trip, in: db))
      }
      var importer = try TripImporter(db, options, isRehearsal: isRehearsal)
      let events = ForeignEvents()
      for (index, source) in sources.enumerated() {
        let name = sources.count > 1 ? source.name : nil
        let file = try source.open()
        try Self.naming(name) {
          let reader = try Self.reader(
            of: file, named: name, as: source.format, options, events)
          let count = events.events.count
          let records = try importer.run(reader, of: name) {
            progress((Double(index) + file.part) / Double(sources.count))
          }
          if records == 0, events.events.count == count {
            throw ImportProblem(line: 1, "the file has no trips", isFatal: true)
          }
        }
      }
      return try importer.finish(events)
    }
  }

  /// With several files, the problem names the file as well as the line.
  static func naming<Result>(_ file: String?, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch var problem as ImportProblem {
      problem.file = file
      throw problem
    }
  }

  private static func reader(
    of file: InputFile, named name: String?, as format: ImportFormat?, _ options: ImportOptions,
    _ events: ForeignEvents
  ) throws -> any RecordReader {
    let format = try format ?? options.format ?? ImportFormat(detecting: file.start(4096))
    if options.into != nil, format != .ics, format != .booking {
      throw ImportProblem(
        line: 1, "only events in an iCalendar file and bookings can be added to a trip",
        isFatal: true)
    }
    return format.reader(file, named: name, options, events)
  }
}
