import TripsCore

extension Table {
  /// The gap between two columns.
  static let gap = 2

  /// Returns the columns to show, with their indices in `columns` and their widths in cells: those
  /// that contain text, each as wide as its widest cell or its title.
  ///
  /// Columns are dropped by rank until the others fit; then the last flexible one is cut, and, if
  /// that is not enough, the one before it.
  ///
  /// - Parameter widest: the widest text of each column, in cells.
  static func layout(
    of columns: [Column], widest: [Int], within width: Int?
  ) -> [(index: Int, width: Int)] {
    var shown = zip(columns.indices, widest).filter { $1 > 0 }.map { index, widest in
      (index: index, width: max(widest, DisplayWidth.of(columns[index].title)))
    }
    guard let width else { return shown }
    func rank(_ column: (index: Int, width: Int)) -> Int { columns[column.index].rank ?? 0 }
    while total(shown) > width,
      let least = shown.max(by: { rank($0) < rank($1) }), rank(least) > 0
    {
      shown.removeAll { $0.index == least.index }
    }
    for place in shown.indices.reversed() where columns[shown[place].index].isFlexible {
      let excess = max(0, total(shown) - width)
      shown[place].width = max(1, shown[place].width - excess)
    }
    return shown
  }

  private static func total(_ shown: [(index: Int, width: Int)]) -> Int {
    shown.reduce(-gap) { $0 + $1.width + gap }
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
  /// The escaped text without trailing spaces, which would only widen its column.
  var visibleText: String {
    let visible = SafeText.visible(text)
    return visible.utf8.last == UInt8(ascii: " ") ? visible.withoutTrailingBlanks : visible
  }
}
