import Platform
internal import SQLite

// The one codec of our events: writing facts as properties. Our events state every fact, even an
// empty one.

/// The time at which an event was written, and the number of its changes.
struct EventStamp {
  /// UTC, `20261120T101500Z`.
  let timestamp: String
  var sequence: Int64 = 0
}

extension EventFile {
  /// A new event.
  ///
  /// - Parameters:
  ///   - id: the uid of the row.
  ///   - trip: the dates of the trip, for a row without dates.
  init(
    _ facts: EventFacts, uid: String, id: String, in trip: EventDates?, _ stamp: EventStamp,
    lineEnd: String = "\n"
  ) {
    self.init(newWithUID: uid, lineEnd: Array(lineEnd.utf8))
    set("DTSTAMP", "DTSTAMP:\(stamp.timestamp)")
    set("SEQUENCE", "SEQUENCE:\(stamp.sequence)")
    put(facts, id: id, facts.times(in: trip), over: nil, .utc)
    let isBusy = facts[TripColumn.type] == TripType.business.rawValue
    set("TRANSP", isBusy ? "TRANSP:OPAQUE" : "TRANSP:TRANSPARENT")
  }

  func days(_ zone: ZoneClock) throws(ValueError) -> EventDays { try .read(zone, first) }

  /// Writes the facts of a row into its event. Properties that state them already keep their bytes.
  ///
  /// - Parameters:
  ///   - id: the uid of the row.
  ///   - times: when the event is shown; nil for a row without dates that keeps its days.
  ///   - old: the facts that the event states; nil for a new event.
  mutating func put(
    _ facts: EventFacts, id: String, _ times: EventTimes?, over old: EventFacts?, _ zone: ZoneClock
  ) {
    if let times { put(times, of: facts, over: old, zone) }
    if old?.name != facts.name { putText("SUMMARY", facts.name, otherForms: []) }
    if old?.place != facts.place {
      putText("LOCATION", facts.place, otherForms: ["X-APPLE-STRUCTURED-LOCATION"])
    }
    putDescription(facts, over: old)
    if facts.entity == .trip {
      putCategories(facts, over: old)
    } else {
      if old == nil { set("CATEGORIES", "CATEGORIES:\(OwnProperty.kind(of: facts))") }
      if old?.trip != facts.trip || first("RELATED-TO") == nil {
        setValue("RELATED-TO", ICSWriter.escaped(facts.trip))
      }
    }
    if facts.entity == .stay, old.map({ $0.booked.isEmpty != facts.booked.isEmpty }) ?? true {
      setValue("STATUS", facts.booked.isEmpty ? "TENTATIVE" : "CONFIRMED")
    }
    setAll(ownNames, ownLines(facts, id: id, zone))
  }

  /// Records a change to the event's contents.
  mutating func touch(at timestamp: String) {
    let sequence = first("SEQUENCE").flatMap { Int($0.value) } ?? 0
    setValue("SEQUENCE", String(min(max(sequence, 0), Int(Int32.max) - 1) + 1))
    setValue("LAST-MODIFIED", timestamp)
  }

  /// Marks the event of another program as one of ours that is never deleted.
  mutating func adopt() { set(OwnProperty.adopted, Self.markOfAdoption) }

  static let markOfAdoption = "\(OwnProperty.adopted):TRUE"

  var isAdopted: Bool { first(OwnProperty.adopted) != nil }

  /// Takes our lines out of the event of another program whose row is gone, and marks it so that no
  /// device takes it again.
  mutating func release(_ entity: Entity) {
    if entity == .item, let line = first("DESCRIPTION") {
      putText("DESCRIPTION", EventText(ofItem: EventText.visible(line)).text, otherForms: [])
    }
    remove(["RELATED-TO"])
    setAll(ownNames, ["\(OwnProperty.id):\(OwnProperty.none)"])
  }

  private var ownNames: Set<String> {
    Set(own.map(\.name).filter { $0.begins(with: OwnProperty.prefix) })
      .union([OwnProperty.id])
  }

  /// The properties that only this program uses.
  private func ownLines(_ facts: EventFacts, id: String, _ zone: ZoneClock) -> [String] {
    func line(_ name: String, _ value: String) -> String {
      "\(name):" + ICSWriter.escaped(value.isEmpty ? OwnProperty.none : value)
    }
    var lines = [
      line(OwnProperty.kind, OwnProperty.kind(of: facts)), line(OwnProperty.id, id),
      line(OwnProperty.dates, facts.dates?.text ?? ""),
      line(OwnProperty.shown, (try? days(zone))?.times.text ?? ""),
    ]
    if facts.entity != .trip { lines.append(line(OwnProperty.booked, facts.booked)) }
    if isAdopted { lines.append(line(OwnProperty.adopted, "TRUE")) }
    switch facts.entity {
    case .trip: lines += Self.values(facts, TripColumn.self).map(line)
    case .item: lines += Self.values(facts, ItemColumn.self).map(line)
    case .stay: lines += Self.values(facts, StayColumn.self).map(line)
    }
    return lines
  }

  private static func values<Column: StoredColumn>(
    _ facts: EventFacts, _ columns: Column.Type
  ) -> [(String, String)] {
    let type = TripType(rawValue: facts[TripColumn.type])
    return Column.stated.compactMap { column in
      guard let name = column.declaration.iCalendar, name.begins(with: OwnProperty.prefix),
        name != OwnProperty.kind, column.declaration.type == nil || column.declaration.type == type
      else { return nil }
      let text = facts[column.name]
      if column.declaration.isFlag { return (name, text.isEmpty ? "FALSE" : "TRUE") }
      guard let currency = column.currency, let units = Int64(text) else { return (name, text) }
      let money = Money(minorUnits: units, currency: Currency(stored: facts[currency.name]))
      return (name, money.description)
    }
  }

  // MARK: - Single properties

  /// Moves the event if it does not state these dates, or not on the clock of the place.
  private mutating func put(
    _ times: EventTimes, of facts: EventFacts, over old: EventFacts?, _ zone: ZoneClock
  ) {
    if let days = try? days(zone), let old, old.dates == facts.dates, !days.isInUTC,
      days.times.dates(of: facts.entity) == times.dates(of: facts.entity)
    {
      return
    }
    if let days = try? days(zone), days.times == times, !days.isInUTC { return }
    setAll(["DTSTART", "DTEND", "DURATION"], times.lines)
  }

  /// The box of an item comes first; it is written again if a program has dropped it.
  private mutating func putDescription(_ facts: EventFacts, over old: EventFacts?) {
    let present = first("DESCRIPTION").map(EventText.visible) ?? ""
    let isItem = facts.entity == .item
    let item = EventText(ofItem: present)
    let isDone = !facts[ItemColumn.isDone].isEmpty
    let isStated = StoredText.formed(isItem ? item.text : present) == facts.text
    guard old == nil || !isStated || (isItem && item.isDone != isDone) else { return }
    var lines = facts.text.isEmpty ? [] : [facts.text]
    if isItem { lines.insert(EventText.box(isDone: isDone), at: 0) }
    let text = lines.joined(separator: "\n")
    putText("DESCRIPTION", text, otherForms: ["X-ALT-DESC", "STYLED-DESCRIPTION"])
    // Our text may look like HTML, but is plain text.
    guard HTMLLines.isIn(text), let line = first("DESCRIPTION") else { return }
    set("DESCRIPTION", "DESCRIPTION;FMTTYPE=text/plain:" + line.value)
  }

  /// Removes alternative forms of the text, which some programs show instead.
  private mutating func putText(_ name: String, _ text: String, otherForms: Set<String>) {
    setValue(name, ICSWriter.escaped(text), dropping: ["ALTREP", "FMTTYPE", "X-KDE-TEXTFORMAT"])
    remove(otherForms)
  }

  /// The kind of a trip, its tags, and the categories of other programs that are no tags.
  private mutating func putCategories(_ facts: EventFacts, over old: EventFacts?) {
    let kind = OwnProperty.kind(of: facts)
    let present = own.filter { $0.name == "CATEGORIES" }.flatMap { ICSLine.texts(of: $0.value) }
    let isStated =
      old.map {
        $0[TripColumn.type] == facts[TripColumn.type]
          && $0[TripColumn.tags] == facts[TripColumn.tags]
      }
    if isStated == true, present.contains(where: { OwnProperty.type(ofKind: $0) != nil }) { return }
    let others = present.filter { word in
      OwnProperty.type(ofKind: word) == nil && (try? TagList(words: [word])) == nil
    }
    let words = [kind] + TagList(stored: facts[TripColumn.tags]).words + others
    setAll(["CATEGORIES"], ["CATEGORIES:" + words.map(ICSWriter.escaped).joined(separator: ",")])
  }
}
