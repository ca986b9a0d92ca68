import Platform

/// A folder of calendar files, one for each event: a vdir
/// (https://vdirsyncer.pimutils.org/en/stable/vdir.html).
final class CalendarFolder {
  /// Absolute, links followed.
  var path: String
  let descriptor: Int32
  /// Files that are on the disk under passing names, by what they hold.
  var staged: [[UInt8]: OutputFile] = [:]
  /// The names of those among them that are new, with the UIDs of their trips.
  var newNames: [String: String] = [:]
  /// Whether a process that was killed left files under way.
  private(set) var hasLeftovers = false
  /// Of the names that were scanned.
  private var hashOfNames = 0
  /// Whether a file went between its name and its bytes.
  private var hasLostFile = false

  /// A file that cannot be read as one event, and so counts as neither changed nor deleted.
  struct Unreadable {
    let name: String
    let reason: String
    /// That of its event, as far as it can be told.
    let uid: String?
  }

  /// Nil where there is no such folder.
  ///
  /// - Throws: `FileError` for what is not a folder, or may not be read.
  init?(path: String) throws(FileError) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .failed("read", path, errno)
    }
    guard let real = realpath(path, nil) else {
      let code = errno
      close(descriptor)
      throw .failed("read", path, code)
    }
    self.path = String(cString: real)
    free(real)
  }

  /// The path of a folder that is yet to be made as it will be then, links followed: without `.` and
  /// empty parts, such as the one that a shell's completion puts at its end.
  ///
  /// Nil for one that goes up, unless from folders that are there: to make these might be to make what is
  /// missing.
  static func pathToMake(_ path: String) -> String? {
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard let name = parts.last, name != ".." else { return nil }
    let parent = "/" + parts.dropLast().joined(separator: "/")
    guard let real = realpath(parent, nil) else {
      return parts.contains("..") ? nil : "\(parent)/\(name)"
    }
    defer { free(real) }
    let text = String(cString: real)
    return text == "/" ? "/\(name)" : "\(text)/\(name)"
  }

  deinit {
    close(descriptor)
  }

  /// Keeps other syncs out until this one ends.
  ///
  /// - Returns: whether it could, within so many seconds.
  func lock(seconds: Double) -> Bool {
    let start = ContinuousClock.now
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // Some file systems know no locks; there the store's own is all there is.
      guard errno == EWOULDBLOCK || errno == EINTR else { return true }
      guard (ContinuousClock.now - start) / .seconds(1) < seconds else { return false }
      usleep(10_000)
    }
    return true
  }

  /// Whether files came or went since they were scanned: what was not seen then may only have another
  /// name, and while a file is replaced some file systems list neither the old nor the new one.
  func hasChanged() throws -> Bool {
    try hasLostFile || names().hashValue != hashOfNames
  }

  /// Reads each file once.
  ///
  /// - Parameters:
  ///   - visit: a file's name and its bytes.
  ///   - unreadable: a file's name and the reason.
  func scan(
    _ visit: (String, UnsafeRawBufferPointer) throws -> Void,
    unreadable: (String, String) throws -> Void
  ) throws {
    let names = try names()
    hashOfNames = names.hashValue
    hasLostFile = false
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: EventFile.largest + 1, alignment: 16)
    defer { room.deallocate() }
    for name in names {
      let count = read(name, into: room)
      if count > EventFile.largest {
        try unreadable(name, "it is larger than \(EventFile.largest >> 20) MiB")
      } else if count >= 0 {
        try visit(name, UnsafeRawBufferPointer(rebasing: room[..<count]))
      } else if errno == ENOENT, name.unicodeScalars.contains("\u{FFFD}") {
        try unreadable(name, "its name is not UTF-8")
      } else if errno == ENOENT {
        hasLostFile = true
      } else if errno != EISDIR {
        try unreadable(name, errno == ELOOP ? "it is a link" : String(cString: strerror(errno)))
      }
    }
  }

  /// The bytes of a file; nil where there is none, or where it cannot be read.
  func bytes(of name: String) -> [UInt8]? {
    var result = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = result.withUnsafeMutableBytes { read(name, into: $0) }
      guard count == result.count, count <= EventFile.largest else {
        return count < 0 ? nil : Array(result.prefix(count))
      }
      result = [UInt8](repeating: 0, count: result.count * 4)
    }
  }

  /// As much of a file as there is room for; negative where the system says no (`errno`).
  private func read(_ name: String, into room: UnsafeMutableRawBufferPointer) -> Int {
    // A FIFO must not be waited for.
    let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return -1 }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return -1 }
    guard status.st_mode & S_IFMT == S_IFREG else {
      // Folders are not events, whatever they are called.
      errno = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ENXIO
      return -1
    }
    var count = 0
    while count < room.count {
      let taken = Platform.read(file, room.baseAddress.map { $0 + count }, room.count - count)
      if taken < 0, errno == EINTR { continue }
      guard taken >= 0 else { return -1 }
      count += taken
      // The size saves a second call for each file.
      if taken == 0 || count == Int(status.st_size) { break }
    }
    return count
  }

  /// The files that hold events, by name.
  func names() throws(FileError) -> [String] {
    // The folder that was opened, also where another one has its name by now.
    let again = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard again >= 0, let entries = fdopendir(again) else { throw .failed("read", path, errno) }
    defer { closedir(entries) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(entries) {
      let name = SystemFile.name(of: entry)
      if name.utf8.count > 4, name.hasSuffix(".ics") { names.append(name) }
      if UnfinishedFile.isOne(named: name) { hasLeftovers = true }
    }
    guard errno == 0 else { throw .failed("read", path, errno) }
    return names.sorted()
  }
}
