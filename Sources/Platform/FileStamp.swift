/// The attributes of a file that change when another program writes to it.
package struct FileStamp: Equatable {
  private let node: ino_t
  package let size: off_t
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil if there is no file.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  package init(_ status: stat) {
    node = status.st_ino
    size = status.st_size
    seconds = Int(status.st_mtim.tv_sec)
    nanoseconds = Int(status.st_mtim.tv_nsec)
  }

  /// All attributes in one number; 0 for a file written within the clock's current tick, in which a
  /// second write would go unnoticed.
  package var settled: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    // Int128, since a program may have given the file any timestamp.
    let wholeSeconds = Int128(now.tv_sec) - Int128(seconds)
    let age = wholeSeconds * 1_000_000_000 + Int128(now.tv_nsec) - Int128(nanoseconds)
    guard age > 50_000_000 else { return 0 }
    var hash = FNV1a()
    withUnsafeBytes(of: (UInt64(node), Int64(size), Int64(seconds), Int64(nanoseconds))) {
      hash.addWords($0)
    }
    return Int64(bitPattern: hash.value)
  }
}
