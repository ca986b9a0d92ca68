/// A mistake in the command line, found before anything is opened.
enum UsageError: Error, Equatable {
  case unknownCommand(String, within: String?, similar: String?)
  case missingCommand
  case missingSubcommand(of: String)
  case unknownOption(String, similar: String?)
  case missingValue(option: String, placeholder: String)
  case unexpectedValue(option: String)
  case invalidValue(String, of: String, reason: String)
  case missingArgument(String)
  case missingOption(String)
  case needsOneOf(String, [String])
  case nothingToDo(String)
  case unexpectedArgument(String)
  case conflict(String, String)
  /// An option with several values.
  case repeated(String)
  /// The first requires the second.
  case needs(String, String)
  /// A command, and an option for commands that print rows.
  case printsNoRows(String, String)
  /// Counted from 1.
  case invalidUTF8(argument: Int)
}

extension UsageError {
  /// Runs `parse` and reports its error as the reason why `value` is invalid for `name`.
  static func naming<Result>(
    _ value: @autoclosure () -> String, of name: String, _ parse: () throws -> Result
  ) throws(UsageError) -> Result {
    do {
      return try parse()
    } catch {
      throw .invalidValue(value(), of: name, reason: "\(error)")
    }
  }

  /// Returns the path that was typed for `name`, unless it is empty.
  static func path(
    _ path: String, of name: String, to kind: String = "file"
  ) throws(UsageError) -> String {
    if path.isEmpty { throw .invalidValue(path, of: name, reason: "use the path of a \(kind)") }
    return path
  }
}

extension UsageError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownCommand(let word, let group, let similar):
      "unknown command '\(group.map { "\($0) " } ?? "")\(Self.shortened(word))'"
        + Self.suggest(similar)
    case .missingCommand: "missing command"
    case .missingSubcommand(let group): "'\(group)' needs a subcommand"
    case .unknownOption(let word, let similar):
      "unknown option '\(Self.shortened(word))'" + Self.suggest(similar)
    case .missingValue(let option, let placeholder):
      "'\(option)' needs a value: \(option) \(placeholder)"
    case .unexpectedValue(let option): "'\(option)' takes no value"
    case .invalidValue(let value, let name, let reason):
      "the value '\(Self.shortened(value))' is invalid for '\(name)'; \(reason)"
    case .missingArgument(let placeholder): "missing argument \(placeholder)"
    case .missingOption(let form): "missing option \(form)"
    case .needsOneOf(let option, let others):
      "'\(option)' needs to know what happens to the end; add " + others.joinedAsAlternatives
    case .nothingToDo(let advice): "nothing to do; \(advice)"
    case .unexpectedArgument(let word): "unexpected argument '\(Self.shortened(word))'"
    case .conflict(let one, let other): "'\(one)' and '\(other)' exclude each other"
    case .repeated(let option): "'\(option)' takes one value; it was given several times"
    case .needs(let one, let other): "'\(one)' needs '\(other)'"
    case .printsNoRows(let command, let option): "'\(command)' prints no rows for '\(option)'"
    case .invalidUTF8(let argument): "argument \(argument) is not valid UTF-8"
    }
  }

  /// An argument can be 128 KiB long, too long to repeat.
  private static func shortened(_ word: String) -> String {
    let limit = 100
    guard word.unicodeScalars.count > limit else { return word }
    return String(word.unicodeScalars.prefix(limit)) + "…"
  }

  private static func suggest(_ similar: String?) -> String {
    similar.map { "; did you mean '\($0)'?" } ?? ""
  }
}
