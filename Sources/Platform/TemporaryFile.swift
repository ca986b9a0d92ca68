/// A file in the folder for what is not kept.
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

  /// Opens one without a name, so that nothing is left behind; negative where the system says no
  /// (`errno`).
  package static func open() -> Int32 {
    let (descriptor, path) = openNamed(suffix: "")
    if descriptor >= 0 { unlink(path) }
    return descriptor
  }

  /// Opens one that keeps its name, in the same place; only its owner may read it.
  package static func openNamed(suffix: String) -> (descriptor: Int32, path: String) {
    var name = Array("\(folder)/trips-XXXXXX\(suffix)".utf8CString)
    let descriptor = mkstemps(&name, Int32(suffix.utf8.count))
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return (
      descriptor, String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    )
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
