/// The meaning of a piece of output; `Palette` decides on its look.
enum TextStyle: Int, Sendable {
  // The SGR parameters: only attributes and the 16 palette colours, which themes can change.
  case plain = 0
  case heading = 1
  case dim = 2
  case error = 31
  case business = 32
  case warning = 33
  case personal = 34
}

/// The values of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// Turns styles into SGR sequences, or into nothing.
struct Palette: Sendable {
  let isEnabled: Bool

  /// Applies a style to text, which must be escaped already.
  func apply(_ style: TextStyle, to text: String) -> String {
    guard isEnabled, !text.isEmpty, style != .plain else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  /// Whether output to a stream is coloured.
  ///
  /// `--color always` and `never` win. `auto` requires a terminal, `TERM` set and not `dumb`, and
  /// `NO_COLOR` unset or empty (no-color.org).
  static func isEnabled(
    choice: ColorChoice, isTerminal: Bool, environment: (String) -> String?
  ) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      let term = environment("TERM") ?? ""
      let noColor = environment("NO_COLOR") ?? ""
      return isTerminal && noColor.isEmpty && !term.isEmpty && term != "dumb"
    }
  }
}
