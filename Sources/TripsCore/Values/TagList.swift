/// The tags of a trip: words without spaces or commas, each once, sorted.
///
/// Two words are the same tag if a search treats them as equal; the first spelling is kept.
package struct TagList: Equatable, Sendable {
  package private(set) var words: [String] = []

  package init() {}

  /// Tags as stored: separated by spaces. Other programs may store anything.
  init(stored text: String) {
    words = Self.parts(of: text)
  }

  /// Tags as typed or in a file, separated by spaces or commas.
  ///
  /// - Throws: `ValueError` for text that is not allowed, and for the name of a kind of trip.
  package init(_ text: String) throws(ValueError) {
    try self.init(words: Self.parts(of: text))
  }

  /// - Throws: `ValueError` also for a word that contains a space or a comma.
  package init(words: [String]) throws(ValueError) {
    for word in words { try insert(word) }
  }

  /// The stored form.
  package var text: String { words.joined(separator: " ") }

  package var isEmpty: Bool { words.isEmpty }

  package func contains(_ word: String) -> Bool {
    let folded = SearchText.foldedName(word)
    return words.contains { SearchText.foldedName($0) == folded }
  }

  /// Adds a tag unless the list has it.
  ///
  /// - Throws: `ValueError`.
  package mutating func insert(_ word: String) throws(ValueError) {
    let word = try StoredText.tag.required(word)
    guard Self.parts(of: word) == [word] else {
      throw ValueError("the tag '\(word)' contains a space or a comma")
    }
    let folded = SearchText.foldedName(word)
    if TripType.allCases.contains(where: { $0.rawValue == folded }) {
      throw ValueError("'\(word)' is a kind of trip, not a tag")
    }
    guard !contains(word) else { return }
    _ = try StoredText.tags.normalized((words + [word]).joined(separator: " "))
    let key = (folded, word)
    let index = words.firstIndex { (SearchText.foldedName($0), $0) > key } ?? words.count
    words.insert(word, at: index)
  }

  package mutating func remove(_ word: String) {
    let folded = SearchText.foldedName(word)
    words.removeAll { SearchText.foldedName($0) == folded }
  }

  private static func parts(of text: String) -> [String] {
    text.unicodeScalars.split { $0 == "," || $0.properties.isWhitespace }.map(String.init)
  }
}
