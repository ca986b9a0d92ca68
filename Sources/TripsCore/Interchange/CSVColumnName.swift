/// The names that another program uses for a column and its values.
package struct CSVColumnName: Sendable {
  let theirs: String
  /// Nil if the column is to be ignored.
  let column: CSVColumn?
  /// Its words in lower case, with their translations.
  private let words: [(theirs: String, ours: String)]

  /// Parses `Their Column=field`, `Their Column=field:their word=ours,…`, or `Their Column=` for a
  /// column to ignore.
  ///
  /// - Throws: `ValueError`, which lists the fields.
  package init(_ text: String) throws(ValueError) {
    // Both the name of a column and a translated word may contain '='.
    let places = text.utf8.indices.filter { text.utf8[$0] == UInt8(ascii: "=") }
    var candidates = places.filter { $0 > text.startIndex }.map { equals in
      let parts = text[text.utf8.index(after: equals)...].parts(separatedBy: ":")
      return (name: text[..<equals], field: parts[0], words: parts.dropFirst())
    }
    guard let last = candidates.last else {
      throw ValueError("write the column and the field, such as 'Their Column=startDate'")
    }
    candidates.removeAll { candidate in
      candidate.field.utf8.contains(UInt8(ascii: "="))
        || CSVColumn(header: String(candidate.field)) == nil
    }
    let found = candidates.first ?? last
    column = CSVColumn(header: String(found.field))
    guard column != nil || found.field.isEmpty else {
      let fields = CSVColumn.all.map(\.name).joined(separator: ", ")
      throw ValueError("'\(found.field)' is not a field; the fields are \(fields)")
    }
    theirs = String(found.name)
    words = try Self.words(found.words.joined(separator: ":"))
  }

  private static func words(
    _ text: String
  ) throws(ValueError) -> [(theirs: String, ours: String)] {
    guard !text.isEmpty else { return [] }
    return try text.parts(separatedBy: ",").map { pair throws(ValueError) in
      let parts = pair.parts(separatedBy: "=")
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValueError(
          "write their words and ours, such as 'Kind=type:work=business,home=personal'")
      }
      return (parts[0].lowercased().trimmingWhitespace(), String(parts[1]).trimmingWhitespace())
    }
  }

  /// The translation of a cell, or the cell itself.
  func ours(_ cell: String) -> String {
    let word = cell.lowercased().trimmingWhitespace()
    return words.first { $0.theirs == word }?.ours ?? cell
  }

  /// Whether a header is this column, ignoring spaces and case.
  func fits(_ header: String) -> Bool {
    func bare(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
    return bare(header) == bare(theirs)
  }
}
