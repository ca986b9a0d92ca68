/// The user's text editor.
package enum TextEditor {
  /// Runs the command on a file and waits for it, through the shell as git and crontab do, so that
  /// `code --wait` works too. Meanwhile ^C goes to the editor only.
  ///
  /// - Returns: whether it succeeded.
  package static func run(_ command: String, on path: String) -> Bool {
    let interrupt = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    defer {
      signal(SIGINT, interrupt)
      signal(SIGQUIT, quit)
    }
    guard let child = start(["/bin/sh", "-c", "\(command) \"$1\"", "sh", path]) else {
      return false
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 {
      guard errno == EINTR else { return false }
    }
    return status == 0
  }

  private static func start(_ words: [String]) -> pid_t? {
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
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var child = pid_t()
    let code = posix_spawn(&child, words[0], nil, &attributes, arguments, environ)
    return code == 0 ? child : nil
  }
}

/// Text in a file, for an editor.
package struct EditedFile {
  package let path: String

  /// Nil if the file cannot be written (`errno`).
  package init?(_ bytes: [UInt8]) {
    let (descriptor, path) = TemporaryFile.openNamed(suffix: ".txt")
    guard descriptor >= 0 else { return nil }
    self.path = path
    defer { close(descriptor) }
    guard bytes.withUnsafeBytes({ SystemFile.write($0, to: descriptor) }) else {
      remove()
      return nil
    }
  }

  /// The bytes that are now in the file of that name, which the editor may have replaced. Nil if it
  /// is not a regular file that can be read.
  package func read(limit: Int) -> [UInt8]? {
    // Opening a FIFO would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return SystemFile.read(upTo: limit, from: descriptor)
  }

  package func remove() { unlink(path) }
}
