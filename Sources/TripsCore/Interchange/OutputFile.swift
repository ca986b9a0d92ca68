import Platform

/// A file that appears under its name whole or not at all.
///
/// The bytes go to a new file in the same folder, which takes the name when all of them are on the
/// disk. Only its owner may read it, unless it takes the permissions of the one that it replaces. One
/// that is given up leaves nothing behind.
package final class OutputFile {
  let path: String
  /// Where the bytes are until then.
  let temporaryPath: String
  private let replaces: Bool
  private var descriptor: Int32
  private var hasName = false

  /// - Parameter replacing: whether a file of this name may be replaced; anything but a regular file
  ///   never is.
  /// - Parameter sweeps: whether to look for what killed processes left in the folder: once is enough
  ///   for many files.
  /// - Throws: `FileError`.
  package init(path: String, replacing: Bool, sweeps: Bool = true) throws(FileError) {
    self.path = path
    replaces = replacing
    try Self.check(path, replacing: replacing)
    guard let file = UnfinishedFile(beside: path, sweeps: sweeps) else {
      throw .failed("write", path, errno)
    }
    temporaryPath = file.path
    descriptor = file.descriptor
  }

  deinit {
    close()
    if !hasName { UnfinishedFile.remove(temporaryPath) }
  }

  /// Gives it the permissions of the file that it replaces, as far as the file system has any.
  func takePermissions() {
    var status = stat()
    if lstat(path, &status) == 0 { _ = fchmod(descriptor, status.st_mode & 0o777) }
  }

  /// Ends the writing, so that many files may wait for their names.
  func close() {
    if descriptor >= 0 { Platform.close(descriptor) }
    descriptor = -1
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    guard bytes.withUnsafeBytes({ SystemFile.write($0, to: descriptor) }) else {
      throw .failed("write", path, errno)
    }
  }

  /// Writes over a few bytes that are there.
  func overwrite(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    guard pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
      throw .failed("write", path, errno)
    }
  }

  /// Puts the bytes on the disk.
  func sync() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw .failed("write", path, errno) }
  }

  /// Puts the bytes on the disk and gives the file its name, or another one in the same folder; where
  /// a file has that one, it may be tried again.
  package func commit(as other: String? = nil) throws(FileError) {
    try sync()
    try takeName(other)
    Self.syncFolder(of: path)
  }

  /// Gives the file its name, or another one, which the caller puts on the disk.
  func takeName(_ other: String? = nil) throws(FileError) {
    let path = other ?? path
    if replaces {
      try Self.check(path, replacing: true)
      guard rename(temporaryPath, path) == 0 else { throw .failed("write", path, errno) }
    } else {
      guard UnfinishedFile.rename(temporaryPath, to: path) else {
        throw errno == EEXIST ? .exists(path) : .failed("write", path, errno)
      }
    }
    hasName = true
    close()
  }

  private static func check(_ path: String, replacing: Bool) throws(FileError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
    if !replacing { throw .exists(path) }
  }

  static func syncFolder(of path: String) {
    _ = SystemFile.syncFolder(UnfinishedFile.folder(of: path))
  }
}

/// Why a file other than the store could not be read or written.
package enum FileError: Error, Hashable, Sendable {
  case exists(String)
  /// As `exists`, where nothing replaces it.
  case taken(String)
  case notAFile(String)
  /// Where a folder is to be made.
  case inTheWay(String)
  /// What SQLite kept beside another store, where a store is to be written.
  case leftOver([String])
  /// What was tried (`read`, `write`), the file, the reason, and whether that is a right that whoever
  /// tried does not have.
  case cannot(String, String, reason: String, isDenied: Bool = false)

  /// - Parameter code: an `errno`.
  static func failed(_ verb: String, _ path: String, _ code: Int32) -> FileError {
    .cannot(
      verb, path, reason: String(cString: strerror(code)), isDenied: code == EACCES || code == EPERM
    )
  }
}

extension FileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exists(let path), .taken(let path): "'\(path)' exists already"
    case .notAFile(let path): "'\(path)' is not a regular file"
    case .inTheWay(let path): "cannot make '\(path)': something else has that name"
    case .leftOver(let paths):
      "\(paths.map { "'\($0)'" }.joined(separator: " and ")) "
        + "\(paths.count == 1 ? "was" : "were") left by another store"
    case .cannot(let verb, let path, let reason, _): "cannot \(verb) '\(path)': \(reason)"
    }
  }
}
