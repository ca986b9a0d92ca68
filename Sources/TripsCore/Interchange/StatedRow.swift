internal import SQLite

/// What a file, an event or a command states about a trip, an item or a stay, as checked values by
/// column; nil is not stated.
package struct StatedRow<Column: StoredColumn>: Equatable, Sendable {
  /// In the order of the columns.
  private(set) var values = [SQLiteValue?](repeating: nil, count: Column.allCases.count)
  /// The row's id in the file.
  var id: Int64?
  /// Whether text is kept unchanged, because it comes from a store.
  var isExact = false
  /// An amount as it was typed: the currency may come from the row or its trip.
  package var cost: TripDraft.PlainAmount?
  /// The event of another program that states it.
  var origin: EventOrigin?

  package init() {}

  /// The columns that have a value, with it.
  var given: [(column: Column, value: SQLiteValue)] {
    zip(Column.allCases, values).compactMap { column, value in value.map { (column, $0) } }
  }

  /// Whether no value is given.
  package var isEmpty: Bool { values.allSatisfy { $0 == nil } && cost == nil }

  subscript(column: Column) -> SQLiteValue? {
    get { values[Int(column.rawValue)] }
    set { values[Int(column.rawValue)] = newValue }
  }

  /// Nil for a model without uids.
  var uid: String? {
    get { Column.uid.flatMap { text($0) } }
    set { if let column = Column.uid { self[column] = newValue?.sqliteValue } }
  }

  func text(_ column: Column) -> String? { self[column].flatMap(\.text) }

  func date(_ column: Column) -> CalendarDate? { text(column).flatMap { CalendarDate($0) } }

  /// Sets text that was checked already.
  package mutating func set(_ column: Column, _ text: String?) {
    self[column] = text?.sqliteValue
  }

  package mutating func set(_ column: Column, _ flag: Bool?) {
    self[column] = flag?.sqliteValue
  }

  package mutating func clear(_ column: Column) { self[column] = .null }

  /// The values of a new row, with the default of each column that is not stated.
  func row(id: Int64?, tripID: Int64?) -> [SQLiteValue] {
    zip(Column.allCases, values).map { column, value in
      switch column.name {
      case "id": id?.sqliteValue ?? .null
      case "tripId": tripID?.sqliteValue ?? .null
      case "uid": value ?? Column.newUID().sqliteValue
      default: value ?? column.declaration.initialValue
      }
    }
  }

  /// The values that differ from the row's, except those that identify it.
  func changes(of row: [SQLiteValue]) -> [(column: Column, value: SQLiteValue)] {
    zip(Column.allCases, values).compactMap { column, value in
      if case .identifier = column.content { return nil }
      if column.name == "uid" { return nil }
      return value.flatMap { $0 == row[Int(column.rawValue)] ? nil : (column, $0) }
    }
  }
}

package typealias BucketListDraft = StatedRow<ItemColumn>
package typealias StayDraft = StatedRow<StayColumn>

extension StoredColumn {
  static var uid: Self? { allCases.first { $0.name == "uid" } }

  /// `trip-…`, `item-…` or `stay-…` with 32 random hexadecimal digits, like the schema's default.
  static func newUID() -> String {
    let digits = (0..<2).map { _ in
      let text = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
    return "\(uidPrefix)\(digits.joined())"
  }

  /// Whether a uid was made here: an event of ours is recognised even if a server has dropped
  /// everything else. Other programs' UIDs may begin alike: TripIt has `item-2@tripit.com`.
  static func made(_ uid: String) -> Bool {
    guard let rest = uid.rest(after: uidPrefix) else { return false }
    return rest.utf8.count >= 12 && rest.utf8.allSatisfy("0123456789abcdef-".utf8.contains)
  }

  /// The prefix of uids made here.
  static var uidPrefix: String {
    switch table {
    case TripColumn.table: "trip-"
    case ItemColumn.table: "item-"
    default: "stay-"
    }
  }

  static var cost: Self? { allCases.first { $0.declaration.isAmount } }
}

extension ColumnDeclaration {
  /// The default value of a new row.
  var initialValue: SQLiteValue {
    switch content {
    case .flag: false.sqliteValue
    case .text: "".sqliteValue
    case .word where name == "type": TripType.plain.rawValue.sqliteValue
    default: .null
    }
  }
}

// MARK: - Texts

extension StatedRow {
  /// Checks and sets the text of a column; empty text clears what may be empty.
  mutating func set(
    _ column: Column, text: String, _ options: ImportOptions
  ) throws(ValueError) {
    switch column.content {
    case .currency: break
    case .identifier:
      if column.name == "id" { id = try text.isEmpty ? nil : StatedText.identifier(text) }
    case .flag: set(column, try StatedText.flag(text, column))
    case .text(let rules):
      switch column.name {
      case "uid": set(column, try text.isEmpty ? nil : rules.required(text))
      case "name": set(column, try rules.required(text, isExact: isExact))
      default: set(column, try rules.stored(text, isExact: isExact))
      }
    case .amount: try setCost(text, options)
    // A missing end deletes nothing.
    case .date where text.isEmpty && Column.self == TripColumn.self: break
    case _ where text.isEmpty && column.name == "type": break
    case _ where text.isEmpty: clear(column)
    case .date: set(column, try StatedText.date(text, column, options).description)
    case .time:
      guard let time = ClockTime(text) else {
        throw ValueError("'\(column.name)' must be a time such as 09:05, not '\(text)'")
      }
      set(column, time.description)
    case .integer:
      guard let number = Int64(text) else {
        throw ValueError("'\(column.name)' must be a whole number, not '\(text)'")
      }
      self[column] = number.sqliteValue
    case .word: set(column, try StatedText.word(text, column))
    }
  }

  package mutating func clearCost() {
    guard let column = Column.cost, let currency = column.currency else { return }
    (self[column], self[currency], cost) = (.null, .null, nil)
  }

  /// Sets an amount from a file; empty text clears it.
  mutating func setCost(
    _ text: String, currency code: String = "", _ options: ImportOptions
  ) throws(ValueError) {
    guard !text.isEmpty else { return clearCost() }
    let text = code.isEmpty ? text : "\(text) \(code)"
    do throws(ValueError) {
      cost = try TripDraft.PlainAmount(text, otherwise: options.defaultCurrency, isOfFile: true)
    } catch {
      throw ValueError(
        "the \(Column.amountNoun) '\(text)' is invalid; \(error)",
        remedy: options.decimalMark == nil ? error.remedy : nil)
    }
  }
}

/// Values of files as text.
enum StatedText {
  /// From 1 to 2^53−1, beyond which other programs would round.
  static func identifier(_ text: String, _ field: String = "id") throws(ValueError) -> Int64 {
    guard let id = Store.identifier(text), id < 1 << 53 else {
      throw ValueError("'\(field)' must be a whole number from 1 to 9007199254740991")
    }
    return id
  }

  /// In lower case; empty if it is too long for a word, which would take quadratic time to compare.
  private static func lowered(_ text: String) -> String {
    text.utf8.count > 100 ? "?" : text.lowercased().trimmingWhitespace()
  }

  static func flag(_ text: String, _ column: some StoredColumn) throws(ValueError) -> Bool {
    switch lowered(text) {
    case "true", "yes", "1": return true
    case "false", "no", "0", "": return false
    default: throw ValueError("'\(column.csv)' must be true or false, not '\(text)'")
    }
  }

  static func date(
    _ text: String, _ column: some StoredColumn, _ options: ImportOptions
  ) throws(ValueError) -> CalendarDate {
    let format = options.dateFormat
    func day(_ text: String) -> CalendarDate? { format.map { $0.date(text) } ?? CalendarDate(text) }
    guard let date = day(text) ?? dayOfMidnight(text).flatMap(day) else {
      let example = format?.example ?? "2026-12-31"
      throw ValueError(
        "'\(column.csv)' must be a day such as \(example), not '\(text)'", remedy: .dateFormat)
    }
    return date
  }

  /// `2027-04-03` of `2027-04-03 00:00:00` or `2027-04-03 12:00:00 AM`: spreadsheets write a day as
  /// its midnight.
  private static func dayOfMidnight(_ text: String) -> String? {
    for midnight in [" 12:00:00 am", " 12:00 am", " 12:00:00am", " 12:00am"] {
      if let day = lowered(text).rest(before: midnight) { return String(day) }
    }
    let isGap = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "T" }
    guard let gap = text.unicodeScalars.lastIndex(where: isGap) else { return nil }
    let time = text.unicodeScalars[text.unicodeScalars.index(after: gap)...]
    let parts = String(time).parts(separatedBy: ":")
    guard parts.count > 1, parts.allSatisfy({ $0.utf8.allSatisfy("0.Z".utf8.contains) }) else {
      return nil
    }
    return String(text.unicodeScalars[..<gap]).trimmingWhitespace()
  }

  /// The kind or reason of a trip in any case, or the rule of its per diem.
  static func word(_ text: String, _ column: some StoredColumn) throws(ValueError) -> String {
    func choice<Value: RawRepresentable<String> & CaseIterable>(
      _ kind: Value.Type, _ word: (Value) -> String
    ) throws(ValueError) -> String {
      let typed = lowered(text)
      if let value = Value.allCases.first(where: { $0.rawValue == typed || word($0) == typed }) {
        return value.rawValue
      }
      let choices = Value.allCases.map(word).joined(separator: ", ")
      throw ValueError("'\(column.name)' must be one of \(choices), not '\(text)'")
    }
    switch column.name {
    case "type": return try choice(TripType.self, \.rawValue)
    case "reason": return try choice(PersonalTrip.Reason.self, \.rawValue)
    default: return lowered(text)
    }
  }
}

// MARK: - Costs

extension StoredColumn {
  fileprivate static var amountNoun: String { Self.self == TripColumn.self ? "per diem" : "cost" }

  /// The currency of the first cost, by row id.
  static func currency(of rows: [[SQLiteValue]]) -> Currency? {
    guard let cost, let id = allCases.first(where: { $0.name == "id" }) else { return nil }
    func number(_ row: [SQLiteValue]) -> Int64 { (row[id]).integer ?? 0 }
    return rows.filter { !$0[cost].isNull }.min { number($0) < number($1) }
      .flatMap { cost.money(in: $0) }?.currency
  }
}

extension StatedRow {
  /// `480.00 EUR`; empty without a cost, or before its currency is known.
  var price: String {
    Column.cost?.money(in: values.map { $0 ?? .null })?.description ?? ""
  }

  /// The currency that the cost names.
  var currency: Currency? {
    cost.flatMap { Money.namesCurrency($0.text) ? try? $0.money(nil).currency : nil }
  }

  /// The row with its amount. Without a currency, it takes that of the row's amount, otherwise of the
  /// trip.
  ///
  /// - Throws: `TripsError.value` if it has more decimals than the currency.
  func resolved(
    over row: [SQLiteValue]?, _ trip: () throws -> Currency?
  ) throws -> Self {
    guard let cost, let column = Column.cost, let currency = column.currency else { return self }
    let isNamed = Money.namesCurrency(cost.text)
    let known =
      try isNamed ? nil : row.flatMap { column.money(in: $0) }?.currency ?? trip()
    var result = self
    do {
      let money = try cost.money(known)
      result[column] = money.minorUnits.sqliteValue
      result[currency] = money.currency.code.sqliteValue
      result.cost = nil
    } catch {
      throw TripsError.value("the \(Column.amountNoun) '\(cost.text)' is invalid: \(error)")
    }
    return result
  }
}

// MARK: - Trips, items and stays

extension StatedRow<TripColumn> {
  /// The values for a trip.
  var draft: TripDraft {
    var draft = TripDraft()
    draft.name = text(.name)
    draft.destination = text(.destination)
    draft.notes = text(.notes)
    draft.startDate = date(.startDate)
    draft.end = date(.endDate).map { .on($0) }
    draft.type = text(.type).flatMap(TripType.init)
    if let cost {
      draft.perdiemAmount = cost
    } else if self[.perdiemMinor] != nil {
      let perdiem = TripColumn.perdiemMinor.money(in: values.map { $0 ?? .null })
      draft.perdiem = perdiem.map { .set($0) } ?? .clear
    }
    if self[.perdiemRule] != nil {
      draft.perdiemRule = text(.perdiemRule).map { .set($0) } ?? .clear
    }
    if self[.reason] != nil {
      let reason = text(.reason).flatMap(PersonalTrip.Reason.init)
      draft.reason = reason.map { .set($0) } ?? .clear
    }
    return draft
  }
}

extension StatedRow<ItemColumn> {
  static var tooMany: ValueError {
    ValueError("the bucket list has more than \(BucketListItem.most) items")
  }

  var title: String { text(.title) ?? "" }

  /// The resulting row; without a date it has no time.
  ///
  /// - Throws: `TripsError.value` for an invalid combination.
  func fitting(_ row: [SQLiteValue]?, _ trip: () throws -> Currency?) throws -> Self {
    var result = try resolved(over: row, trip)
    guard (self[.date] ?? row?[ItemColumn.date] ?? .null).isNull else { return result }
    if let time = text(.time) { throw TripsError.value("the time \(time) needs a date") }
    if self[.date] != nil { result[.time] = .null }
    return result
  }

  /// - Throws: `ValueError` without a title.
  func checked() throws(ValueError) -> Self {
    if title.isEmpty { throw ValueError("the title must not be empty") }
    return self
  }
}

extension StatedRow<StayColumn> {
  static var tooMany: ValueError {
    ValueError("the trip has more than \(LivingAccommodation.most) stays")
  }

  var placeName: String { text(.placeName) ?? "" }

  /// - Throws: `ValueError` without a name.
  func checked() throws(ValueError) -> Self {
    if placeName.isEmpty { throw ValueError("the place name must not be empty") }
    return self
  }

  /// The resulting row.
  ///
  /// - Throws: `TripsError.value` for an invalid combination.
  func fitting(_ row: [SQLiteValue]?, _ trip: () throws -> Currency?) throws -> Self {
    let dates = [StayColumn.startDate, .endDate]
      .compactMap { (self[$0] ?? row?[$0]).flatMap(\.text) }
    if dates.count == 1 {
      throw TripsError.value("a stay has a check-in and a check-out, or neither")
    }
    if dates.count == 2, dates[1] < dates[0] {
      throw TripsError.value("the check-out \(dates[1]) is before the check-in \(dates[0])")
    }
    return try resolved(over: row, trip)
  }

  /// Check-in and check-out; nil for a stay without them.
  mutating func set(_ dates: ClosedRange<CalendarDate>?) {
    self[.startDate] = dates?.lowerBound.description.sqliteValue ?? .null
    self[.endDate] = dates?.upperBound.description.sqliteValue ?? .null
  }

  typealias Dates = (start: CalendarDate, end: CalendarDate)

  /// The nights of the resulting stay, or of the trip if it has no dates.
  func nights(over row: [SQLiteValue]?, of trip: Dates) -> [String] {
    zip([StayColumn.startDate, .endDate], [trip.start, trip.end]).map { column, date in
      (self[column] ?? row?[column]).flatMap(\.text) ?? date.description
    }
  }

  /// Adds what a change of place implies: the old address, confirmation and cost do not apply. Another
  /// spelling is the same place.
  func replacing(_ old: [SQLiteValue]?) -> Self {
    guard let old, self[.placeName] != nil,
      SearchText.foldedName(placeName)
        != SearchText.foldedName((old[StayColumn.placeName]).text ?? "")
    else { return self }
    var stay = self
    for column in [StayColumn.address, .isConfirmed, .costMinor, .costCurrency]
    where stay[column] == nil {
      stay[column] = column.declaration.initialValue
    }
    return stay
  }
}
