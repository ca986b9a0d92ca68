/// The options that were given, with their values in the order of the command line.
///
/// A list, since making a dictionary's type at run time takes longer than searching a few entries.
struct OptionValues {
  private var entries: [(name: String, values: [String])] = []

  var names: [String] { entries.map(\.name) }

  /// Nil for an option that was not given.
  subscript(name: String) -> [String]? {
    entries.first { $0.name == name }?.values
  }

  mutating func add(_ values: [String], to option: OptionDeclaration) {
    let index = entries.firstIndex { $0.name == option.name } ?? entries.count
    if index == entries.count { entries.append((option.name, [])) }
    entries[index].values += values
  }
}
