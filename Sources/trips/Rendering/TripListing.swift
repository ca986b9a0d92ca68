import TripsCore

/// Trips in columns, on a terminal and in a pipe, however many there are: their cells are bytes from
/// the store to the output.
struct TripListing {
  // Free text stands last: terminals disagree on the width of some of it.
  private static let columns: [Table.Column] = [
    Table.Column(title: "ID", alignment: .right),
    Table.Column(title: "START"),
    Table.Column(title: "END", rank: 1),
    Table.Column(title: "DAYS", alignment: .right, rank: 3),
    // It stays, or the colour alone would tell the type.
    Table.Column(title: "TYPE"),
    Table.Column(title: "DETAIL", rank: 4),
    Table.Column(title: "NAME", isFlexible: true),
    Table.Column(title: "DESTINATION", isFlexible: true, rank: 2),
  ]
  private static let typeColumn = 4
  private static let nameColumn = 6

  private let context: Context

  init(in context: Context) {
    self.context = context
  }

  /// - Returns: how many trips there were.
  func write(_ descriptor: FetchDescriptor, of store: Store) throws -> Int {
    let rows = try store.render(descriptor, as: .cells)
    context.noteMissing(store)
    try write(rows)
    return rows.count
  }

  func write(_ trips: [Trip]) throws {
    try write(RenderedRows(cellsOf: trips))
  }

  /// Writes a table on a terminal, else lines of cells parted by tabs.
  private func write(_ rows: RenderedRows) throws {
    guard rows.count > 0 else { return }
    try context.terminal.isOutput ? writeTable(rows) : writeLines(rows)
  }

  private func writeLines(_ rows: RenderedRows) throws {
    let palette = context.palette
    var line: [UInt8] = []
    try rows.withEach { row in
      line.removeAll(keepingCapacity: true)
      var style = TextStyle.plain
      TripCells.forEach(in: row) { index, cell in
        if index > 0 { line.append(UInt8(ascii: "\t")) }
        palette.append(Self.style(of: cell, at: index, &style), to: &line) {
          SafeText.appendVisible(cell, to: &$0)
        }
      }
      line.append(UInt8(ascii: "\n"))
      try context.output.write(bytes: line)
    }
  }

  private func writeTable(_ rows: RenderedRows) throws {
    var widest = [Int](repeating: 0, count: Self.columns.count)
    var buffer: [UInt8] = []
    try rows.withEach { row in
      TripCells.forEach(in: row) { index, cell in
        Self.show(cell, at: index, &buffer) { widest[index] = max(widest[index], $1) }
      }
    }
    var line = try TableLine(
      of: Self.columns, widest: widest, width: context.terminal.width, palette: context.palette,
      to: context.output)
    var shown = [Int?](repeating: nil, count: Self.columns.count)
    for column in line.layout { shown[column.index] = column.width }
    try rows.withEach { row in
      var style = TextStyle.plain
      TripCells.forEach(in: row) { index, cell in
        let cellStyle = Self.style(of: cell, at: index, &style)
        guard let width = shown[index] else { return }
        Self.show(cell, at: index, &buffer) {
          line.append(visible: $0, taking: $1, style: cellStyle, in: (index, width))
        }
      }
      try line.endLine()
    }
  }

  /// Calls `body` with the visible text of a cell, without blanks at its end, and how many cells of a
  /// terminal it takes.
  private static func show(
    _ cell: UnsafeRawBufferPointer, at index: Int, _ buffer: inout [UInt8],
    _ body: (UnsafeRawBufferPointer, Int) -> Void
  ) {
    // Those before are printable ASCII.
    guard index > typeColumn else { return body(cell, cell.count) }
    buffer.removeAll(keepingCapacity: true)
    SafeText.appendVisible(cell, to: &buffer)
    buffer.withUnsafeBytes {
      let visible = $0.withoutTrailingBlanks
      body(visible, DisplayWidth.of(visible))
    }
  }

  /// The style of a cell: the type and the name have that of the type. The second letters of its three
  /// words differ.
  private static func style(
    of cell: UnsafeRawBufferPointer, at index: Int, _ style: inout TextStyle
  ) -> TextStyle {
    if index == typeColumn {
      switch cell[1] {
      case UInt8(ascii: "u"): style = .business
      case UInt8(ascii: "e"): style = .personal
      default: style = .plain
      }
    }
    return index == typeColumn || index == nameColumn ? style : .plain
  }
}

extension UnsafeRawBufferPointer {
  /// The visible text up to its last scalar that is not white space.
  fileprivate var withoutTrailingBlanks: UnsafeRawBufferPointer {
    // A byte of a blank above ASCII is looked at as text.
    guard let last, last == UInt8(ascii: " ") else { return self }
    let kept = String(decoding: self, as: UTF8.self).withoutTrailingBlanks
    return UnsafeRawBufferPointer(rebasing: prefix(kept.utf8.count))
  }
}
