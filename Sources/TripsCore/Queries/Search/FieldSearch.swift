internal import GRDB

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
  static func install(in db: Database) {
    db.add(
      function: DatabaseFunction("fieldContains", argumentCount: 2, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]),
          let wanted = String.fromDatabaseValue(values[1]).flatMap(ByteSearch.init)
        else { return false }
        return Array(SearchText.folded(text).utf8).withUnsafeBytes { wanted.place(in: $0) != nil }
      })
  }
}

extension TripPredicate {
  /// All texts that a trip must contain somewhere, including those for its name or destination.
  var wantedTexts: [String] { searches + fieldSearches.map(\.text) }
}
