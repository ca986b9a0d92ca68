extension Table {
  /// The gap between two columns.
  static let gap = 2
  /// The width below which no column is cut while another is wider.
  static let leastWidth = 5
  /// The width below which text is hardly readable, so that a column is dropped instead.
  static let usefulWidth = 10

  /// Returns the columns to show, with their indices in `columns` and their widths in cells.
  ///
  /// - Parameter widest: the widest text of each column, in cells.
  static func layout(
    of columns: [Column], widest: [Int], within width: Int?
  ) -> [(index: Int, width: Int)] {
    var shown = naturalWidths(of: columns, widest: widest, cuttingTitles: false)
    guard let width else { return shown }
    if total(shown) > width {
      let uncut = shown
      shown = naturalWidths(of: columns, widest: widest, cuttingTitles: true)
      dropLeastUseful(from: &shown, of: columns, within: width)
      // Dropped columns may have left room for whole titles.
      let whole = uncut.filter { column in shown.contains { $0.index == column.index } }
      var left = width - total(shown)
      for (place, column) in zip(shown.indices, whole) where left > 0 {
        let more = min(left, column.width - shown[place].width)
        shown[place].width += more
        left -= more
      }
    }
    let maxColumns = max(1, (width + gap) / (1 + gap))
    shown.removeLast(max(0, shown.count - maxColumns))
    let fitted = fit(
      shown.map(\.width), isFlexible: shown.map { columns[$0.index].isFlexible },
      into: max(1, width) - gap * (shown.count - 1))
    return zip(shown, fitted).map { (index: $0.index, width: $1) }
  }

  /// Divides `budget` cells among columns of the given natural widths, as go-gh's tables do.
  ///
  /// Columns that are not flexible keep their width; the flexible ones share the rest. A flexible
  /// column that would get fewer than `leastWidth` cells gets that many (or all it needs), and the
  /// others share the rest. If even that is too much, all columns share equally.
  static func fit(_ natural: [Int], isFlexible: [Bool], into budget: Int) -> [Int] {
    let least = natural.map { min($0, leastWidth) }
    let flexible = natural.indices.filter { isFlexible[$0] }
    let fixed = natural.indices.filter { !isFlexible[$0] }
    let fixedTotal = fixed.reduce(0) { $0 + natural[$1] }
    let flexibleLeast = flexible.reduce(0) { $0 + least[$1] }
    if fixedTotal + flexibleLeast <= budget {
      return share(budget - fixedTotal, among: flexible, of: natural)
    }
    if least.reduce(0, +) <= budget {
      let floored = natural.indices.map { isFlexible[$0] ? least[$0] : natural[$0] }
      return share(budget - flexibleLeast, among: fixed, of: floored)
    }
    return share(budget, among: Array(natural.indices), of: natural)
  }

  /// Gives the chosen columns their full width if an equal share is enough, and divides the
  /// remainder among the wider ones; other columns keep theirs.
  private static func share(_ budget: Int, among chosen: [Int], of natural: [Int]) -> [Int] {
    var widths = natural
    var left = budget
    let narrowestFirst = chosen.sorted { (natural[$0], $0) < (natural[$1], $1) }
    for (position, column) in narrowestFirst.enumerated() {
      widths[column] = min(natural[column], left / (chosen.count - position))
      left -= widths[column]
    }
    return widths
  }

  /// Returns the columns that contain text, each as wide as its widest cell or its title. If space
  /// is short, the title of a flexible column takes none from the text of another.
  private static func naturalWidths(
    of columns: [Column], widest: [Int], cuttingTitles: Bool
  ) -> [(index: Int, width: Int)] {
    widest.enumerated().compactMap { index, width in
      let title = DisplayWidth.of(columns[index].title)
      let least = cuttingTitles && columns[index].isFlexible ? min(title, leastWidth) : title
      return width == 0 ? nil : (index, max(width, least))
    }
  }

  private static func total(_ shown: [(index: Int, width: Int)]) -> Int {
    shown.reduce(-gap) { $0 + $1.width + gap }
  }

  /// Drops columns by rank until the others remain readable: half a date is worse than no type.
  private static func dropLeastUseful(
    from shown: inout [(index: Int, width: Int)], of columns: [Column], within width: Int
  ) {
    func needed() -> Int {
      total(
        shown.map { index, width in
          (index, columns[index].isFlexible ? min(width, usefulWidth) : width)
        })
    }
    while needed() > width,
      let least = shown.max(by: { columns[$0.index].rank < columns[$1.index].rank }),
      columns[least.index].rank > 0
    {
      shown.removeAll { $0.index == least.index }
    }
  }

  func widestCells() -> [Int] {
    var widest = [Int](repeating: 0, count: columns.count)
    for row in rows {
      for (index, cell) in row.prefix(columns.count).enumerated() {
        widest[index] = max(widest[index], DisplayWidth.of(cell.visibleText))
      }
    }
    return widest
  }
}

extension Table.Cell {
  /// The escaped text without trailing blanks, which would only widen its column.
  var visibleText: String {
    let visible = SafeText.visible(text)
    return visible.utf8.last == UInt8(ascii: " ") ? visible.withoutTrailingBlanks : visible
  }
}
