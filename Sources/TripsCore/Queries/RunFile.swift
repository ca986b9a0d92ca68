import Platform

/// Sorted runs of rows in a temporary file that has no name, so that nothing is left behind.
///
/// A row is its key and its length, four bytes each, and its bytes.
final class RunFile {
  fileprivate static let bufferSize = 256 << 10

  private let file: Int32
  private var buffer: [UInt8] = []
  private var end: Int64 = 0
  private var starts: [Int64] = []

  /// Nil where no temporary file can be made.
  init?() {
    file = TemporaryFile.open()
    guard file >= 0 else { return nil }
    buffer.reserveCapacity(Self.bufferSize + 4_096)
  }

  deinit { if file >= 0 { close(file) } }

  func beginRun() throws { starts.append(end) }

  func append(key: UInt32, _ bytes: UnsafeRawBufferPointer) throws {
    withUnsafeBytes(of: (key, UInt32(bytes.count))) { buffer.append(contentsOf: $0) }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  func endRun() throws { try flush() }

  private func flush() throws {
    guard buffer.withUnsafeBytes({ SystemFile.write($0, to: file) }) else {
      throw StoreProblem.temporaryFile(
        "\(String(cString: strerror(errno))) in '\(TemporaryFile.folder)'")
    }
    end += Int64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Calls `body` for all rows in the order of their keys, equal ones in that of their runs; or
  /// the opposite way, as the rows of each run then stand.
  func merge(isReversed: Bool, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    buffer = []
    var readers: [RunReader] = []
    for (index, start) in starts.enumerated() {
      let runEnd = index + 1 < starts.count ? starts[index + 1] : end
      let reader = RunReader(file: file, from: start, to: runEnd)
      if try reader.next() { readers.append(reader) }
    }
    if isReversed { readers.reverse() }
    while !readers.isEmpty {
      var first = 0
      for index in 1..<max(1, readers.count) {
        let key = readers[index].key
        if isReversed ? key > readers[first].key : key < readers[first].key { first = index }
      }
      let reader = readers[first]
      let key = reader.key
      var isAtEnd = false
      repeat {
        try reader.withRow(body)
        isAtEnd = try !reader.next()
      } while !isAtEnd && reader.key == key
      if isAtEnd { readers.remove(at: first) }
    }
  }
}

/// One run, read forwards.
private final class RunReader {
  private static let headerSize = 8

  private let file: Int32
  private var position: Int64
  private let end: Int64
  private var buffer: [UInt8] = []
  /// Where the current row begins in the buffer, behind its header, and its length.
  private var start = 0
  private var length = 0
  private(set) var key: UInt32 = 0

  init(file: Int32, from position: Int64, to end: Int64) {
    self.file = file
    self.position = position
    self.end = end
  }

  func withRow(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try buffer.withUnsafeBytes {
      try body(UnsafeRawBufferPointer(rebasing: $0[start..<start + length]))
    }
  }

  /// Goes to the next row; false at the end.
  func next() throws -> Bool {
    start += length
    length = 0
    guard try fill(Self.headerSize) else { return false }
    let header = buffer.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: start, as: (UInt32, UInt32).self)
    }
    key = header.0
    guard try fill(Self.headerSize + Int(header.1)) else { return false }
    start += Self.headerSize
    length = Int(header.1)
    return true
  }

  /// Makes so many bytes from `start` on available; false where the run has fewer.
  private func fill(_ count: Int) throws -> Bool {
    if buffer.count - start >= count { return true }
    guard position < end else { return false }
    buffer.removeFirst(start)
    start = 0
    let kept = buffer.count
    let wanted = min(Int(end - position), max(RunFile.bufferSize, count) - kept)
    buffer.append(contentsOf: repeatElement(0, count: wanted))
    var offset = 0
    while offset < wanted {
      let done = buffer.withUnsafeMutableBytes {
        pread(file, $0.baseAddress.map { $0 + kept + offset }, wanted - offset, off_t(position))
      }
      if done > 0 {
        offset += done
        position += Int64(done)
      } else if done == 0 || errno != EINTR {
        throw StoreProblem.temporaryFile(String(cString: strerror(errno)))
      }
    }
    return buffer.count >= count
  }
}
