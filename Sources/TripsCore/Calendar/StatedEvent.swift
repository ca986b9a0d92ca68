import Platform

/// The facts that an event states, before anything else is known about its trip.
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
  /// The stated facts of a trip, without the description.
  private(set) var facts: Facts = [:]
  /// The stated facts of a stay, if it may be one.
  private(set) var stay: Facts = [:]
  /// The stated facts of an item, if it may be one, without the description.
  private(set) var item: Facts = [:]
  /// Nil if its dates cannot be read; `daysProblem` says why.
  private(set) var days: EventDays?
  private(set) var daysProblem: String?
  /// Its dates and times as written.
  let times: String
  /// A digest of its items' properties.
  let itemLines: String
  /// With LF as line breaks; nil without one.
  private(set) var description: String?
  private(set) var items: [StatedItem] = []
  let isCancelled: Bool
  let version: EventVersion
  let title: String

  /// - Parameters:
  ///   - lines: the event's own properties.
  ///   - zone: the local time zone, for times in UTC.
  init(_ lines: [ICSLine], _ zone: ZoneClock) {
    var first: [String: ICSLine] = [:]
    for line in lines.reversed() { first[line.name] = line }
    uid = first["UID"].map(Fact.uid) ?? ""
    isCancelled = first["STATUS"]?.word == "CANCELLED"
    version = EventVersion(
      sequence: first["SEQUENCE"].flatMap { Int($0.value) } ?? 0,
      stamp: first["DTSTAMP"]?.value.uppercased() ?? "",
      modified: first["LAST-MODIFIED"]?.value.uppercased() ?? "")
    title = first["SUMMARY"]?.text.trimmingWhitespace() ?? ""
    times = ["DTSTART", "DTEND", "DURATION"].compactMap { name in
      first[name].map { "\(name);\($0.parameters["TZID"] ?? ""):\($0.value)" }
    }.joined(separator: "\n")
    let ofItems = lines.filter { $0.name == EventCodec.item }
    var sum = FNV1a()
    for line in ofItems {
      for (name, value) in line.parameters.sorted(by: { $0.key < $1.key }) {
        sum.add("\(name)=\(value);".utf8)
      }
      sum.add(":\(line.value)\n".utf8)
    }
    itemLines = ofItems.isEmpty ? "" : sum.digits
    let mark = first[EventCodec.kind]?.word
    // A server may have dropped everything but the UID.
    let known: Kind? =
      if TripColumn.made(uid) { .trip } else if StayColumn.made(uid) { .stay } else {
        ItemColumn.made(uid) ? .item : nil
      }
    let part = [Kind.stay, .item].first { $0.mark == mark }
    kind = part ?? (mark == nil ? known ?? .other : .trip)
    owner = first["RELATED-TO"].map(Fact.uid)
    do throws(ValueError) {
      days = try EventDays(zone) { first[$0] }
    } catch {
      daysProblem = error.description
    }
    description = first["DESCRIPTION"].map { StoredText.unifyingLineBreaks($0.text) }
    if kind != .trip {
      stay = Self.read(StayColumn.self, first)
      item = Self.read(ItemColumn.self, first)
      if let days {
        item["date"] = days.first.description
        item["time"] = days.time ?? ""
      }
    }
    if kind.isPart { return }
    facts = Self.read(TripColumn.self, first)
    if let days {
      facts["startDate"] = days.first.description
      facts["endDate"] = days.last.description
    }
    items = ofItems.map { StatedItem($0) }
  }

  private static func read<Column: StoredColumn>(
    _ columns: Column.Type, _ first: [String: ICSLine]
  ) -> Facts {
    var facts: Facts = [:]
    for column in columns.stated {
      guard let property = column.declaration.iCalendar, let line = first[property] else {
        continue
      }
      if column.declaration.isFlag {
        // STATUS counts only in our own events.
        let states = [
          "CONFIRMED": Fact.yes, "TENTATIVE": Fact.no, "CANCELLED": Fact.no, "TRUE": Fact.yes,
          "FALSE": Fact.no,
        ]
        facts[column.fact] = states[line.word]
      } else if EventCodec.isExtension(property), line.text == EventCodec.none {
        facts[column.fact] = ""
      } else {
        facts[column.fact] = canonical(line.text, column, facts)
      }
    }
    return facts
  }

  /// The text in the normalised form for comparison; invalid values are unchanged.
  private static func canonical(
    _ text: String, _ column: some StoredColumn, _ facts: Facts
  ) -> String {
    if let kind = column.declaration.text { return Fact.text(text, kind) }
    if column.declaration.isAmount { return Fact.money(text)?.description ?? text }
    switch column.fact {
    case "type": return text.lowercased()
    case "perdiemRule": return Fact.rule(text, perdiem: facts["perdiem"])
    default: return text
    }
  }
}

/// The content of an `X-TRIPS-ITEM`.
struct StatedItem {
  let key: String?
  private(set) var facts: Facts = [:]
  /// Whether a server has cut its text, so that later values are missing.
  let isCut: Bool

  init(_ line: ICSLine) {
    let text = line.text
    key = line.parameters[EventCodec.key]
    isCut = line.parameters[EventCodec.length].map { $0 != String(text.utf8.count) } ?? false
    let parts = text.unicodeScalars.split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    if !isCut || parts.count == 2 { facts["title"] = Fact.text(parts[0], .title) }
    if !isCut { facts["details"] = parts.count == 2 ? Fact.text(parts[1], .details) : "" }
    for column in ItemColumn.stated {
      guard let name = EventCodec.parameter(of: column), let value = line.parameters[name] else {
        continue
      }
      facts[column.fact] =
        column.declaration.isFlag
        ? (value.uppercased() == "TRUE" ? Fact.yes : Fact.no)
        : value == EventCodec.none ? "" : value
    }
    // An item with a date has an event of its own; release 1.0.0 wrote it here.
    for (fact, name) in ["date": "X-DATE", "time": "X-TIME"] {
      facts[fact] = line.parameters[name].flatMap { $0 == EventCodec.none ? nil : $0 } ?? ""
    }
  }

  var title: String? { facts["title"] }
}
