import Platform
internal import SQLite

/// The facts of a trip, an item or a stay: of its row, of its event, or of both as of the last sync.
///
/// Each fact is text as read back from an event, by the name of its column. Empty text, a missing
/// amount and an unset flag count as no value.
struct EventFacts: Equatable {
  let entity: Entity
  private var values: [String: String] = [:]

  /// The uid of the trip of an item or a stay.
  static let trip = "trip"
  /// The booking of an item that is reserved for any day.
  static let anyDay = "any"

  init(of entity: Entity) { self.entity = entity }

  subscript(_ fact: String) -> String {
    get { values[fact, default: ""] }
    set { values[fact] = newValue.isEmpty ? nil : newValue }
  }

  subscript(_ column: some StoredColumn) -> String { self[column.name] }

  var name: String {
    get { self[entity.nameColumn] }
    set { self[entity.nameColumn] = newValue }
  }

  var place: String {
    get { self[entity.placeColumn] }
    set { self[entity.placeColumn] = newValue }
  }

  /// The notes or details.
  var text: String {
    get { self[entity.textColumn] }
    set { self[entity.textColumn] = newValue }
  }

  /// The uid of its trip; empty for a trip.
  var trip: String {
    get { self[Self.trip] }
    set { self[Self.trip] = newValue }
  }

  /// The nights or the day that a confirmation or reservation is for; empty without one.
  var booked: String {
    get { entity.bookingColumn.map { self[$0] } ?? "" }
    set { if let column = entity.bookingColumn { self[column] = newValue } }
  }

  /// Nil for a stay or an item without dates.
  var dates: EventDates? {
    get {
      guard entity == .item else { return EventDates("\(self["startDate"])/\(self["endDate"])") }
      let times = [self[ItemColumn.time], self[ItemColumn.endTime]].map {
        $0.isEmpty ? "" : " \($0)"
      }
      let end = self[ItemColumn.endDate]
      return EventDates(
        self[ItemColumn.date] + times[0] + (end.isEmpty ? "" : "/\(end)\(times[1])"))
    }
    set {
      let (start, end) = (newValue?.start, newValue?.end)
      if entity == .item {
        self["date"] = start?.day.description ?? ""
        self["time"] = start?.time ?? ""
        self["endTime"] = end?.time ?? ""
      } else {
        self["startDate"] = start?.day.description ?? ""
      }
      self["endDate"] = end?.day.description ?? (entity == .item ? "" : self["startDate"])
    }
  }

  /// When the event is shown: a stay without dates on its trip's nights, an item on its trip's first
  /// day. Nil if the trip is unknown.
  func times(in trip: EventDates?) -> EventTimes? {
    if let dates { return EventTimes(dates, of: entity) }
    guard let trip else { return nil }
    return EventTimes(
      entity == .stay ? trip : EventDates(start: trip.start, end: nil), of: entity)
  }

  /// The booking, if it is for the dates of this row; otherwise empty. Giving an item its first
  /// date does not change its day.
  ///
  /// - Parameter trip: the dates of the trip, which a stay without dates has; nil if they are unknown.
  func booked(for row: EventFacts, in trip: EventDates?) -> String {
    if booked.isEmpty { return "" }
    guard let days = row.bookedDays(in: trip) else { return booked }
    return booked == Self.anyDay || booked == days || booked == row.shownNight(in: trip) ? days : ""
  }

  /// The night that the event of a stay without dates shows if its trip has only one day.
  private func shownNight(in trip: EventDates?) -> String? {
    guard entity == .stay, dates == nil, let day = trip?.start.day, trip?.end?.day == day,
      let next = day.adding(days: 1)
    else { return nil }
    return "\(day)/\(next)"
  }

  /// The days that a booking of this row is for.
  func bookedDays(in trip: EventDates?) -> String? {
    if entity == .item { return dates?.start.day.description ?? Self.anyDay }
    return (dates ?? trip)?.text
  }
}

extension Entity {
  var placeColumn: String {
    switch self {
    case .trip: "destination"
    case .item: "place"
    case .stay: "address"
    }
  }

  var textColumn: String { self == .trip ? "notes" : "details" }

  /// The flag that depends on the days.
  var bookingColumn: String? {
    switch self {
    case .trip: nil
    case .item: "hasReservation"
    case .stay: "isConfirmed"
    }
  }

  /// The facts that are merged as one.
  var facts: [[String]] {
    switch self {
    case .trip: Self.factsOfTrips
    case .item: Self.factsOfItems
    case .stay: Self.factsOfStays
    }
  }

  private static let factsOfTrips = TripColumn.facts.map { $0.map(\.name) }
  private static let factsOfItems = ItemColumn.facts.map { $0.map(\.name) } + [[EventFacts.trip]]
  private static let factsOfStays = StayColumn.facts.map { $0.map(\.name) } + [[EventFacts.trip]]
}

// MARK: - Rows

extension EventFacts {
  /// The facts of a row, as read back from its event.
  ///
  /// - Parameters:
  ///   - trip: the uid of its trip.
  ///   - days: the trip's dates, for a stay without dates.
  init<Column: StoredColumn>(
    _ row: [SQLiteValue], _ columns: Column.Type, trip: String = "", on days: EventDates? = nil
  ) {
    self.init(of: Column.entity)
    for column in Column.allCases where column.isValue {
      self[column.name] = column.inEvents(row)
    }
    self.trip = trip
    if !booked.isEmpty { booked = bookedDays(in: days) ?? Self.anyDay }
  }

  /// The value of a column of a row with these facts.
  func value(of column: some StoredColumn) -> SQLiteValue {
    let text = self[column.name]
    if column.declaration.isFlag { return (!text.isEmpty).sqliteValue }
    if text.isEmpty { return column.declaration.initialValue }
    return column.declaration.isNumber ? Int64(text)?.sqliteValue ?? .null : text.sqliteValue
  }

  /// A row with these facts. Values of the row that equal them in an event keep their bytes.
  func row<Column: StoredColumn>(
    _ columns: Column.Type, over row: [SQLiteValue]?, uid: String, _ old: EventFacts?
  ) -> [SQLiteValue] {
    var result = row ?? StatedRow<Column>().row(id: nil, tripID: nil)
    for column in Column.allCases {
      if column.name == "uid", row == nil { result[column.index] = uid.sqliteValue }
      guard column.isValue else { continue }
      let isFlag = column.declaration.isFlag
      let isEqual = old.map {
        isFlag
          ? $0[column.name].isEmpty == self[column.name].isEmpty
          : $0[column.name] == self[column.name]
      }
      if isEqual != true { result[column.index] = value(of: column) }
    }
    return result
  }
}

extension StoredColumn {
  /// The columns that a person reads: neither a row's identity nor a currency, which belongs to its
  /// amount.
  static var stated: [Self] { allCases.filter { $0.isValue && !$0.declaration.isCurrency } }

  /// Whether it is a value, and does not identify the row.
  var isValue: Bool {
    if case .identifier = declaration.content { return false }
    return name != "uid"
  }

  /// The value of a row, as read back from its event.
  fileprivate func inEvents(_ row: [SQLiteValue]) -> String {
    let value = row[self]
    if declaration.isFlag { return value == true.sqliteValue ? "1" : "" }
    guard let text = value.text else { return value.integer.map { String($0) } ?? "" }
    switch declaration.content {
    case .text(let kind): return kind.inEvents(text)
    case .tags: return (try? TagList(text))?.text ?? text
    case .singleDays: return (try? SingleDays(text))?.text ?? text
    case .word where name == TripColumn.perdiemRule.name:
      return TripColumn.rule(text, row[TripColumn.perdiemCurrency].text ?? "")
    default: return text
    }
  }
}

extension TripColumn {
  /// A rule in its stored form; empty for the default.
  ///
  /// - Parameter code: the currency of the per diem; it may be empty.
  static func rule(_ text: String, _ code: String) -> String {
    let currency = code.isEmpty ? nil : Currency(stored: code)
    guard let rule = try? PerDiemRule(text, currency: currency ?? .unknown) else { return text }
    if rule == .full { return "" }
    return currency.map { rule.text(exponent: $0.exponent) } ?? rule.textWithoutCurrency
  }
}

extension StoredText {
  /// The text as read back from an event: other programs may store what no command accepts.
  func inEvents(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in byte >= 0x20 && byte <= 0x7E }
    if isPlain, text.utf8.first != 0x20, text.utf8.last != 0x20 { return text }
    let text = ICSLine.text(of: ICSWriter.escaped(text))
    return Self.formed(allowsLineBreaks ? text : Self.oneLine(text))
  }

  /// Other programs write names and addresses in several lines.
  static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { (0x09...0x0D).contains($0) }) else { return text }
    return text.unicodeScalars.split { (0x0A...0x0D).contains($0.value) }.map { line in
      String(String.UnicodeScalarView(line.map { $0 == "\t" ? " " : $0 }))
    }.joined(separator: ", ")
  }
}
