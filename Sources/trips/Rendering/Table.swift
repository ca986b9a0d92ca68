import TripsCore

/// Rows under titled columns, fitted to a terminal or tab-separated for a program.
struct Table {
  struct Column {
    /// The header, in upper case.
    var title: String
    var alignment = Alignment.left
    /// Whether its cells are the first to be cut.
    var isFlexible = false
    /// If space is short, columns of a high rank are dropped first; those of rank 0, or without one,
    /// stay.
    var rank: Int? = 0
  }

  struct Cell {
    /// Unescaped text; the table escapes it.
    var text: String
    var style = TextStyle.plain
  }

  var columns: [Column]
  /// Cells in the order of `columns`; missing ones are empty.
  var rows: [[Cell]] = []

  /// Writes a bold header and the aligned rows. Columns without text are left out, and a table
  /// without text writes nothing.
  ///
  /// - Parameter width: the maximum width of a line in cells; nil cuts nothing.
  func write(
    to channel: OutputChannel, width: Int?, palette: Palette
  ) throws(OutputError) {
    let line = try TableLine(
      of: columns, widest: widestCells(), width: width, palette: palette, to: channel)
    for row in rows { try line.write(row) }
  }

  /// Writes the rows for a program: all columns, no header, nothing cut, and colours only if
  /// requested.
  func writeTabSeparated(to channel: OutputChannel, palette: Palette) throws(OutputError) {
    for row in rows {
      let texts = row.map { palette.apply($0.style, to: SafeText.visible($0.text)) }
      let cells = columns.indices.map { $0 < texts.count ? texts[$0] : "" }
      try channel.write(cells.joined(separator: "\t") + "\n")
    }
  }
}
