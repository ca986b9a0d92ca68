import Platform
import Synchronization
import TripsCore

/// Signals that would end the process: ^C, a terminal that goes away, `kill`.
///
/// They end it at once, ^C with 130, and the next open rolls back a transaction under way. But where
/// a command observes ^C, that is noted; and once a change goes to the disk, any of them is: what
/// was done ends as done. A second one does not wait for the output any more.
enum Interruption {
  /// Whether a question stands at the end of the error stream's line, which the shell's prompt must
  /// not follow.
  static let isAsking = Atomic(false)
  private static let isObserving = Atomic(false)
  private static let isNoted = Atomic(false)
  private static let change = Atomic(Change.none.rawValue)

  private enum Change: Int { case none, underWay, done }

  static var hasHappened: Bool { isNoted.load(ordering: .sequentiallyConsistent) }

  /// A signal that this process was told to ignore, as by `nohup`, stays ignored.
  static func install() {
    // A handler must find them made.
    _ = (isAsking.load(ordering: .relaxed), hasHappened)
    _ = (isObserving.load(ordering: .relaxed), change.load(ordering: .relaxed))
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
    if isAsking.load(ordering: .sequentiallyConsistent) {
      var lineBreak = UInt8(ascii: "\n")
      _ = write(STDERR_FILENO, &lineBreak, 1)
    }
    if number == SIGINT { _exit(ExitCode.interrupted.rawValue) }
    // It comes again when the handler returns, and does what it does.
    signal(number, SIG_DFL)
    raise(number)
  }

  /// From here on ^C is noted.
  static func observe() {
    isObserving.store(true, ordering: .sequentiallyConsistent)
  }

  /// Runs `work`, which can ask whether ^C was typed.
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
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
