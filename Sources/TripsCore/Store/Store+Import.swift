internal import GRDB

/// How to import.
package struct ImportOptions: Sendable {
  /// Nil tells the format by each file's first bytes.
  package var format: ImportFormat?
  /// Whether records that are wrong are left out instead of stopping everything.
  package var skipsInvalid = false
  /// The columns of a CSV by the names that its header gives them.
  package var columnNames: [CSVColumnName] = []
  /// What parts the cells of a CSV; nil is guessed.
  package var separator: CSVSeparator?
  /// How a CSV writes days; nil is `YYYY-MM-DD`.
  package var dateFormat: DateFormat?
  /// How a CSV writes amounts; nil is `120.50`.
  package var decimalMark: DecimalMark?
  /// The trip that all events of an iCalendar file are given to.
  package var into: TripReference?
  /// That trip, once the store has been asked.
  var target: ImportedTrip?
  /// Whether events that are neither a trip nor within one are trips too.
  package var takesAllEvents = false
  /// Of an amount that names none, for a trip that has none yet.
  package var defaultCurrency = Currency.usd

  package init() {}
}

/// What an import did.
package struct ImportReport: Sendable {
  package var added = 0
  package var updated = 0
  package var unchanged = 0
  /// The records that were left out.
  package var skipped = 0
  /// Why the first of them were, at most `problemLimit`; in a rehearsal all.
  package var problems: [ImportProblem] = []
  /// The records that were left out without a word in `problems`.
  package var omittedProblems: Int { skipped - problems.count }
  /// What the files hold and the store does not keep.
  package var notes: [String] = []
  /// What the days of trips do not fit.
  package var warnings: [String] = []
  /// Trips whose events are cancelled, and which stay as they are.
  package var cancelled: [TripSummary] = []
  /// Events of other programs that are not trips, each with its day.
  package var leftOut: [String] = []
  /// What would change, trip by trip, in a rehearsal.
  package var changes: [ImportedChange] = []

  package static let problemLimit = 100
}

/// What a record does to a trip.
package struct ImportedChange: Sendable {
  package enum Kind: String, Sendable {
    case insert = "added"
    case update = "updated"
  }

  package let kind: Kind
  /// As it is then; the id of a new one is not given yet.
  package let trip: TripSummary
  package let line: Int
  /// Of a new one, its stays and items.
  package internal(set) var changes: [PropertyChange]
}

extension Store {
  /// Takes the trips of files in, all in one transaction.
  ///
  /// A trip is known by its uid, else by its name and dates, else, where the record has no end, by its
  /// name and start. One that is known takes the values that the file gives, and keeps its id and what
  /// the file does not speak of. Ids of the file are kept only in a store that never held anything.
  ///
  /// A trip that is told twice must have the same values each time: otherwise the last would win, and
  /// the same file would change the trip there and back each time.
  ///
  /// - Parameter progress: called after each record, inside the transaction, with how much of the
  ///   files has been taken, from 0 to 1.
  /// - Throws: `TripsError.invalidRecord` for the first record that is wrong, unless they are
  ///   skipped; nothing has changed then. `TripsError.file`.
  package func importTrips(
    from sources: [InputSource], _ options: ImportOptions, progress: (_ part: Double) -> Void
  ) throws(TripsError) -> ImportReport {
    try prepareForManyRows()
    return try write { db in
      var options = options
      if let reference = options.into {
        options.target = ImportedTrip(try Self.trip(id: try Self.id(of: reference, in: db), in: db))
      }
      var importer = try TripImporter(db, options, listsChanges: isRehearsal)
      for (index, source) in sources.enumerated() {
        let name = sources.count > 1 ? source.name : nil
        let file = try source.open()
        try Self.naming(name) {
          try importer.run(try Self.reader(of: file, options), of: name) {
            progress((Double(index) + file.part) / Double(sources.count))
          }
        }
      }
      return try importer.finish()
    }
  }

  /// Reads all of the files without a store, so that one that is wrong need not make one.
  ///
  /// - Throws: what `importTrips` would, but for what only the store can tell.
  package static func check(
    _ sources: [InputSource], _ options: ImportOptions, for store: Store.Options
  ) throws(TripsError) {
    for source in sources {
      try withErrors(source.name, store) {
        let file = try source.open()
        try naming(sources.count > 1 ? source.name : nil) { try check(file, options) }
      }
    }
  }

  private static func check(_ file: InputFile, _ options: ImportOptions) throws {
    let reader = try reader(of: file, options)
    while true {
      do {
        guard let record = try reader.next() else { return }
        try TripImporter.check(record, line: reader.recordLine)
      } catch let problem as ImportProblem where options.skipsInvalid && !problem.isFatal {}
    }
  }

  /// Of several files, the one with a problem is named with its line.
  static func naming(_ file: String?, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch var problem as ImportProblem {
      problem.file = file
      throw problem
    }
  }

  private static func reader(
    of file: InputFile, _ options: ImportOptions
  ) throws -> any RecordReader {
    let format = try options.format ?? ImportFormat(detecting: file.start(4096))
    if options.into != nil, format != .ics {
      throw ImportProblem(
        line: 1, "only the events of an iCalendar file can be given to a trip", isFatal: true)
    }
    return format.reader(file, options)
  }
}
