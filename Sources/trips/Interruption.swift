import Platform
import Synchronization
import TripsCore

/// Handles the signals that end the process: ^C, a closed terminal, `kill`.
///
/// By default a signal ends the process at once, ^C with 130, and the next open rolls back an
/// unfinished transaction. If a command observes ^C, or a commit is under way, the signal is only
/// recorded, so a finished change exits with 0. After a second signal, the process no longer waits
/// for its output.
enum Interruption {
  /// Whether a prompt is shown, so that a line break must follow before the shell's own prompt.
  static let isAsking = Atomic(false)
  private static let isObserving = Atomic(false)
  private static let isNoted = Atomic(false)
  private static let change = Atomic(Change.none.rawValue)

  private enum Change: Int { case none, underWay, done }

  static var hasHappened: Bool { isNoted.load(ordering: .sequentiallyConsistent) }

  /// Signals that this process was started to ignore, as by `nohup`, stay ignored.
  static func install() {
    // The handler must not be the first to initialise these.
    _ = (isAsking.load(ordering: .relaxed), hasHappened)
    _ = (isObserving.load(ordering: .relaxed), change.load(ordering: .relaxed))
    ChildProcess.prepare()
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var old = sigaction()
      sigaction(number, nil, &old)
      if !old.isIgnoring { signal(number, Self.handle) }
    }
  }

  private static let handle: @convention(c) (Int32) -> Void = { number in
    let change = Interruption.change.load(ordering: .sequentiallyConsistent)
    let isObserved =
      number == SIGINT && Interruption.isObserving.load(ordering: .sequentiallyConsistent)
    if isObserved || change != Change.none.rawValue {
      let isFirst = !Interruption.isNoted.exchange(true, ordering: .sequentiallyConsistent)
      if isFirst || change == Change.underWay.rawValue { return }
      if change == Change.done.rawValue { _exit(ExitCode.done.rawValue) }
    }
    Interruption.end(by: number)
  }

  private static func end(by number: Int32) {
    ChildProcess.end()
    if isAsking.load(ordering: .sequentiallyConsistent) {
      var lineBreak = UInt8(ascii: "\n")
      _ = write(STDERR_FILENO, &lineBreak, 1)
    }
    if number == SIGINT { _exit(ExitCode.interrupted.rawValue) }
    // The signal is delivered again when the handler returns, with its default action.
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Records ^C from now on instead of ending the process.
  static func observe() {
    isObserving.store(true, ordering: .sequentiallyConsistent)
  }

  /// Runs `work`, which can check whether ^C was pressed.
  static func observed<Result>(
    _ work: (_ isInterrupted: @escaping () -> Bool) throws -> Result
  ) rethrows -> Result {
    observe()
    defer { isObserving.store(false, ordering: .sequentiallyConsistent) }
    return try work { hasHappened }
  }

  @Sendable static func note(_ commit: Store.CommitState) {
    let change: Change =
      switch commit {
      case .begins: .underWay
      case .isDone: .done
      case .hasFailed: .none
      }
    self.change.store(change.rawValue, ordering: .sequentiallyConsistent)
  }
}

extension sigaction {
  fileprivate var isIgnoring: Bool {
    unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
