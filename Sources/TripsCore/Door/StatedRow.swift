internal import SQLite

/// The checked values that a file, an event or a command states about a trip, an item or a stay, by
/// column; nil if a value is not stated.
package struct StatedRow<Column: StoredColumn>: Equatable, Sendable {
  /// In the order of the columns.
  private(set) var values = [SQLiteValue?](repeating: nil, count: Column.allCases.count)
  /// The row's id in the file.
  var id: Int64?
  /// Whether text is kept unchanged, because it comes from a store.
  var isExact = false
  /// An amount as it was typed: the currency may come from the row or its trip.
  package var cost: WrittenAmount?
  /// The record that states it, if the store remembers such records.
  var origin: RecordOrigin?

  package init() {}

  /// A row of the store.
  init(_ row: [SQLiteValue]) { values = row }

  /// Stated values, in the order of the columns.
  init(stated values: [SQLiteValue?]) { self.values = values }

  /// The values of a row of the store.
  var stored: [SQLiteValue] { values.map { $0 ?? .null } }

  /// Nil for a row without one.
  var rowID: Int64? { values.first.flatMap { $0?.integer } }

  /// The row with the values that another one states.
  func setting(_ other: Self) -> Self {
    var row = self
    for (column, value) in other.given { row[column] = value }
    return row
  }

  /// The columns that have a value, each with its value.
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

  /// NULL for no days.
  mutating func set(_ column: Column, _ days: SingleDays) {
    self[column] = days.isEmpty ? .null : days.text.sqliteValue
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
    return "\(entity.uidPrefix)\(digits.joined())"
  }

  /// Whether a uid was made here: an event of ours is recognised even if a server has dropped
  /// everything else. Other programs' UIDs may begin the same way: TripIt has `item-2@tripit.com`.
  static func made(_ uid: String) -> Bool {
    guard let rest = uid.rest(after: entity.uidPrefix) else { return false }
    return rest.utf8.count >= 12 && rest.utf8.allSatisfy("0123456789abcdef-".utf8.contains)
  }

  static var cost: Self? { allCases.first { $0.declaration.isAmount } }
  static var details: Self? { allCases.first { $0.name == "details" } }
}

extension ColumnDeclaration {
  /// The default value of a new row.
  var initialValue: SQLiteValue {
    switch content {
    case .flag: false.sqliteValue
    case .text, .tags: "".sqliteValue
    case .word where name == "type": TripType.plain.rawValue.sqliteValue
    default: .null
    }
  }
}

// MARK: - Texts

extension StatedRow {
  /// Checks and sets the text of a column; empty text clears a column that may be empty.
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
    case .tags: set(column, try TagList(text).text)
    case .singleDays where !text.isEmpty: set(column, try SingleDays(text))
    // An empty date leaves the trip's date alone.
    case .date where text.isEmpty && Column.self == TripColumn.self: break
    case _ where text.isEmpty && column.name == "type": break
    case _ where text.isEmpty: clear(column)
    case .date: set(column, try StatedText.date(text, column, options).description)
    case .time:
      guard let time = ClockTime(text) else {
        throw ValueError("'\(column.name)' must be a time such as 09:05, not '\(text)'")
      }
      set(column, time.description)
    case .word: set(column, try StatedText.word(text, column))
    case .singleDays: break
    }
  }

  package mutating func clearCost() {
    guard let column = Column.cost, let currency = column.currency else { return }
    (self[column], self[currency], cost) = (.null, .null, nil)
  }

  /// Sets an amount from a file; empty text clears it.
  ///
  /// - Parameters:
  ///   - code: its currency, given next to it; it may be empty.
  ///   - otherwise: its currency if none is given.
  mutating func setCost(
    _ text: String, currency code: String = "", otherwise: String = "", _ options: ImportOptions
  ) throws(ValueError) {
    guard !text.isEmpty else { return clearCost() }
    func written(_ code: String) throws(ValueError) -> WrittenAmount {
      try WrittenAmount(
        text, currency: code, otherwise: options.defaultCurrency, mark: options.decimalMark,
        isOfFile: true)
    }
    do throws(ValueError) {
      var amount = try written(code)
      if amount.currency == nil { amount = try written(otherwise) }
      _ = try amount.money(amount.currency ?? .unknown)
      cost = amount
    } catch {
      throw ValueError(
        "the \(Column.amountNoun) '\(text)' is invalid; \(error)",
        remedy: options.decimalMark == nil ? error.remedy : nil)
    }
  }
}

// MARK: - Costs

extension StoredColumn {
  fileprivate static var amountNoun: String { Self.self == TripColumn.self ? "per diem" : "cost" }
}

extension StatedRow {
  /// The row with its amount. Without a currency, the amount takes the currency of the row's old
  /// amount.
  ///
  /// - Throws: `ValueError` if it may mean two amounts, or has more decimals than the currency.
  func resolved(over row: [SQLiteValue]?) throws(ValueError) -> Self {
    guard let cost, let column = Column.cost, let currency = column.currency else { return self }
    var result = self
    do throws(ValueError) {
      let money = try cost.money(row.flatMap { column.money(in: $0) }?.currency)
      result[column] = money.minorUnits.sqliteValue
      result[currency] = money.currency.code.sqliteValue
      result.cost = nil
    } catch {
      throw ValueError(
        "the \(Column.amountNoun) '\(cost.text)' is invalid: \(error)", remedy: error.remedy)
    }
    return result
  }
}

// MARK: - Items and stays

extension StatedRow<ItemColumn> {
  static var tooMany: ValueError {
    ValueError("the bucket list has more than \(BucketListItem.maxCount) items")
  }

  /// The resulting row; without a date it has no time and no end, and an end moves with the day.
  ///
  /// - Throws: `TripsError.value` for an invalid combination.
  func fitting(_ row: [SQLiteValue]?) throws -> Self {
    try checkName(isNew: row == nil)
    var result = try resolved(over: row)
    if self[.date] == .null {
      for column in [ItemColumn.time, .endDate, .endTime] where self[column] == nil {
        result[column] = .null
      }
    }
    let losesEndTime = self[.endDate] == .null || self[.time] == .null
    if losesEndTime, self[.endTime] == nil { result[.endTime] = .null }
    if self[.endDate] == nil, let end = try row.flatMap({ try endMoved(in: $0) }) {
      result.set(.endDate, end)
    }
    let resulting = StatedRow(row ?? StatedRow().row(id: nil, tripID: nil)).setting(result)
    if let problem = ItemColumn.problemOfDates(in: resulting) { throw TripsError.value(problem) }
    if resulting[.endDate] == resulting[.date], resulting[.endTime] == .null {
      result[.endDate] = .null
    }
    return result
  }

  /// The end of a row, moved by as many days as its start moves.
  private func endMoved(in row: [SQLiteValue]) throws -> String? {
    let old = StatedRow(row)
    guard let day = date(.date), let before = old.date(.date), let end = old.date(.endDate) else {
      return nil
    }
    return try DayMove(days: before.days(until: day)).date(end).description
  }
}

extension StatedRow where Column: PartColumn {
  /// Refuses an empty title or place, whoever states it.
  fileprivate func checkName(isNew: Bool) throws(TripsError) {
    guard isNew || self[Column.label] != nil, text(Column.label)?.isEmpty ?? true else { return }
    throw .value("the \(Column.label.declaration.text?.label ?? "") must not be empty")
  }
}

extension StatedRow<StayColumn> {
  static var tooMany: ValueError {
    ValueError("the trip has more than \(LivingAccommodation.maxCount) stays")
  }

  /// The resulting row.
  ///
  /// - Throws: `TripsError.value` for an invalid combination.
  func fitting(_ row: [SQLiteValue]?) throws -> Self {
    try checkName(isNew: row == nil)
    let resulting = StatedRow(row ?? StatedRow().row(id: nil, tripID: nil)).setting(self)
    if let problem = StayColumn.problemOfDates(in: resulting) { throw TripsError.value(problem) }
    return try resolved(over: row)
  }

  /// Check-in and check-out; nil for a stay without them.
  mutating func set(_ dates: ClosedRange<CalendarDate>?) {
    self[.startDate] = dates?.lowerBound.description.sqliteValue ?? .null
    self[.endDate] = dates?.upperBound.description.sqliteValue ?? .null
  }
}
