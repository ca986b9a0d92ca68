/// Reads trips from a CSV whose first row names the columns.
///
/// An empty cell leaves its value alone. A row describes a trip, and one of its stays.
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

  /// The next trip: rows that follow each other and differ only in their stays are one record.
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
      if case .success(let other?) = next, other.trip.addsOnlyStays(to: trip) {
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
    var trip = StatedTrip()
    // The trip's columns, then the stay's, as text.
    var ofTrip: [TripColumn: String] = [:]
    var ofStay: [StayColumn: String] = [:]
    var items = ""
    for (index, column) in columns.enumerated() {
      guard let column else { continue }
      let text = text(cells[index], as: column)
      if text.isEmpty { continue }
      switch column {
      case .trip(let column): ofTrip[column] = CSVWriter.unguarded(text)
      case .stay(let column): ofStay[column] = CSVWriter.unguarded(text)
      case .items: items = text
      }
    }
    trip.trip.isExact = ofTrip[.id] != nil && ofTrip[.uid] != nil
    let currency = ofTrip[.perdiemCurrency] ?? ""
    for column in TripColumn.allCases {
      guard let text = ofTrip[column] else { continue }
      if column == .perdiemMinor {
        try trip.trip.setCost(text, currency: currency, options)
      } else {
        try trip.trip.set(column, text: text, options)
      }
    }
    if trip.trip.text(.name) == nil { throw ValueError("the name is missing") }
    if trip.trip.text(.startDate) == nil { throw ValueError("the start date is missing") }
    trip.stays = try stay(ofStay, currency: currency, isExact: trip.trip.isExact)
    if !items.isEmpty {
      trip.items = StatedRows(
        rows: try bucketList(items, isExact: trip.trip.isExact), isComplete: true)
    }
    return trip
  }

  /// The cell without spaces at its ends.
  private func text(_ cell: String, as column: CSVColumn) -> String {
    if cell.trimmingWhitespace().isEmpty { return "" }
    if column.isText { return cell }
    return cell.trimmingWhitespace()
  }

  /// - Parameter currency: the row's currency, for a cost without one; it may be empty.
  private func stay(
    _ cells: [StayColumn: String], currency: String, isExact: Bool
  ) throws(ValueError) -> StatedRows<StayColumn>? {
    if cells[.placeName] == nil {
      let given = StayColumn.allCases.first { $0 != .isConfirmed && cells[$0] != nil }
      if let given { throw ValueError("the row has a '\(given.csv)' but no 'stayName'") }
      return nil
    }
    var stay = StatedRow<StayColumn>()
    stay.isExact = isExact
    for column in StayColumn.allCases {
      guard let cell = cells[column] else { continue }
      if column == .costMinor {
        try stay.setCost(cell, otherwise: currency, options)
      } else {
        try stay.set(column, text: cell, options)
      }
    }
    return StatedRows(rows: [try stay.checked()])
  }

  /// A JSON cell, as the export writes it.
  private func bucketList(
    _ cell: String, isExact: Bool
  ) throws(ValueError) -> [StatedRow<ItemColumn>] {
    // Dates in JSON have their own format.
    var options = options
    options.dateFormat = nil
    do {
      return try JSONTripReader.items(inText: cell, isExact: isExact, options, &notes)
    } catch {
      let reason = (error as? ImportProblem)?.reason ?? "\(error)"
      throw ValueError("the cell 'bucketList' is invalid; \(reason)")
    }
  }
}

extension StatedTrip {
  /// Whether a row only adds a stay to the record of the rows before it. Both stays must be valid
  /// whatever the store has, because an error is reported with the line of the first row.
  fileprivate func addsOnlyStays(to other: StatedTrip) -> Bool {
    items == nil && trip.id == other.trip.id && uid == other.uid && trip.cost == nil
      && trip.given.allSatisfy { other.trip[$0.column] == $0.value } && endsWithValidStay
      && other.endsWithValidStay
  }

  private var endsWithValidStay: Bool {
    guard let stay = stays?.rows.last else { return true }
    return (try? stay.fitting(nil)) != nil
      && stay.cost.map { $0.currency != nil } ?? true
  }
}

/// The content of a CSV column.
package enum CSVColumn: Hashable, Sendable {
  case trip(TripColumn)
  case stay(StayColumn)
  case items

  static let all =
    TripCSV.tripColumns.map(CSVColumn.trip) + TripCSV.stayColumns.map(CSVColumn.stay) + [.items]
    + TripCSV.lastColumns.map(CSVColumn.stay)

  var name: String {
    switch self {
    case .trip(let column): column.csv
    case .stay(let column): column.csv
    case .items: TripCSV.bucketList
    }
  }

  /// Whether spaces at its ends may matter.
  var isText: Bool {
    switch self {
    case .trip(let column): column.declaration.text != nil
    case .stay(let column): column.declaration.text != nil
    case .items: true
    }
  }

  /// Ignores the spelling of headers: `Start Date`, `start_date` and `START` are all `startDate`.
  init?(header: String) {
    let bare = header.lowercased().filter { $0.isLetter || $0.isNumber }
    let wanted =
      switch bare {
      case "start": "startdate"
      case "end": "enddate"
      case "perdiem": "perdiemamount"
      case "currency": "perdiemcurrency"
      case "kind": "type"
      default: bare
      }
    guard let column = Self.all.first(where: { $0.name.lowercased() == wanted }) else { return nil }
    self = column
  }
}
