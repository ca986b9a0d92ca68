internal import SQLite

/// A text that one field of a trip must contain, compared as in a search.
package struct FieldSearch: Hashable, Sendable {
  package enum Field: String, Sendable { case name, destination }

  package let field: Field
  package let text: String

  package init(_ field: Field, _ text: String) {
    self.field = field
    self.text = text
  }

  /// Searching all texts first leaves few rows.
  var condition: SQL {
    SQL("fieldContains(\(sql: field.rawValue), \(SearchText.folded(text)))")
  }

  /// Registers `fieldContains(text, folded)` with the connection.
  static func install(in db: Connection) throws {
    try db.addFunction("fieldContains", argumentCount: 2) { arguments in
      let text = String(decoding: arguments.bytes(0), as: UTF8.self)
      let wanted = ByteSearch(String(decoding: arguments.bytes(1), as: UTF8.self))
      let folded = Array(SearchText.folded(text).utf8)
      return folded.withUnsafeBytes { wanted?.place(in: $0) != nil }.sqliteValue
    }
  }
}

extension TripPredicate {
  /// All texts that a trip must contain somewhere, including those for its name or destination.
  var wantedTexts: [String] { searches + fieldSearches.map(\.text) }
}
