import Platform

/// What an event states, before anything else is known about its trip.
struct StatedEvent {
  enum Kind: Equatable {
    case trip
    /// The UID of its trip.
    case stay(of: String)
    /// Not written by this program.
    case other
  }

  let uid: String
  let kind: Kind
  /// Only what the event states; the description is not among it.
  private(set) var facts: Facts = [:]
  /// Nil where its dates cannot be read; `daysProblem` says why.
  private(set) var days: EventDays?
  private(set) var daysProblem: String?
  /// Its dates and times as they are written.
  let times: String
  /// A digest of its items' properties.
  let itemLines: String
  /// With LF as its line breaks; nil without one.
  private(set) var description: String?
  private(set) var items: [StatedItem] = []
  let isCancelled: Bool

  /// - Parameters:
  ///   - lines: the event's own properties.
  ///   - zone: where UTC is local.
  init(_ lines: [ICSLine], _ zone: ZoneClock) {
    var first: [String: ICSLine] = [:]
    for line in lines.reversed() { first[line.name] = line }
    uid = first["UID"].map { Fact.text($0.text, .uid) } ?? ""
    isCancelled = first["STATUS"]?.value.uppercased() == "CANCELLED"
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
    kind = Self.kind(first, uid)
    do throws(ValueError) {
      days = try EventDays(zone) { first[$0] }
    } catch {
      daysProblem = error.description
    }
    if case .stay = kind {
      for column in StayColumn.stated { read(column, first) }
    } else {
      for column in TripColumn.stated { read(column, first) }
      if let days {
        facts["startDate"] = days.first.description
        facts["endDate"] = days.last.description
      }
      description = first["DESCRIPTION"].map { StoredText.unifyingLineBreaks($0.text) }
      items = ofItems.map { StatedItem($0) }
    }
  }

  private static func kind(_ first: [String: ICSLine], _ uid: String) -> Kind {
    let owner = first["RELATED-TO"].map { Fact.text($0.text, .uid) } ?? ""
    let mark = first[EventCodec.kind]?.value.uppercased()
    if mark == EventCodec.stay || (!owner.isEmpty && uid == owner + EventCodec.staySuffix) {
      return .stay(of: owner.isEmpty ? self.owner(ofStay: uid) ?? "" : owner)
    }
    return mark == nil ? .other : .trip
  }

  /// The UID of the trip whose stay this is, also where a program has dropped what says so.
  var owner: String? {
    if case .stay(let owner) = kind { owner } else { Self.owner(ofStay: uid) }
  }

  /// The trip whose stay has this UID by default.
  static func owner(ofStay uid: String) -> String? {
    let suffix = EventCodec.staySuffix.utf8
    guard uid.utf8.count > suffix.count, uid.utf8.suffix(suffix.count).elementsEqual(suffix) else {
      return nil
    }
    return String(decoding: uid.utf8.dropLast(suffix.count), as: UTF8.self)
  }

  private mutating func read(_ column: some StoredColumn, _ first: [String: ICSLine]) {
    guard let property = column.declaration.iCalendar, let line = first[property] else { return }
    if column.name == "isConfirmed" {
      switch line.value.uppercased() {
      case "CONFIRMED": facts[column.fact] = Fact.yes
      case "TENTATIVE": facts[column.fact] = Fact.no
      default: break
      }
      return
    }
    let text = line.text
    let isNone = EventCodec.isExtension(property) && text == EventCodec.none
    facts[column.fact] = isNone ? "" : canonical(text, column)
  }

  /// The text in the one form that facts are compared in; what cannot be read is as it is.
  private func canonical(_ text: String, _ column: some StoredColumn) -> String {
    if let kind = column.declaration.text { return Fact.text(text, kind) }
    switch column.fact {
    case "type": return text.lowercased()
    case "perdiem": return Fact.money(text)?.description ?? text
    case "perdiemRule": return Fact.rule(text, perdiem: facts["perdiem"])
    default: return text
    }
  }
}

/// What one `X-TRIPS-ITEM` states.
struct StatedItem {
  let key: String?
  private(set) var facts: Facts = [:]
  /// Whether a server has cut its text: what is behind the cut is not stated.
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
      guard let name = column.declaration.iCalendar, let value = line.parameters[name] else {
        continue
      }
      facts[column.fact] =
        column.declaration.isFlag ? (value.uppercased() == "TRUE" ? Fact.yes : Fact.no) : value
    }
  }

  var title: String? { facts["title"] }
}
