/// A file format that trips can be written in.
package enum ExportFormat: String, CaseIterable, Sendable {
  case json, ndjson, csv, ics, md, html

  /// One line for each format; nil for those that `Store.render` writes row by row.
  package func exporter() -> (any TripExporter)? {
    switch self {
    case .json, .ndjson: nil
    case .csv: CSVExporter()
    case .ics: ICSExporter()
    case .md: MarkdownExporter()
    case .html: HTMLExporter()
    }
  }

  /// The format that the ending of a file's name stands for; nil if it stands for none.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    let ending = fileName[fileName.index(after: dot)...].lowercased()
    switch ending {
    case "jsonl": self = .ndjson
    case "ical": self = .ics
    case "markdown": self = .md
    case "htm": self = .html
    default: self.init(rawValue: ending)
    }
  }
}

/// Writes trips in one format, piece by piece: what comes first, each trip, what comes last.
///
/// The same trips give the same bytes every time: no clock and no random number has a part in them.
package protocol TripExporter {
  mutating func begin(_ trips: [Trip]) -> [UInt8]
  mutating func trip(_ trip: Trip) -> [UInt8]
  mutating func end() -> [UInt8]
  /// When each trip was changed last, for the formats that tell; by the trip's id.
  var revisions: [Int64: TripRevision] { get set }
  /// Whether `revisions` has a part in the result.
  var needsRevisions: Bool { get }
}

extension TripExporter {
  package var revisions: [Int64: TripRevision] {
    get { [:] }
    set {}
  }

  package var needsRevisions: Bool { false }

  package mutating func begin(_ trips: [Trip]) -> [UInt8] { [] }

  package mutating func end() -> [UInt8] { [] }
}

/// The last change of a trip or of what belongs to it, as the history knows it.
package struct TripRevision: Hashable, Sendable {
  /// UTC, `2026-11-20T10:15:00.000Z`; the beginning of 1970 where the history does not reach back.
  package var timestamp = "1970-01-01T00:00:00.000Z"
  /// Grows with every change of the trip, and is 0 while there was none.
  package var sequence: Int64 = 0

  package init() {}
}
