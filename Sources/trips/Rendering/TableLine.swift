/// One line of a table under construction; blanks are held back until text follows them.
struct TableLine {
  private let palette: Palette
  private let bytes = LineBytes()
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
        append(
          visible: bytes, taking: DisplayWidth.of(bytes), style: style, width: width,
          alignment: alignment)
      }
    }
    if alignment == .right { heldBlanks += padding }
    if !visible.isEmpty {
      bytes.append(blanks: heldBlanks)
      heldBlanks = 0
      let parameter = palette.isEnabled ? style.parameter : nil
      if let parameter { bytes.append("\u{1B}[\(parameter)m") }
      bytes.append(visible)
      if parameter != nil { bytes.append("\u{1B}[0m") }
    }
    if alignment == .left { heldBlanks += padding }
    heldBlanks += Table.gap
  }

  mutating func writeHeader(
    _ layout: [(index: Int, width: Int)], of columns: [Table.Column], to channel: OutputChannel
  ) throws(OutputError) {
    let titles = columns.map { Table.Cell(text: $0.title, style: .heading) }
    try write(titles, layout, of: columns, to: channel)
  }

  /// Writes the cells of a row that the layout shows; a missing one is left out.
  mutating func write(
    _ cells: [Table.Cell], _ layout: [(index: Int, width: Int)], of columns: [Table.Column],
    to channel: OutputChannel
  ) throws(OutputError) {
    for column in layout where column.index < cells.count {
      let alignment = columns[column.index].alignment
      append(cells[column.index], width: column.width, alignment: alignment)
    }
    try write(to: channel)
  }

  /// Writes the line and begins the next.
  mutating func write(to channel: OutputChannel) throws(OutputError) {
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
