import Platform

/// A new file under a passing name, in the folder where it is to stay under another.
///
/// Who makes it holds a lock (`flock(2)`) on it until it is done: what nobody holds was left by a
/// process that was killed, and the next one that makes such a file in the folder takes it away.
struct UnfinishedFile {
  let path: String
  /// Open for writing, and locked; the owner closes it.
  let descriptor: Int32

  private static let prefix = ".trips-"
  private static let suffix = ".tmp"
  private static let journal = "-journal"

  /// A name in the folder of `path` that no other file has.
  ///
  /// - Parameter contents: what the file may hold and nobody needs; it is told in the name.
  static func path(beside path: String, holding contents: [[UInt8]] = []) -> String {
    let mark = String(UInt64.random(in: .min ... .max), radix: 36)
    let sums = contents.map { "-" + sum(of: $0) }.joined()
    return "\(folder(of: path))/\(prefix)\(mark)\(sums)\(suffix)"
  }

  static func sum(of content: [UInt8]) -> String {
    var sum = FNV1a()
    sum.add(content)
    return sum.digits
  }

  /// The sums of what a file may hold by its name: another program may have put something else there.
  static func sums(of path: String) -> [Substring] {
    let name = path.parts(separatedBy: "/").last ?? ""
    // The first two parts are the prefix and the mark.
    return name.rest(before: suffix)?.parts(separatedBy: "-").dropFirst(2).map(\.self) ?? []
  }

  /// Makes an empty file that only its owner may read; nil where the system says no (`errno`).
  init?(beside path: String, sweeps: Bool = true) {
    if sweeps { Self.removeLeftovers(in: Self.folder(of: path)) }
    self.path = Self.path(beside: path)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    descriptor = open(self.path, flags, 0o600)
    guard descriptor >= 0 else { return nil }
    // The mode above is cut by the umask, never widened; this makes it the same under any.
    fchmod(descriptor, 0o600)
    flock(descriptor, LOCK_EX | LOCK_NB)
  }

  /// Holds a file that is there, so that no other process takes it for a leftover.
  ///
  /// Nil where it has gone before it was held (`errno`).
  init?(holding path: String) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    flock(descriptor, LOCK_EX)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else {
      close(descriptor)
      errno = ENOENT
      return nil
    }
  }

  static func isOne(named name: String) -> Bool { name.begins(with: prefix) }

  static func folder(of path: String) -> String {
    guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func removeLeftovers(in folder: String) {
    forEachName(in: folder) { path in
      if path.ends(with: suffix), sums(of: path).isEmpty { removeIfNobodyHolds(path) }
      if path.ends(with: suffix + journal), let owner = path.rest(before: journal),
        access(String(owner), F_OK) != 0
      {
        unlink(path)
      }
    }
  }

  /// Calls `body` with the path of each file in a folder that is under way, or its journal.
  static func forEachName(in folder: String, _ body: (String) -> Void) {
    for name in SystemFile.names(in: folder) ?? [] where isOne(named: name) {
      body("\(folder)/\(name)")
    }
  }

  private static func removeIfNobodyHolds(_ path: String) {
    let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    remove(path)
  }

  /// Gives a finished file the name under which it stays, unless another file has that one (`EEXIST`).
  ///
  /// - Returns: whether it has the name; else `errno` tells why not.
  static func rename(_ unfinished: String, to path: String) -> Bool {
    // Unlike a rename, a link never takes the place of another file; but not every file system has
    // links.
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

  /// Takes a file away, with the journal that SQLite may have left beside a copy of a store.
  static func remove(_ path: String) {
    unlink(path + journal)
    unlink(path)
  }
}
