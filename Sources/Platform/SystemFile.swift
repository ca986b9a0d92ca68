internal import SystemCalls

/// What the calls of the system leave to whoever makes them.
package enum SystemFile {
  /// Writes all of the bytes, also where a signal or a small pipe takes them in parts; false where the
  /// system says no (`errno`).
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
      let written = Platform.write(descriptor, rest.baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      offset += written
    }
    return true
  }

  /// Reads up to so many bytes; nil where the system says no (`errno`).
  package static func read(_ most: Int, from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: most)
    var count = 0
    while count < most {
      let taken = bytes.withUnsafeMutableBytes { room in
        Platform.read(descriptor, room.baseAddress.map { $0 + count }, most - count)
      }
      if taken < 0, errno == EINTR { continue }
      guard taken >= 0 else { return nil }
      if taken == 0 { break }
      count += taken
    }
    return Array(bytes.prefix(count))
  }

  /// Fills `bytes` from a place of a file; false where the system says no (`errno`), or the file ends.
  package static func read(
    into bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32, at place: Int
  ) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(place + offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  /// Lets two files of an open folder change their names with each other in one step; false where the
  /// system says no (`errno`), as some file systems do.
  package static func exchange(_ one: String, _ other: String, in folder: Int32) -> Bool {
    exchangeFiles(folder, one, other) == 0
  }

  /// Puts the entries of a folder on the disk, and returns an `errno` or 0. One that may not be opened
  /// is left to the system, as SQLite leaves it.
  package static func syncFolder(_ path: String) -> Int32 {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return 0 }
    defer { close(folder) }
    return fsync(folder) == 0 ? 0 : errno
  }

  /// The names in a folder; nil where the system says no (`errno`).
  package static func names(in folder: String) -> [String]? {
    guard let entries = opendir(folder) else { return nil }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) { names.append(name(of: entry)) }
    return names
  }

  package static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { start in
      start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
  }
}

/// Bytes in memory.
package enum SystemMemory {
  /// Where `wanted` first begins in `bytes`; nil if it does not.
  package static func find(_ wanted: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    return findBytes(start, bytes.count, wanted, wanted.count).map { start.distance(to: $0) }
  }
}
