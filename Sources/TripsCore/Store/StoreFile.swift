import Platform

/// The file of a store, checked before SQLite opens it.
package enum StoreFile {
  enum State { case missing, present }

  /// Returns whether the file exists, and refuses anything but a regular file.
  ///
  /// SQLite would block on a FIFO and misread a device.
  static func state(at path: String) throws(TripsError) -> State {
    var status = stat()
    guard stat(path, &status) == 0 else {
      switch errno {
      case ENOENT: return .missing
      case EACCES: throw .store(.noAccess, path: path)
      case ENOTDIR: throw .store(.cannotCreate("a part of the path is a file"), path: path)
      default: throw .store(.inputOutput(message(errno)), path: path)
      }
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .store(.notAFile, path: path) }
    // SQLite treats a file of one byte as empty (unixFileSize in os_unix.c), and would overwrite
    // it.
    if status.st_size == 1 { throw .store(.notADatabase, path: path) }
    return .present
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// SQLite's side files: a rollback journal, or a write-ahead log and its index.
  package static let sideSuffixes = ["-journal", "-wal", "-shm"]

  /// Refuses to place a store next to another store's side files, which SQLite would apply to it.
  /// SQLite itself deletes side files next to an empty file, so a new store needs no check.
  static func refuseLeftovers(at path: String) throws(FileError) {
    let files = sideSuffixes.map { path + $0 }.filter(exists)
    if !files.isEmpty { throw .leftOver(files) }
  }

  /// The target of a path's symbolic links, even if it does not exist yet.
  static func target(of path: String) -> String {
    var path = path
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    // The system's own limit of links.
    for _ in 1...40 {
      let count = readlink(path, &target, target.count)
      guard count > 0, count < target.count else { break }
      let link = String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = link.begins(with: "/") ? link : "\(UnfinishedFile.folder(of: path))/\(link)"
    }
    return path
  }

  /// Creates an empty file that only its owner may read, and its folders.
  ///
  /// Another process may create the same file at the same time.
  static func create(at path: String) throws(TripsError) {
    if path.ends(with: "/") {
      throw .store(.cannotCreate("the path of a file cannot end in '/'"), path: path)
    }
    try createFolders(above: path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .store(.cannotCreate(message(errno)), path: path) }
    close(descriptor)
  }

  static func createFolders(above path: String) throws(TripsError) {
    let folder = UnfinishedFile.folder(of: path)
    if exists(folder) { return }
    try createFolders(above: folder)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw .store(.cannotCreate(message(errno)), path: path)
    }
    // Without its name, the store would not survive a power cut.
    SystemFile.syncFolder(UnfinishedFile.folder(of: folder))
  }

  private static func message(_ code: Int32) -> String {
    String(cString: strerror(code))
  }
}
