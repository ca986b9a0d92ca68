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

  /// A value that may be left out takes the place of the one before it.
  mutating func add(_ values: [String], to option: OptionDeclaration) {
    let index = entries.firstIndex { $0.name == option.name } ?? entries.count
    if index == entries.count { entries.append((option.name, [])) }
    if option.arity == .optional { entries[index].values = [] }
    entries[index].values += values
  }
}
