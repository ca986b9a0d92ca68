/// A file without a name, so that nothing is left behind.
package enum TemporaryFile {
  /// Opens one in `TMPDIR`, or in `/tmp` where that names no folder that may be written to, as SQLite
  /// does; negative where the system says no (`errno`).
  package static func open() -> Int32 {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let isUsable = !named.isEmpty && access(named, W_OK | X_OK) == 0
    var name = Array("\(isUsable ? named : "/tmp")/trips-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return descriptor }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}
