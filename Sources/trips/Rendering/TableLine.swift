/// One line of a table under construction; blanks are held back until text follows them.
struct TableLine {
  private let palette: Palette
  private var bytes: [UInt8] = []
  private var heldBlanks = 0

  init(palette: Palette) { self.palette = palette }

  mutating func append(_ cell: Table.Cell, width: Int, alignment: Alignment) {
    var text = cell.visibleText
    text.withUTF8 {
      let visible = UnsafeRawBufferPointer($0)
      append(
        visible: visible, taking: DisplayWidth.of(visible), style: cell.style, width: width,
        alignment: alignment)
    }
  }

  /// Appends a cell of bytes that `SafeText` has made visible, without blanks at the end, whose
  /// width on a terminal is known.
  mutating func append(
    visible: UnsafeRawBufferPointer, taking cells: Int, style: TextStyle, width: Int,
    alignment: Alignment
  ) {
    let padding = width - cells
    if padding < 0 {
      var text = DisplayWidth.truncate(String(decoding: visible, as: UTF8.self), to: width)
      return text.withUTF8 { cut in
        let bytes = UnsafeRawBufferPointer(cut)
        let left = width - DisplayWidth.of(bytes)
        append(bytes, style: style, padding: left, alignment: alignment)
      }
    }
    append(visible, style: style, padding: padding, alignment: alignment)
  }

  private mutating func append(
    _ visible: UnsafeRawBufferPointer, style: TextStyle, padding: Int, alignment: Alignment
  ) {
    if alignment == .right { heldBlanks += padding }
    if !visible.isEmpty {
      appendHeldBlanks()
      palette.append(style, visible, to: &bytes)
    }
    if alignment == .left { heldBlanks += padding }
    heldBlanks += Table.gap
  }

  private mutating func appendHeldBlanks() {
    let blanks: StaticString = "                                                                "
    while heldBlanks > 0 {
      let count = min(heldBlanks, blanks.utf8CodeUnitCount)
      bytes.append(contentsOf: UnsafeBufferPointer(start: blanks.utf8Start, count: count))
      heldBlanks -= count
    }
  }

  mutating func writeHeader(
    _ layout: [(index: Int, width: Int)], of columns: [Table.Column], to channel: OutputChannel
  ) throws(OutputError) {
    for column in layout {
      let title = Table.Cell(text: columns[column.index].title, style: .heading)
      append(title, width: column.width, alignment: columns[column.index].alignment)
    }
    try write(to: channel)
  }

  /// Writes the line and begins the next.
  mutating func write(to channel: OutputChannel) throws(OutputError) {
    bytes.append(UInt8(ascii: "\n"))
    try channel.write(bytes: bytes)
    bytes.removeAll(keepingCapacity: true)
    heldBlanks = 0
  }
}
