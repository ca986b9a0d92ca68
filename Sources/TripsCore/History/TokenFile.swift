import Platform

/// A file with the token of a reader, who continues there next time.
package struct TokenFile: Sendable {
  let path: String

  /// - Parameter path: a link is followed, so that its target is replaced.
  package init(path: String) {
    self.path = StoreFile.target(of: path)
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
    guard let bytes = SystemFile.read(upTo: 200, from: descriptor) else {
      throw .file(.failed("read", path, errno))
    }
    let text = String(streamSafe: bytes)
    return try HistoryToken(text.trimmingWhitespace())
  }

  /// Replaces the file as a whole, after `work` has printed what its token covers; only its owner may
  /// read it.
  ///
  /// - Parameter work: nil leaves the file as it is.
  /// - Throws: `TripsError.file` before `work` runs if the file cannot be replaced.
  package func replace(after work: () throws -> HistoryToken?) throws {
    do {
      let file = try OutputFile(path: path, replacing: true)
      guard let token = try work() else { return }
      try file.write(Array("\(token)\n".utf8))
      try file.commit()
    } catch let error as FileError {
      throw TripsError.file(error)
    }
  }
}
