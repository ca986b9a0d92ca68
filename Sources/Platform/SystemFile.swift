internal import SystemCalls

/// System calls, repeated until they are complete.
package enum SystemFile {
  /// Writes all bytes, even if a signal or a small pipe splits the write; false on an error
  /// (`errno`).
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

  /// Reads what there is, at least a byte.
  ///
  /// - Returns: how many bytes; 0 at the end of the file, -1 on an error (`errno`).
  package static func readSome(
    into bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32
  ) -> Int {
    while true {
      let count = Platform.read(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Reads up to this many bytes; nil on an error (`errno`).
  package static func read(upTo limit: Int, from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let taken = bytes.withUnsafeMutableBytes {
        readSome(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]), from: descriptor)
      }
      guard taken >= 0 else { return nil }
      if taken == 0 { break }
      count += taken
    }
    return Array(bytes.prefix(count))
  }

  /// Fills `bytes` from an offset of a file; false on an error (`errno`) or at the end of the file.
  package static func read(
    into bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32, at position: Int
  ) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(position + offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  /// Syncs the entries of a folder to disk. A folder that cannot be opened is skipped, as SQLite does.
  package static func syncFolder(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    fsync(folder)
  }

  /// The names in a folder; nil on an error (`errno`).
  package static func names(in folder: String) -> [String]? {
    names(in: AT_FDCWD, folder)
  }

  /// The names in a folder, relative to an open one; nil on an error (`errno`).
  package static func names(in folder: Int32, _ path: String = ".") -> [String]? {
    let descriptor = openat(folder, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard let entries = fdopendir(descriptor) else {
      close(descriptor)
      return nil
    }
    defer { closedir(entries) }
    var names: [String] = []
    while true {
      // Only a listing to its end counts: missing names look like deleted files.
      errno = 0
      guard let entry = readdir(entries) else { return errno == 0 ? names : nil }
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { start in
          start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
  }
}

/// Functions of bytes in memory.
package enum SystemMemory {
  /// The first occurrence of `wanted` in `bytes`; nil if there is none.
  package static func find(_ wanted: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    return findBytes(start, bytes.count, wanted, wanted.count).map { start.distance(to: $0) }
  }
}
