import TripsCore

/// Rows under titled columns, fitted to a terminal.
struct Table {
  struct Column {
    /// The header, in upper case.
    var title: String
    var alignment = Alignment.left
    /// Whether its cells are the first to be cut.
    var isFlexible = false
    /// If space is short, columns of a high rank are dropped first; columns of rank 0, or without a
    /// rank, stay.
    var rank: Int? = 0
  }

  struct Cell {
    /// Unescaped text; the table escapes it.
    var text: String
    var style = TextStyle.plain

    /// The escaped text without trailing spaces, which would only widen its column.
    fileprivate var visibleText: String {
      let visible = SafeText.visible(text)
      return visible.utf8.last == UInt8(ascii: " ") ? visible.withoutTrailingBlanks : visible
    }
  }

  var columns: [Column]
  /// Cells in the order of `columns`; missing ones are empty.
  var rows: [[Cell]] = []

  /// A bold header and the aligned rows, without trailing spaces. Columns without text are left out,
  /// and a table without text has no lines.
  ///
  /// - Parameter width: the maximum width of a line in cells; nil cuts nothing.
  func lines(within width: Int?, palette: Palette) -> [String] {
    let layout = layout(within: width)
    if layout.isEmpty { return [] }
    let header = columns.map { Cell(text: $0.title, style: .heading) }
    return ([header] + rows).map { line($0, layout, palette) }
  }

  func write(
    to channel: OutputChannel, width: Int?, palette: Palette
  ) throws(OutputError) {
    for line in lines(within: width, palette: palette) { try channel.write(line + "\n") }
  }

  // MARK: Layout

  /// A column that is shown, with its width in cells.
  private typealias Place = (index: Int, width: Int)

  private static let gap = 2
  /// As long as columns can be dropped, a flexible one counts with at most so many cells: one long
  /// text must not take the place of all other columns.
  private static let leastFlexible = 20

  /// The columns that contain text, each as wide as its widest cell or its title.
  ///
  /// Columns are dropped by rank until the others fit; then flexible ones are cut, the last one
  /// first, down to 8 cells each, then down to one.
  private func layout(within width: Int?) -> [Place] {
    var shown = columns.indices.compactMap { index -> Place? in
      let widest = rows.reduce(0) { widest, row in
        index < row.count ? max(widest, DisplayWidth.of(row[index].visibleText)) : widest
      }
      return widest == 0 ? nil : (index, max(widest, DisplayWidth.of(columns[index].title)))
    }
    guard let width else { return shown }
    func rank(_ place: Place) -> Int { columns[place.index].rank ?? 0 }
    func total(flexible limit: Int = .max) -> Int {
      shown.reduce(-Self.gap) { sum, place in
        let isFlexible = columns[place.index].isFlexible
        return sum + (isFlexible ? min(place.width, limit) : place.width) + Self.gap
      }
    }
    while total(flexible: Self.leastFlexible) > width,
      let least = shown.max(by: { rank($0) < rank($1) }), rank(least) > 0
    {
      shown.removeAll { $0.index == least.index }
    }
    for least in [8, 1] {
      for place in shown.indices.reversed() where columns[shown[place].index].isFlexible {
        let cut = max(least, shown[place].width - max(0, total() - width))
        shown[place].width = min(shown[place].width, cut)
      }
    }
    return shown
  }

  private func line(_ row: [Cell], _ layout: [Place], _ palette: Palette) -> String {
    var line = ""
    var heldBlanks = 0
    for place in layout where place.index < row.count {
      let cell = row[place.index]
      let text = DisplayWidth.truncate(cell.visibleText, to: place.width)
      let padding = place.width - DisplayWidth.of(text)
      let isRight = columns[place.index].alignment == .right
      if isRight { heldBlanks += padding }
      if !text.isEmpty {
        line += String(repeating: " ", count: heldBlanks) + palette.apply(cell.style, to: text)
        heldBlanks = 0
      }
      heldBlanks += Self.gap + (isRight ? 0 : padding)
    }
    return line
  }
}
