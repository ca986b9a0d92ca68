#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whether ^C was typed since `withInterruption` began. A signal handler may set it and do no more.
nonisolated(unsafe) private var isRequested: sig_atomic_t = 0

/// Turns ^C into a question that long work asks, so that it can put things back in order.
enum Interruption {
  /// Runs `work`, which is told of the first ^C; a second one ends the process at once.
  static func observed<Result>(
    _ work: (_ isInterrupted: @escaping () -> Bool) throws -> Result
  ) rethrows -> Result {
    isRequested = 0
    let before = signal(SIGINT) { _ in
      if isRequested != 0 { _exit(130) }
      isRequested = 1
    }
    defer { signal(SIGINT, before) }
    return try work { isRequested != 0 }
  }
}
