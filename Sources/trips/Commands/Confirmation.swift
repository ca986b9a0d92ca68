import TripsCore

/// The options that decide whether a command changes anything.
///
/// Every command that writes has '--dry-run'; those that change several trips, or cannot be undone,
/// have '--yes' too.
enum Confirmation {
  static let dryRun = Flag("--dry-run", "show what would happen and change nothing")
  static let yes = Flag("--yes", short: "y", "confirm in advance: do not ask")
  static let options: OptionGroup = [yes, dryRun]
}

extension Context {
  /// Asks for confirmation, unless it was given in advance, or nothing will be changed.
  ///
  /// - Parameters:
  ///   - question: `Delete 3 trips`.
  ///   - action: `deleting 3 trips`.
  ///   - lines: what is shown before the question.
  func confirm(_ question: String, _ action: String, showing lines: [String] = []) throws {
    if globals.isConfirmed || globals.isDryRun { return }
    guard let prompt = Prompt(self) else {
      throw Refusal.needsConfirmation("\(action) needs a confirmation")
    }
    for line in lines { try errorOutput.write("  \(SafeText.visible(line))\n") }
    try prompt.confirm("\(question)?")
  }

  /// Makes a change after showing it: it is made on a private copy first.
  ///
  /// - Parameters:
  ///   - asks: whether the change needs a confirmation.
  ///   - change: gets what was shown, and refuses to do anything else.
  ///   - ask: shows the result of the copy and asks.
  func confirmed<Result>(
    if asks: Bool = true, _ change: (Store, _ shown: Result?) throws -> Result,
    ask: (Result) throws -> Void
  ) throws -> Result {
    guard asks, !globals.isConfirmed, !globals.isDryRun else {
      return try change(openStore(.writing), nil)
    }
    let shown = try change(openStore(.rehearsing), nil)
    try ask(shown)
    return try change(openStore(.writing), shown)
  }

  func noteDryRun() { reporter.note("this was a dry run: nothing was changed") }
}
