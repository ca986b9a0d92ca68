import Platform

/// A file that is read from its start to its end, byte by byte, in constant memory.
package final class InputFile {
  /// What a message calls it.
  package let name: String
  /// The line of the next byte, from 1.
  private(set) var line = 1
  /// Whether nothing but white space has been taken of the line.
  private(set) var isAtLineStart = true
  /// How many bytes have been taken.
  private(set) var offset = 0
  /// Bytes of the whole.
  private let size: Int
  private let descriptor: Int32
  /// Where the reading began: a shell may have read a part of its standard input.
  private let beginning: off_t
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var position = 0
  private var count = 0

  private static let bufferSize = 65_536

  /// - Throws: `FileError`; a folder is refused.
  package convenience init(path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed("read", path, errno) }
    try self.init(descriptor: descriptor, name: path)
  }

  /// Takes over an open file. A pipe is copied to a nameless file first: whoever reads this in a
  /// transaction must not wait for another program in it.
  package init(descriptor: Int32, name: String) throws(FileError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .failed("read", name, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self.descriptor = descriptor
    case S_IFDIR: throw .cannot("read", name, reason: "it is a folder")
    default:
      self.descriptor = try Self.copy(of: descriptor, name: name)
      guard fstat(self.descriptor, &status) == 0 else { throw .failed("read", name, errno) }
    }
    self.name = name
    beginning = max(0, lseek(self.descriptor, 0, SEEK_CUR))
    size = Int(status.st_size - beginning)
    buffer = .allocate(capacity: Self.bufferSize)
  }

  /// Text as if it were a file.
  init(text: String) {
    name = "text"
    descriptor = -1
    beginning = 0
    size = text.utf8.count
    buffer = .allocate(capacity: max(1, text.utf8.count))
    count = buffer.initialize(fromContentsOf: text.utf8)
  }

  deinit {
    buffer.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// How much of it has been taken, from 0 to 1.
  package var part: Double { Double(offset) / Double(max(1, size, offset)) }

  /// The next byte, which stays where it is; nil at the end.
  func peek() throws(FileError) -> UInt8? {
    if position == count, try !fill() { return nil }
    return buffer[position]
  }

  /// Takes the next byte; nil at the end.
  func next() throws(FileError) -> UInt8? {
    guard let byte = try peek() else { return nil }
    position += 1
    offset += 1
    if byte > 0x20 {
      isAtLineStart = false
    } else if byte == UInt8(ascii: "\n") {
      line += 1
      isAtLineStart = true
    }
    return byte
  }

  /// Begins anew.
  func rewind() throws(FileError) {
    if descriptor >= 0 {
      guard lseek(descriptor, beginning, SEEK_SET) == beginning else {
        throw .failed("read", name, errno)
      }
      count = 0
    }
    position = 0
    offset = 0
    line = 1
    isAtLineStart = true
  }

  /// Takes the rest of the line with its line break.
  func skipLine() throws(FileError) {
    while let byte = try next() {
      if byte == UInt8(ascii: "\n") { return }
    }
  }

  /// Takes the byte order mark that Windows programs write before UTF-8.
  func skipByteOrderMark() throws(FileError) {
    if try start(3) == [0xEF, 0xBB, 0xBF] {
      position += 3
      offset += 3
    }
  }

  /// The first bytes of what is left, without taking them: at most a buffer's.
  func start(_ limit: Int) throws(FileError) -> [UInt8] {
    if position == count { _ = try fill() }
    return Array(buffer[position..<min(position + limit, count)])
  }

  /// The whole of a regular file; nil if there is none or it is larger.
  static func contents(of path: String, limit: Int) throws(FileError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else {
      close(descriptor)
      return nil
    }
    let file = try InputFile(descriptor: descriptor, name: path)
    var bytes: [UInt8] = []
    while let byte = try file.next() { bytes.append(byte) }
    return bytes
  }

  private func fill() throws(FileError) -> Bool {
    position = 0
    count = 0
    while descriptor >= 0 {
      let taken = read(descriptor, buffer.baseAddress, Self.bufferSize)
      if taken < 0, errno == EINTR { continue }
      guard taken >= 0 else { throw .failed("read", name, errno) }
      count = taken
      return taken > 0
    }
    return false
  }

  private static func copy(of source: Int32, name: String) throws(FileError) -> Int32 {
    guard let file = tmpfile() else { throw .failed("read", name, errno) }
    defer { fclose(file) }
    var chunk = [UInt8](repeating: 0, count: bufferSize)
    while true {
      let taken = read(source, &chunk, chunk.count)
      if taken < 0, errno == EINTR { continue }
      guard taken >= 0 else { throw .failed("read", name, errno) }
      if taken == 0 { break }
      guard fwrite(chunk, 1, taken, file) == taken else { throw .failed("read", name, errno) }
    }
    guard fflush(file) == 0 else { throw .failed("read", name, errno) }
    let copy = dup(fileno(file))
    guard copy >= 0, lseek(copy, 0, SEEK_SET) == 0 else { throw .failed("read", name, errno) }
    return copy
  }
}
