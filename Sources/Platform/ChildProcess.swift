internal import Synchronization

/// A program that this process runs and waits for.
package enum ChildProcess {
  /// The group of the running program, which ends with this process; 0 if there is none.
  private static let group = Atomic<pid_t>(0)

  /// Ends the running program and what it has started. A signal handler may call it.
  package static func end() { end(group.load(ordering: .sequentiallyConsistent)) }

  /// Ends a program that was started with an output, and what it has started.
  static func end(_ group: pid_t) {
    if group > 0 { kill(-group, SIGKILL) }
  }

  /// A signal handler must not be the first to initialise this.
  package static func prepare() { _ = group.load(ordering: .relaxed) }

  /// Starts a program, without a shell.
  ///
  /// - Parameters:
  ///   - output: the descriptor that becomes its standard output. Then its standard input is `input`
  ///     or empty, its errors are ignored, and it runs in a group of its own, which `end` ends.
  /// - Returns: nil if it cannot be run (`errno`).
  static func start(_ words: [String], input: Int32? = nil, output: Int32? = nil) -> pid_t? {
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A child would inherit the ignored signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var flags = POSIX_SPAWN_SETSIGDEF
    if let output {
      flags |= POSIX_SPAWN_SETPGROUP
      if let input {
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
      } else {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      }
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    // A signal between the start and the note of the group would leave the program running.
    var (held, old) = (sigset_t(), sigset_t())
    sigfillset(&held)
    pthread_sigmask(SIG_BLOCK, &held, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    posix_spawnattr_setsigmask(&attributes, &old)
    posix_spawnattr_setflags(&attributes, Int16(flags | POSIX_SPAWN_SETSIGMASK))
    var child = pid_t()
    errno = posix_spawn(&child, words[0], &actions, &attributes, arguments, environ)
    guard errno == 0 else { return nil }
    if output != nil { group.store(child, ordering: .sequentiallyConsistent) }
    return child
  }

  /// Waits for the end of a program; nil if a signal has ended it.
  static func wait(for child: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 {
      guard errno == EINTR else { return nil }
    }
    group.store(0, ordering: .sequentiallyConsistent)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}
