/// The words of a command line, sorted by the declarations: ripgrep's *low* arguments.
struct ParsedArguments {
  /// The command and the groups that contain it.
  let path: [CommandNode]
  /// The positional arguments.
  let words: [String]
  private let values: GivenOptions

  init(_ walker: WordWalker) {
    path = walker.path
    words = walker.arguments
    values = walker.values
  }

  func isSet(_ option: some DeclaredOption) -> Bool {
    isSet(option.declaration)
  }

  /// The value of an option. Several are refused, since users might expect them to combine; of a
  /// global option, which an alias may have set, the last one counts.
  func value<Value>(_ option: Option<Value>) throws(UsageError) -> Value? {
    let (name, given) = (option.declaration.name, given(option.declaration) ?? [])
    if Set(given).count > 1,
      !GlobalOptions.options.declarations.contains(where: { $0.name == name })
    {
      throw .repeated(name)
    }
    return try given.last.map { text throws(UsageError) in try parse(text, option) }
  }

  /// The value of a required option.
  func required<Value>(_ option: Option<Value>) throws(UsageError) -> Value {
    assert(option.declaration.isRequired)
    guard let value = try value(option) else { throw .missingOption(option.declaration.form) }
    return value
  }

  /// Like `isSet`, but false if the command does not declare the flag.
  func isSetIfDeclared(_ flag: Flag) -> Bool { values[flag.declaration.name] != nil }

  /// Like `value`, but nil if the command does not declare the option.
  func valueIfDeclared<Value>(_ option: Option<Value>) throws(UsageError) -> Value? {
    try values[option.declaration.name]?.last.map { text throws(UsageError) in
      try parse(text, option)
    }
  }

  func values<Value>(_ option: Option<Value>) throws(UsageError) -> [Value] {
    try (given(option.declaration) ?? []).map { text throws(UsageError) in
      try parse(text, option)
    }
  }

  private func parse<Value>(_ text: String, _ option: Option<Value>) throws(UsageError) -> Value {
    try UsageError.naming(text, of: option.declaration.name) { try option.parse(text) }
  }

  /// Whether the command itself declares an option.
  func isDeclared(_ option: OptionDeclaration) -> Bool {
    path.last?.declaration.options.contains { $0.name == option.name } ?? false
  }

  func isSet(_ option: OptionDeclaration) -> Bool {
    given(option) != nil
  }

  /// The typed values of an option, which the command must declare.
  private func given(_ option: OptionDeclaration) -> [String]? {
    assert(
      (GlobalOptions.options.declarations + (path.last?.declaration.options ?? []))
        .contains { $0.name == option.name },
      "\(option.name) is not among the options of '\(path.name)'")
    return values[option.name]
  }

  /// Refuses an option that is only valid together with another.
  func refuse(_ one: some DeclaredOption, without other: some DeclaredOption) throws(UsageError) {
    if isSet(one), !isSet(other) { throw .needs(one.declaration.name, other.declaration.name) }
  }

  /// Refuses two options that exclude each other.
  func refuse(_ one: some DeclaredOption, with other: some DeclaredOption) throws(UsageError) {
    if isSet(one), isSet(other) {
      throw .conflict(one.declaration.name, other.declaration.name)
    }
  }
}
