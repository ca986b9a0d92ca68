import Platform

/// Rows of output in the order that a fetch asked for, kept while the store is locked and written
/// when it no longer is: a pipe may be slow.
///
/// They may be added in the order of the table and leave in that of a date: reading many rows through
/// an index takes five times as long as sorting them here. What exceeds `memoryLimit` goes to a
/// temporary file without a name.
package final class RenderedRows {
  private let isReversed: Bool
  private var memoryLimit: Int
  /// The key of each row, and in the lower half its place among the rows: rows leave by both.
  private var keys: [UInt64] = []
  /// Where each row ends, in the order in which they were added.
  private var ends: [Int] = []
  /// The rows after those in the file.
  private var bytes: [UInt8] = []
  private var file: Int32 = -1
  private var fileSize = 0
  /// Stays for which a row has no room.
  package var omittedStays = 0

  /// - Parameters:
  ///   - isReversed: whether rows leave in the opposite order, equal keys too.
  ///   - memoryLimit: bytes of rows that are kept in memory.
  init(isReversed: Bool = false, memoryLimit: Int = .max) {
    self.isReversed = isReversed
    self.memoryLimit = memoryLimit
    // What is not used of it takes no memory.
    if memoryLimit < .max { bytes.reserveCapacity(memoryLimit + memoryLimit / 16) }
  }

  deinit { if file >= 0 { close(file) } }

  /// The rows of objects, as they stand, each as `render` appends it to a buffer.
  package convenience init(_ trips: [Trip], _ render: (TripRecord, inout [UInt8]) -> Void) throws {
    self.init()
    for trip in trips { try append(key: 0) { render(TripRecord(trip), &$0) } }
  }

  package var count: Int { ends.count }

  /// Adds the row that `render` appends to a buffer.
  func append(key: UInt32, _ render: (inout [UInt8]) throws -> Void) throws {
    if bytes.count >= memoryLimit { try spill() }
    try render(&bytes)
    keys.append(UInt64(key) << 32 | UInt64(ends.count))
    ends.append(fileSize + bytes.count)
  }

  /// Moves the bytes to the file; where none can be made they stay in memory.
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
      let place = Int(key & 0xFFFF_FFFF)
      let start = place == 0 ? 0 : ends[place - 1]
      let length = ends[place] - start
      guard start < fileSize else {
        let inMemory = start - fileSize..<ends[place] - fileSize
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
