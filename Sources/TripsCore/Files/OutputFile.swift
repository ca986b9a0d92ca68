import Platform

/// A file that appears under its name either complete or not at all.
///
/// The bytes go to a new file in the same folder, which gets the name once all of them are on disk.
/// Only its owner may read it, unless it takes the permissions of a file that it replaces. Nothing
/// is left if it is abandoned.
package final class OutputFile {
  let path: String
  /// The temporary path of the bytes.
  let temporaryPath: String
  private let replaces: Bool
  private var descriptor: Int32
  private var hasName = false

  /// - Parameter replacing: whether a regular file of this name may be replaced; anything else
  ///   never is.
  /// - Parameter sweeps: whether to remove files that killed processes left in the folder; once is
  ///   enough for many files.
  /// - Throws: `FileError`.
  package init(path: String, replacing: Bool, sweeps: Bool = true) throws(FileError) {
    self.path = path
    replaces = replacing
    try Self.check(path, replacing: replacing)
    guard let file = UnfinishedFile(nextTo: path, sweeps: sweeps) else {
      throw .failed("write", path, errno)
    }
    temporaryPath = file.path
    descriptor = file.descriptor
  }

  deinit {
    close()
    if !hasName { UnfinishedFile.remove(temporaryPath) }
  }

  /// Copies the permissions of the file that it replaces, if the file system has any.
  func takePermissions() {
    var status = stat()
    if lstat(path, &status) == 0 { _ = fchmod(descriptor, status.st_mode & 0o777) }
  }

  /// Closes the file, so that many files can wait for their names.
  func close() {
    if descriptor >= 0 { Platform.close(descriptor) }
    descriptor = -1
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    guard bytes.withUnsafeBytes({ SystemFile.write($0, to: descriptor) }) else {
      throw .failed("write", path, errno)
    }
  }

  /// Overwrites a few bytes.
  func overwrite(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    guard pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
      throw .failed("write", path, errno)
    }
  }

  /// Syncs the bytes to disk.
  func sync() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw .failed("write", path, errno) }
  }

  /// Syncs the bytes and gives the file its name, or another name in the same folder; if that name
  /// is taken, the call may be repeated.
  package func commit(as other: String? = nil) throws(FileError) {
    try sync()
    try takeName(other)
    Self.syncFolder(of: path)
  }

  /// Gives the file its name, or another name; the caller syncs the folder.
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
    SystemFile.syncFolder(UnfinishedFile.folder(of: path))
  }
}

/// Why a file other than the store could not be read or written.
package enum FileError: Error, Hashable, Sendable {
  case exists(String)
  /// Like `exists`, but it cannot be replaced.
  case taken(String)
  case notAFile(String)
  /// Another store's side files where a store should be written.
  case leftOver([String])
  /// The attempt (`read`, `write`), the file, and the reason.
  case cannot(String, String, reason: String)

  /// - Parameter code: an `errno`.
  static func failed(_ verb: String, _ path: String, _ code: Int32) -> FileError {
    .cannot(verb, path, reason: String(cString: strerror(code)))
  }
}

extension FileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exists(let path), .taken(let path): "'\(path)' already exists"
    case .notAFile(let path): "'\(path)' is not a regular file"
    case .leftOver(let paths):
      "\(paths.map { "'\($0)'" }.joined(separator: " and ")) "
        + "\(paths.count == 1 ? "was" : "were") left by another store"
    case .cannot(let verb, let path, let reason): "cannot \(verb) '\(path)': \(reason)"
    }
  }
}
