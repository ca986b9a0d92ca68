/// What was typed after a command, sorted by the declarations: ripgrep's *low* arguments.
struct ParsedArguments {
  /// The command, with the groups above it.
  let path: [CommandNode]
  /// The words that stand by themselves.
  let words: [String]
  private let values: OptionValues

  init(path: [CommandNode], words: [String], values: OptionValues) {
    self.path = path
    self.words = words
    self.values = values
  }

  /// The declared name of the command with the groups above it: `bucket add`.
  var commandName: String {
    path.map { $0.declaration.name }.joined(separator: " ")
  }

  func isSet(_ flag: Flag) -> Bool {
    values[flag.declaration.name] != nil
  }

  func isSet<Value>(_ option: Option<Value>) -> Bool {
    values[option.declaration.name] != nil
  }

  /// The value of an option; the last one if it was given several times.
  func value<Value>(_ option: Option<Value>) throws(UsageError) -> Value? {
    guard let text = values[option.declaration.name]?.last else { return nil }
    return try parse(text, option)
  }

  func values<Value>(_ option: Option<Value>) throws(UsageError) -> [Value] {
    var result: [Value] = []
    for text in values[option.declaration.name] ?? [] { result.append(try parse(text, option)) }
    return result
  }

  private func parse<Value>(_ text: String, _ option: Option<Value>) throws(UsageError) -> Value {
    do {
      return try option.parse(text)
    } catch {
      throw .invalidValue(text, of: option.declaration.name, reason: "\(error)")
    }
  }

  func isSet(_ option: OptionDeclaration) -> Bool {
    values[option.name] != nil
  }

  func refuse<Value>(_ option: Option<Value>, with flag: Flag) throws(UsageError) {
    if isSet(option), isSet(flag) {
      throw .conflict(option.declaration.name, flag.declaration.name)
    }
  }

  /// Refuses an option that means something only with a flag.
  func refuse<Value>(
    _ option: Option<Value>, without isSet: Bool, _ flag: Flag
  ) throws(UsageError) {
    if self.isSet(option), !isSet { throw .needs(option.declaration.name, flag.declaration.name) }
  }

  /// Refuses two flags that exclude each other.
  func refuseBoth(_ one: Flag, _ other: Flag) throws(UsageError) {
    if isSet(one), isSet(other) {
      throw .conflict(one.declaration.name, other.declaration.name)
    }
  }
}
