import Platform

/// Parses CSV (RFC 4180) from a file, one row at a time. Lines may end in CR, LF or both, and cells
/// may be padded.
struct CSVReader {
  /// The limit of bytes in a row.
  static let maxBytes = 64 << 20
  static let maxCells = 1_000

  let file: InputFile
  /// The separator of cells; nil until it is detected.
  private let chosen: CSVSeparator?
  private var separator = CSVSeparator.comma.byte
  /// The offset up to which an invalid row was searched for the end of a quote.
  private var searched = 0

  init(file: InputFile, separator: CSVSeparator? = nil) {
    self.file = file
    chosen = separator
  }

  mutating func header() throws -> [String]? {
    try file.skipByteOrderMark()
    let start = try file.start(65_536)
    let first = start.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let declared = CSVSeparator(declaredIn: Array(first))
    if declared != nil { try file.skipLine() }
    separator = (try chosen ?? declared ?? CSVSeparator(guessedFrom: file.start(65_536))).byte
    return try row()
  }

  /// The cells of the next row; nil at the end. Empty lines are skipped.
  ///
  /// - Throws: `ImportProblem`, after skipping the rest of the line so that reading can continue;
  ///   `FileError`.
  mutating func row() throws -> [String]? {
    try skipEmptyLines()
    guard try file.peek() != nil else { return nil }
    let start = file.mark
    let line = file.line
    do {
      return try cells()
    } catch let reason as ValueError {
      // An invalid row ends with its first line: an unclosed quote would otherwise consume all
      // later rows.
      searched = max(searched, file.offset)
      try file.go(to: start)
      try file.skipLine()
      throw ImportProblem(line: line, reason.description, remedy: reason.remedy)
    }
  }

  /// Advances to the first byte of the next row.
  func skipEmptyLines() throws {
    while let byte = try file.peek(), byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
      _ = try file.next()
    }
  }

  private func cells() throws -> [String] {
    let start = file.offset
    var cells: [String] = []
    while true {
      var bytes = try spaces()
      if try file.peek() == UInt8(ascii: "\"") {
        bytes = try quoted(from: start)
        _ = try spaces()
      } else {
        try readPlain(from: start, into: &bytes)
      }
      guard let cell = String(validating: bytes) else {
        throw ValueError("cell \(cells.count + 1) is not valid UTF-8", remedy: .encoding)
      }
      guard cells.count < Self.maxCells else {
        throw ValueError("the row has more than \(Self.maxCells) cells")
      }
      cells.append(cell)
      if try endsRow(afterCell: cells.count) { return cells }
    }
  }

  /// The spaces around a cell.
  private func spaces() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let byte = try file.peek(), byte == UInt8(ascii: " "), byte != separator {
      _ = try file.next()
      bytes.append(byte)
    }
    return bytes
  }

  private func quoted(from start: Int) throws -> [UInt8] {
    _ = try file.next()
    var bytes: [UInt8] = []
    while let byte = try file.next() {
      if byte == UInt8(ascii: "\"") {
        guard try file.peek() == byte else { return bytes }
        _ = try file.next()
      } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r"), file.offset <= searched {
        // Each byte is searched once: a cell ends on its line where an invalid row before it has
        // been searched.
        break
      }
      bytes.append(byte)
      try checkSize(from: start)
    }
    throw ValueError("a quote is never closed")
  }

  private func readPlain(from start: Int, into bytes: inout [UInt8]) throws {
    while let byte = try file.peek(), byte != separator, byte != UInt8(ascii: "\n"),
      byte != UInt8(ascii: "\r")
    {
      _ = try file.next()
      bytes.append(byte)
      try checkSize(from: start)
    }
  }

  /// Reads the separator, or the end of the row.
  private func endsRow(afterCell count: Int) throws -> Bool {
    guard let byte = try file.peek() else { return true }
    guard byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
      throw ValueError("text follows the closing quote of cell \(count)")
    }
    _ = try file.next()
    return try byte != separator && file.endsLine(byte)
  }

  private func checkSize(from start: Int) throws {
    if file.offset - start > Self.maxBytes {
      throw ImportProblem(line: file.line, "the row is larger than 64 MiB", isFatal: true)
    }
  }
}
