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
      return visible.utf8.last == UInt8(ascii: " ") ? visible.withoutTrailingSpaces : visible
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
    let layout = layout(rows.reduce(into: noWidths) { measure($1, &$0) }, within: width)
    return layout.isEmpty ? [] : ([header] + rows).map { line($0, layout, palette) }
  }

  func write(
    to channel: OutputChannel, width: Int?, palette: Palette
  ) throws(OutputError) {
    for line in lines(within: width, palette: palette) { try channel.write(line + "\n") }
  }

  /// Writes a table of many rows, which are never in memory together.
  ///
  /// - Parameter eachRow: calls its argument with each row. It is called twice: the first time, the
  ///   rows are only measured.
  func write(
    to channel: OutputChannel, width: Int?, palette: Palette,
    eachRow: ((_ row: [Cell]) throws -> Void) throws -> Void
  ) throws {
    var widest = noWidths
    try eachRow { measure($0, &widest) }
    let layout = layout(widest, within: width)
    if layout.isEmpty { return }
    try channel.write(line(header, layout, palette) + "\n")
    try eachRow { try channel.write(line($0, layout, palette) + "\n") }
  }

  // MARK: Layout

  private var header: [Cell] { columns.map { Cell(text: $0.title, style: .heading) } }

  private var noWidths: [Int] { columns.map { _ in 0 } }

  /// Raises the width of each column to that of a row's cell.
  private func measure(_ row: [Cell], _ widest: inout [Int]) {
    for (index, cell) in zip(widest.indices, row) {
      widest[index] = max(widest[index], DisplayWidth.of(cell.visibleText))
    }
  }

  /// A column that is shown, with its width in cells.
  private typealias Place = (index: Int, width: Int)

  private static let gap = 2
  /// As long as columns can be dropped, a flexible one counts with at most so many cells: one long
  /// text must not take the place of all other columns.
  private static let leastFlexible = 20

  /// The columns that contain text, each as wide as its widest cell, which is given, or its title.
  ///
  /// Columns are dropped by rank until the others fit; then flexible ones are cut, the last one
  /// first, down to 8 cells each, then down to one.
  private func layout(_ widest: [Int], within width: Int?) -> [Place] {
    var shown = columns.indices.compactMap { index -> Place? in
      widest[index] == 0 ? nil : (index, max(widest[index], DisplayWidth.of(columns[index].title)))
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
    var heldSpaces = 0
    for place in layout where place.index < row.count {
      let cell = row[place.index]
      let text = DisplayWidth.truncate(cell.visibleText, to: place.width)
      let padding = place.width - DisplayWidth.of(text)
      let isRight = columns[place.index].alignment == .right
      if isRight { heldSpaces += padding }
      if !text.isEmpty {
        line += String(repeating: " ", count: heldSpaces) + palette.apply(cell.style, to: text)
        heldSpaces = 0
      }
      heldSpaces += Self.gap + (isRight ? 0 : padding)
    }
    return line
  }
}
