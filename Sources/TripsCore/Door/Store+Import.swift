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
  /// The id of that trip, once it was looked up.
  var target: Int64?
  /// Whether events that are neither a trip nor within one become trips too.
  package var takesAllEvents = false
  /// The currency of amounts without one, for a trip that has none yet.
  package var defaultCurrency = Currency.usd
  /// The time zone to which times in UTC are converted; the computer's if nil.
  package var zone: ImportZone?

  var clock: ZoneClock { zone?.clock ?? .local }
  var zoneName: String { zone?.name ?? "the time zone of this computer" }

  package init() {}
}

/// A time zone by its name: `America/New_York`.
package struct ImportZone: Sendable {
  let name: String
  let clock: ZoneClock

  /// - Throws: `ValueError` for a name that the computer's time zone data lacks.
  package init(_ name: String) throws(ValueError) {
    guard let clock = ZoneClock(identifier: name) else {
      throw ValueError("use the name of a time zone such as America/New_York")
    }
    (self.name, self.clock) = (name, clock)
  }
}

/// The result of an import.
package struct ImportReport {
  package var added = 0
  package var updated = 0
  package var unchanged = 0
  /// The number of skipped records.
  package var skipped = 0
  /// Why the first of them were skipped, at most `problemLimit`; all in a dry run.
  package var problems: [ImportProblem] = []
  /// The number of skipped records that are not in `problems`.
  package var omittedProblems: Int { skipped - problems.count }
  /// Contents of the files that are not stored.
  package var notes: [String] = []
  /// The warnings of the first trips that have some.
  package var warnings: [TripWarnings] = []
  /// The number of further changes with warnings.
  package var omittedWarnings = 0
  /// The rows of cancelled events; they are unchanged.
  package var cancelled: [CancelledRow] = []
  package var leftOut: [LeftOutEvent] = []
  /// The number of events whose rows were deleted here.
  package var deletedHere = 0
  /// The changes to each trip: in a dry run all, otherwise only for the first updated trips.
  package var changes: [ImportedChange] = []

  package static let problemLimit = 100
  static let changeLimit = 100
  static let warningLimit = 10
}

/// The row of an event that was cancelled.
package struct CancelledRow: Sendable {
  package let entity: HistoryEntity
  package let id: Int64
  package let trip: Int64
  package let name: String
}

/// The effect of a record on a trip.
package struct ImportedChange: Sendable {
  package enum Kind: String, Sendable {
    case insert = "added"
    case update = "updated"
  }

  package let kind: Kind
  /// The resulting trip; a new trip has no id yet.
  package let trip: TripSummary
  package let line: Int
  /// The stays and items of a new trip.
  package internal(set) var changes: [PropertyChange]
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
      var importer = try TripImporter(
        db, options, listsChanges: isRehearsal || options.target != nil)
      let events = ForeignEvents()
      for (index, source) in sources.enumerated() {
        let name = sources.count > 1 ? source.name : nil
        let file = try source.open()
        try Self.naming(name) {
          let reader = try Self.reader(of: file, named: name, options, events)
          try importer.run(reader, of: name) {
            progress((Double(index) + file.part) / Double(sources.count))
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
    of file: InputFile, named name: String?, _ options: ImportOptions, _ events: ForeignEvents
  ) throws -> any RecordReader {
    let format = try options.format ?? ImportFormat(detecting: file.start(4096))
    if options.into != nil, format != .ics {
      throw ImportProblem(
        line: 1, "only events in an iCalendar file can be added to a trip", isFatal: true)
    }
    return format.reader(file, named: name, options, events)
  }
}
