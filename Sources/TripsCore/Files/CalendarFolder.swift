import Platform

/// A folder of calendar files with one event each: a vdir
/// (https://vdirsyncer.pimutils.org/en/stable/vdir.html).
final class CalendarFolder {
  /// Absolute, with links resolved.
  let path: String
  private let descriptor: Int32
  /// Files on disk under temporary names, by their final names.
  private var staged: [String: OutputFile] = [:]

  /// The stamps and hashes of the written files, by name.
  private(set) var written: [String: (stamp: Int64, hash: Int64)] = [:]

  /// A file as it was read.
  struct Contents {
    let bytes: [UInt8]
    let stamp: Int64
    var hash: Int64 { CalendarFolder.hash(bytes) }
  }

  /// A change to one file.
  struct Change {
    let file: String
    /// The bytes that were read; nil for a new file, and for one that cannot be read.
    let old: [UInt8]?
    /// Nil deletes it.
    let new: [UInt8]?
  }

  /// Nil if there is no such folder.
  ///
  /// - Throws: `FileError` if it is not a folder, or may not be read.
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

  deinit {
    close(descriptor)
  }

  /// Excludes other syncs until this one ends.
  ///
  /// - Returns: whether it succeeded within this many seconds.
  func lock(seconds: Double) -> Bool {
    let start = ContinuousClock.now
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // Some file systems have no locks; there, the store's lock must suffice.
      guard errno == EWOULDBLOCK || errno == EINTR else { return true }
      guard (ContinuousClock.now - start) / .seconds(1) < seconds else { return false }
      usleep(10_000)
    }
    return true
  }
}

// MARK: - Reading

extension CalendarFolder {
  /// The names of files that may contain events, in the order of their bytes. Names that begin with
  /// a dot are ignored.
  func names() throws(FileError) -> [String] {
    // List the opened folder, even if another folder has its name by now.
    guard let names = SystemFile.names(in: descriptor) else { throw .failed("read", path, errno) }
    return names.filter { name in
      name.utf8.count > 4 && name.lowercased().ends(with: ".ics") && !name.begins(with: ".")
    }
    .sorted(by: Self.precedes)
  }

  /// Whether a name sorts before another by bytes, as in the store.
  static func precedes(_ one: String, _ other: String) -> Bool {
    strcmp(one, other) < 0
  }

  /// A number made from a file's size, time and inode, which changes when another program writes
  /// the file. Nil for anything but a regular file.
  func stamp(of file: String) -> Int64? {
    var status = stat()
    guard fstatat(descriptor, file, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return FileStamp(status).settled
  }

  /// The bytes of a file with its stamp; nil if there is none.
  ///
  /// - Throws: `ValueError` for a file that cannot be read; a folder is never an event.
  func contents(of file: String) throws(ValueError) -> Contents? {
    // Opening a FIFO must not block.
    let descriptor = openat(
      self.descriptor, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT, !file.unicodeScalars.contains("\u{FFFD}") { return nil }
      if errno == ENOENT { throw ValueError("its name is not UTF-8") }
      throw ValueError(errno == ELOOP ? "it is a link" : String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      if status.st_mode & S_IFMT == S_IFDIR { return nil }
      throw ValueError("it is not a regular file")
    }
    guard status.st_size <= EventFile.maxBytes else {
      throw ValueError("it is larger than \(EventFile.maxBytes >> 20) MiB")
    }
    // One byte more than the size, to detect a file that grows meanwhile.
    guard let bytes = SystemFile.read(upTo: Int(status.st_size) + 1, from: descriptor) else {
      throw ValueError(String(cString: strerror(errno)))
    }
    return Contents(bytes: bytes, stamp: FileStamp(status).settled)
  }

  static func hash(_ bytes: [UInt8]) -> Int64 {
    var hash = FNV1a()
    bytes.withUnsafeBytes { hash.addWords($0) }
    return Int64(bitPattern: hash.value)
  }

  /// A name for a new event that vdirsyncer accepts too: its UID if that is a safe file name.
  static func name(forUID uid: String, taken: Set<String>) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+@".utf8
    let isSafe =
      (1...200).contains(uid.utf8.count) && uid.utf8.allSatisfy(letters.contains)
      && !uid.begins(with: "-") && !uid.begins(with: ".") && !uid.ends(with: ".tmp")
    var sum = FNV1a()
    sum.add(uid.utf8)
    let stem = isSafe ? uid : "trip-\(sum.digits)"
    var name = "\(stem).ics"
    var count = 1
    while taken.contains(name) {
      count += 1
      name = "\(stem)-\(count).ics"
    }
    return name
  }
}

// MARK: - Writing

extension CalendarFolder {
  /// Removes files that a killed sync has left.
  func removeLeftovers() { UnfinishedFile.removeLeftovers(in: path) }

  /// Writes new contents to disk under temporary names: this takes long, and other programs need
  /// not wait for it.
  func stage(_ changes: [Change]) throws(FileError) {
    staged = [:]
    for change in changes {
      guard let bytes = change.new else { continue }
      let file = try OutputFile(
        path: "\(path)/\(change.file)", replacing: change.old != nil, sweeps: false)
      if change.old != nil { file.takePermissions() }
      try file.write(bytes)
      try file.sync()
      file.close()
      staged[change.file] = file
    }
  }

  /// Applies a staged change atomically.
  ///
  /// - Returns: false if the file has changed since it was read.
  /// - Throws: `FileError` if a system call fails.
  func make(_ change: Change) throws(FileError) -> Bool {
    let file = staged.removeValue(forKey: change.file)
    let isMade =
      switch (change.old, file) {
      case (nil, let file?): try take(change.file, file)
      case (let old?, let file?): try replace(change.file, holding: old, file)
      case (let old?, nil): try delete(change.file, holding: old)
      case (nil, nil): unlinkat(descriptor, change.file, 0) == 0
      }
    if isMade {
      written[change.file] = change.new.map { (stamp(of: change.file) ?? 0, Self.hash($0)) }
    }
    return isMade
  }

  private func take(_ name: String, _ file: OutputFile) throws(FileError) -> Bool {
    do {
      try file.takeName()
      return true
    } catch .exists {
      return false
    }
  }

  private func replace(
    _ name: String, holding old: [UInt8], _ file: OutputFile
  ) throws(FileError) -> Bool {
    guard holds(name, old) else { return false }
    try file.takeName()
    return true
  }

  /// Deletes a file of the opened folder, since another folder may have its path by now.
  private func delete(_ name: String, holding old: [UInt8]) throws(FileError) -> Bool {
    guard holds(name, old) else { return false }
    let place = UnfinishedFile.path(nextTo: "\(path)/\(name)")
    let temporary = Self.name(of: place)
    guard renameat(descriptor, name, descriptor, temporary) == 0 else {
      if errno == ENOENT { return false }
      throw .failed("delete", "\(path)/\(name)", errno)
    }
    if !holds(temporary, old), UnfinishedFile.rename(place, to: "\(path)/\(name)") { return false }
    unlinkat(descriptor, temporary, 0)
    return true
  }

  private func holds(_ file: String, _ bytes: [UInt8]) -> Bool {
    (try? contents(of: file))?.bytes == bytes
  }

  /// Syncs the names of the files to disk.
  func sync() { OutputFile.syncFolder(of: path + "/.") }

  private static func name(of path: String) -> String {
    path.parts(separatedBy: "/").last.map(String.init) ?? ""
  }
}
