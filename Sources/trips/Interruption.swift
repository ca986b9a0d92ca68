import Platform

/// ^C: it ends the process with 130, or, where a command still has something to put in order or to
/// say, is noted; a second one ends the process at once.
///
/// Only the signal handler writes here beside the one thread that reads.
enum Interruption {
  nonisolated(unsafe) static var isCaught = false
  nonisolated(unsafe) private(set) static var hasHappened = false
  /// Whether a question stands at the end of the error stream's line, which the shell's prompt must
  /// not follow.
  nonisolated(unsafe) static var isAsking = false

  static func install() {
    signal(SIGINT) { _ in
      guard Interruption.isCaught, !Interruption.hasHappened else {
        if Interruption.isAsking {
          var lineBreak = UInt8(ascii: "\n")
          _ = write(STDERR_FILENO, &lineBreak, 1)
        }
        _exit(ExitCode.interrupted.rawValue)
      }
      Interruption.hasHappened = true
    }
  }

  /// Runs `work`, which can ask whether ^C was typed.
  static func observed<Result>(
    _ work: (_ isInterrupted: @escaping () -> Bool) throws -> Result
  ) rethrows -> Result {
    isCaught = true
    defer { isCaught = false }
    return try work { hasHappened }
  }
}
