/// The options of a command line, each with its values in the order in which they were typed.
///
/// A list, because a command line has few options, and the first dictionary that a process makes
/// costs it more than all searches of such a list.
struct GivenOptions {
  private var options: [(name: String, values: [String])] = []

  var names: [String] { options.map(\.name) }

  /// The values of an option: none for a flag, and nil if it was not given.
  subscript(name: String) -> [String]? { options.first { $0.name == name }?.values }

  /// Adds an option, or another value to one that was given before.
  mutating func add(_ name: String, _ value: String? = nil) {
    let new = value.map { [$0] } ?? []
    if let index = options.firstIndex(where: { $0.name == name }) {
      options[index].values += new
    } else {
      options.append((name, new))
    }
  }
}
