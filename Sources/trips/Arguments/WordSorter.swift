/// Goes through the words once, from left to right.
struct WordSorter {
  let words: [String]
  /// Where the words stand that name the command: they are nobody's value.
  let commandPlaces: [Int]
  let options: [OptionDeclaration]
  let takesArguments: Bool
  var arguments: [String] = []
  var values = OptionValues()
  var index = 0

  init(
    words: [String], commandPlaces: [Int], options: [OptionDeclaration], takesArguments: Bool
  ) {
    self.words = words
    self.commandPlaces = commandPlaces
    self.options = options
    self.takesArguments = takesArguments
  }

  mutating func run() throws(UsageError) {
    while index < words.count {
      let word = words[index]
      index += 1
      if commandPlaces.contains(index - 1) { continue }
      if word == "--" {
        arguments += words[index...]
        return
      }
      if word.hasPrefix("--") {
        try takeLong(word)
      } else if word.hasPrefix("-"), word != "-" {
        try takeShort(word)
      } else {
        arguments.append(word)
      }
    }
  }

  private mutating func takeLong(_ word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = options.first(where: { $0.name == name }) else {
      throw unknown(name)
    }
    try take(option, attached: parts.count == 2 ? String(parts[1]) : nil)
  }

  /// `-q`, several flags in one word, and a value that follows at once: `-oFILE`.
  private mutating func takeShort(_ word: String) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw unknown(letters.isEmpty && word.count == 2 ? word : "-\(letter)")
      }
      if option.arity == .flag {
        try take(option, attached: nil)
      } else {
        return try take(option, attached: letters.isEmpty ? nil : String(letters))
      }
    }
  }

  private mutating func take(
    _ option: OptionDeclaration, attached: String?
  ) throws(UsageError) {
    switch option.arity {
    case .flag:
      if attached != nil { throw .unexpectedValue(option: option.name) }
      values.add([], to: option.name)
    case .one:
      guard let value = attached ?? nextValue() else { throw missingValue(of: option) }
      values.add([value], to: option.name)
    case .optional:
      values.replace(option.name, with: (attached ?? optionalValue(of: option)).map { [$0] } ?? [])
    case .many:
      try takeMany(option, attached: attached)
    }
  }

  private mutating func takeMany(
    _ option: OptionDeclaration, attached: String?
  ) throws(UsageError) {
    guard let first = attached ?? nextValue() else { throw missingValue(of: option) }
    values.add([first], to: option.name)
    if attached != nil { return }
    while isOpen, !words[index].hasPrefix("-"), let value = nextValue() {
      values.add([value], to: option.name)
    }
  }

  /// Whether a word comes next that may be a value.
  private var isOpen: Bool {
    index < words.count && !commandPlaces.contains(index)
  }

  /// The next word, unless an option stands there.
  private mutating func nextValue() -> String? {
    guard isOpen, !isOption(words[index]) else { return nil }
    index += 1
    return words[index - 1]
  }

  private mutating func optionalValue(of option: OptionDeclaration) -> String? {
    guard isOpen, !words[index].hasPrefix("-"),
      !takesArguments || option.takesNextWord(words[index])
    else { return nil }
    index += 1
    return words[index - 1]
  }

  /// A value may begin with a dash (`--search -x`). With two it must be attached
  /// (`--search=--x`), or a mistyped option would be swallowed as a value.
  private func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") || options.contains { $0.isCalled(word) }
  }

  private func missingValue(of option: OptionDeclaration) -> UsageError {
    .missingValue(option: option.name, placeholder: option.placeholder)
  }

  private func unknown(_ name: String) -> UsageError {
    .unknownOption(name, similar: Suggestion.closest(to: name, among: options.map(\.name)))
  }
}
