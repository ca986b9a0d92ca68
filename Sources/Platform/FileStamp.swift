/// What tells of a file that somebody has written to it.
package struct FileStamp: Equatable {
  private let node: ino_t
  package let size: off_t
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil where there is no file.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    node = status.st_ino
    size = status.st_size
    seconds = Int(status.modified.tv_sec)
    nanoseconds = Int(status.modified.tv_nsec)
  }
}

extension stat {
  /// When the file's bytes were changed last, to the nanosecond.
  fileprivate var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
