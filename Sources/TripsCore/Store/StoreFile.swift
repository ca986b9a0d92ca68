import Platform

/// The file of a store, checked before SQLite opens it.
package enum StoreFile {
  enum State { case missing, empty, present }

  /// Returns whether the file exists and has any bytes, and refuses anything but a regular file.
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
    return status.st_size == 0 ? .empty : .present
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// SQLite's side files: a rollback journal, or a write-ahead log and its index.
  package static let sideSuffixes = ["-journal", "-wal", "-shm"]

  /// Refuses to place a store next to another store's side files, which SQLite would apply to it.
  static func refuseLeftovers(at path: String) throws(FileError) {
    let files = sideFiles(of: path)
    if !files.isEmpty { throw .leftOver(files) }
  }

  /// Refuses to write a store to a file that is missing or empty, next to another store's side files.
  static func refuseLeftovers(ofNewStore path: String) throws {
    let files = sideFiles(of: path)
    if files.isEmpty { return }
    // The state comes last: another process may just have made the store.
    let others =
      switch try state(at: path) {
      case .missing: files
      case .empty: files.filter { !isOfEmptyStore($0) }
      case .present: [String]()
      }
    if !others.isEmpty { throw FileError.leftOver(others) }
  }

  private static func sideFiles(of path: String) -> [String] {
    sideSuffixes.map { path + $0 }.filter(exists)
  }

  /// Whether a side file is the journal of a write to an empty file, as a kill leaves it: it says
  /// that the store had no page (https://www.sqlite.org/fileformat2.html#the_rollback_journal).
  private static func isOfEmptyStore(_ path: String) -> Bool {
    guard path.ends(with: sideSuffixes[0]) else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    guard let header = SystemFile.read(upTo: 20, from: descriptor) else { return false }
    return header.dropFirst(16).allSatisfy { $0 == 0 }
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

  /// Creates the missing folders of a path, and returns them.
  @discardableResult
  static func createFolders(above path: String) throws(TripsError) -> [String] {
    let folder = UnfinishedFile.folder(of: path)
    if exists(folder) { return [] }
    let above = try createFolders(above: folder)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      let reason = message(errno)
      for made in above.reversed() { rmdir(made) }
      throw .store(.cannotCreate(reason), path: path)
    }
    // Without its name, the store would not survive a power cut.
    SystemFile.syncFolder(UnfinishedFile.folder(of: folder))
    return above + [folder]
  }

  private static func message(_ code: Int32) -> String {
    String(cString: strerror(code))
  }
}
