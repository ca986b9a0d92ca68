/// Reads trips from a CSV whose first row names the columns.
///
/// An empty cell leaves its value alone. A row is a trip with at most one stay and one item.
final class CSVTripReader: RecordReader {
  private(set) var recordLine = 1
  private(set) var notes = ImportNotes()
  private let file: InputFile
  private let options: ImportOptions
  private var csv: CSVReader
  /// The content of each column; nil if it is ignored.
  private var columns: [CSVColumn?]?
  private var hasRows = false
  /// The row after the last record, or its problem.
  private var ahead: Result<Row?, any Error>?
  private typealias Row = (trip: StatedTrip, line: Int)

  init(_ file: InputFile, _ options: ImportOptions) {
    self.file = file
    self.options = options
    csv = CSVReader(file: file, separator: options.separator)
  }

  /// The next trip: rows that follow each other and differ only in stay and item are one record.
  func next() throws -> StatedTrip? {
    let first = ahead ?? Result { try self.row() }
    ahead = nil
    if !hasRows, case .success(nil) = first {
      throw mistake("the file has no rows below its header")
    }
    hasRows = true
    guard let row = try first.get() else { return nil }
    var trip = row.trip
    while ahead == nil {
      let next = Result { try self.row() }
      if case .success(let other?) = next, other.trip.addsOnlyRows(to: trip) {
        trip.add(other.trip)
      } else {
        ahead = next
      }
    }
    recordLine = row.line
    return trip
  }

  private func row() throws -> Row? {
    let columns = try columns ?? readHeader()
    while true {
      try csv.skipEmptyLines()
      recordLine = file.line
      guard var cells = try csv.row() else { return nil }
      func isBlank(_ cell: String) -> Bool { cell.trimmingWhitespace().isEmpty }
      // Spreadsheets write rows of separators below the last one, and leave out the last cells of a row.
      if cells.allSatisfy(isBlank) { continue }
      guard cells.dropFirst(columns.count).allSatisfy(isBlank) else {
        throw ImportProblem(
          line: recordLine,
          "the row has \(counted(cells.count, "cell")), and the header \(columns.count)")
      }
      cells += [String](repeating: "", count: max(0, columns.count - cells.count))
      do {
        return (try trip(columns, cells), recordLine)
      } catch {
        throw ImportProblem(line: recordLine, error.description, remedy: error.remedy)
      }
    }
  }

  // MARK: - Columns

  private func readHeader() throws -> [CSVColumn?] {
    let names: [String]
    do {
      guard let row = try csv.header() else { throw ImportProblem.empty }
      names = row
    } catch let problem as ImportProblem {
      throw problem.fatal
    }
    guard names.allSatisfy({ $0.utf8.count <= 1_000 }) else {
      throw mistake("the name of a column has more than 1,000 bytes")
    }
    for mapped in options.columnNames where !names.contains(where: mapped.fits) {
      throw mistake("the first row of the CSV has no column '\(mapped.theirs)'")
    }
    for name in names where options.columnNames.count(where: { $0.fits(name) }) > 1 {
      throw mistake("the column '\(name)' is mapped twice")
    }
    // With a mapping, only its columns are read: another program's 'type' is not ours.
    let columns =
      options.columnNames.isEmpty
      ? names.map(column)
      : names.map { name in options.columnNames.first { $0.fits(name) }?.column }
    if options.columnNames.isEmpty, names.contains(where: Self.isOfList) {
      throw mistake("the file is a list of trips, not an export", remedy: .export)
    }
    for column in [CSVColumn.trip(.name), .trip(.startDate)] where !columns.contains(column) {
      throw mistake("the first row of the CSV has no column '\(column.name)'", remedy: .mapping)
    }
    let known = columns.compactMap(\.self)
    if let twice = known.first(where: { column in known.filter { $0 == column }.count > 1 }) {
      throw mistake("the column '\(twice.name)' appears twice")
    }
    self.columns = columns
    return columns
  }

  /// A column of `list --csv`, which has the number of stays and items instead of their values.
  private static func isOfList(_ name: String) -> Bool {
    name == TripField.bucketList.rawValue || name == TripField.livingAccommodations.rawValue
  }

  private func column(called name: String) -> CSVColumn? {
    let column = CSVColumn(header: name)
    if column == nil, !name.isEmpty { notes.add("the column '\(name)' is unknown and was ignored") }
    return column
  }

  private func mistake(
    _ reason: String, remedy: ImportProblem.Remedy? = nil
  ) -> ImportProblem {
    ImportProblem(line: 1, reason, isFatal: true, remedy: remedy)
  }

  // MARK: - Rows

  private func trip(_ columns: [CSVColumn?], _ cells: [String]) throws(ValueError) -> StatedTrip {
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
    var stated = StatedTrip()
    stated.trip = try trip.row(currency: currency, options)
    try setEnd(of: &stated.trip, days: days, nights: nights)
    if stated.trip.text(.name) == nil { throw ValueError("the name is missing") }
    if stated.trip.text(.startDate) == nil { throw ValueError("the start date is missing") }
    if try stay.hasRow(named: .placeName) {
      let row = try stay.row(currency: currency, options).checked()
      stated.stays = StatedRows(rows: [row])
    }
    if try item.hasRow(named: .title) {
      let row = try item.row(currency: currency, options).checked()
      stated.items = StatedRows(rows: [row])
    }
    return stated
  }

  /// Days or nights stand for an end that is not given.
  private func setEnd(
    of trip: inout StatedRow<TripColumn>, days: String, nights: String
  ) throws(ValueError) {
    guard let start = trip.date(.startDate), trip.date(.endDate) == nil else { return }
    let days = try Self.count(days, "days", from: 1)
    let nights = try Self.count(nights, "nights", from: 0)
    guard let length = nights ?? days.map({ $0 - 1 }) else { return }
    if let days, days != length + 1 {
      throw ValueError("\(counted(days, "day")) cannot have \(counted(length, "night"))")
    }
    guard let end = start.adding(days: length) else {
      throw ValueError("the end would be outside the years 0001 to 9999")
    }
    trip.set(.endDate, end.description)
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

/// The cells of a row's trip, stay or item, trimmed.
private struct CSVCells<Column: StoredColumn> {
  private var texts = [String](repeating: "", count: Column.allCases.count)

  subscript(column: Column) -> String {
    get { texts[Int(column.rawValue)] }
    set { texts[Int(column.rawValue)] = newValue.trimmingWhitespace() }
  }

  /// Whether the row has a stay or an item. A flag alone is none: a spreadsheet may have one in
  /// each row.
  func hasRow(named name: Column) throws(ValueError) -> Bool {
    if !self[name].isEmpty { return true }
    let other = Column.allCases.first { !$0.declaration.isFlag && !self[$0].isEmpty }
    if let other { throw ValueError("the row has a '\(other.csv)' but no '\(name.csv)'") }
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

extension StatedTrip {
  /// Whether a row only adds a stay or an item to the record of the rows before it. These must be
  /// valid whatever the store has, because an error is reported with the line of the first row.
  fileprivate func addsOnlyRows(to other: StatedTrip) -> Bool {
    trip.id == other.trip.id && uid == other.uid
      && (trip.cost == nil || trip.cost == other.trip.cost)
      && trip.given.allSatisfy { other.trip[$0.column] == $0.value } && endsWithValidRows
      && other.endsWithValidRows
  }

  private var endsWithValidRows: Bool {
    func isValid(_ cost: WrittenAmount?) -> Bool {
      cost.map { (try? $0.money(nil)) != nil } ?? true
    }
    let (stay, item) = (stays?.rows.last, items?.rows.last)
    return isValid(stay?.cost) && isValid(item?.cost)
      && (stay == nil || (try? stay?.fitting(nil)) != nil)
      && (item == nil || (try? item?.fitting(nil)) != nil)
  }
}
