import Platform
internal import SQLite

// The form in which an event returns the values of a row. Other programs may store text that no
// command accepts.

extension StoredText {
  /// The text as an event returns it.
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

extension StoredColumn {
  /// The columns that a person reads: not a row's identity, nor a currency, which belongs to its
  /// amount.
  static var stated: [Self] {
    allCases.filter { $0.isValue && !$0.declaration.isCurrency }
  }

  /// Whether it is a value, and does not identify the row.
  var isValue: Bool {
    if case .identifier = declaration.content { return false }
    return name != "uid"
  }

  /// The row with each text as its event returns it.
  static func inEvents(_ row: [SQLiteValue]) -> [SQLiteValue] {
    var result = row
    for column in allCases where column.isValue {
      guard let text = row[column].text else { continue }
      if column.name == TripColumn.perdiemRule.name {
        result[Int(column.rawValue)] = TripColumn.rule(text, in: row)
      } else if let kind = column.declaration.text {
        result[Int(column.rawValue)] = kind.inEvents(text).sqliteValue
      }
    }
    return result
  }

  /// Whether two rows have the same values in events.
  static func areEqual(_ one: [SQLiteValue], _ other: [SQLiteValue]) -> Bool {
    let (one, other) = (inEvents(one), inEvents(other))
    return !allCases.contains { $0.isValue && one[$0] != other[$0] }
  }
}

extension TripColumn {
  /// A rule in its stored form; NULL for the default.
  ///
  /// - Parameter row: a row with the currency of the per diem.
  static func rule(_ text: String, in row: [SQLiteValue]) -> SQLiteValue {
    let currency = row[TripColumn.perdiemCurrency].text.map { Currency(stored: $0) }
    guard let rule = try? PerDiemRule(text, currency: currency ?? .unknown) else {
      return text.sqliteValue
    }
    if rule == .full { return .null }
    return (currency.map { rule.text(exponent: $0.exponent) } ?? rule.textWithoutCurrency)
      .sqliteValue
  }

  /// The formula of a trip's per diem; nil without one.
  static func estimate(of row: [SQLiteValue]) -> String? {
    let trip = try? Trip.read([max(row.id, 1).sqliteValue] + row.dropFirst()) as? BusinessTrip
    return trip?.estimate?.formula
  }

  static func type(of row: [SQLiteValue]) -> TripType {
    TripType(rawValue: row.text(TripColumn.type)) ?? .plain
  }
}

extension StayColumn {
  /// The days on which the nights of a stay begin, or the one day of a day room. A stay without dates
  /// has the trip's.
  static func nights(
    of stay: [SQLiteValue], in trip: [SQLiteValue]
  ) -> (first: CalendarDate, last: CalendarDate)? {
    let dates =
      stay[StayColumn.startDate].isNull
      ? [trip.text(TripColumn.startDate), trip.text(TripColumn.endDate)]
      : [stay.text(StayColumn.startDate), stay.text(StayColumn.endDate)]
    guard let start = CalendarDate(dates[0]), let end = CalendarDate(dates[1]) else { return nil }
    return (start, end > start ? end.adding(days: -1) ?? end : end)
  }
}
