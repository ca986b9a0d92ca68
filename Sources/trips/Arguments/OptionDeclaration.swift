/// The declaration of an option, which parsing, help, the manual page and completions share.
struct OptionDeclaration: Sendable {
  enum Arity: Hashable, Sendable {
    case flag
    case one
    /// Every word up to the next option, or up to a word that `takesNextWord` rejects.
    case many
  }

  /// The name with its dashes: `--start`.
  let name: String
  /// The one-letter form without its dash: `h` for `-h`.
  let short: Character?
  var arity = Arity.flag
  /// The placeholder of the value in help, such as `DATE`; empty for a flag.
  var placeholder = ""
  /// The completion of the value; nil if there is nothing to offer.
  var completes: Completion?
  /// One sentence without a full stop.
  let help: String
  /// Whether the command requires it.
  var isRequired = false
  /// Whether the next word looks like a value, for repeated values.
  var takesNextWord: @Sendable (String) -> Bool = { _ in false }
  /// The title above it on a help page.
  var heading = "options"
}

/// Anything that can be listed as options of a command: an option, a flag or a group.
protocol DeclaresOptions: Sendable {
  var declarations: [OptionDeclaration] { get }
}

/// An option or a flag, through which a command reads the typed value.
protocol DeclaredOption: DeclaresOptions {
  var declaration: OptionDeclaration { get }
}

extension DeclaredOption {
  var declarations: [OptionDeclaration] { [declaration] }
}

/// A group of options that several commands share; it may contain other groups.
struct OptionGroup: DeclaresOptions, ExpressibleByArrayLiteral {
  let declarations: [OptionDeclaration]

  /// - Parameter heading: the title above them on a help page; nil keeps those of the members.
  init(_ members: [any DeclaresOptions], heading: String? = nil) {
    declarations = members.flatMap(\.declarations).map { member in
      var member = member
      member.heading = heading ?? member.heading
      return member
    }
  }

  init(arrayLiteral members: any DeclaresOptions...) { self.init(members) }
}

/// An option without a value.
struct Flag: DeclaredOption {
  let declaration: OptionDeclaration

  init(_ name: String, short: Character? = nil, _ help: String) {
    declaration = OptionDeclaration(name: name, short: short, help: help)
  }
}

/// An option with a typed value.
struct Option<Value>: DeclaredOption {
  let declaration: OptionDeclaration
  /// Parses a value. It throws only the reason; the caller adds the option and the value.
  let parse: @Sendable (String) throws -> Value

  init(
    _ name: String, short: Character? = nil, _ placeholder: String,
    arity: OptionDeclaration.Arity = .one, isRequired: Bool = false,
    completes: Completion? = nil, _ help: String,
    takesNextWord: (@Sendable (String) -> Bool)? = nil,
    parse: @escaping @Sendable (String) throws -> Value
  ) {
    declaration = OptionDeclaration(
      name: name, short: short, arity: arity, placeholder: placeholder, completes: completes,
      help: help, isRequired: isRequired,
      takesNextWord: takesNextWord ?? { _ in arity == .many })
    self.parse = parse
  }
}

extension Option where Value == String {
  init(
    _ name: String, short: Character? = nil, _ placeholder: String, completes: Completion? = nil,
    _ help: String
  ) {
    self.init(name, short: short, placeholder, completes: completes, help, parse: { $0 })
  }
}

extension Option where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// An option whose values are the cases of an enumeration.
  init(
    _ name: String, _ placeholder: String, arity: OptionDeclaration.Arity = .one,
    oneOf: Value.Type, _ help: String
  ) {
    let values = Value.allCases.map(\.rawValue)
    self.init(name, placeholder, arity: arity, completes: .words(values), help) {
      try Value.chosen($0)
    }
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The case with this name.
  static func chosen(_ word: String) throws(ChoiceError) -> Self {
    if let value = Self(rawValue: word) { return value }
    throw ChoiceError(text: word, choices: allCases.map(\.rawValue))
  }
}

/// A word that is not one of the valid choices.
struct ChoiceError: Error, CustomStringConvertible {
  let text: String
  let choices: [String]

  var description: String {
    if let similar = Suggestion.closest(to: text, among: choices) {
      return "did you mean '\(similar)'?"
    }
    return "use \(choices.joinedAsAlternatives)"
  }
}

/// The declaration of a positional argument.
struct ArgumentDeclaration: Sendable {
  /// `many` is one or more, `any` is zero or more.
  enum Arity: Hashable, Sendable { case one, optional, many, any }

  /// The placeholder in help, such as `TRIP`.
  let placeholder: String
  let arity: Arity
  /// Empty if the manual explains the placeholder.
  let help: String
  /// The completion of its value; nil if there is nothing to offer.
  let completes: Completion?

  init(_ placeholder: String, _ help: String, completes: Completion? = nil) {
    self.init(placeholder, .one, help, completes: completes)
  }

  init(_ placeholder: String, _ arity: Arity, _ help: String = "", completes: Completion? = nil) {
    self.placeholder = placeholder
    self.arity = arity
    self.help = help
    self.completes = completes
  }
}

extension [String] {
  /// `family, reunion or wellness`.
  var joinedAsAlternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
