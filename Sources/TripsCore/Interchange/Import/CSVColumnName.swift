/// The name that another program uses for a column.
package struct CSVColumnName: Sendable {
  let theirs: String
  let column: CSVColumn

  /// Parses `Their Column=field`; the column's name may contain `=` too.
  ///
  /// - Throws: `ValueError`, which lists the fields.
  package init(_ text: String) throws(ValueError) {
    guard let equals = text.utf8.lastIndex(of: UInt8(ascii: "=")), equals > text.startIndex else {
      throw ValueError("write the column and the field, such as 'Their Column=startDate'")
    }
    let field = String(text[text.utf8.index(after: equals)...])
    guard let column = CSVColumn(header: field) else {
      let fields = CSVColumn.all.map(\.name).joined(separator: ", ")
      throw ValueError("'\(field)' is not a field; the fields are \(fields)")
    }
    (theirs, self.column) = (String(text[..<equals]), column)
  }

  /// Whether a header is this column, ignoring spaces and case.
  func fits(_ header: String) -> Bool {
    func bare(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
    return bare(header) == bare(theirs)
  }
}
