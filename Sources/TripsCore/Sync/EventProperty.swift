/// The properties of iCalendar in which the columns of a trip, its items and its stay travel.
enum EventProperty {
  static let kind = "X-TRIPS-KIND"
  /// The kind of a trip that an undo has taken out of the store that had marked its event: to others it
  /// may be a trip still.
  static let formerKind = "X-TRIPS-FORMER-KIND"
  static let item = "X-TRIPS-ITEM"
  /// `EventFile.home`.
  static let offset = "X-TRIPS-OFFSET"
  static let stayKind = "STAY"
  /// Where a trip has none: an empty property, or a missing one, may be the doing of a server.
  static let none = "none"

  /// Marks what an event had lost and its writer wrote again, with the digest of what that one knew
  /// (`EventBase`). Somebody may have changed it before it was lost: where another device knew otherwise,
  /// that is a conflict and no change.
  static let restored = "X-RESTORED"

  /// `WrittenText`.
  static let text = "X-TRIPS-TEXT"

  /// As its value: nobody knows what it was, in an event that a stranger had made.
  static let nobody = "TRUE"

  /// The digests of the titles of items that were removed, the last ones of many: another title in their
  /// place is not theirs.
  static let removed = "X-TRIPS-REMOVED"
  private static let mostRemoved = 100
  /// The parameter with those of the titles that an item had before.
  static let formerTitles = "X-FORMER"
  private static let mostFormer = 8
  /// The parameter with the number of the items, where there are several.
  static let count = "X-OF"
  /// The parameter with the place of an item in its list, from 1: the store has another order, and some
  /// servers sort the lines.
  static let place = "X-AT"

  /// The column and the property of each value of a trip that iCalendar has no word for, and the kind
  /// of trip that alone has it: one that a later schema adds travels too.
  static let others: [(column: String, property: String, owner: TripType?)] =
    [(Fact.perdiem, ICSEvent.perdiem, TripColumn.perdiemMinor.declaration.type)]
    + TripColumn.allCases.map(\.declaration).compactMap { column in
      column.iCalendar.flatMap { $0.hasPrefix("X-") ? (column.name, $0, column.type) : nil }
    }

  /// The column and the parameter of each value of an item but its title and details.
  static let itemFlags: [(column: String, parameter: String)] =
    ItemColumn.allCases.compactMap { column in
      column.declaration.iCalendar.map { (column.name, $0) }
    }

  /// All that are ours alone.
  static let ours = Set(
    [kind, formerKind, offset, item, text, removed, EventBase.property] + others.map(\.property))

  /// The content lines in which the facts of a trip travel that iCalendar has no word for.
  ///
  /// - Parameters:
  ///   - reading: what the event says; nil for a new one.
  ///   - base: what is known of the trip, where the event is a new one in the place of another.
  ///   - returned: the items that an undo or an import has brought back.
  static func lines(
    of trip: TripFacts, over reading: EventReading? = nil, since base: TripFacts? = nil,
    returned: Set<Int64> = []
  ) -> [String] {
    func mark(_ column: String, _ property: String) -> String {
      guard let reading, reading.lost.contains(property) else { return "" }
      let lineage = reading.lineage(
        reading.origins[property],
        of: [reading.reference, reading.facts, trip].map { $0?.values[column] })
      return ";\(restored)=\(lineage)"
    }
    var lines = ["\(kind)\(mark("type", kind)):\(trip.type.rawValue.uppercased())"]
    /// What it had, or may have got, as a trip of another kind, and had lost: somebody may have changed that.
    func isGone(_ column: String, _ property: String, _ owner: TripType?) -> Bool {
      guard let reading, reading.lost.contains(property) else { return false }
      return (reading.origins[property] ?? reading.reference?.values[column]) != nil
        || (owner != nil && reading.reference?.type == owner)
    }
    for (column, property, owner) in others
    where owner ?? trip.type == trip.type || isGone(column, property, owner) {
      let text = ICSWriter.escaped(trip.written(column) ?? none)
      lines.append("\(property)\(mark(column, property)):\(text)")
    }
    let count = trip.items.count
    guard let reading else {
      let known = (base?.items ?? []).byID
      let base = base.flatMap { EventBase(writing: trip, since: $0).line }
      let items = trip.items.enumerated().map { place, item in
        let title = item.id.flatMap { known[$0]?.title }
        let former = title == item.title ? [] : [title].compactMap { $0.map(Lineage.digest) }
        return line(item, at: place, of: count, former: former)
      }
      return lines + items + [base].compactMap(\.self)
    }
    let known = (reading.reference?.items ?? []).byID
    let read = reading.facts.items.byID
    let ids = Set(trip.items.compactMap(\.id))
    // Of what is new here, or was removed and lives on, the title tells which it is.
    let others = Dictionary(
      reading.facts.items.filter { $0.id.map(ids.contains) != true }.map { ($0.title, $0) },
      uniquingKeysWith: { $1 })
    var eventBase = reading.base(saying: trip) ?? EventBase()
    for (place, item) in trip.items.enumerated() {
      let same = item.id.flatMap { read[$0] }
      let old = same ?? others[item.title]
      let base = [item.id, old?.id].compactMap { $0.flatMap { known[$0] } }.first
      var former = old?.formerTitles ?? []
      if let title = (old ?? base)?.title, title != item.title {
        former.append(Lineage.digest(title))
      }
      var mark = ""
      if let old, old.isLost {
        let facts = [base?.unshown, old.unshown, item.unshown]
        mark = ";\(restored)=\(reading.lineage(old.origin, of: facts))"
      } else if same == nil, base != nil || item.id.map(returned.contains) == true {
        // The event had lost it as a whole.
        eventBase.add(item, since: base)
      } else if same == nil, !reading.isMarked, reading.hasBase {
        // Nor is it known whether another device had told of it before.
        mark = ";\(restored)=\(Lineage(nobody).adding(item.unshown))"
      }
      lines.append(line(item, at: place, of: count, former: former, mark: mark))
    }
    // Items of one title are told of together.
    for item in trip.items where eventBase.tells(of: item.title) { eventBase.add(item) }
    return lines + [eventBase.line].compactMap(\.self) + line(ofRemoved: reading, over: trip)
  }

  private static func line(ofRemoved reading: EventReading, over trip: TripFacts) -> [String] {
    let (titles, ids) = (Set(trip.items.map(\.title)), Set(trip.items.compactMap(\.id)))
    let removed = (reading.facts.items + reading.known).filter { item in
      item.id.map { !ids.contains($0) } ?? false && !titles.contains(item.title)
    }.flatMap { $0.formerTitles + [Lineage.digest($0.title)] }
    let present = Set(titles.map { Lineage.digest($0) })
    var digests: [String] = []
    for digest in reading.removed + removed
    where !present.contains(digest) && !digests.contains(digest) {
      digests.append(digest)
    }
    digests = digests.suffix(mostRemoved)
    return digests.isEmpty ? [] : ["\(Self.removed):" + digests.joined(separator: " ")]
  }

  /// X-LENGTH tells an item that a server has cut, X-OF a list of which a program keeps one line alone, as
  /// those do that know one property of a name.
  ///
  /// - Parameters:
  ///   - place: in the list, from 0.
  ///   - count: of the items of the trip.
  ///   - titles: the digests of those that it had before.
  private static func line(
    _ row: RowFacts, at place: Int, of count: Int, former titles: [String], mark: String = ""
  ) -> String {
    let details = row.values["details"] ?? ""
    let text = details.isEmpty ? row.title : row.title + "\n" + details
    let flags = itemFlags.map { ";\($1)=\(row.values[$0] == Fact.yes ? "TRUE" : "FALSE")" }
    let order = count > 1 ? ";\(self.count)=\(count);\(self.place)=\(place + 1)" : ""
    let former =
      titles.isEmpty ? "" : ";\(formerTitles)=\(titles.suffix(mostFormer).joined(separator: "."))"
    return item + flags.joined() + order + former + mark
      + ";X-LENGTH=\(text.utf8.count):" + ICSWriter.escaped(text)
  }
}

extension RowFacts {
  /// The values but for those that the description shows.
  var unshown: [String: String] { values.filter { $0.key != "title" && $0.key != "isDone" } }
}
