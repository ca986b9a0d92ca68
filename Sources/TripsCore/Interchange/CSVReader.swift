/// Reads CSV (RFC 4180) strictly from a file, a row at a time.
struct CSVReader {
  /// Bytes of one row.
  static let largest = 16 << 20

  let file: InputFile
  /// What parts the cells; a header without a comma may have `;` or tabs instead, as spreadsheets
  /// write them in countries with a decimal comma.
  private var separator = UInt8(ascii: ",")

  init(_ file: InputFile) {
    self.file = file
  }

  mutating func header() throws -> [String]? {
    try file.skipByteOrderMark()
    let line = try file.start(4096).prefix { $0 != UInt8(ascii: "\n") }
    if !line.contains(separator) {
      separator = [UInt8(ascii: ";"), UInt8(ascii: "\t")].first(where: line.contains) ?? separator
    }
    return try row()
  }

  /// The cells of the next row; nil at the end. Empty lines are passed over.
  ///
  /// - Throws: `ImportProblem`, with the rest of the line taken, so that reading may go on; `FileError`.
  func row() throws -> [String]? {
    while let byte = try file.peek() {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        _ = try file.next()
        continue
      }
      let line = file.line
      do {
        return try cells()
      } catch let reason as ValueError {
        try file.skipLine()
        throw ImportProblem(line: line, reason.description)
      }
    }
    return nil
  }

  private func cells() throws -> [String] {
    let start = file.offset
    var cells: [String] = []
    while true {
      let isQuoted = try file.peek() == UInt8(ascii: "\"")
      let bytes = try isQuoted ? quoted(from: start) : plain(from: start)
      guard let cell = String(validating: bytes, as: UTF8.self) else {
        throw ValueError("cell \(cells.count + 1) is not valid UTF-8")
      }
      cells.append(cell)
      if try endsRow(afterCell: cells.count) { return cells }
    }
  }

  private func quoted(from start: Int) throws -> [UInt8] {
    _ = try file.next()
    var bytes: [UInt8] = []
    while let byte = try file.next() {
      if byte == UInt8(ascii: "\"") {
        guard try file.peek() == byte else { return bytes }
        _ = try file.next()
      }
      bytes.append(byte)
      try checkSize(from: start)
    }
    throw ValueError("a quote is never closed")
  }

  private func plain(from start: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let byte = try file.peek(), byte != separator, byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\"") {
        throw ValueError("a quote stands within a cell without quotes")
      }
      _ = try file.next()
      // CR LF ends the row; a CR alone stays, and is refused as a control character.
      if byte == UInt8(ascii: "\r"), try file.peek().map({ $0 == UInt8(ascii: "\n") }) ?? true {
        return bytes
      }
      bytes.append(byte)
      try checkSize(from: start)
    }
    return bytes
  }

  /// Takes the separator, or the end of the row.
  private func endsRow(afterCell count: Int) throws -> Bool {
    switch try file.peek() {
    case separator:
      _ = try file.next()
      return false
    case UInt8(ascii: "\r"):
      _ = try file.next()
      if try file.peek() == UInt8(ascii: "\n") { _ = try file.next() }
      return true
    case UInt8(ascii: "\n"):
      _ = try file.next()
      return true
    case nil: return true
    default: throw ValueError("text stands after the closing quote of cell \(count)")
    }
  }

  private func checkSize(from start: Int) throws {
    if file.offset - start > Self.largest { throw ValueError("the row is larger than 16 MiB") }
  }
}

/// Reads trips from CSV whose first row names the columns.
final class CSVTripReader: RecordReader {
  private(set) var recordLine = 1
  private(set) var notes = ImportNotes()
  private let file: InputFile
  private var csv: CSVReader
  /// What each column holds; nil for one that is not kept.
  private var columns: [Column?]?

  private enum Column: String, CaseIterable {
    case id, uid, type, name, destination, startDate, endDate, perdiemAmount, perdiemCurrency
    case perdiemRule, reason, notes, stayName, stayAddress, stayConfirmed, bucketList

    /// As a header may spell it: `Start Date`, `start_date` and `START` are all `startDate`.
    init?(header: String) {
      let bare = header.lowercased().filter { $0.isLetter || $0.isNumber }
      switch bare {
      case "start": self = .startDate
      case "end": self = .endDate
      case "perdiem": self = .perdiemAmount
      case "currency": self = .perdiemCurrency
      default:
        guard let column = Column.allCases.first(where: { $0.rawValue.lowercased() == bare }) else {
          return nil
        }
        self = column
      }
    }
  }

  init(_ file: InputFile) {
    self.file = file
    csv = CSVReader(file)
  }

  func next() throws -> ImportRecord? {
    if columns == nil, try !readHeader() { return nil }
    guard let columns else { return nil }
    skipEmptyLines: while let byte = try file.peek() {
      guard byte == 0x0A || byte == 0x0D else { break skipEmptyLines }
      _ = try file.next()
    }
    recordLine = file.line
    guard let cells = try csv.row() else { return nil }
    guard cells.count == columns.count else {
      throw ImportProblem(
        line: recordLine,
        "the row has \(Wording.counted(cells.count, "cell")), and the header \(columns.count)")
    }
    do {
      return .trip(try trip(Dictionary(uniqueKeysWithValues: named(cells, columns))))
    } catch {
      throw ImportProblem(line: recordLine, error.description)
    }
  }

  private func named(_ cells: [String], _ columns: [Column?]) -> [(Column, String)] {
    zip(columns, cells).compactMap { column, cell in column.map { ($0, cell) } }
  }

  private func readHeader() throws -> Bool {
    let names: [String]
    do {
      guard let row = try csv.header() else { return false }
      names = row
    } catch let problem as ImportProblem {
      throw ImportProblem(line: problem.line, problem.reason, isFatal: true)
    }
    let columns = names.map { Column(header: $0) }
    for column in [Column.name, .startDate] where !columns.contains(column) {
      throw ImportProblem(
        line: 1, "the first row of the CSV names no column '\(column.rawValue)'", isFatal: true)
    }
    let known = columns.compactMap(\.self)
    if let twice = known.first(where: { column in known.filter { $0 == column }.count > 1 }) {
      throw ImportProblem(line: 1, "the column '\(twice.rawValue)' comes twice", isFatal: true)
    }
    for (name, column) in zip(names, columns) where column == nil {
      notes.add("the column '\(name)' is unknown and not kept")
    }
    self.columns = columns
    return true
  }

  private func trip(_ cells: [Column: String]) throws(ValueError) -> ImportedTrip {
    var trip = ImportedTrip()
    if let id = cells[.id], !id.isEmpty {
      guard let id = Store.identifier(id), id < 1 << 53 else {
        throw ValueError("'id' must be a whole number from 1 to 9007199254740991")
      }
      trip.id = id
    }
    trip.uid = cells[.uid].flatMap { $0.isEmpty ? nil : $0 }
    var fields = ImportedFields()
    fields.name = cells[.name].map(CSVWriter.unguarded)
    fields.destination = cells[.destination].map(CSVWriter.unguarded)
    fields.startDate = cells[.startDate]
    fields.endDate = cells[.endDate]
    fields.type = cells[.type]
    fields.perdiemAmount = cells[.perdiemAmount]
    fields.perdiemCurrency = cells[.perdiemCurrency]
    fields.perdiemRule = cells[.perdiemRule]
    fields.reason = cells[.reason]
    fields.notes = cells[.notes].map(CSVWriter.unguarded)
    try fields.apply(to: &trip)
    trip.stay = try stay(cells)
    trip.bucketList = try cells[.bucketList].map(bucketList)
    return trip
  }

  private func stay(_ cells: [Column: String]) throws(ValueError) -> TripDraft.Setting<ImportedStay>
  {
    guard let name = cells[.stayName].map(CSVWriter.unguarded) else { return .keep }
    let address = CSVWriter.unguarded(cells[.stayAddress] ?? "")
    if name.isEmpty {
      guard address.isEmpty else { throw ValueError("a stay has an address and no name") }
      return .clear
    }
    var stay = ImportedStay(placeName: try StoredText.placeName.required(name))
    stay.address = try StoredText.address.normalized(address)
    switch (cells[.stayConfirmed] ?? "").lowercased() {
    case "true", "yes", "1": stay.isConfirmed = true
    case "false", "no", "0", "": stay.isConfirmed = false
    case let other: throw ValueError("'stayConfirmed' must be true or false, and is '\(other)'")
    }
    return .set(stay)
  }

  /// A cell of JSON, as the export writes it.
  private func bucketList(_ cell: String) throws(ValueError) -> [ImportedItem] {
    guard !cell.isEmpty else { return [] }
    do {
      return try JSONTripReader.items(inText: cell, &notes)
    } catch {
      let reason = (error as? ImportProblem)?.reason ?? "\(error)"
      throw ValueError("the cell 'bucketList' is invalid; \(reason)")
    }
  }
}

extension CSVWriter {
  /// Takes away the apostrophe that `guarded` put before the text.
  static func unguarded(_ text: String) -> String {
    let rest = text.utf8.drop { $0 == UInt8(ascii: "'") }
    guard text.utf8.first == UInt8(ascii: "'"), let first = rest.first,
      "=+-@\t\r".utf8.contains(first)
    else { return text }
    return String(text.dropFirst())
  }
}
