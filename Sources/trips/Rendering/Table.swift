/// Rows under titled columns, written fitted to a terminal or tab-separated for a program.
struct Table {
  struct Column {
    /// As the header shows it, in upper case.
    var title: String
    var alignment = Alignment.left
    /// Whether cells may be cut before those of other columns are.
    var isFlexible = false
    /// Where space is short, columns of a high rank are left out first; those of rank 0 stay.
    var rank = 0
  }

  struct Cell {
    /// Stored text as it is: the table escapes it.
    var text: String
    var style = TextStyle.plain
  }

  var columns: [Column]
  /// Cells in the order of `columns`; a missing one counts as empty.
  var rows: [[Cell]] = []

  mutating func append(_ texts: [String]) { rows.append(texts.map { Cell(text: $0) }) }

  /// Writes a table on a terminal, else lines of cells for a program.
  ///
  /// - Parameter isCut: whether no line may be wider than the terminal.
  func write(in context: Context, isCut: Bool = true) throws(OutputError) {
    if context.terminal.isOutput {
      let width = isCut ? context.terminal.width : nil
      try write(to: context.output, width: width, palette: context.palette)
    } else {
      try writeTabSeparated(to: context.output, palette: context.palette)
    }
  }

  /// Writes a bold header and the rows, aligned; columns without any text are left out, and a table
  /// without text writes nothing.
  ///
  /// - Parameter width: The cells of a line, which no line exceeds; nil cuts nothing.
  func write(
    to channel: OutputChannel, width: Int?, palette: Palette
  ) throws(OutputError) {
    var line = try TableLine(
      of: columns, widest: widestCells(), width: width, palette: palette, to: channel)
    for row in rows { try line.write(row) }
  }

  /// Writes the rows for a program: all columns, no header, nothing cut; the palette has colours there
  /// only where somebody has asked for them.
  func writeTabSeparated(to channel: OutputChannel, palette: Palette) throws(OutputError) {
    for row in rows {
      let texts = row.map { palette.apply($0.style, to: SafeText.visible($0.text)) }
      let cells = columns.indices.map { $0 < texts.count ? texts[$0] : "" }
      try channel.write(cells.joined(separator: "\t") + "\n")
    }
  }
}
