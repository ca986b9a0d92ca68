import Platform

/// A new file under a temporary name, in the folder where it will get its final name.
///
/// Its creator holds a lock (`flock(2)`) on it until it is finished. A file without a lock was left
/// by a killed process, and the next process that creates such a file in the folder removes it.
struct UnfinishedFile {
  let path: String
  /// Open for writing, and locked; the owner closes it.
  let descriptor: Int32

  private static let prefix = ".trips-"
  private static let suffix = ".tmp"
  private static let journal = "-journal"

  /// An unused name in the folder of `path`.
  static func path(nextTo path: String) -> String {
    let mark = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(folder(of: path))/\(prefix)\(mark)\(suffix)"
  }

  /// Creates an empty file that only its owner may read; nil on an error (`errno`).
  init?(nextTo path: String, sweeps: Bool = true) {
    if sweeps { Self.removeLeftovers(in: Self.folder(of: path)) }
    while true {
      let name = Self.path(nextTo: path)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let file = open(name, flags, 0o600)
      guard file >= 0 else { return nil }
      // The umask may have removed permissions; this restores them.
      fchmod(file, 0o600)
      // Before it was locked, another process may have removed it as a leftover.
      var status = stat()
      if flock(file, LOCK_EX) != 0 || fstat(file, &status) != 0 || status.st_nlink > 0 {
        (self.path, descriptor) = (name, file)
        return
      }
      close(file)
    }
  }

  static func isOne(named name: String) -> Bool { name.begins(with: prefix) }

  static func folder(of path: String) -> String {
    guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func removeLeftovers(in folder: String) {
    forEachName(in: folder) { path in
      if path.ends(with: suffix) { removeIfUnlocked(path) }
      if path.ends(with: suffix + journal), let owner = path.rest(before: journal),
        access(String(owner), F_OK) != 0
      {
        unlink(path)
      }
    }
  }

  /// Calls `body` with the path of each unfinished file in a folder, and of its journal.
  static func forEachName(in folder: String, _ body: (String) -> Void) {
    for name in SystemFile.names(in: folder) ?? [] where isOne(named: name) {
      body("\(folder)/\(name)")
    }
  }

  private static func removeIfUnlocked(_ path: String) {
    let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    remove(path)
  }

  /// Gives a finished file its final name, unless another file has it (`EEXIST`).
  ///
  /// - Returns: whether it succeeded; otherwise `errno` has the reason.
  static func rename(_ unfinished: String, to path: String) -> Bool {
    // Unlike a rename, a link never replaces another file; but not every file system has links.
    if link(unfinished, path) == 0 {
      unlink(unfinished)
      return true
    }
    guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) else { return false }
    var status = stat()
    if lstat(path, &status) == 0 {
      errno = EEXIST
      return false
    }
    return Platform.rename(unfinished, path) == 0
  }

  /// Deletes a file, with the journal that SQLite may have left next to a copy of a store.
  static func remove(_ path: String) {
    unlink(path + journal)
    unlink(path)
  }
}
