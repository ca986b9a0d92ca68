/// Writes a table line by line; the blanks of a line are held back until text follows them.
struct TableLine {
  /// The columns that are shown, with their widths.
  let layout: [(index: Int, width: Int)]
  private let columns: [Table.Column]
  private let palette: Palette
  private let channel: OutputChannel
  private let bytes = LineBytes()
  private var heldBlanks = 0

  /// Writes a bold header.
  ///
  /// - Parameters:
  ///   - widest: the cells of the widest text of each column; one without any is left out.
  ///   - width: the cells of a line, which no line exceeds; nil cuts nothing.
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

  /// Writes the cells of a row that the layout shows; a missing one is left out.
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

  /// Appends a cell of bytes that `SafeText` has made visible, without blanks at the end, whose
  /// width on a terminal is known.
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
      bytes.append(blanks: heldBlanks)
      heldBlanks = 0
      let isStyled = palette.isEnabled && style != .plain
      if isStyled { bytes.append("\u{1B}[\(style.rawValue)m") }
      bytes.append(visible)
      if isStyled { bytes.append("\u{1B}[0m") }
    }
    if alignment == .left { heldBlanks += padding }
    heldBlanks += Table.gap
  }

  /// Writes the line and begins the next.
  mutating func endLine() throws(OutputError) {
    bytes.append("\n")
    try channel.write(bytes: bytes.content)
    bytes.removeAll()
    heldBlanks = 0
  }
}

/// Bytes that are written many times over: an array asks at each piece whether it is shared.
private final class LineBytes {
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_024, alignment: 1)
  private var count = 0

  deinit { memory.deallocate() }

  var content: UnsafeBufferPointer<UInt8> {
    UnsafeRawBufferPointer(rebasing: memory[..<count]).assumingMemoryBound(to: UInt8.self)
  }

  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    room(bytes.count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  func append(blanks: Int) {
    if blanks == 0 { return }
    room(blanks).initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "), count: blanks)
    count += blanks
  }

  func removeAll() { count = 0 }

  private func room(_ more: Int) -> UnsafeMutableRawPointer {
    if count + more > memory.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 2 * (count + more), alignment: 1)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
      memory.deallocate()
      memory = larger
    }
    return memory.baseAddress.unsafelyUnwrapped + count
  }
}
