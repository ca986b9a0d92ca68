/// Reads trips from a CSV whose first row names the columns.
///
/// An empty cell leaves its value alone. A row is a trip with at most one stay and one item.
final class CSVTripReader: RecordReader {
  let kind = ImportAccount.Kind.row
  private(set) var recordLine = 1
  private(set) var notes = ImportNotes()
  private let file: InputFile
  private let options: ImportOptions
  private var csv: CSVReader
  /// The content of each column; nil if it is ignored.
  private var columns: [CSVColumn?]?
  private var hasRows = false
  /// The records of the rows read ahead, the next one last.
  private var ahead: [Result<CSVRow, any Error>] = []

  /// The rows that are read ahead, since the rows of several trips may alternate.
  private static let window = 10_000

  init(_ file: InputFile, _ options: ImportOptions) {
    self.file = file
    self.options = options
    csv = CSVReader(file: file, separator: options.separator)
  }

  /// The next trip: rows that differ only in stay and item are one record.
  func next() throws -> StatedTrip? {
    if ahead.isEmpty { readAhead() }
    guard let record = try ahead.popLast()?.get() else {
      if hasRows { return nil }
      throw mistake("the file has no rows below its header")
    }
    recordLine = record.line
    return record.stated
  }

  private func readAhead() {
    var records: [CSVRow] = []
    var indices: [String: Int] = [:]
    var order: [Result<Int, any Error>] = []
    for _ in 0..<Self.window {
      do {
        guard let row = try row() else { break }
        if let index = indices[row.key], row.addsOnlyRows(to: records[index]) {
          records[index].stated.add(row.stated)
        } else {
          indices[row.key] = records.count
          order.append(.success(records.count))
          records.append(row)
        }
      } catch {
        order.append(.failure(error))
        if (error as? ImportProblem)?.isFatal ?? true { break }
      }
    }
    hasRows = hasRows || !order.isEmpty
    ahead = order.reversed().map { index in index.map { records[$0] } }
  }

  private func row() throws -> CSVRow? {
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
        return try CSVRow.read(cells, columns, line: recordLine, options)
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
    let missing = [CSVColumn.trip(.name), .trip(.startDate)].filter { !columns.contains($0) }
      .map { "no column '\($0.name)'" }
    if !missing.isEmpty {
      let what = missing.joined(separator: " and ")
      throw mistake("the first row of the CSV has \(what)", remedy: .mapping)
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
}
