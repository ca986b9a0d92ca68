internal import SQLite

/// An item or a stay as given by a file or a command; nil values are unchanged.
package struct ImportedRow<Column: StoredColumn>: Equatable, Sendable {
  /// In the order of the columns.
  private(set) var values = [SQLiteValue?](repeating: nil, count: Column.allCases.count)
  /// The row's id in the file.
  var id: Int64?
  /// Whether text is kept unchanged, because it comes from a store.
  var isExact = false
  /// As it was typed: the currency may come from the row or its trip.
  package var cost: TripDraft.PlainAmount?

  package init() {}

  /// The values that an event states.
  init(_ facts: Facts) throws(ValueError) {
    for column in Column.stated {
      guard let text = facts[column.fact] else { continue }
      if column.declaration.isFlag {
        set(column, text == Fact.yes)
      } else {
        try set(column, text: text, ImportOptions())
      }
    }
    // It includes a currency.
    if let resolved = try? resolved(over: nil, { nil }) { self = resolved }
  }

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

  /// For a row that has one, as a stay does.
  var uid: String? {
    get { Self.uidColumn.flatMap { text($0) } }
    set { if let column = Self.uidColumn { self[column] = newValue?.sqliteValue } }
  }

  private static var uidColumn: Column? { Column.allCases.first { $0.name == "uid" } }

  /// Sets a value from a file; empty text clears a column that may be empty.
  mutating func set(
    _ column: Column, text: String, _ options: ImportOptions
  ) throws(ValueError) {
    switch column.content {
    case .identifier, .currency: break
    case .flag:
      switch text.lowercased() {
      case "true", "yes", "1": set(column, true)
      case "false", "no", "0", "": set(column, false)
      default: throw ValueError("'\(column.csv)' must be true or false, not '\(text)'")
      }
    case .text(let rules):
      if column.name == "uid" {
        self[column] = try text.isEmpty ? nil : rules.required(text).sqliteValue
      } else {
        self[column] = try rules.stored(text, isExact: isExact).sqliteValue
      }
    case .amount: try setCost(text, options)
    case _ where text.isEmpty: self[column] = .null
    case .date:
      self[column] = try ImportedFields.date(text, column, options)?.description.sqliteValue
    case .time:
      guard let time = ClockTime(text) else {
        throw ValueError("'\(column.name)' must be a time such as 09:05, not '\(text)'")
      }
      self[column] = time.description.sqliteValue
    case .integer:
      guard let number = Int64(text) else {
        throw ValueError("'\(column.name)' must be a whole number, not '\(text)'")
      }
      self[column] = number.sqliteValue
    case .word: self[column] = text.sqliteValue
    }
  }

  /// Sets text that was checked already.
  package mutating func set(_ column: Column, _ text: String?) {
    self[column] = text?.sqliteValue
  }

  package mutating func set(_ column: Column, _ flag: Bool?) {
    self[column] = flag?.sqliteValue
  }

  package mutating func clear(_ column: Column) { self[column] = .null }

  func text(_ column: Column) -> String? { self[column].flatMap(\.text) }

  /// The values of a new row, with the default of each column that the file leaves out.
  func row(id: Int64?, tripID: Int64) -> [SQLiteValue] {
    zip(Column.allCases, values).map { column, value in
      switch column.name {
      case "id": id?.sqliteValue ?? .null
      case "tripId": tripID.sqliteValue
      case "uid": value ?? Trip.newUID().sqliteValue
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

extension ColumnDeclaration {
  /// The default values of a new row.
  var initialValue: SQLiteValue {
    switch content {
    case .flag: false.sqliteValue
    case .text: "".sqliteValue
    default: .null
    }
  }
}

// MARK: - Costs

extension ImportedRow {
  private static var cost: Column? { Column.allCases.first { $0.declaration.isAmount } }

  /// `480.00 EUR`; empty without a cost, or before its currency is known.
  var price: String {
    Self.cost?.money(in: values.map { $0 ?? .null })?.description ?? ""
  }

  /// The currency that the cost names.
  var currency: Currency? {
    cost.flatMap { Money.namesCurrency($0.text) ? try? $0.money(nil).currency : nil }
  }

  package mutating func clearCost() {
    guard let column = Self.cost, let currency = column.currency else { return }
    (self[column], self[currency], cost) = (.null, .null, nil)
  }

  /// Sets a cost from a file; empty text clears it.
  mutating func setCost(
    _ text: String, currency code: String = "", _ options: ImportOptions
  ) throws(ValueError) {
    guard !text.isEmpty else { return clearCost() }
    let text = code.isEmpty ? text : "\(text) \(code)"
    do throws(ValueError) {
      cost = try TripDraft.PlainAmount(text, otherwise: options.defaultCurrency)
    } catch {
      throw ValueError(
        "the cost '\(text)' is invalid; \(error)",
        remedy: options.decimalMark == nil ? error.remedy : nil)
    }
  }

  /// The row with the amount of its cost. Without a currency, it takes that of the row's cost,
  /// otherwise of the trip.
  ///
  /// - Throws: `TripsError.value` if it has more decimals than the currency.
  fileprivate func resolved(
    over row: [SQLiteValue]?, _ trip: () throws -> Currency?
  ) throws -> Self {
    guard let cost, let column = Self.cost, let currency = column.currency else { return self }
    let isNamed = Money.namesCurrency(cost.text)
    let known =
      try isNamed ? nil : row.flatMap { column.money(in: $0) }?.currency ?? trip()
    var result = self
    do {
      let money = try cost.money(known)
      result[column] = money.minorUnits.sqliteValue
      result[currency] = money.currency.code.sqliteValue
    } catch {
      throw TripsError.value("the cost '\(cost.text)' is invalid: \(error)")
    }
    return result
  }
}

extension StoredColumn {
  /// The currency of the first cost, by row id.
  static func currency(of rows: [[SQLiteValue]]) -> Currency? {
    guard let cost = allCases.first(where: \.declaration.isAmount),
      let id = allCases.first(where: { $0.name == "id" })
    else { return nil }
    func number(_ row: [SQLiteValue]) -> Int64 { row[id].integer ?? 0 }
    return rows.filter { !$0[cost].isNull }.min { number($0) < number($1) }
      .flatMap { cost.money(in: $0) }?.currency
  }
}

package typealias BucketListDraft = ImportedRow<ItemColumn>
package typealias StayDraft = ImportedRow<StayColumn>
typealias ImportedItem = ImportedRow<ItemColumn>
typealias ImportedStay = ImportedRow<StayColumn>

extension ImportedRow<ItemColumn> {
  /// The items of a trip.
  static var most: Int { BucketListItem.most }

  static var tooMany: ValueError { ValueError("the bucket list has more than \(most) items") }

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

extension ImportedRow<StayColumn> {
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
      SearchText.foldedName(placeName) != SearchText.foldedName(old.place)
    else { return self }
    var stay = self
    for column in StayColumn.dependingOnPlace where stay[column] == nil {
      stay[column] = column.declaration.initialValue
    }
    return stay
  }
}

extension StayColumn {
  /// Values that depend on the place.
  static let dependingOnPlace: [StayColumn] = [.address, .isConfirmed, .costMinor, .costCurrency]
}
