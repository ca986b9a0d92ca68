import TripsCore

/// Writes a table line by line, without trailing spaces.
struct TableLine {
  /// The columns to show, with their widths.
  private let layout: [(index: Int, width: Int)]
  private let columns: [Table.Column]
  private let palette: Palette
  private let channel: OutputChannel

  /// Writes a bold header.
  ///
  /// - Parameters:
  ///   - widest: the widest text of each column, in cells; columns without text are left out.
  ///   - width: the maximum width of a line in cells; nil cuts nothing.
  init(
    of columns: [Table.Column], widest: [Int], width: Int?, palette: Palette,
    to channel: OutputChannel
  ) throws(OutputError) {
    layout = Table.layout(of: columns, widest: widest, within: width)
    self.columns = columns
    self.palette = palette
    self.channel = channel
    try write(columns.map { Table.Cell(text: $0.title, style: .heading) })
  }

  /// Writes the cells of a row that the layout shows; missing ones are left out.
  func write(_ cells: [Table.Cell]) throws(OutputError) {
    if layout.isEmpty { return }
    var line = ""
    var heldBlanks = 0
    for column in layout where column.index < cells.count {
      let cell = cells[column.index]
      let text = DisplayWidth.truncate(cell.visibleText, to: column.width)
      let padding = column.width - DisplayWidth.of(text)
      let isRight = columns[column.index].alignment == .right
      if isRight { heldBlanks += padding }
      if !text.isEmpty {
        line += String(repeating: " ", count: heldBlanks) + palette.apply(cell.style, to: text)
        heldBlanks = 0
      }
      heldBlanks += Table.gap + (isRight ? 0 : padding)
    }
    try channel.write(line + "\n")
  }
}
