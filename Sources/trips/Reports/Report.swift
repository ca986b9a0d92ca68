import TripsCore

/// A column of a report, declared once for the table, the pipe, CSV, JSON and `trips help json`.
final class Column<Row> {
  /// The name in JSON, CSV, `--columns` and the manual.
  let name: String
  /// Its layout in a table; a column without a rank is shown only if `--columns` names it.
  var layout: Table.Column
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
    layout = Table.Column(
      title: title ?? name.uppercased(), alignment: alignment, isFlexible: isFlexible, rank: rank)
    self.isDrawing = isDrawing
    self.style = style
    self.write = write
  }
}

/// The form in which a command prints rows.
enum ReportForm { case table, pipe, csv, json }

extension Context {
  /// The form that the command line asks for: a table only on a terminal.
  var reportForm: ReportForm {
    globals.isJSON ? .json : globals.isCSV ? .csv : terminal.isOutput ? .table : .pipe
  }
}

/// Renders rows as a table, as lines with tabs, as CSV or as JSON, all with the same columns.
///
/// Rows become bytes while the store is read, so that no row is held twice, and are written when the
/// store is unlocked.
final class Report<Row> {
  private let context: Context
  private let form: ReportForm
  private let columns: [Column<Row>]
  private let palette: Palette
  private var writer: CellWriter

  init(_ columns: [Column<Row>], in context: Context) {
    self.context = context
    let form = context.reportForm
    self.form = form
    if let chosen = context.globals.columns {
      self.columns = chosen.compactMap { name in columns.first { $0.name == name } }
    } else {
      self.columns = columns.filter { form == .table ? $0.layout.rank != nil : !$0.isDrawing }
    }
    palette = context.palette
    writer = CellWriter(form: form, csv: context.globals.csvForm)
  }

  /// The names of the columns that are printed.
  var names: [String] { columns.map(\.name) }

  /// Renders all rows and writes them.
  func write(_ rows: some Sequence<Row>) throws {
    let rendered = RenderedRows()
    for row in rows { try add(row, to: rendered) }
    try write(rendered)
  }

  /// Writes rows page by page, while they are read; a table waits for the widths of all.
  ///
  /// - Parameter next: the next page; nil at the end.
  func write(pages next: () throws -> (some Sequence<Row>)?) throws {
    guard form == .pipe || form == .csv else {
      let rendered = RenderedRows()
      while let page = try next() { for row in page { try add(row, to: rendered) } }
      return try write(rendered)
    }
    if form == .csv { try writeHeader() }
    while let page = try next() { try write(lines: page) }
  }

  /// Writes rows as lines without a frame: JSON has an object on each line.
  func write(lines rows: some Sequence<Row>) throws {
    for row in rows {
      var line: [UInt8] = []
      append(row, to: &line)
      if form == .json { line.append(UInt8(ascii: "\n")) }
      try form == .csv
        ? context.write(document: line) : context.output.write(bytes: line)
    }
  }

  func writeHeader() throws {
    if form == .csv { try context.write(document: context.globals.csvForm.header(names)) }
  }

  func add(_ row: Row, to rendered: RenderedRows) throws {
    try rendered.append { append(row, to: &$0) }
  }

  /// Adds a line of totals, by column, to a table.
  func add(total texts: [String: String], to rendered: RenderedRows) throws {
    guard form == .table else { return }
    try rendered.append { output in
      swap(&writer.bytes, &output)
      for index in columns.indices {
        beginCell(index, .heading)
        writer.text(texts[columns[index].name])
      }
      endRow(&output)
    }
  }

  /// Appends the bytes of a row, for `RenderedRows`.
  func append(_ row: Row, to output: inout [UInt8]) {
    swap(&writer.bytes, &output)
    if form == .json { writer.raw("{") }
    for index in columns.indices {
      let column = columns[index]
      beginCell(index, column.style(row))
      let start = writer.bytes.count
      column.write(row, &writer)
      if form == .pipe, palette.isEnabled {
        let cell = String(decoding: writer.bytes[start...], as: UTF8.self)
        writer.bytes.replaceSubrange(
          start..., with: palette.apply(column.style(row), to: cell).utf8)
      }
    }
    endRow(&output)
  }

  /// A cell of a table begins with its style, as a byte that escaped text never contains.
  private func beginCell(_ index: Int, _ style: @autoclosure () -> TextStyle) {
    writer.begin(columns[index].name, isFirst: index == 0)
    if form == .table { writer.bytes.append(UInt8(style().rawValue)) }
  }

  private func endRow(_ output: inout [UInt8]) {
    switch form {
    case .json: writer.raw("}")
    case .csv: writer.raw(context.globals.csvForm.lineEnd)
    case .pipe, .table: writer.raw("\n")
    }
    swap(&writer.bytes, &output)
  }

  func write(_ rows: RenderedRows) throws {
    switch form {
    case .json:
      try TripDocument(arrayOf: rows).withPieces { try context.output.write(bytes: $0) }
    case .csv:
      try writeHeader()
      try rows.withEach { try context.write(document: $0) }
    case .pipe: try rows.withEach { try context.output.write(bytes: $0) }
    case .table: try writeTable(rows)
    }
  }

  private func writeTable(_ rows: RenderedRows) throws {
    try Table(columns: columns.map(\.layout)).write(
      to: context.output, width: context.terminal.width, palette: palette
    ) { body in try rows.withEach { try body(Self.cells(of: $0)) } }
  }

  private static func cells(of row: UnsafeRawBufferPointer) -> [Table.Cell] {
    row.dropLast().split(separator: UInt8(ascii: "\t")).map { cell in
      Table.Cell(
        text: String(decoding: cell.dropFirst(), as: UTF8.self),
        style: cell.first.flatMap { TextStyle(rawValue: Int($0)) } ?? .plain)
    }
  }
}
