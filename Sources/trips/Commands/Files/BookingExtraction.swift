import Platform
import TripsCore

/// Has KItinerary's extractor read the files that `trips` does not read itself.
enum BookingExtraction {
  /// The bookings of a file, or the file itself. The store is not open meanwhile.
  ///
  /// - Throws: `FileError` if the extractor is missing or fails, or finds nothing.
  static func read(
    _ source: InputSource, as format: ImportFormat?, in context: Context
  ) throws -> InputSource {
    guard try source.needsExtractor(format) else { return source }
    func failure(_ reason: String) -> FileError {
      .cannot("import", source.name, reason: reason)
    }
    let named = context.environment("TRIPS_EXTRACTOR")
    guard let program = Extractor.path(named: named, search: context.environment("PATH")) else {
      let name = named.flatMap { $0.isEmpty ? nil : $0 } ?? "kitinerary-extractor"
      throw failure(
        "the program '\(name)', which reads bookings, is not installed; on Debian it is in "
          + "libkpimitinerary-bin or libkpim6itinerary-bin")
    }
    let printed: [UInt8]
    do {
      printed = try source.withCopy { try Extractor.run(program, on: source.name, input: $0).get() }
    } catch let error as Extractor.Failure {
      throw failure("'\(program)' \(words(error))")
    }
    guard let (bookings, isEmpty) = InputSource.printed(printed, of: source.name) else {
      throw failure("'\(program)' printed no bookings in JSON")
    }
    if isEmpty { throw failure("no booking was found in it") }
    return bookings
  }

  private static func words(_ failure: Extractor.Failure) -> String {
    switch failure {
    case .cannotRun(let code): "cannot be run: \(String(cString: strerror(code)))"
    case .failed(let code?): "failed with exit code \(code)"
    case .failed(nil): "was ended by a signal"
    case .printsTooMuch: "printed more than \(Extractor.limit >> 20) MiB"
    }
  }
}
