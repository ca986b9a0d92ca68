import TripsCore

/// Writes a table line by line, without trailing spaces.
struct TableLine {
  /// The columns to show, with their widths.
  let layout: [(index: Int, width: Int)]
  private let columns: [Table.Column]
  private let palette: Palette
  private let channel: OutputChannel
  private var bytes: [UInt8] = []
  private var heldBlanks = 0

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
  mutating func write(_ cells: [Table.Cell]) throws(OutputError) {
    if layout.isEmpty { return }
    for column in layout where column.index < cells.count {
      append(cells[column.index].visibleText, style: cells[column.index].style, in: column)
    }
    try endLine()
  }

  private mutating func append(
    _ text: String, style: TextStyle, in column: (index: Int, width: Int)
  ) {
    var text = text
    text.withUTF8 {
      let visible = UnsafeRawBufferPointer($0)
      append(visible: visible, taking: DisplayWidth.of(visible), style: style, in: column)
    }
  }

  /// Appends a cell of escaped bytes without trailing spaces, with its known width.
  mutating func append(
    visible: UnsafeRawBufferPointer, taking cells: Int, style: TextStyle,
    in column: (index: Int, width: Int)
  ) {
    let padding = column.width - cells
    if padding < 0 {
      let text = String(decoding: visible, as: UTF8.self)
      return append(DisplayWidth.truncate(text, to: column.width), style: style, in: column)
    }
    let alignment = columns[column.index].alignment
    if alignment == .right { heldBlanks += padding }
    if !visible.isEmpty {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: heldBlanks))
      heldBlanks = 0
      if style == .plain || !palette.isEnabled {
        bytes.append(contentsOf: visible)
      } else {
        bytes += palette.apply(style, to: String(decoding: visible, as: UTF8.self)).utf8
      }
    }
    if alignment == .left { heldBlanks += padding }
    heldBlanks += Table.gap
  }

  /// Ends the line and begins the next.
  mutating func endLine() throws(OutputError) {
    bytes.append(UInt8(ascii: "\n"))
    try channel.write(bytes: bytes)
    bytes.removeAll(keepingCapacity: true)
    heldBlanks = 0
  }
}
