/// The items or stays that a list shows, among those of the trips that it found.
package struct PartFilter<Column: PartColumn> {
  /// Flags and what they must be.
  package var facts: [(column: Column, isSet: Bool)] = []
  /// Text that one of the texts must contain, compared as in a search of trips. Empty text is
  /// ignored.
  package var searches: [String] = []

  package init() {}

  package func includes(_ part: Column.Part) -> Bool {
    let row = Column.row(of: part)
    guard facts.allSatisfy({ (row[$0.column] == true.sqliteValue) == $0.isSet }) else {
      return false
    }
    let searches = searches.filter { !$0.isEmpty }
    if searches.isEmpty { return true }
    let texts = Column.allCases.filter { $0.declaration.text != nil && $0 != Column.uid }
      .compactMap { row.text($0).map(SearchText.folded) }
    return searches.allSatisfy { text in
      ByteSearch(SearchText.folded(text)).map { search in texts.contains(where: search.isIn) }
        ?? false
    }
  }
}
