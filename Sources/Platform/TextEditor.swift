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
    let child = ChildProcess.start(["/bin/sh", "-c", "\(command) \"$1\"", "sh", path])
    return child.map { ChildProcess.wait(for: $0) == 0 } ?? false
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
