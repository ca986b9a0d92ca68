/// Reads trips from a CSV whose first row names the columns.
final class CSVTripReader: RecordReader {
  private(set) var recordLine = 1
  private(set) var notes = ImportNotes()
  private let file: InputFile
  private let options: ImportOptions
  private var csv: CSVReader
  /// The content of each column; nil for one that is ignored.
  private var columns: [CSVColumn?]?
  /// The translated words of each column; nil for a column without a mapping.
  private var mappings: [CSVColumnName?] = []

  init(_ file: InputFile, _ options: ImportOptions) {
    self.file = file
    self.options = options
    csv = CSVReader(file: file, separator: options.separator)
  }

  func next() throws -> ImportRecord? {
    let columns = try columns ?? readHeader()
    try csv.skipEmptyLines()
    recordLine = file.line
    guard let cells = try csv.row() else { return nil }
    guard cells.count == columns.count else {
      throw ImportProblem(
        line: recordLine,
        "the row has \(counted(cells.count, "cell")), and the header \(columns.count)")
    }
    do {
      let texts = try cells.indices.map { index throws(ValueError) in
        try text(cells[index], at: index, as: columns[index])
      }
      return .trip(try trip(zip(columns, texts)))
    } catch {
      throw ImportProblem(line: recordLine, error.description, remedy: error.remedy)
    }
  }

  /// A cell with its word translated and its decimal mark converted.
  private func text(
    _ cell: String, at index: Int, as column: CSVColumn?
  ) throws(ValueError) -> String {
    let cell = mappings[index]?.ours(cell) ?? cell
    guard column?.isAmount == true, !cell.isEmpty else { return cell }
    if let plain = (options.decimalMark ?? .point).plain(cell),
      options.decimalMark != nil || cell.unicodeScalars.contains(where: { $0 == "€" || $0 == "£" })
    {
      return plain
    }
    guard options.decimalMark == .comma else { return cell }
    throw ValueError("the amount '\(cell)' is invalid; write it in the form of '1.234,50 EUR'")
  }

  private func readHeader() throws -> [CSVColumn?] {
    let names: [String]
    do {
      guard let row = try csv.header() else { throw ImportProblem.empty }
      names = row
    } catch let problem as ImportProblem {
      throw problem.fatal
    }
    for mapped in options.columnNames where !names.contains(where: mapped.fits) {
      throw mistake("the first row of the CSV has no column '\(mapped.theirs)'")
    }
    for name in names where options.columnNames.count(where: { $0.fits(name) }) > 1 {
      throw mistake("the column '\(name)' is mapped twice")
    }
    mappings = names.map { name in options.columnNames.first { $0.fits(name) } }
    var columns = self.columns(called: names)
    for column in [CSVColumn.trip(.name), .trip(.startDate)] where !columns.contains(column) {
      throw mistake("the first row of the CSV has no column '\(column.name)'", remedy: .mapping)
    }
    let known = columns.compactMap(\.self)
    if let twice = known.first(where: { column in known.filter { $0 == column }.count > 1 }) {
      throw mistake("the column '\(twice.name)' appears twice")
    }
    if !options.columnNames.isEmpty { try ignoreUnfit(&columns, called: names) }
    self.columns = columns
    return columns
  }

  private func columns(called names: [String]) -> [CSVColumn?] {
    let mapped = options.columnNames.compactMap(\.column)
    return zip(names, mappings).map { name, mapping in
      if let mapping { return mapping.column }
      guard let column = CSVColumn(header: name) else {
        notes.add("the column '\(name)' is unknown and was ignored")
        return nil
      }
      guard !mapped.contains(column) else {
        notes.add("the column '\(name)' is ignored; another column is mapped to '\(column.name)'")
        return nil
      }
      return column
    }
  }

  /// Ignores another program's columns that only happen to have a known name, such as its own
  /// `type`: those without a mapping that contain an invalid cell.
  private func ignoreUnfit(_ columns: inout [CSVColumn?], called names: [String]) throws {
    let start = file.mark
    var doubtful = columns.indices.filter { index in
      mappings[index] == nil && columns[index]?.isRequired == false
    }
    while !doubtful.isEmpty {
      try csv.skipEmptyLines()
      let line = file.line
      let cells: [String]
      do {
        guard let row = try csv.row() else { break }
        cells = row
      } catch let problem as ImportProblem {
        // Names are checked when the row is imported.
        if problem.isFatal { break }
        continue
      }
      guard cells.count == columns.count else { continue }
      doubtful.removeAll { index in
        guard let column = columns[index],
          let reason = mistake(in: cells[index], at: index, of: column)
        else { return false }
        notes.add("the column '\(names[index])' was ignored; line \(line): \(reason)")
        columns[index] = nil
        return true
      }
    }
    try file.go(to: start)
  }

  /// Why a cell is invalid for its column; nil for text.
  private func mistake(in cell: String, at index: Int, of column: CSVColumn) -> ValueError? {
    // Notes are made when the row is imported.
    let notes = notes
    defer { self.notes = notes }
    do throws(ValueError) {
      let text = CSVWriter.unguarded(try text(cell, at: index, as: column))
      switch column {
      case .trip(let column) where column.declaration.text == nil:
        try ImportedFields.check(text, for: column, options)
      case .stay(let column) where column.declaration.text == nil:
        var stay = ImportedStay()
        try stay.set(column, text: text, options)
      case .items: _ = try bucketList(cell, isExact: true)
      default: break
      }
      return nil
    } catch {
      return error
    }
  }

  private func mistake(
    _ reason: String, remedy: ImportProblem.Remedy? = nil
  ) -> ImportProblem {
    ImportProblem(line: 1, reason, isFatal: true, remedy: remedy)
  }

  private func trip(
    _ cells: Zip2Sequence<[CSVColumn?], [String]>
  ) throws(ValueError) -> ImportedTrip {
    var fields = ImportedFields()
    var stay: [StayColumn: String] = [:]
    var items: String?
    for (column, cell) in cells {
      let text = CSVWriter.unguarded(cell)
      switch column {
      case .trip(let column): fields[column] = text
      case .stay(let column): stay[column] = text
      case .items: items = cell
      case nil: break
      }
    }
    var trip = try fields.trip(options)
    trip.stays = try self.stay(
      stay, currency: fields[.perdiemCurrency] ?? "", isExact: fields.isExact)
    if let items { trip.bucketList = try bucketList(items, isExact: fields.isExact) }
    return trip
  }

  /// Without a column for the place, the stay is unchanged.
  ///
  /// - Parameter currency: that of the row, for a cost without one; it may be empty.
  private func stay(
    _ cells: [StayColumn: String], currency: String, isExact: Bool
  ) throws(ValueError) -> ImportedStays {
    guard let place = cells[.placeName], !place.isEmpty else {
      let given = StayColumn.allCases.first {
        $0 != .isConfirmed && !cells[$0, default: ""].isEmpty
      }
      if let given { throw ValueError("the row has a '\(given.csv)' but no 'stayName'") }
      return cells[.placeName] == nil ? .keep : .withoutFirst
    }
    var stay = ImportedStay()
    stay.isExact = isExact
    for (column, cell) in cells {
      if column == .costMinor, !Money.namesCurrency(cell) {
        try stay.setCost(cell, currency: currency, options)
      } else {
        try stay.set(column, text: cell, options)
      }
    }
    return .some([try stay.checked()])
  }

  /// A JSON cell, as the export writes it.
  private func bucketList(_ cell: String, isExact: Bool) throws(ValueError) -> [ImportedItem] {
    guard !cell.isEmpty else { return [] }
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

/// The content of a CSV column.
package enum CSVColumn: Hashable, Sendable {
  case trip(TripColumn)
  case stay(StayColumn)
  case items

  static let all =
    TripCSV.tripColumns.map(CSVColumn.trip) + TripCSV.stayColumns.map(CSVColumn.stay) + [.items]
    + TripCSV.lastColumns.map(CSVColumn.stay) + TripCSV.lastTripColumns.map(CSVColumn.trip)

  var name: String {
    switch self {
    case .trip(let column): column.csv
    case .stay(let column): column.csv
    case .items: TripCSV.bucketList
    }
  }

  /// Whether it contains an amount of money.
  var isAmount: Bool { self == .trip(.perdiemMinor) || self == .stay(.costMinor) }

  /// Whether every trip requires it.
  var isRequired: Bool { self == .trip(.name) || self == .trip(.startDate) }

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

/// The names that another program uses for a column and its values.
package struct CSVColumnName: Sendable {
  let theirs: String
  /// Nil if the column is to be ignored.
  let column: CSVColumn?
  /// Its words in lower case, with their translations.
  private let words: [(theirs: String, ours: String)]

  /// Parses `Their Column=field`, `Their Column=field:their word=ours,…`, or `Their Column=` for a
  /// column to ignore.
  ///
  /// - Throws: `ValueError`, which lists the fields.
  package init(_ text: String) throws(ValueError) {
    // Both the name of a column and a translated word may contain '='.
    let places = text.utf8.indices.filter { text.utf8[$0] == UInt8(ascii: "=") }
    var candidates = places.filter { $0 > text.startIndex }.map { equals in
      let parts = text[text.utf8.index(after: equals)...].parts(separatedBy: ":")
      return (name: text[..<equals], field: parts[0], words: parts.dropFirst())
    }
    guard let last = candidates.last else {
      throw ValueError("write the column and the field, such as 'Their Column=startDate'")
    }
    candidates.removeAll { candidate in
      candidate.field.utf8.contains(UInt8(ascii: "="))
        || CSVColumn(header: String(candidate.field)) == nil
    }
    let found = candidates.first ?? last
    column = CSVColumn(header: String(found.field))
    guard column != nil || found.field.isEmpty else {
      let fields = CSVColumn.all.map(\.name).joined(separator: ", ")
      throw ValueError("'\(found.field)' is not a field; the fields are \(fields)")
    }
    theirs = String(found.name)
    words = try Self.words(found.words.joined(separator: ":"))
  }

  private static func words(
    _ text: String
  ) throws(ValueError) -> [(theirs: String, ours: String)] {
    guard !text.isEmpty else { return [] }
    return try text.parts(separatedBy: ",").map { pair throws(ValueError) in
      let parts = pair.parts(separatedBy: "=")
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValueError(
          "write their words and ours, such as 'Kind=type:work=business,home=personal'")
      }
      return (parts[0].lowercased().trimmingWhitespace(), String(parts[1]).trimmingWhitespace())
    }
  }

  /// The translation of a cell, or the cell itself.
  func ours(_ cell: String) -> String {
    let word = cell.lowercased().trimmingWhitespace()
    return words.first { $0.theirs == word }?.ours ?? cell
  }

  /// Whether a header is this column, ignoring blanks and case.
  func fits(_ header: String) -> Bool {
    func bare(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
    return bare(header) == bare(theirs)
  }
}
