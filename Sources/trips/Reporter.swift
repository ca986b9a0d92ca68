import TripsCore

/// Prints errors, warnings and notes in one form, and picks the exit code.
struct Reporter {
  let context: Context

  func report(_ error: any Error) -> ExitCode {
    switch error {
    case OutputError.closedPipe:
      return .done
    case is Interrupted:
      return .interrupted
    case let error as ArgumentParser.Failure:
      // The usage line helps with wrong words and options, not with wrong values.
      if case .invalidValue = error.error { return failure(error.error, .usage) }
      let help = HelpText(path: error.path, width: context.terminal.width)
      return failure(error.error, .usage, usage: help.usageLine)
    case is UsageError, is ContextError:
      return failure(error, .usage)
    case let error as Refusal:
      return failure(error, .refused)
    case let error as TripsError:
      let past = error.kind == .noTrip ? context.at.map { "with '--at \($0)', " } : nil
      return failure(
        (past ?? "") + error.description(context.timeZone.text), error.kind.exitCode, of: error)
    case let error as DoctorFinding:
      return failure(error, .store)
    case let error as FileError:
      return report(TripsError.file(error))
    default:
      return failure(error, .failed)
    }
  }

  /// Prints something that the user should know, unless `--quiet` is set.
  func note(_ text: String) { say("note: \(text)", .dim) }

  /// Prints something that the user probably did not intend, unless `--quiet` is set.
  func warning(_ text: String) { say("warning: \(text)", .warning) }

  /// Prints a command that the user may need next, unless `--quiet` is set.
  func advice(_ line: String) { say(line, .dim) }

  private func say(_ line: String, _ style: TextStyle) {
    if !context.globals.isQuiet { write(line, style: style) }
  }

  private func failure(
    _ error: any Error, _ code: ExitCode, usage: String? = nil
  ) -> ExitCode {
    failure("\(error)", code, usage: usage, of: error)
  }

  private func failure(
    _ words: String, _ code: ExitCode, usage: String? = nil, of error: any Error
  ) -> ExitCode {
    write("error: \(words)", style: .error)
    if let usage { write(usage) }
    if let hint = context.hint(for: error) { write("hint: \(hint)") }
    return code
  }

  /// Writes one line, wrapped on a terminal. Only the label is coloured, so that the rest is
  /// readable on any background.
  private func write(_ line: String, style: TextStyle = .plain) {
    let palette = context.palette(isTerminal: context.terminal.isError)
    let width = context.terminal.isError ? context.terminal.errorWidth : .max
    let safe = TextWrapping.wrapped(SafeText.visible(line), to: width, indent: 2, start: 0)
    let label = String(safe.parts(separatedBy: ":")[0]) + ":"
    let text =
      style == .plain ? safe : palette.apply(style, to: label) + (safe.rest(after: label) ?? "")
    // Earlier output comes first on a terminal; errors of that write are reported at the end.
    try? context.output.flush()
    // If the error stream is closed too, there is nowhere left to report to.
    try? context.errorOutput.write(text + "\n")
    try? context.errorOutput.flush()
  }
}

extension TripsError.Kind {
  fileprivate var exitCode: ExitCode {
    switch self {
    case .failed: .failed
    case .value: .usage
    case .noTrip: .noTrip
    case .refused: .refused
    case .store: .store
    case .token: .token
    case .interrupted: .interrupted
    }
  }
}

extension Context {
  var palette: Palette { palette(isTerminal: terminal.isOutput) }

  fileprivate func palette(isTerminal: Bool) -> Palette {
    Palette(
      isEnabled: Palette.isEnabled(
        choice: globals.color, isTerminal: isTerminal, environment: environment))
  }

  var reporter: Reporter { Reporter(context: self) }
}
