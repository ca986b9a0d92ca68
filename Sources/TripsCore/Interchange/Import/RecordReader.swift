/// A problem with a record, and the line where the record begins.
package struct ImportProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  package let line: Int
  package let reason: String
  /// The file, if there are several.
  package var file: String?
  /// Whether the rest of the file cannot be read.
  package private(set) var isFatal = false
  package private(set) var remedy: Remedy?

  package enum Remedy: Sendable {
    /// A remedy for another program's CSV.
    case mapping, dateFormat, decimalMark, encoding, export
  }

  package static let database = ImportProblem(
    line: 1, "the file is an SQLite database", isFatal: true)

  /// A failed export leaves such a file.
  static let empty = ImportProblem(line: 1, "the file is empty", isFatal: true)

  init(line: Int, _ reason: String, isFatal: Bool = false, remedy: Remedy? = nil) {
    self.line = line
    self.reason = reason
    self.isFatal = isFatal
    self.remedy = remedy
  }

  /// The same, if the rest of the file cannot be read.
  var fatal: ImportProblem {
    var problem = self
    problem.isFatal = true
    return problem
  }

  /// Whether it is `database`, in any file.
  package var isDatabase: Bool { reason == Self.database.reason }

  /// `line 3: the name is missing`.
  package var description: String { "\(file.map { "'\($0)', " } ?? "")line \(line): \(reason)" }
}

/// Reads the records of a file one after the other.
protocol RecordReader: AnyObject {
  /// The next record; nil at the end.
  ///
  /// - Throws: `ImportProblem` for an invalid record, after which the next one can be read unless
  ///   the problem is fatal; `FileError`.
  func next() throws -> StatedTrip?

  /// The line in which the last record begins.
  var recordLine: Int { get }

  /// Contents of the file that are not stored.
  var notes: ImportNotes { get }

  /// What its records are called.
  var kind: ImportAccount.Kind { get }
}

/// Notes in order, without duplicates.
struct ImportNotes {
  private(set) var sentences: [String] = []

  /// A file may contain a million unknown fields.
  private static let limit = 50

  mutating func add(_ sentence: String) {
    if sentences.count < Self.limit, !sentences.contains(sentence) { sentences.append(sentence) }
  }

  /// Lists the contents of a file that are not stored, once for all its records.
  mutating func addUnread(_ names: [String], of file: String?) {
    let rest = names.count - Self.limit
    add(
      "not stored" + (file.map { " from '\($0)'" } ?? "") + ": "
        + names.prefix(Self.limit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""))
  }
}

/// A format that can be imported.
package enum ImportFormat: String, CaseIterable, Sendable {
  case json, ndjson, csv, ics, booking

  func reader(
    _ file: InputFile, named name: String?, _ options: ImportOptions, _ events: ForeignEvents
  ) -> any RecordReader {
    switch self {
    case .json, .ndjson: JSONTripReader(file, options)
    case .csv: CSVTripReader(file, options)
    case .ics: ICSTripReader(file, named: name, options, events)
    case .booking: BookingReader(file, named: name, options, events)
    }
  }

  /// The format with this file extension; nil if there is none.
  init?(fileName: String) {
    guard let format = ExportFormat(fileName: fileName) else { return nil }
    self.init(rawValue: format.rawValue)
  }

  /// Detects the format from the first bytes of a file.
  ///
  /// - Throws: `ImportProblem` if no format matches.
  init(detecting start: [UInt8]) throws(ImportProblem) {
    let text = start.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    if start.starts(with: "SQLite format 3".utf8) { throw .database }
    if let reason = Self.foreign(start) { throw ImportProblem(line: 1, reason, isFatal: true) }
    switch text.first {
    case UInt8(ascii: "["), UInt8(ascii: "{"): self = LinkedData.isIn(start) ? .booking : .json
    default:
      // A mail's header may be above the calendar.
      let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      self = lines.contains(where: ICSTripReader.beginsCalendar) ? .ics : .csv
    }
  }

  private static func foreign(_ start: [UInt8]) -> String? {
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
      return "the file is UTF-16; save it as UTF-8"
    }
    if start.starts(with: [0x1F, 0x8B]) { return "the file is compressed; unpack it first" }
    if start.starts(with: "PK\u{3}\u{4}".utf8) {
      return "the file is a ZIP archive; unpack it, or save a spreadsheet as CSV"
    }
    return start.contains(0) ? "the file is not JSON, CSV or iCalendar" : nil
  }
}
