internal import GRDB

/// An item or a stay as a file or a command gives it; what is not said is nil, and stays as it is.
package struct ImportedRow<Column: StoredColumn>: Equatable, Sendable {
  /// In the order of the columns.
  private(set) var values = [DatabaseValue?](repeating: nil, count: Column.allCases.count)
  /// The row's own, by the file.
  var id: Int64?
  /// Whether text is kept as it is, as it comes out of a store.
  var isExact = false
  /// A cost for which no currency is named: `resolved` gives it one.
  private var plainCost: TripDraft.PlainAmount?

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
  }

  /// The columns that have a value, with it.
  var given: [(column: Column, value: DatabaseValue)] {
    zip(Column.allCases, values).compactMap { column, value in value.map { (column, $0) } }
  }

  /// Whether nothing is said.
  package var isEmpty: Bool { values.allSatisfy { $0 == nil } && plainCost == nil }

  subscript(column: Column) -> DatabaseValue? {
    get { values[Int(column.rawValue)] }
    set { values[Int(column.rawValue)] = newValue }
  }

  /// Of a row that has one, as a stay has.
  var uid: String? {
    get { Self.uidColumn.flatMap { text($0) } }
    set { if let column = Self.uidColumn { self[column] = newValue?.databaseValue } }
  }

  private static var uidColumn: Column? { Column.allCases.first { $0.name == "uid" } }

  /// Takes the text of a file; empty is none where the column can be without a value.
  mutating func set(
    _ column: Column, text: String, _ options: ImportOptions
  ) throws(ValueError) {
    switch column.content {
    case .identifier, .flag, .currency: break
    case .text(let rules):
      if column.name == "uid" {
        self[column] = try text.isEmpty ? nil : rules.required(text).databaseValue
      } else {
        self[column] = try rules.stored(text, isExact: isExact).databaseValue
      }
    case .amount: try setCost(text, currency: "", options)
    case _ where text.isEmpty: self[column] = .null
    case .date:
      self[column] = try ImportedFields.date(text, column, options)?.description.databaseValue
    case .time:
      guard let time = ClockTime(text) else {
        throw ValueError("'\(column.name)' must be a time such as 09:05, and is '\(text)'")
      }
      self[column] = time.description.databaseValue
    case .integer:
      guard let number = Int64(text) else {
        throw ValueError("'\(column.name)' must be a whole number, and is '\(text)'")
      }
      self[column] = number.databaseValue
    case .word: self[column] = text.databaseValue
    }
  }

  /// Takes text that has been checked.
  package mutating func set(_ column: Column, _ text: String?) {
    self[column] = text?.databaseValue
  }

  package mutating func set(_ column: Column, _ flag: Bool?) {
    self[column] = flag?.databaseValue
  }

  package mutating func clear(_ column: Column) { self[column] = .null }

  func text(_ column: Column) -> String? { self[column].flatMap(String.fromDatabaseValue) }

  /// The values of a new row, with the default of each column that the file leaves out.
  func row(id: Int64?, tripID: Int64) -> [DatabaseValue] {
    zip(Column.allCases, values).map { column, value in
      switch column.name {
      case "id": id?.databaseValue ?? .null
      case "tripId": tripID.databaseValue
      case "uid": value ?? Trip.newUID().databaseValue
      default: value ?? column.initialValue
      }
    }
  }

  /// What the file gives a row otherwise than it is; what identifies it aside.
  func changes(of row: [DatabaseValue]) -> [(column: Column, value: DatabaseValue)] {
    zip(Column.allCases, values).compactMap { column, value in
      if case .identifier = column.content { return nil }
      if column.name == "uid" { return nil }
      return value.flatMap { $0 == row[Int(column.rawValue)] ? nil : (column, $0) }
    }
  }
}

extension StoredColumn {
  /// What a new row has of which nothing is said.
  var initialValue: DatabaseValue {
    switch content {
    case .flag: false.databaseValue
    case .text: "".databaseValue
    default: .null
    }
  }
}

// MARK: - Costs

extension ImportedRow {
  private static var cost: Column? { Column.allCases.first { $0.declaration.isAmount } }

  /// The currency of the cost that is given; nil where there is none, or it names none.
  var currency: Currency? {
    Self.cost?.currency.flatMap { text($0) }.map { Currency(stored: $0) }
  }

  package mutating func set(cost: TripDraft.Setting<Money>) {
    guard let column = Self.cost, let currency = column.currency, cost != .keep else { return }
    let money = cost.applied(to: nil)
    self[column] = money?.minorUnits.databaseValue ?? .null
    self[currency] = money?.currency.code.databaseValue ?? .null
    plainCost = nil
  }

  package mutating func set(plainCost: TripDraft.PlainAmount) { self.plainCost = plainCost }

  /// Takes a cost as a file writes it; empty is none.
  mutating func setCost(
    _ text: String, currency code: String, _ options: ImportOptions
  ) throws(ValueError) {
    guard !text.isEmpty else { return set(cost: .clear) }
    do throws(ValueError) {
      if code.isEmpty, !Money.namesCurrency(text) {
        _ = try Money(text, defaultCurrency: .unknown)
        return set(plainCost: TripDraft.PlainAmount(text, otherwise: options.defaultCurrency))
      }
      let currency = try code.isEmpty ? options.defaultCurrency : ImportedFields.currency(code)
      set(cost: .set(try Money(text, defaultCurrency: currency)))
    } catch {
      throw ValueError(
        "the cost '\(text)' is invalid; \(error)",
        remedy: options.decimalMark == nil ? .decimalMark : nil)
    }
  }

  /// With a currency for a cost that names none: the one that the row has, otherwise that of the trip.
  ///
  /// - Throws: `TripsError.value` where the amount has more decimals than that.
  func resolved(over row: [DatabaseValue]?, _ trip: () throws -> Currency?) throws -> Self {
    guard let plainCost, let column = Self.cost else { return self }
    let currency =
      try row.flatMap { column.money(in: $0) }?.currency ?? trip() ?? plainCost.otherwise
    var result = self
    do {
      result.set(cost: .set(try Money(plainCost.text, defaultCurrency: currency)))
    } catch {
      throw TripsError.value("the cost '\(plainCost.text)' does not fit: \(error)")
    }
    return result
  }
}

extension StoredColumn {
  /// The currency of the first cost of rows, by their ids.
  static func currency(of rows: [[DatabaseValue]]) -> Currency? {
    guard let cost = allCases.first(where: \.declaration.isAmount),
      let id = allCases.first(where: { $0.name == "id" })
    else { return nil }
    func number(_ row: [DatabaseValue]) -> Int64 { Int64.fromDatabaseValue(row[id]) ?? 0 }
    return rows.filter { !$0[cost].isNull }.min { number($0) < number($1) }
      .flatMap { cost.money(in: $0) }?.currency
  }
}

package typealias BucketListDraft = ImportedRow<ItemColumn>
package typealias StayDraft = ImportedRow<StayColumn>
typealias ImportedItem = ImportedRow<ItemColumn>
typealias ImportedStay = ImportedRow<StayColumn>

/// The rules that hold between the columns of a row.
protocol RowRules: StoredColumn {
  /// What the file gives, as it fits the row that it changes.
  ///
  /// - Throws: `TripsError.value` where it does not.
  static func fitting(
    _ given: ImportedRow<Self>, over row: [DatabaseValue]?
  ) throws(TripsError) -> ImportedRow<Self>
}

extension ImportedRow where Column: RowRules {
  /// As the row is to have it, with the currency of its cost.
  ///
  /// - Throws: `TripsError.value` where it does not fit.
  func fitting(
    _ row: [DatabaseValue]?, _ trip: () throws -> Currency?
  ) throws -> Self {
    try Column.fitting(try resolved(over: row, trip), over: row)
  }
}

extension ItemColumn: RowRules {
  /// An item that loses its date loses its time.
  static func fitting(
    _ given: ImportedItem, over row: [DatabaseValue]?
  ) throws(TripsError) -> ImportedItem {
    guard (given[.date] ?? row?[ItemColumn.date] ?? .null).isNull else { return given }
    if let time = given.text(.time) { throw .value("the time \(time) needs a date") }
    var result = given
    if given[.date] != nil { result[.time] = .null }
    return result
  }
}

extension StayColumn: RowRules {
  static func fitting(
    _ given: ImportedStay, over row: [DatabaseValue]?
  ) throws(TripsError) -> ImportedStay {
    func date(_ column: StayColumn) -> String? {
      (given[column] ?? row?[column]).flatMap(String.fromDatabaseValue)
    }
    switch (date(.startDate), date(.endDate)) {
    case (nil, nil): return given
    case (let start?, let end?):
      if start <= end { return given }
      throw .value("the check-out \(end) is before the check-in \(start)")
    default: throw .value("a stay has a check-in and a check-out, or neither")
    }
  }
}

extension ImportedRow<ItemColumn> {
  /// Items of one trip.
  static var most: Int { BucketListItem.most }

  static var tooMany: ValueError { ValueError("the bucket list has more than \(most) items") }

  var title: String { text(.title) ?? "" }

  /// - Throws: `ValueError` where it has no title.
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

  /// - Throws: `ValueError` where it has no name.
  func checked() throws(ValueError) -> Self {
    if placeName.isEmpty { throw ValueError("the place name must not be empty") }
    return self
  }

  /// Check-in and check-out; nil for a stay without them.
  mutating func set(_ dates: ClosedRange<CalendarDate>?) {
    self[.startDate] = dates?.lowerBound.description.databaseValue ?? .null
    self[.endDate] = dates?.upperBound.description.databaseValue ?? .null
  }

  typealias Dates = (start: CalendarDate, end: CalendarDate)

  /// The nights that a stay has with these values, or without dates those of the trip.
  func nights(over row: [DatabaseValue]?, of trip: Dates) -> [String] {
    zip([StayColumn.startDate, .endDate], [trip.start, trip.end]).map { column, date in
      (self[column] ?? row?[column]).flatMap(String.fromDatabaseValue) ?? date.description
    }
  }

  /// With what follows for a row of another place: its address, its confirmation and its cost are not
  /// the old one's.
  func replacing(_ old: [DatabaseValue]?) -> Self {
    guard let old, let place = self[.placeName], place != old[StayColumn.placeName] else {
      return self
    }
    var stay = self
    for column in StayColumn.ofPlace where stay[column] == nil {
      stay[column] = column.initialValue
    }
    return stay
  }
}

extension StayColumn {
  /// What is true of one place alone.
  static let ofPlace: [StayColumn] = [.address, .isConfirmed, .costMinor, .costCurrency]
}
