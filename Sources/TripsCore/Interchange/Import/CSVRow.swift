/// What a row of a CSV states: a trip with at most one stay and one item.
///
/// The record of several rows of a trip is one of these with the stays and items of all.
struct CSVRow {
  var stated = StatedTrip()
  let line: Int

  /// - Parameter columns: the content of each cell; nil if it is ignored.
  static func read(
    _ cells: [String], _ columns: [CSVColumn?], line: Int, _ options: ImportOptions
  ) throws(ValueError) -> CSVRow {
    var row = CSVRow(line: line)
    var (days, nights) = ("", "")
    var trip = CSVCells<TripColumn>()
    var stay = CSVCells<StayColumn>()
    var item = CSVCells<ItemColumn>()
    for (column, cell) in zip(columns, cells) {
      switch column {
      case .trip(let column): trip[column] = cell
      case .days: days = cell.trimmingWhitespace()
      case .nights: nights = cell.trimmingWhitespace()
      case .stay(let column): stay[column] = cell
      case .item(let column): item[column] = cell
      case nil: break
      }
    }
    let currency = trip[.perdiemCurrency]
    row.stated.trip = try trip.row(currency: currency, options)
    try row.setEnd(days: days, nights: nights)
    if row.stated.trip.text(.name) == nil { throw ValueError("the name is missing") }
    if row.stated.trip.text(.startDate) == nil { throw ValueError("the start date is missing") }
    if try stay.hasRow(named: .placeName) {
      row.stated.stays = StatedRows(rows: [try stay.row(currency: currency, options)])
    }
    if try item.hasRow(named: .title) {
      row.stated.items = StatedRows(rows: [try item.row(currency: currency, options)])
    }
    return row
  }

  /// Days or nights replace an end that is not given.
  private mutating func setEnd(days: String, nights: String) throws(ValueError) {
    guard let start = stated.trip.date(.startDate), stated.trip.date(.endDate) == nil else {
      return
    }
    let days = try Self.count(days, "days", from: 1)
    let nights = try Self.count(nights, "nights", from: 0)
    guard let length = nights ?? days.map({ $0 - 1 }) else { return }
    if let days, days != length + 1 {
      throw ValueError("\(counted(days, "day")) cannot have \(counted(length, "night"))")
    }
    guard let end = start.adding(days: length) else {
      throw ValueError("the end would be outside the years 0001 to 9999")
    }
    stated.trip.set(.endDate, end.description)
  }

  private static func count(
    _ text: String, _ name: String, from least: Int
  ) throws(ValueError) -> Int? {
    if text.isEmpty { return nil }
    guard text.isDigits, let count = Int(text), count >= least else {
      throw ValueError("'\(name)' must be a whole number from \(least), not '\(text)'")
    }
    return count
  }
}

// MARK: - Rows of one trip

extension CSVRow {
  /// Equal for rows of one trip, unless some lack its uid or its dates.
  var key: String {
    let dates = [stated.trip.text(.name), stated.trip.text(.startDate), stated.trip.text(.endDate)]
    return stated.uid ?? dates.map { $0 ?? "" }.joined(separator: "\n")
  }

  /// Whether it only adds a stay or an item to the record of the rows before it. These must be
  /// valid whatever the store has, because an error is reported with the line of the first row.
  func addsOnlyRows(to record: CSVRow) -> Bool {
    let (trip, other) = (stated.trip, record.stated.trip)
    return trip.id == other.id && (trip.cost == nil || trip.cost == other.cost)
      && trip.given.allSatisfy { other[$0.column] == $0.value } && endsWithValidRows
      && record.endsWithValidRows
  }

  private var endsWithValidRows: Bool {
    func isValid(_ cost: WrittenAmount?) -> Bool {
      cost.map { (try? $0.money(nil)) != nil } ?? true
    }
    let (stay, item) = (stated.stays?.rows.last, stated.items?.rows.last)
    return isValid(stay?.cost) && isValid(item?.cost)
      && (stay == nil || (try? stay?.fitting(nil)) != nil)
      && (item == nil || (try? item?.fitting(nil)) != nil)
  }
}

/// The cells of a row's trip, stay or item, trimmed.
private struct CSVCells<Column: StoredColumn> {
  private var texts = [String](repeating: "", count: Column.allCases.count)

  subscript(column: Column) -> String {
    get { texts[Int(column.rawValue)] }
    set { texts[Int(column.rawValue)] = newValue.trimmingWhitespace() }
  }

  /// Whether the row has a stay or an item. A flag alone does not count: a spreadsheet may have one
  /// in each row.
  func hasRow(named name: Column) throws(ValueError) -> Bool {
    if !self[name].isEmpty { return true }
    let other = Column.allCases.first { !$0.declaration.isFlag && !self[$0].isEmpty }
    if let other { throw ValueError("the row has '\(other.csv)' but no '\(name.csv)'") }
    return false
  }

  /// - Parameter currency: that of an amount that names none; it may be empty.
  func row(currency: String, _ options: ImportOptions) throws(ValueError) -> StatedRow<Column> {
    var row = StatedRow<Column>()
    for column in Column.allCases where !self[column].isEmpty {
      if let beside = column.currency {
        try row.setCost(
          self[column], currency: self[beside], otherwise: currency, options)
      } else {
        try row.set(column, text: CSVWriter.unguarded(self[column]), options)
      }
    }
    return row
  }
}
