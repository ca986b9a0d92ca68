internal import SystemCalls

/// A temporary file.
package enum TemporaryFile {
  /// The folder in which SQLite puts its own: the first of these that is writable
  /// (https://www.sqlite.org/tempfiles.html, 5).
  package static var folder: String {
    let names: [String] = ["SQLITE_TMPDIR", "TMPDIR"]
    let named = names.compactMap { name in getenv(name).map { String(cString: $0) } }
    return (named + ["/var/tmp", "/usr/tmp"]).first {
      !$0.isEmpty && access($0, W_OK | X_OK) == 0
    } ?? "/tmp"
  }

  /// Opens an unnamed file, so that nothing is left behind; negative on an error (`errno`).
  package static func open() -> Int32 {
    let (descriptor, path) = openNamed(suffix: "")
    if descriptor >= 0 { unlink(path) }
    return descriptor
  }

  /// Opens a named file in the same folder, which only its owner may read.
  package static func openNamed(suffix: String) -> (descriptor: Int32, path: String) {
    var name = Array("\(folder)/trips-XXXXXX\(suffix)".utf8CString)
    let descriptor = mkostemps(&name, Int32(suffix.utf8.count), O_CLOEXEC)
    return (
      descriptor, String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    )
  }
}
