import Platform

/// A file with the token of a reader, who continues there next time.
package struct TokenFile: Sendable {
  let path: String

  package init(path: String) {
    self.path = path
  }

  /// Nil if there is no file yet: the reader begins with the first change.
  ///
  /// - Throws: `TripsError.token` for a file without a token, `.file` if it cannot be read.
  package func token() throws(TripsError) -> HistoryToken? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 {
      if errno == ENOENT { return nil }
      throw .file(.failed("read", path, errno))
    }
    defer { close(descriptor) }
    // A token is shorter.
    guard let bytes = SystemFile.read(200, from: descriptor) else {
      throw .file(.failed("read", path, errno))
    }
    let text = String(streamSafe: bytes)
    return try HistoryToken(text.trimmingWhitespace())
  }

  /// Replaces the file as a whole; only its owner may read it.
  package func replace(with token: HistoryToken) throws(TripsError) {
    do {
      let file = try OutputFile(path: path, replacing: true)
      try file.write(Array("\(token)\n".utf8))
      try file.commit()
    } catch {
      throw .file(error)
    }
  }
}
