import Platform

/// Reads a file from start to end, byte by byte, in constant memory.
package final class InputFile {
  /// The name in messages.
  package let name: String
  /// The line of the next byte, from 1.
  private(set) var line = 1
  /// Whether only whitespace of the line has been read.
  private(set) var isAtLineStart = true
  private var followsCR = false
  /// The number of bytes read.
  private(set) var offset = 0
  /// The size of the file.
  private let size: Int
  private let descriptor: Int32
  /// Whether the bytes come from a pipe.
  let isCopy: Bool
  /// The offset at which reading began: a shell may have read part of its standard input.
  private let beginning: off_t
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var position = 0
  private var count = 0

  private static let bufferSize = 65_536
  private static let longestLine = 1 << 30

  /// - Throws: `FileError`; a folder is refused.
  package convenience init(path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed("read", path, errno) }
    try self.init(descriptor: descriptor, name: path)
  }

  /// Takes ownership of an open file. A pipe is first copied to an unnamed file, because reading
  /// within a transaction must not wait for another program.
  ///
  /// - Parameter isText: whether a pipe with a NUL byte is refused, as no format has one.
  package init(descriptor: Int32, name: String, isText: Bool = true) throws(FileError) {
    let file: (descriptor: Int32, size: Int)
    do throws(FileError) {
      file = try Self.readable(descriptor, name, isText: isText)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = file.descriptor
    isCopy = file.descriptor != descriptor
    self.name = name
    beginning = max(0, lseek(self.descriptor, 0, SEEK_CUR))
    size = file.size - Int(beginning)
    buffer = .allocate(capacity: Self.bufferSize)
  }

  private static func readable(
    _ descriptor: Int32, _ name: String, isText: Bool
  ) throws(FileError) -> (descriptor: Int32, size: Int) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .failed("read", name, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return (descriptor, Int(status.st_size))
    case S_IFDIR: throw .cannot("read", name, reason: "it is a folder")
    default:
      let copy = try copy(of: descriptor, name: name, isText: isText)
      close(descriptor)
      return copy
    }
  }

  /// Bytes in memory, read like a file.
  package init(bytes: some Collection<UInt8>, name: String = "text") {
    self.name = name
    descriptor = -1
    isCopy = true
    beginning = 0
    size = bytes.count
    buffer = .allocate(capacity: max(1, size))
    count = buffer.initialize(fromContentsOf: bytes)
  }

  deinit {
    buffer.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// The fraction that has been read, from 0 to 1.
  package var part: Double { Double(offset) / Double(max(1, size, offset)) }

  /// The next byte, without consuming it; nil at the end.
  func peek() throws(FileError) -> UInt8? {
    if position == count, try !fill() { return nil }
    return buffer[position]
  }

  /// Consumes the next byte; nil at the end.
  func next() throws(FileError) -> UInt8? {
    guard let byte = try peek() else { return nil }
    position += 1
    offset += 1
    if byte > 0x20 {
      isAtLineStart = false
    } else if Self.isBreak(byte) {
      if byte == UInt8(ascii: "\r") || !followsCR { line += 1 }
      isAtLineStart = true
    }
    followsCR = byte == UInt8(ascii: "\r")
    return byte
  }

  /// Whether the byte that was consumed last ends its line: LF, CR, or CR LF, whose LF is then
  /// consumed too.
  func endsLine(_ byte: UInt8) throws(FileError) -> Bool {
    guard byte == UInt8(ascii: "\r") else { return byte == UInt8(ascii: "\n") }
    // Some programs write CR CR LF.
    while let next = try peek(), Self.isBreak(next) {
      _ = try self.next()
      if next == UInt8(ascii: "\n") { break }
    }
    return true
  }

  /// Consumes the text before one of two marks, a control character or the end of the buffer, and
  /// returns the byte after it: faster than single bytes.
  func peekPastText(
    until one: UInt8, or other: UInt8, into bytes: inout [UInt8]
  ) throws(FileError) -> UInt8? {
    let rest = buffer[position..<count]
    let end = rest.firstIndex { $0 < 0x20 || $0 == one || $0 == other } ?? count
    bytes += buffer[position..<end]
    if end > position { (isAtLineStart, followsCR) = (false, false) }
    offset += end - position
    position = end
    return try peek()
  }

  /// Its descriptor at the beginning, for another program.
  func withDescriptor<Result>(_ work: (Int32?) throws -> Result) throws -> Result {
    lseek(descriptor, beginning, SEEK_SET)
    return try work(descriptor)
  }

  /// Restarts at the beginning.
  func rewind() throws(FileError) {
    try go(to: Mark(offset: 0, line: 1, isAtLineStart: true))
  }

  /// Skips the rest of the line with its line break.
  func skipLine() throws(FileError) {
    while let byte = try next() {
      if try endsLine(byte) { return }
    }
  }

  /// Skips the byte order mark that Windows programs write before UTF-8.
  func skipByteOrderMark() throws(FileError) {
    if try start(3) == [0xEF, 0xBB, 0xBF] {
      position += 3
      offset += 3
    }
  }

  /// The next bytes without consuming them, at most a buffer's.
  func start(_ limit: Int) throws(FileError) -> [UInt8] {
    if position == count { _ = try fill() }
    return Array(buffer[position..<min(position + limit, count)])
  }

  /// A position to which reading may return.
  struct Mark {
    fileprivate let offset: Int
    fileprivate let line: Int
    fileprivate let isAtLineStart: Bool
  }

  var mark: Mark { Mark(offset: offset, line: line, isAtLineStart: isAtLineStart) }

  func go(to mark: Mark) throws(FileError) {
    let start = offset - position
    if mark.offset >= start {
      position = mark.offset - start
    } else if descriptor >= 0 {
      guard lseek(descriptor, beginning + off_t(mark.offset), SEEK_SET) >= 0 else {
        throw .failed("read", name, errno)
      }
      (position, count) = (0, 0)
    } else {
      position = mark.offset
    }
    (offset, line, isAtLineStart) = (mark.offset, mark.line, mark.isAtLineStart)
    followsCR = false
  }

  private func fill() throws(FileError) -> Bool {
    position = 0
    count = 0
    // Bytes in memory were all there from the start.
    guard descriptor >= 0 else { return false }
    let taken = SystemFile.readSome(into: UnsafeMutableRawBufferPointer(buffer), from: descriptor)
    guard taken >= 0 else { throw .failed("read", name, errno) }
    count = taken
    return taken > 0
  }

  private static func copy(
    of source: Int32, name: String, isText: Bool
  ) throws(FileError) -> (descriptor: Int32, size: Int) {
    let copy = TemporaryFile.open()
    guard copy >= 0 else { throw .failed("make a file in", TemporaryFile.folder, errno) }
    do throws(FileError) {
      let size = try fill(copy, from: source, name: name, isText: isText)
      guard lseek(copy, 0, SEEK_SET) == 0 else { throw .failed("read", name, errno) }
      return (copy, size)
    } catch {
      close(copy)
      throw error
    }
  }

  private static func isBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Copies everything that another program writes, with a limit: a device such as /dev/zero is
  /// endless, and no format has NUL bytes or such long lines.
  private static func fill(
    _ copy: Int32, from source: Int32, name: String, isText: Bool
  ) throws(FileError) -> Int {
    var chunk = [UInt8](repeating: 0, count: bufferSize)
    var size = 0
    var lineStart = 0
    while true {
      let taken = chunk.withUnsafeMutableBytes { SystemFile.readSome(into: $0, from: source) }
      guard taken >= 0 else { throw .failed("read", name, errno) }
      if taken == 0 { return size }
      let bytes = chunk[..<taken]
      if isText, bytes.contains(0) {
        throw .cannot("read", name, reason: "it contains a NUL byte, so it is not text")
      }
      if let lineBreak = bytes.lastIndex(where: Self.isBreak) { lineStart = size + lineBreak }
      size += taken
      if size - lineStart > longestLine {
        throw .cannot("read", name, reason: "a line is longer than 1 GiB")
      }
      guard bytes.withUnsafeBytes({ SystemFile.write($0, to: copy) }) else {
        throw .failed("write a file in", TemporaryFile.folder, errno)
      }
    }
  }
}
