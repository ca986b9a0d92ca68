/// The options that were given, by their names, with their values in the order in which they stood.
///
/// A list: there are few, and a dictionary's type takes longer to make at run time than all searches.
struct OptionValues {
  private var entries: [(name: String, values: [String])] = []

  var names: [String] { entries.map(\.name) }

  /// Nil for an option that was not given.
  subscript(name: String) -> [String]? {
    entries.first { $0.name == name }?.values
  }

  mutating func add(_ values: [String], to name: String) {
    entries[place(of: name)].values += values
  }

  mutating func replace(_ name: String, with values: [String]) {
    entries[place(of: name)].values = values
  }

  private mutating func place(of name: String) -> Int {
    if let index = entries.firstIndex(where: { $0.name == name }) { return index }
    entries.append((name, []))
    return entries.count - 1
  }
}
