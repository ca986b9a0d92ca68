internal import SQLite

/// A format for exporting trips.
package enum ExportFormat: String, CaseIterable, Sendable {
  case json, ndjson, csv, ics, md, html

  /// The format with this file extension; nil if there is none.
  package init?(fileName: String) {
    let parts = fileName.parts(separatedBy: ".")
    guard parts.count > 1, let ending = parts.last?.lowercased() else { return nil }
    switch ending {
    case "jsonl": self = .ndjson
    case "ical": self = .ics
    case "markdown": self = .md
    case "htm": self = .html
    default: self.init(rawValue: ending)
    }
  }
}

/// Writes trips in one format: each trip, then the text before and after all of them.
///
/// The same trips always give the same bytes, so no clock or random number is used.
protocol TripExporter: AnyObject {
  func append(_ trip: Trip, to output: inout [UInt8])
  /// The text before the trips, available once every trip has been appended.
  var head: [UInt8] { get }
  var tail: [UInt8] { get }
}

/// An exported file, whose rows are kept until it is written, after the store is unlocked.
package struct TripDocument {
  package let rows: RenderedRows
  fileprivate var head: [UInt8] = []
  /// The separator between rows.
  fileprivate var separator: [UInt8] = []
  fileprivate var tail: [UInt8] = []
}

extension TripDocument {
  /// A JSON array with one line per row.
  package init(arrayOf rows: RenderedRows) {
    let lineBreak = rows.count == 0 ? "" : "\n"
    self.init(
      rows: rows, head: Array("[\(lineBreak)".utf8), separator: Array(",\n".utf8),
      tail: Array("\(lineBreak)]\n".utf8))
  }

  /// Calls `body` with the pieces of the file, in order; the bytes are valid until it returns.
  package func withPieces(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try head.withUnsafeBytes(body)
    var isFirst = true
    try rows.withEach { row in
      if !isFirst, !separator.isEmpty { try separator.withUnsafeBytes(body) }
      isFirst = false
      try body(row)
    }
    try tail.withUnsafeBytes(body)
  }
}

extension Store {
  /// Exports the matching trips from one state of the store. A new format adds a line here.
  ///
  /// - Parameter leavesOutCosts: whether per diems and costs are left out, so that a store that
  ///   imports the file keeps its own.
  package func export(
    _ descriptor: FetchDescriptor, as format: ExportFormat, leavesOutCosts: Bool = false,
    _ csv: CSVForm = CSVForm()
  ) throws(TripsError) -> TripDocument {
    try read { db in
      var descriptor = descriptor
      descriptor.relationshipsForPrefetching = FetchDescriptor.Relationship.allCases
      let exporter: any TripExporter
      switch format {
      case .json, .ndjson:
        let json = TripJSON(fields: TripField.allCases, leavesOutCosts: leavesOutCosts)
        let rows = try Self.render(descriptor, in: db, json.append)
        if format == .json { return TripDocument(arrayOf: rows) }
        let lineBreak = Array("\n".utf8)
        return TripDocument(
          rows: rows, separator: lineBreak, tail: rows.count == 0 ? [] : lineBreak)
      case .csv:
        let csv = TripCSV(form: csv)
        let rows = try Self.render(descriptor, in: db) {
          csv.append(leavesOutCosts ? $0.withoutCosts() : $0, to: &$1)
        }
        return TripDocument(rows: rows, head: csv.header)
      case .ics:
        exporter = ICSExporter(
          revisions: try TripRevisions(in: db), leavesOutCosts: leavesOutCosts)
      case .md: exporter = MarkdownExporter()
      case .html: exporter = HTMLExporter()
      }
      let rows = try Self.render(descriptor, in: db) {
        exporter.append(leavesOutCosts ? $0.withoutCosts() : $0, to: &$1)
      }
      return TripDocument(rows: rows, head: exporter.head, tail: exporter.tail)
    }
  }
}

extension Trip {
  /// The trip without its per diem and costs.
  fileprivate func withoutCosts() -> Trip {
    let rows = TripRows(
      trip: values.withoutCosts(TripColumn.self),
      items: bucketList.map { $0.values.withoutCosts(ItemColumn.self) },
      stays: livingAccommodations.map { $0.values.withoutCosts(StayColumn.self) })
    return (try? rows.object()) ?? self
  }
}

extension [SQLiteValue] {
  fileprivate func withoutCosts<Column: StoredColumn>(_ columns: Column.Type) -> Self {
    with(columns.allCases.filter(\.isOfCosts).map { ($0, SQLiteValue.null) })
  }
}

/// The last recorded change of a trip, its items or its stays.
package struct TripRevision: Hashable, Sendable {
  /// UTC, `2026-11-20T10:15:00.000Z`; the beginning of 1970 if the history does not reach back that
  /// far.
  package var timestamp = "1970-01-01T00:00:00.000Z"
  /// Increases with every change of the trip; 0 before the first.
  package var sequence: Int64 = 0
}
