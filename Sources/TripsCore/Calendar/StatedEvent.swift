import Platform
internal import SQLite

/// The values that an event states, before its trip is known.
struct StatedEvent {
  enum Kind: String {
    case trip, stay, item
    /// Not written by this program.
    case other

    /// Whether it belongs to a trip.
    var isPart: Bool { self == .stay || self == .item }

    /// The value of `X-TRIPS-KIND`, and the category, of a part of a trip.
    var mark: String { rawValue.uppercased() }
  }

  let uid: String
  let kind: Kind
  /// The UID of the event that it belongs to, as a stay belongs to its trip (RELATED-TO).
  let owner: String?
  /// Nil if its dates cannot be read; `daysProblem` has the reason.
  private(set) var days: EventDays?
  private(set) var daysProblem: String?
  let isCancelled: Bool
  let version: EventVersion
  let title: String
  /// The items without a date in our own properties.
  let items: [StatedItem]
  /// The description as a person sees it; nil without one.
  let description: String?
  /// The first property of each name.
  let properties: [String: ICSLine]

  /// - Parameters:
  ///   - lines: the event's own properties.
  ///   - zone: the local time zone, for times in UTC.
  init(_ lines: [ICSLine], _ zone: ZoneClock) {
    var first: [String: ICSLine] = [:]
    for line in lines.reversed() { first[line.name] = line }
    properties = first
    uid = first["UID"].map(Self.uid) ?? ""
    isCancelled = first["STATUS"]?.word == "CANCELLED"
    version = EventVersion(
      sequence: first["SEQUENCE"].flatMap { Int($0.value) } ?? 0,
      stamp: first["DTSTAMP"]?.value.uppercased() ?? "",
      modified: first["LAST-MODIFIED"]?.value.uppercased() ?? "")
    title = first["SUMMARY"].map { StoredText.name.inEvents($0.text) } ?? ""
    items = lines.filter { $0.name == EventCodec.item }.map(StatedItem.init)
    description = first["DESCRIPTION"].map(EventText.visible)
    let mark = first[EventCodec.kind]?.word
    // A server may have dropped everything but the UID.
    let known: Kind? =
      if TripColumn.made(uid) { .trip } else if StayColumn.made(uid) { .stay } else {
        ItemColumn.made(uid) ? .item : nil
      }
    let part = [Kind.stay, .item].first { $0.mark == mark }
    kind = part ?? (mark == nil ? known ?? .other : .trip)
    owner = first["RELATED-TO"].map(Self.uid)
    do throws(ValueError) {
      days = try EventDays(zone) { first[$0] }
    } catch {
      daysProblem = error.description
    }
  }

  /// The UID in a line; a digest of one that no row can have.
  static func uid(_ line: ICSLine) -> String {
    guard line.value.utf8.count > StoredText.uid.limit else {
      return StoredText.uid.inEvents(line.text)
    }
    var sum = FNV1a()
    sum.add(line.value.utf8)
    return sum.digits
  }

  /// Whether some properties are written as in another version of the event.
  func isSame(_ names: [String], as other: StatedEvent?) -> Bool {
    guard let other else { return false }
    return !names.contains { name in
      properties[name]?.value != other.properties[name]?.value
        || properties[name]?.parameters["TZID"] != other.properties[name]?.parameters["TZID"]
    }
  }

  func hasSameTimes(as other: StatedEvent?) -> Bool {
    isSame(["DTSTART", "DTEND", "DURATION", "X-MICROSOFT-CDO-ALLDAYEVENT"], as: other)
  }

  func hasSameDescription(as other: StatedEvent?) -> Bool {
    guard let description else { return other != nil }
    return other?.description.map { EventText.areEqual(description, $0) } ?? false
  }

  /// The content lines of an event that this program reads, for the next sync.
  static func relevant(_ file: EventFile) -> String {
    let names = EventCodec.own.union([
      "UID", "SUMMARY", "LOCATION", "DESCRIPTION", "DTSTART", "DTEND", "DURATION", "STATUS",
      "RELATED-TO", "X-MICROSOFT-CDO-ALLDAYEVENT",
    ])
    return file.lines.filter { $0.isOwn && names.contains($0.property.name) }.map(\.content)
      .joined(separator: "\n")
  }

  /// - Parameter relevant: content lines that `relevant` returned.
  init(relevant: String, _ zone: ZoneClock) {
    self.init(EventText.lines(of: relevant).compactMap { ICSReader.parse($0, number: 0) }, zone)
  }
}

/// The content of an `X-TRIPS-ITEM`.
struct StatedItem {
  let line: ICSLine
  let uid: String?
  /// Whether a server has cut its text, so that later values are missing.
  let isCut: Bool

  init(_ line: ICSLine) {
    self.line = line
    uid = line.parameters[EventCodec.key]
    isCut =
      line.parameters[EventCodec.length].map { $0 != String(line.text.utf8.count) } ?? false
  }

  /// The values that it states.
  func row() throws(ValueError) -> StatedRow<ItemColumn> {
    var row = StatedRow<ItemColumn>()
    row.uid = uid
    let parts = line.text.unicodeScalars.split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    if !isCut || parts.count == 2 { try row.set(.title, text: parts[0], ImportOptions()) }
    if !isCut {
      try row.set(.details, text: parts.count == 2 ? parts[1] : "", ImportOptions())
    }
    for column in ItemColumn.stated {
      guard let name = EventCodec.parameter(of: column), let value = line.parameters[name] else {
        continue
      }
      try row.set(column, text: value == EventCodec.none ? "" : value, ImportOptions())
    }
    return try row.inOwnCurrency()
  }
}

extension StatedRow {
  /// The row with the currency that its amount names.
  func inOwnCurrency() throws(ValueError) -> Self {
    do {
      return try resolved(over: nil)
    } catch {
      throw ValueError("\(error)")
    }
  }

  /// Without the values that another row states too.
  func without(_ other: Self) -> Self {
    var row = self
    for column in Column.allCases where column.isValue && row[column] == other[column] {
      row[column] = nil
    }
    return row
  }
}
