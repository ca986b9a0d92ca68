/// An option as it is declared, once: parsing, help, man page and completions all read this.
struct OptionDeclaration: Sendable {
  enum Arity: Hashable, Sendable {
    case flag
    case one
    /// A value that may be left out; the next word is taken for it where `takesNextWord` says so.
    case optional
    /// Every word up to the next option, or up to one that `takesNextWord` leaves alone.
    case many
  }

  /// With its dashes: `--start`.
  let name: String
  /// The one-letter form without its dash: `h` for `-h`.
  let short: Character?
  var arity = Arity.flag
  /// What stands for the value in help: `DATE`. Empty for a flag.
  var placeholder = ""
  /// What a shell may offer for the value; nil where nobody can know it.
  var completes: Completion?
  /// One sentence without a full stop.
  let help: String
  /// Whether the command cannot do without it.
  var isRequired = false
  /// Whether it works and is listed nowhere: an option of an earlier release.
  var isHidden = false
  /// For an optional value and for further ones: whether a word that follows looks like one.
  var takesNextWord: @Sendable (String) -> Bool = { _ in false }
}

/// What may stand among the options of a command: an option, a flag, or a group of them.
protocol DeclaresOptions: Sendable {
  var declarations: [OptionDeclaration] { get }
}

/// An option or a flag: the handle by which a command asks for what was typed.
protocol DeclaredOption: DeclaresOptions {
  var declaration: OptionDeclaration { get }
}

extension DeclaredOption {
  var declarations: [OptionDeclaration] { [declaration] }
}

/// Options that commands include by one name; a group may include others.
struct OptionGroup: DeclaresOptions, ExpressibleByArrayLiteral {
  let declarations: [OptionDeclaration]

  init(arrayLiteral members: any DeclaresOptions...) {
    declarations = members.flatMap(\.declarations)
  }
}

/// An option without a value.
struct Flag: DeclaredOption {
  let declaration: OptionDeclaration

  init(_ name: String, short: Character? = nil, _ help: String) {
    declaration = OptionDeclaration(name: name, short: short, help: help)
  }
}

/// An option with a value of a type.
struct Option<Value>: DeclaredOption {
  let declaration: OptionDeclaration
  /// Throws an error whose description is the reason, as the end of a sentence; who calls it adds
  /// the option and the value.
  let parse: @Sendable (String) throws -> Value

  init(
    _ name: String, short: Character? = nil, _ placeholder: String,
    arity: OptionDeclaration.Arity = .one, isRequired: Bool = false, isHidden: Bool = false,
    completes: Completion? = nil, _ help: String,
    takesNextWord: (@Sendable (String) -> Bool)? = nil,
    parse: @escaping @Sendable (String) throws -> Value
  ) {
    declaration = OptionDeclaration(
      name: name, short: short, arity: arity, placeholder: placeholder, completes: completes,
      help: help, isRequired: isRequired, isHidden: isHidden,
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
  /// The case that a word names.
  static func chosen(_ word: String) throws(ChoiceError) -> Self {
    if let value = Self(rawValue: word) { return value }
    throw ChoiceError(text: word, choices: allCases.map(\.rawValue))
  }
}

/// A word that is none of the valid ones.
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

/// A word that stands by itself, as it is declared.
struct ArgumentDeclaration: Sendable {
  /// `many` are one or more, `any` none or more.
  enum Arity: Hashable, Sendable { case one, optional, many, any }

  /// What stands for it in help: `TRIP`.
  let placeholder: String
  let arity: Arity
  let help: String
  /// What a shell may offer for it; nil where nobody can know it.
  let completes: Completion?

  init(_ placeholder: String, _ help: String, completes: Completion? = nil) {
    self.init(placeholder, .one, help, completes: completes)
  }

  init(_ placeholder: String, _ arity: Arity, _ help: String, completes: Completion? = nil) {
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
