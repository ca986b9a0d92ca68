/// The content of one record in a file.
enum ImportRecord {
  case trip(ImportedTrip)
  /// A separate stay: an iCalendar event that names its trip.
  case stay(ImportedStay, ofTripWithUID: String)
}

/// A trip as given by a file; nil values are missing from the file, and stay unchanged.
struct ImportedTrip {
  var id: Int64?
  var uid: String?
  /// The version of its event: a higher number is newer.
  var sequence = 0
  /// It has a name and a start.
  var draft = TripDraft()
  var bucketList: [ImportedItem]?
  /// The uids of the stays to whose events items belong, by the places of the items in the list.
  var staysOfItems: [Int: String] = [:]
  /// Whether it adds to a trip that another record may describe.
  var isPart = false
  /// Whether items that are not listed are deleted.
  var isWholeList = true
  /// Whether it is another program's, which does not know what was added to its notes here.
  var isForeign = false
  var stays = ImportedStays.keep
}

/// An event of another program that is not imported.
package struct LeftOutEvent: Sendable {
  package enum Reason: CaseIterable, Sendable {
    /// It is neither a trip nor within one.
    case isNoTrip
    case isWithinSeveral, repeats
    /// It is within a cancelled event that lasts whole days.
    case isCancelled
  }

  package let reason: Reason
  /// `'Museum' (2027-05-04 09:00) in 'Italy' and 'Rome'`.
  package let description: String
}

/// An event that changes no item: it is cancelled, or not within one trip.
struct StrayEvent {
  let title: String
  let day: CalendarDate?
  var time: String?
  var isCancelled = false
  /// Whether it is a trip or a stay in the store.
  var isKnown = false
}

/// An item of the store with the title of an event that did not change it.
package struct RemainingItem: Sendable {
  package let id: Int64
  package let title: String
  let day: CalendarDate
  let time: String?
  package let trip: TripSummary
  /// The number of items with its title, day and time, of which it is the first.
  package internal(set) var namesakes = 1
  /// The event, unless it is cancelled.
  package internal(set) var event: (day: CalendarDate, time: String?)?

  /// `2027-03-12 20:00`.
  package var moment: String {
    [day.description, time].compactMap(\.self).joined(separator: " ")
  }
}

/// The stays that a record gives.
enum ImportedStays {
  case keep
  /// The list is complete.
  case all([ImportedStay])
  case some([ImportedStay])
  /// The stay shown in the CSV row is removed.
  case withoutFirst

  /// Whether it gives one stay without excluding others, as a CSV row does.
  var isOne: Bool { if case .some(let stays) = self { stays.count == 1 } else { false } }

  var areAll: Bool { if case .all = self { true } else { false } }

  /// The stays that are given.
  var list: [ImportedStay] {
    switch self {
    case .keep, .withoutFirst: []
    case .all(let stays), .some(let stays): stays
    }
  }
}

extension ImportedTrip {
  /// The values that identify a trip in the store.
  init(_ trip: Trip) {
    uid = trip.uid
    draft.name = trip.name
    draft.startDate = trip.startDate
    draft.end = .on(trip.endDate)
  }
}

/// The problem of a record, and the line where it begins.
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
    case mapping, dateFormat, decimalMark, encoding
    /// NDJSON without trips is an empty file.
    case ndjson
  }

  package static let database = ImportProblem(
    line: 1, "the file is an SQLite database", isFatal: true)

  /// A failed export leaves such a file.
  static let empty = ImportProblem(line: 1, "the file is empty", isFatal: true, remedy: .ndjson)

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

/// SEQUENCE, and DTSTAMP: `20261126T101010Z`.
typealias EventVersion = (Int, String)

/// Where an import has met other programs' events before: in its files and in the store.
final class KnownEvents {
  /// Nil without a store.
  private let statements: ImportStatements?
  private var newest: [String: EventVersion] = [:]
  private var cancellations: [(event: StrayEvent, uid: String, version: EventVersion)] = []

  init(_ statements: ImportStatements? = nil) { self.statements = statements }

  /// The stay that the event is in the store.
  func stay(of event: ForeignEvent) throws -> StoredStay? {
    try event.trip.uid.flatMap { try statements?.stay(ofEvent: $0) }
  }

  /// Whether the event is a trip in the store.
  func isTrip(_ event: ForeignEvent) throws -> Bool {
    try event.trip.uid.flatMap { try statements?.tripID(uid: $0) } != nil
  }

  /// Whether a newer version was read before: one with a higher SEQUENCE, or a later DTSTAMP (RFC
  /// 5546 section 2.1.5).
  func isOutdated(_ uid: String, _ version: EventVersion) -> Bool {
    let known = newest[uid, default: version]
    newest[uid] = known < version ? version : known
    return version < known
  }

  func cancel(_ event: StrayEvent, uid: String, _ version: EventVersion) {
    if !isOutdated(uid, version) { cancellations.append((event, uid, version)) }
  }

  /// The cancellations of which no later version was read.
  var cancelled: [(event: StrayEvent, uid: String)] {
    cancellations.filter { newest[$0.uid, default: $0.version] <= $0.version }
      .map { ($0.event, $0.uid) }
  }
}

/// Reads the records of a file one after the other.
protocol RecordReader: AnyObject {
  /// The next record; nil at the end.
  ///
  /// - Throws: `ImportProblem` for an invalid record, after which the next one can be read unless
  ///   the problem is fatal; `FileError`.
  func next() throws -> ImportRecord?

  /// The line in which the last record begins.
  var recordLine: Int { get }

  /// Contents of the file that are not stored, with their counts.
  var notes: ImportNotes { get }
}

/// Notes with their counts.
struct ImportNotes {
  private(set) var counts: [String: Int] = [:]
  private(set) var order: [String] = []
  var leftOut: [LeftOutEvent] = []
  var strays: [StrayEvent] = []
  /// Whether hotels were imported as trips.
  var hasHotels = false

  /// Further kinds of notes are not distinguished: a file may contain a million unknown fields.
  private static let limit = 50

  mutating func add(_ text: String) {
    let key =
      counts[text] != nil || order.count < Self.limit ? text : "more was found that is not kept"
    if counts[key] == nil { order.append(key) }
    counts[key, default: 0] += 1
  }

  /// `field 'mood' is unknown (3 times)`.
  var sentences: [String] {
    order.map { text in
      let count = counts[text] ?? 0
      return count == 1 ? text : "\(text) (\(count) times)"
    }
  }
}

/// A format that can be imported.
package enum ImportFormat: String, CaseIterable, Sendable {
  case json, ndjson, csv, ics

  func reader(
    _ file: InputFile, _ options: ImportOptions, _ events: KnownEvents
  ) -> any RecordReader {
    switch self {
    case .json, .ndjson: JSONTripReader(file, options)
    case .csv: CSVTripReader(file, options)
    case .ics: ICSTripReader(file, options, events)
    }
  }

  /// The format with this file extension; nil if there is none.
  init?(fileName: String) {
    guard let format = ExportFormat(fileName: fileName) else { return nil }
    self.init(rawValue: format.rawValue)
  }

  /// Detects the format from the first bytes of a file.
  ///
  /// - Throws: `ImportProblem` if it is none of them.
  init(detecting start: [UInt8]) throws(ImportProblem) {
    let text = start.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    if start.starts(with: "SQLite format 3".utf8) { throw .database }
    if let reason = Self.foreign(start) { throw ImportProblem(line: 1, reason, isFatal: true) }
    switch text.first {
    case UInt8(ascii: "["), UInt8(ascii: "{"): self = .json
    default:
      let word = String(decoding: text.prefix(15), as: UTF8.self).uppercased()
      self = word == "BEGIN:VCALENDAR" ? .ics : .csv
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
    return start.contains(0) ? "the file is neither JSON, CSV nor iCalendar" : nil
  }
}
