import Platform
internal import SQLite

/// Maps the values of a trip, of a stay and of an item to the properties of their events.
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

  /// All properties that only this program uses.
  static let own: Set<String> = {
    let properties =
      TripColumn.allCases.compactMap(\.declaration.iCalendar)
      + StayColumn.allCases.compactMap(\.declaration.iCalendar)
      + ItemColumn.allCases.compactMap(\.declaration.iCalendar)
    return Set(properties.filter(isExtension) + [item])
  }()

  static func isExtension(_ property: String) -> Bool { property.utf8.starts(with: "X-".utf8) }

  /// The parameter of an item without a date: `X-COST` for `X-TRIPS-COST`.
  static func parameter(of column: ItemColumn) -> String? {
    if column == .isDone { return "X-DONE" }
    if column.declaration.isDate || column == .endTime { return nil }
    return column.declaration.iCalendar?.rest(after: "X-TRIPS-").map { "X-\($0)" }
  }

  /// A uid for an item that was typed in a calendar, from its trip and its title, so that devices
  /// that read it there give it the same one.
  ///
  /// - Parameter taken: the uids of other items.
  static func uid(
    ofItem title: String, inTripWithUID uid: String, taken: Set<String>
  ) -> String {
    var count = 0
    while true {
      var sum = FNV1a()
      sum.add("\(uid)\n\(title)\n\(count)".utf8)
      let key = ItemColumn.entity.uidPrefix + sum.digits
      if !taken.contains(key) { return key }
      count += 1
    }
  }

  /// The content lines of a row in our own properties.
  fileprivate static func lines<Column: StoredColumn>(
    _ columns: Column.Type, _ row: [SQLiteValue], of type: TripType = .plain
  ) -> [String] {
    columns.stated.compactMap { column in
      guard let property = column.declaration.iCalendar, isExtension(property),
        column.declaration.type ?? type == type
      else { return nil }
      return "\(property):" + ICSWriter.escaped(written(column, of: row))
    }
  }

  private static func written(_ column: some StoredColumn, of row: [SQLiteValue]) -> String {
    if column.declaration.isFlag { return row[column] == true.sqliteValue ? "TRUE" : "FALSE" }
    if column.declaration.isAmount { return column.money(in: row)?.description ?? none }
    let text = row[column].text ?? ""
    if text.isEmpty { return none }
    return column.name == TripColumn.type.name ? text.uppercased() : text
  }

  fileprivate static func line(of item: [SQLiteValue]) -> String {
    let title = ItemColumn.inEvents(item).text(ItemColumn.title)
    let details = ItemColumn.inEvents(item).text(ItemColumn.details)
    let text = details.isEmpty ? title : title + "\n" + details
    let parameters = ItemColumn.stated.compactMap { column -> String? in
      guard let name = parameter(of: column) else { return nil }
      let value = written(column, of: item)
      return ";\(name)=" + (value.utf8.contains(UInt8(ascii: " ")) ? "\"\(value)\"" : value)
    }
    return Self.item + ";\(key)=\(item.text(ItemColumn.uid))" + parameters.joined()
      + ";\(length)=\(text.utf8.count):" + ICSWriter.escaped(text)
  }
}

// MARK: - Writing

/// The time at which an event was written, and the number of its changes.
struct EventStamp {
  /// UTC, `20261120T101500Z`.
  let timestamp: String
  var sequence: Int64 = 0
}

/// The rows that an event states.
enum EventRows {
  /// With its items without a date.
  case trip([SQLiteValue], items: [[SQLiteValue]])
  case stay([SQLiteValue], of: [SQLiteValue])
  /// With a date.
  case item([SQLiteValue], of: [SQLiteValue])

  fileprivate var uid: String {
    switch self {
    case .trip(let row, _): row.text(TripColumn.uid)
    case .stay(let row, _): row.text(StayColumn.uid)
    case .item(let row, _): row.text(ItemColumn.uid)
    }
  }
}

/// Our events state every value, even empty ones, because other devices ignore missing ones.
extension EventFile {
  /// A new event.
  init(_ rows: EventRows, _ stamp: EventStamp, lineEnd: String = "\n") {
    self.init(newWithUID: rows.uid, lineEnd: Array(lineEnd.utf8))
    set("DTSTAMP", "DTSTAMP:\(stamp.timestamp)")
    set("SEQUENCE", "SEQUENCE:\(stamp.sequence)")
    put(rows, .utc)
    switch rows {
    case .trip(let trip, _) where TripColumn.type(of: trip) == .business:
      set("TRANSP", "TRANSP:OPAQUE")
    case .trip: set("TRANSP", "TRANSP:TRANSPARENT")
    case .stay: finish(.stay)
    case .item: finish(.item)
    }
  }

  private mutating func finish(_ kind: StatedEvent.Kind) {
    set("CATEGORIES", "CATEGORIES:\(kind.mark)")
    set("TRANSP", "TRANSP:TRANSPARENT")
  }

  /// Writes the values of rows into their event. Properties that already state them keep their
  /// bytes.
  mutating func put(_ rows: EventRows, _ zone: ZoneClock) {
    switch rows {
    case .trip(let trip, let items): put(trip: trip, items: items, zone)
    case .stay(let stay, let trip): put(stay: stay, of: trip, zone)
    case .item(let item, let trip): put(item: item, of: trip, zone)
    }
  }

  private mutating func put(trip: [SQLiteValue], items: [[SQLiteValue]], _ zone: ZoneClock) {
    if let start = CalendarDate(trip.text(TripColumn.startDate)),
      let end = CalendarDate(trip.text(TripColumn.endDate))
    {
      move(to: start, through: end, zone)
    }
    putTexts(TripColumn.self, trip)
    let text = EventText(trip, items: items).text(estimate: TripColumn.estimate(of: trip))
    putDescription(text)
    putCategory(of: TripColumn.type(of: trip))
    let own = EventCodec.lines(TripColumn.self, trip, of: TripColumn.type(of: trip))
    setAll(EventCodec.own, own + items.map(EventCodec.line))
  }

  private mutating func put(stay: [SQLiteValue], of trip: [SQLiteValue], _ zone: ZoneClock) {
    if let nights = StayColumn.nights(of: stay, in: trip),
      (try? days(zone)).map({ $0.ofNights != nights }) ?? true
    {
      move(to: nights.first, through: nights.last, zone)
    }
    putTexts(StayColumn.self, stay)
    putOwner(trip)
    let isConfirmed = stay[StayColumn.isConfirmed] == true.sqliteValue
    let status = isConfirmed ? "CONFIRMED" : "TENTATIVE"
    if first("STATUS")?.word != status { setValue("STATUS", status) }
    setAll(
      EventCodec.own,
      ["\(EventCodec.kind):\(StatedEvent.Kind.stay.mark)"] + EventCodec.lines(StayColumn.self, stay)
    )
  }

  private mutating func put(item: [SQLiteValue], of trip: [SQLiteValue], _ zone: ZoneClock) {
    moveItem(item, zone)
    putTexts(ItemColumn.self, item)
    putOwner(trip)
    let old = first("DESCRIPTION").map { ItemText(reading: EventText.visible($0)) }
    let new = ItemText(item)
    if old?.isDone != new.isDone || !EventText.areEqual(old?.details ?? "", new.details) {
      putDescription(new.text)
    }
    setAll(
      EventCodec.own,
      ["\(EventCodec.kind):\(StatedEvent.Kind.item.mark)"] + EventCodec.lines(ItemColumn.self, item)
    )
  }

  /// Records a change to the event's contents.
  mutating func touch(at timestamp: String) {
    let sequence = first("SEQUENCE").flatMap { Int($0.value) } ?? 0
    setValue("SEQUENCE", String(min(max(sequence, 0), Int(Int32.max) - 1) + 1))
    setValue("LAST-MODIFIED", timestamp)
  }

  private mutating func putOwner(_ trip: [SQLiteValue]) {
    let uid = trip.text(TripColumn.uid)
    if first("RELATED-TO").map(StatedEvent.uid) != uid {
      setValue("RELATED-TO", ICSWriter.escaped(uid))
    }
  }

  /// Writes text into the properties that store only one column.
  private mutating func putTexts<Column: StoredColumn>(
    _ columns: Column.Type, _ row: [SQLiteValue]
  ) {
    let row = columns.inEvents(row)
    for column in columns.stated {
      guard let property = column.declaration.iCalendar, let kind = column.declaration.text,
        first(property).map({ kind.inEvents($0.text) }) != row.text(column)
      else { continue }
      putText(
        property, row.text(column),
        otherForms: property == "LOCATION" ? ["X-APPLE-STRUCTURED-LOCATION"] : [])
    }
  }

  private mutating func putDescription(_ text: String) {
    if let old = first("DESCRIPTION"), EventText.areEqual(EventText.visible(old), text) { return }
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

  /// Writes the category `BUSINESS` or `PERSONAL`, unless another program has written others.
  private mutating func putCategory(of type: TripType) {
    func word(_ type: TripType) -> String { type.rawValue.uppercased() }
    let known = [word(.business), word(.personal)]
    let present = own.filter { $0.name == "CATEGORIES" }
    guard present.allSatisfy({ known.contains($0.word) }) else { return }
    set("CATEGORIES", known.contains(word(type)) ? "CATEGORIES:\(word(type))" : nil)
  }
}

// MARK: - Days

extension EventFile {
  func days(_ zone: ZoneClock) throws(ValueError) -> EventDays { try EventDays(zone, first) }

  /// Moves the event of a trip or a stay to other days, as an all-day event.
  mutating func move(
    to first: CalendarDate, through last: CalendarDate, _ zone: ZoneClock
  ) {
    if let days = try? days(zone), days.first == first, days.last == last { return }
    setAll(
      ["DTSTART", "DTEND", "DURATION"],
      ["DTSTART;VALUE=DATE:\(first.compact)", ICSWriter.end(from: first, through: last)])
  }

  /// Moves the event of an item to its day or time. The end is written once, an hour later, and never
  /// read: the length is kept.
  private mutating func moveItem(_ item: [SQLiteValue], _ zone: ZoneClock) {
    guard let date = CalendarDate(item.text(ItemColumn.date)) else { return }
    let time = ClockTime(item.text(ItemColumn.time))
    let days = try? days(zone)
    if let days, days.first == date, days.time == time?.description { return }
    var lines = ["DTSTART;VALUE=DATE:\(date.compact)", ICSWriter.end(from: date, through: date)]
    if let time {
      let minutes = time.minutes + (days?.time == nil ? 60 : (days?.length ?? 0) / 60)
      lines = ["DTSTART:\(date.compact)T\(time.compact)00"]
      // The last hour of 9999-12-31 has no end.
      if let last = date.adding(days: minutes / 1_440) {
        lines.append("DTEND:\(last.compact)T\(ClockTime(minutes: minutes % 1_440).compact)00")
      }
    }
    setAll(["DTSTART", "DTEND", "DURATION"], lines)
  }
}

extension ClockTime {
  /// `0905`, as in iCalendar.
  fileprivate var compact: String {
    String(decoding: description.utf8.filter { $0 != 0x3A }, as: UTF8.self)
  }
}
