import Platform

/// Rendered rows in the order of a fetch. They are kept while the store is locked and written after
/// it is unlocked, because a pipe may be slow.
///
/// Rows may be added in table order and written sorted by date: reading many rows through an index
/// takes five times as long as sorting them here. Rows beyond `memoryLimit` go to an unnamed
/// temporary file.
package final class RenderedRows {
  private let isReversed: Bool
  private var memoryLimit: Int
  /// The sort key of each row, with its index among the rows in the lower half.
  private var keys: [UInt64] = []
  /// The end of each row, in the order of insertion.
  private var ends: [Int] = []
  /// The rows that are not in the file.
  private var bytes: [UInt8] = []
  private var file: Int32 = -1
  private var fileSize = 0

  /// - Parameters:
  ///   - isReversed: whether rows are written in descending order, including equal keys.
  ///   - memoryLimit: the number of bytes kept in memory.
  package init(isReversed: Bool = false, memoryLimit: Int = 24 << 20) {
    self.isReversed = isReversed
    self.memoryLimit = memoryLimit
    // Unused capacity takes no physical memory.
    if memoryLimit < .max { bytes.reserveCapacity(memoryLimit + memoryLimit / 16) }
  }

  deinit { if file >= 0 { close(file) } }

  package var count: Int { ends.count }

  /// Adds the row that `render` appends to a buffer.
  package func append(key: UInt32 = 0, _ render: (inout [UInt8]) throws -> Void) throws {
    if bytes.count >= memoryLimit { try spill() }
    try render(&bytes)
    keys.append(UInt64(key) << 32 | UInt64(ends.count))
    ends.append(fileSize + bytes.count)
  }

  /// Moves the bytes to the file, or keeps them in memory if there can be none.
  private func spill() throws {
    if file < 0 { file = TemporaryFile.open() }
    guard file >= 0 else {
      memoryLimit = .max
      return
    }
    guard bytes.withUnsafeBytes({ SystemFile.write($0, to: file) }) else { throw Self.problem }
    fileSize += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  /// Calls `body` for each row, in order; the bytes are valid until it returns.
  package func withEach(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    keys.sort()
    if isReversed { keys.reverse() }
    var buffer: [UInt8] = []
    for key in keys {
      let index = Int(key & 0xFFFF_FFFF)
      let start = index == 0 ? 0 : ends[index - 1]
      let length = ends[index] - start
      guard start < fileSize else {
        let inMemory = start - fileSize..<ends[index] - fileSize
        try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[inMemory])) }
        continue
      }
      if buffer.count < length { buffer = [UInt8](repeating: 0, count: length) }
      try buffer.withUnsafeMutableBytes { buffer in
        let row = UnsafeMutableRawBufferPointer(rebasing: buffer[..<length])
        guard SystemFile.read(into: row, from: file, at: start) else { throw Self.problem }
        try body(UnsafeRawBufferPointer(row))
      }
    }
  }

  private static var problem: StoreProblem {
    .temporaryFile("\(String(cString: strerror(errno))) in '\(TemporaryFile.folder)'")
  }
}
