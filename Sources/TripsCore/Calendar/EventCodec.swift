import Platform

/// Maps the facts of a trip, of a stay and of an item with a date to the properties of their events.
///
/// Export, import and sync all write and read events here. Values without an iCalendar property go
/// into `X-TRIPS-` properties, according to the declared columns.
enum EventCodec {
  /// Marks every event of this program.
  static let kind = "X-TRIPS-KIND"
  static let item = "X-TRIPS-ITEM"
  static let productID = "-//trips//trips//EN"
  /// Represents an empty value: a server may drop an empty property, which then states nothing.
  static let none = "none"
  /// The parameter with the length in bytes of an item's text: servers cut long values.
  static let length = "X-LENGTH"
  static let key = "X-ID"
  /// Further properties that release 1.0.0 wrote.
  static let obsolete: Set = [
    "X-TRIPS-BASE", "X-TRIPS-TEXT", "X-TRIPS-FORMER-KIND", "X-TRIPS-REMOVED", "X-TRIPS-OFFSET",
  ]

  /// All properties that only this program uses.
  static let own: Set<String> = {
    let properties =
      TripColumn.allCases.compactMap(\.declaration.iCalendar)
      + StayColumn.allCases.compactMap(\.declaration.iCalendar)
      + ItemColumn.allCases.compactMap(\.declaration.iCalendar)
    return obsolete.union(properties.filter(isExtension)).union([item])
  }()

  static func isExtension(_ property: String) -> Bool { property.utf8.starts(with: "X-".utf8) }

  /// The parameter of an item without a date: `X-COST` for `X-TRIPS-COST`.
  static func parameter(of column: ItemColumn) -> String? {
    if column == .isDone { return "X-DONE" }
    return column.declaration.iCalendar?.rest(after: "X-TRIPS-").map { "X-\($0)" }
  }

  /// Gives each item without a key one derived from the trip and its title, so that devices that
  /// read the item only in the list give it the same key.
  static func addKeys(to items: inout [RowFacts], ofTripWithUID uid: String) {
    var keys = Set(items.compactMap(\.key))
    for index in items.indices where items[index].key == nil {
      var count = 0
      repeat {
        var sum = FNV1a()
        sum.add("\(uid)\n\(items[index].title)\n\(count)".utf8)
        items[index].key = ItemColumn.uidPrefix + sum.digits
        count += 1
      } while !keys.insert(items[index].key ?? "").inserted
    }
  }

  /// The content lines of a trip in our own properties; `X-TRIPS-KIND` is first.
  static func ownLines(of trip: TripFacts) -> [String] {
    lines(TripColumn.self, trip.values, of: trip.type) + trip.listed.map(line)
  }

  /// The content lines of a stay or an item in our own properties.
  static func ownLines<Column: StoredColumn>(
    of row: Facts, _ part: StatedEvent.Kind, _ columns: Column.Type
  ) -> [String] {
    ["\(kind):\(part.mark)"] + lines(columns, row, of: .plain)
  }

  private static func lines<Column: StoredColumn>(
    _ columns: Column.Type, _ values: Facts, of type: TripType
  ) -> [String] {
    columns.stated.compactMap { column in
      guard let property = column.declaration.iCalendar, isExtension(property),
        column.declaration.type ?? type == type
      else { return nil }
      return "\(property):" + ICSWriter.escaped(written(column, of: values))
    }
  }

  private static func written(_ column: some StoredColumn, of values: Facts) -> String {
    let value = values[column.fact] ?? ""
    if column.declaration.isFlag { return value == Fact.yes ? "TRUE" : "FALSE" }
    if value.isEmpty { return none }
    switch column.fact {
    case "type": return value.uppercased()
    case "perdiemRule": return Fact.storedRule(value, perdiem: values["perdiem"])
    default: return value
    }
  }

  private static func line(_ item: RowFacts) -> String {
    let details = item.values["details"] ?? ""
    let text = details.isEmpty ? item.title : item.title + "\n" + details
    let parameters = ItemColumn.stated.compactMap { column -> String? in
      guard let name = parameter(of: column), let value = item.values[column.fact] else {
        return nil
      }
      guard column.declaration.isFlag else {
        return ";\(name)=" + (value.isEmpty ? none : "\"\(value)\"")
      }
      return ";\(name)=\(value == Fact.yes ? "TRUE" : "FALSE")"
    }
    return Self.item + (item.key.map { ";\(key)=\($0)" } ?? "") + parameters.joined()
      + ";\(length)=\(text.utf8.count):" + ICSWriter.escaped(text)
  }
}

extension TripFacts {
  /// The first and last day of a stay: its nights, or the one day of a day room. A stay without
  /// dates has the trip's.
  func days(ofStay stay: Facts) -> (first: CalendarDate, last: CalendarDate)? {
    let dates = stay["startDate"] ?? "" == "" ? values : stay
    guard let start = dates["startDate"].flatMap({ CalendarDate($0) }),
      let end = dates["endDate"].flatMap({ CalendarDate($0) })
    else { return nil }
    return (start, end > start ? end.adding(days: -1) ?? end : end)
  }
}

// MARK: - Writing

/// The time at which an event was written, and the number of its changes.
struct EventStamp {
  /// UTC, `20261120T101500Z`.
  let timestamp: String
  var sequence: Int64 = 0
}

/// Our events state every fact, even empty ones, because other devices ignore missing facts.
extension EventFile {
  /// A new event of a trip.
  init(trip: TripFacts, uid: String, _ stamp: EventStamp, text: String, lineEnd: String = "\n") {
    self.init(newWithUID: uid, stamp, lineEnd: lineEnd)
    put(trip, text: text, .utc)
    set("TRANSP", "TRANSP:" + (trip.type == .business ? "OPAQUE" : "TRANSPARENT"))
  }

  /// A new event of a stay, or of an item with a date.
  init(
    _ part: TripPart, of uid: String, _ trip: TripFacts, _ stamp: EventStamp,
    lineEnd: String = "\n"
  ) {
    self.init(newWithUID: part.row.key ?? "", stamp, lineEnd: lineEnd)
    put(part, of: uid, trip, .utc)
    set("CATEGORIES", "CATEGORIES:\(part.kind.mark)")
    set("TRANSP", "TRANSP:TRANSPARENT")
  }

  /// Makes the event state these facts of a trip. Properties that already state them keep their
  /// bytes.
  ///
  /// - Parameter text: the new DESCRIPTION; nil leaves it unchanged.
  mutating func put(_ trip: TripFacts, text: String?, _ zone: ZoneClock) {
    if let start = trip.startDate, let end = trip.endDate { move(to: start, through: end, zone) }
    for column in TripColumn.stated { putText(column, trip.values) }
    if let text { putText("DESCRIPTION", text, otherForms: ["X-ALT-DESC", "STYLED-DESCRIPTION"]) }
    putCategory(of: trip.type)
    setAll(EventCodec.own, EventCodec.ownLines(of: trip))
  }

  /// Makes the event state these facts of a stay, or of an item with a date.
  ///
  /// - Parameter uid: the trip's uid.
  mutating func put(_ part: TripPart, of uid: String, _ trip: TripFacts, _ zone: ZoneClock) {
    if part.kind == .stay { putNights(part.row, trip, zone) } else { putMoment(part.row, zone) }
    if first("RELATED-TO").map({ Fact.text($0.text, .uid) }) != uid {
      setValue("RELATED-TO", ICSWriter.escaped(uid))
    }
    if part.kind == .stay {
      put(part, StayColumn.self)
      putStatus(part.row)
    } else {
      put(part, ItemColumn.self)
      putItemText(part.row)
    }
  }

  private mutating func put<Column: StoredColumn>(_ part: TripPart, _ columns: Column.Type) {
    for column in columns.stated { putText(column, part.row.values) }
    setAll(EventCodec.own, EventCodec.ownLines(of: part.row.values, part.kind, columns))
  }

  private mutating func putItemText(_ item: RowFacts) {
    let old = first("DESCRIPTION").map { ItemText(reading: ItemText.plain($0.text)) }
    let new = ItemText(item)
    if old?.isDone == new.isDone, old?.details == EventText.plain(new.details, isHTML: false) {
      return
    }
    putText("DESCRIPTION", new.text, otherForms: ["X-ALT-DESC", "STYLED-DESCRIPTION"])
  }

  private mutating func putStatus(_ stay: RowFacts) {
    let isConfirmed = stay.values[StayColumn.isConfirmed.fact] == Fact.yes
    let states = isConfirmed ? ["CONFIRMED"] : ["TENTATIVE", "CANCELLED"]
    if !states.contains(first("STATUS")?.value.uppercased() ?? "") { setValue("STATUS", states[0]) }
  }

  private mutating func putNights(_ stay: RowFacts, _ trip: TripFacts, _ zone: ZoneClock) {
    if let nights = trip.days(ofStay: stay.values) {
      let days = try? days(zone)
      if days.map({ $0.ofNights != nights }) ?? true {
        // An event with times includes the day of the check-out.
        let isDayRoom =
          stay.values["startDate"] ?? "" != "" && stay.values["startDate"] == stay.values["endDate"]
        let checkOut = days?.isWholeDays == false && !isDayRoom ? nights.last.adding(days: 1) : nil
        move(to: nights.first, through: checkOut ?? nights.last, zone)
      }
    }
  }

  /// Records a change to the event's contents.
  mutating func touch(at timestamp: String) {
    let sequence = first("SEQUENCE").flatMap { Int($0.value) } ?? 0
    setValue("SEQUENCE", String(min(max(sequence, 0), Int(Int32.max) - 1) + 1))
    setValue("LAST-MODIFIED", timestamp)
  }

  private init(newWithUID uid: String, _ stamp: EventStamp, lineEnd: String) {
    self.init(newWithUID: uid, lineEnd: Array(lineEnd.utf8))
    set("DTSTAMP", "DTSTAMP:\(stamp.timestamp)")
    set("SEQUENCE", "SEQUENCE:\(stamp.sequence)")
  }

  /// Puts the text of a column into the property that stores only this column.
  private mutating func putText(_ column: some StoredColumn, _ values: Facts) {
    guard let property = column.declaration.iCalendar, let kind = column.declaration.text,
      let text = values[column.fact]
    else { return }
    if first(property).map({ Fact.text($0.text, kind) }) == text { return }
    putText(
      property, text, otherForms: property == "LOCATION" ? ["X-APPLE-STRUCTURED-LOCATION"] : [])
  }

  /// Alternative forms of a text, which some programs show instead, are removed.
  private mutating func putText(_ name: String, _ text: String, otherForms: Set<String>) {
    setValue(name, ICSWriter.escaped(text), dropping: ["ALTREP", "FMTTYPE", "X-KDE-TEXTFORMAT"])
    remove(otherForms)
  }

  /// Adds `BUSINESS` or `PERSONAL` to other programs' categories.
  private mutating func putCategory(of type: TripType) {
    let kinds = [TripType.business, .personal]
    let (all, own) = (kinds.map(\.category), kinds.filter { $0 == type }.map(\.category))
    var lists = lines.filter { $0.isOwn && $0.property.name == "CATEGORIES" }.map { line in
      (
        header: ICSReader.parts(line.content).joined(separator: ";"),
        values: line.property.list
      )
    }
    if lists.flatMap(\.values).filter(all.contains) == own { return }
    for index in lists.indices { lists[index].values.removeAll(where: all.contains) }
    if lists.isEmpty { lists = [("CATEGORIES", [])] }
    lists[0].values += own
    setAll(
      ["CATEGORIES"],
      lists.filter { !$0.values.isEmpty }.map {
        "\($0.header):" + $0.values.joined(separator: ",")
      })
  }
}

extension TripType {
  fileprivate var category: String { rawValue.uppercased() }
}

extension EventText {
  init(_ trip: TripFacts) {
    notes = trip.notes
    items = trip.listed.map { Item(title: $0.title, isDone: $0.isDone) }
  }
}
