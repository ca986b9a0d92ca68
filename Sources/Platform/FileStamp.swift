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
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    seconds = Int(modified.tv_sec)
    nanoseconds = Int(modified.tv_nsec)
  }
}
