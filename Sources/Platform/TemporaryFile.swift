/// A file without a name, so that nothing is left behind.
package enum TemporaryFile {
  /// Where SQLite puts its own: the first of these that may be written to
  /// (https://www.sqlite.org/tempfiles.html, 5).
  package static var folder: String {
    let names: [String] = ["SQLITE_TMPDIR", "TMPDIR"]
    let named = names.compactMap { name in getenv(name).map { String(cString: $0) } }
    return (named + ["/var/tmp", "/usr/tmp"]).first {
      !$0.isEmpty && access($0, W_OK | X_OK) == 0
    } ?? "/tmp"
  }

  /// Opens one; negative where the system says no (`errno`).
  package static func open() -> Int32 {
    var name = Array("\(folder)/trips-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return descriptor }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}

/// What is free on a disk.
package enum FreeSpace {
  /// The bytes that may still be written in a folder; nil where the system does not tell.
  package static func bytes(in folder: String) -> UInt64? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize)
  }
}
