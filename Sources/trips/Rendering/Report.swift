import TripsCore

/// A column of a report, declared once for the table, the pipe, CSV, JSON and `trips help json`.
final class Column<Row> {
  /// The name in JSON, CSV, `--columns` and the manual.
  let name: String
  /// The header of a table.
  let title: String
  let alignment: Alignment
  /// If space is short, columns of a high rank are dropped first; those of rank 0 stay. A table
  /// shows a column without a rank only if `--columns` names it.
  let rank: Int?
  /// Whether its cells may be cut.
  let isFlexible: Bool
  /// Whether it is for people: never in a pipe, CSV or JSON.
  let isDrawing: Bool
  let style: (Row) -> TextStyle
  let write: (Row, inout CellWriter) -> Void

  init(
    _ name: String, title: String? = nil, alignment: Alignment = .left, rank: Int? = 0,
    isFlexible: Bool = false, isDrawing: Bool = false,
    style: @escaping (Row) -> TextStyle = { _ in .plain },
    _ write: @escaping (Row, inout CellWriter) -> Void
  ) {
    self.name = name
    self.title = title ?? name.uppercased()
    self.alignment = alignment
    self.rank = rank
    self.isFlexible = isFlexible
    self.isDrawing = isDrawing
    self.style = style
    self.write = write
  }
}

enum ReportOptions {
  static let csv = Flag("--csv", "print CSV with a header")
}

/// Renders rows in the form that the command line asks for: a table on a terminal, lines with tabs
/// in a pipe, CSV or JSON, all with the same columns.
///
/// Rows become bytes while the store is read, so that no row is held twice, and are written when the
/// store is unlocked.
final class Report<Row> {
  enum Form { case table, pipe, csv, json }

  private let context: Context
  private let form: Form
  private let columns: [Column<Row>]
  private var writer: CellWriter
  private var widest: [Int]
  private var sizes: [CellSize] = []
  /// Without colours in a table, which adds them once the widths are known.
  private let palette: Palette

  init(_ columns: [Column<Row>], asCSV: Bool = false, in context: Context) {
    self.context = context
    form =
      context.globals.isJSON
      ? .json : asCSV ? .csv : context.terminal.isOutput ? .table : .pipe
    if let chosen = context.globals.columns {
      self.columns = chosen.compactMap { name in columns.first { $0.name == name } }
    } else {
      self.columns = columns.filter { [form] in
        form == .table ? $0.rank != nil : !$0.isDrawing
      }
    }
    writer = CellWriter(form: CellWriter.Form(form))
    widest = [Int](repeating: 0, count: self.columns.count)
    palette = form == .pipe ? context.palette : Palette(isEnabled: false)
  }

  /// The names of the columns that are printed.
  var names: [String] { columns.map(\.name) }

  /// Whether totals are shown.
  var isTable: Bool { form == .table }

  /// Renders all rows and writes them.
  func write(_ rows: some Sequence<Row>) throws {
    let rendered = RenderedRows()
    for row in rows { try add(row, to: rendered) }
    try write(rendered)
  }

  func add(_ row: Row, to rendered: RenderedRows) throws {
    try rendered.append { append(row, to: &$0) }
  }

  /// Adds a line of totals, by column, to a table.
  func add(total texts: [String: String], to rendered: RenderedRows) throws {
    guard isTable else { return }
    try rendered.append { output in
      swap(&writer.bytes, &output)
      for (index, column) in columns.enumerated() {
        let start = writer.bytes.count
        writer.text(texts[column.name])
        measure(index, from: start, .heading)
      }
      endRow()
      swap(&writer.bytes, &output)
    }
  }

  /// Appends the bytes of a row, for `RenderedRows`.
  func append(_ row: Row, to output: inout [UInt8]) {
    swap(&writer.bytes, &output)
    if form == .json { writer.raw("{") }
    for index in columns.indices {
      let column = columns[index]
      writer.begin(column.name, isFirst: index == 0 || form == .table)
      let start = writer.bytes.count
      if form == .table {
        column.write(row, &writer)
        measure(index, from: start, column.style(row))
      } else if palette.isEnabled {
        palette.append(column.style(row), to: &writer) { column.write(row, &$0) }
      } else {
        column.write(row, &writer)
      }
    }
    endRow()
    swap(&writer.bytes, &output)
  }

  private func endRow() {
    switch form {
    case .table:
      sizes.withUnsafeBytes { writer.bytes.append(contentsOf: $0) }
      sizes.removeAll(keepingCapacity: true)
    case .json: writer.raw("}")
    case .pipe, .csv: writer.raw("\n")
    }
  }

  /// Removes trailing spaces, which would only widen the column.
  private func measure(_ index: Int, from start: Int, _ style: TextStyle) {
    let (bytes, cells) = writer.bytes.withUnsafeBytes { output in
      let cell = UnsafeRawBufferPointer(rebasing: output[start...]).withoutTrailingBlanks
      return (cell.count, DisplayWidth.of(cell))
    }
    writer.bytes.removeLast(writer.bytes.count - start - bytes)
    widest[index] = max(widest[index], cells)
    sizes.append(
      CellSize(bytes: UInt32(bytes), cells: UInt32(cells), style: UInt32(style.rawValue)))
  }

  func write(_ rows: RenderedRows) throws {
    switch form {
    case .json:
      try TripDocument(arrayOf: rows).withPieces { try context.output.write(bytes: $0) }
    case .csv:
      try context.write(document: Array((names.joined(separator: ",") + "\n").utf8))
      try rows.withEach { try context.write(document: $0) }
    case .pipe: try rows.withEach { try context.output.write(bytes: $0) }
    case .table: if rows.count > 0 { try writeTable(rows) }
    }
  }

  private func writeTable(_ rows: RenderedRows) throws {
    var line = try TableLine(
      of: columns.map {
        Table.Column(
          title: $0.title, alignment: $0.alignment, isFlexible: $0.isFlexible, rank: $0.rank ?? 0)
      },
      widest: widest, width: context.terminal.width, palette: context.palette, to: context.output)
    let stride = MemoryLayout<CellSize>.stride
    try rows.withEach { row in
      let sizes = row.suffix(columns.count * stride).startIndex
      var start = 0
      var shown = line.layout[...]
      for index in columns.indices {
        let size = row.loadUnaligned(fromByteOffset: sizes + index * stride, as: CellSize.self)
        let end = start + Int(size.bytes)
        if let column = shown.first, column.index == index {
          line.append(
            visible: UnsafeRawBufferPointer(rebasing: row[start..<end]), taking: Int(size.cells),
            style: TextStyle(rawValue: Int(size.style)) ?? .plain, in: column)
          shown.removeFirst()
        }
        start = end
      }
      try line.endLine()
    }
  }
}

/// The size of a cell without trailing spaces, and its style.
private struct CellSize {
  var bytes: UInt32
  /// On a terminal.
  var cells: UInt32
  var style: UInt32
}

extension UnsafeRawBufferPointer {
  /// The escaped text up to its last scalar that is not whitespace.
  fileprivate var withoutTrailingBlanks: UnsafeRawBufferPointer {
    // Blanks outside ASCII need Unicode-aware trimming.
    guard let last, last == UInt8(ascii: " ") else { return self }
    let kept = String(decoding: self, as: UTF8.self).withoutTrailingBlanks
    return UnsafeRawBufferPointer(rebasing: prefix(kept.utf8.count))
  }
}
