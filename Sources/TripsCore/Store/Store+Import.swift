internal import GRDB

/// How to import.
package struct ImportOptions: Sendable {
  /// Nil tells the format by the file's first bytes.
  package var format: ImportFormat?
  /// Whether records that are wrong are left out instead of stopping everything.
  package var skipsInvalid = false
  package var isDryRun = false

  package init() {}
}

/// What an import did.
package struct ImportReport: Sendable {
  package var added = 0
  package var updated = 0
  package var unchanged = 0
  /// The records that were left out.
  package var skipped = 0
  /// Why the first of them were, at most `problemLimit`.
  package var problems: [ImportProblem] = []
  /// What the file holds and the store does not keep.
  package var notes: [String] = []

  package static let problemLimit = 100
}

extension Store {
  /// Takes the trips of a file in, all in one transaction.
  ///
  /// A trip is known by its uid, else by its name and dates. One that is known takes the values that
  /// the file gives, and keeps its id. Ids of the file are kept only in a store that never held
  /// anything: there they are what makes an export of it the same file again.
  ///
  /// A trip that stands in the file twice must have the same values each time: otherwise the last
  /// would win, and the same file would change the trip there and back each time.
  ///
  /// - Parameter progress: called after each record, inside the transaction.
  /// - Throws: `TripsError.invalidRecord` for the first record that is wrong, unless they are
  ///   skipped; nothing has changed then. `TripsError.file`.
  package func importTrips(
    from file: InputFile, _ options: ImportOptions, progress: () -> Void
  ) throws(TripsError) -> ImportReport {
    let reader: any RecordReader
    do {
      reader = try Self.reader(of: file, options)
    } catch {
      throw Self.tripsError(error, path: path, options: self.options)
    }
    try prepareForManyRows()
    return try (options.isDryRun ? rehearse : write) { db in
      var importer = try TripImporter(db, skipsInvalid: options.skipsInvalid)
      return try importer.run(reader, progress: progress)
    }
  }

  /// Reads all of a file without a store, so that a file that is wrong need not make one.
  ///
  /// - Throws: what `importTrips` would, but for what only the store can tell.
  package static func check(
    _ file: InputFile, _ options: ImportOptions, for store: Store.Options
  ) throws(TripsError) {
    do {
      let reader = try reader(of: file, options)
      while true {
        do {
          guard let record = try reader.next() else { break }
          try TripImporter.check(record, line: reader.recordLine)
        } catch let problem as ImportProblem where options.skipsInvalid && !problem.isFatal {}
      }
      try file.rewind()
    } catch {
      throw tripsError(error, path: file.name, options: store)
    }
  }

  private static func reader(
    of file: InputFile, _ options: ImportOptions
  ) throws -> any RecordReader {
    let format = try options.format ?? ImportFormat(detecting: file.start(4096))
    return format.reader(file)
  }
}
