/// Rows of output in the order that a fetch asked for, kept while the store is locked and written
/// when it no longer is: a pipe may be slow.
///
/// They may come in the order of the table and leave in that of a date: reading a million rows
/// through an index takes five times as long as sorting them here. What passes `memoryLimit` goes to
/// a temporary file without a name, in sorted runs that are merged at the end.
package final class RenderedRows {
  private var memoryLimit: Int
  private let isReversed: Bool
  private var bytes: [UInt8] = []
  private var rows: [Row] = []
  private var runs: RunFile?
  package private(set) var count = 0
  /// Stays for which a row has no room.
  package var omittedStays = 0

  private struct Row {
    /// Rows leave by it; equal ones as they came.
    let key: UInt32
    let length: UInt32
    let start: Int
  }

  /// - Parameters:
  ///   - isReversed: whether rows leave in the opposite order, equal keys too.
  ///   - memoryLimit: bytes of rows that are kept in memory.
  init(isReversed: Bool = false, memoryLimit: Int) {
    self.isReversed = isReversed
    self.memoryLimit = memoryLimit
    // What is not used of it takes no memory.
    if memoryLimit < .max { bytes.reserveCapacity(memoryLimit + memoryLimit / 16) }
  }

  /// The rows of objects, as they stand, each as `render` appends it to a buffer.
  package convenience init(_ trips: [Trip], _ render: (TripRecord, inout [UInt8]) -> Void) throws {
    self.init(memoryLimit: .max)
    for trip in trips { try append(key: 0) { render(TripRecord(trip), &$0) } }
  }

  /// Adds the row that `render` appends to a buffer.
  func append(key: UInt32, _ render: (inout [UInt8]) throws -> Void) throws {
    if bytes.count >= memoryLimit { try spill() }
    let start = bytes.count
    try render(&bytes)
    rows.append(Row(key: key, length: UInt32(bytes.count - start), start: start))
    count += 1
  }

  /// Writes the rows so far to the file as one sorted run; without a file they stay in memory.
  private func spill() throws {
    guard let runs = runs ?? RunFile() else {
      memoryLimit = .max
      return
    }
    self.runs = runs
    try runs.beginRun()
    try forEachInMemory { key, bytes in try runs.append(key: key, bytes) }
    try runs.endRun()
    bytes.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
  }

  /// Calls `body` for each row, in order; the bytes are valid until it returns.
  package func withEach(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard let runs else { return try forEachInMemory { _, bytes in try body(bytes) } }
    try spill()
    bytes = []
    rows = []
    try runs.merge(isReversed: isReversed, body)
  }

  private func forEachInMemory(
    _ body: (UInt32, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let order = RadixSort.order(of: rows.map(\.key))
    try bytes.withUnsafeBytes { bytes in
      for position in order.indices {
        let row = rows[Int(order[isReversed ? order.count - 1 - position : position])]
        let end = row.start + Int(row.length)
        try body(row.key, UnsafeRawBufferPointer(rebasing: bytes[row.start..<end]))
      }
    }
  }
}

/// Sorts numbers of up to 22 bits, which the days of the calendar are, in two passes.
enum RadixSort {
  private static let bits: UInt32 = 11

  /// The places of the keys in ascending order, equal ones as they stand.
  static func order(of keys: [UInt32]) -> [UInt32] {
    let places = Array(0..<UInt32(keys.count))
    if zip(keys, keys.dropFirst()).allSatisfy({ $0 <= $1 }) { return places }
    return pass(pass(places, keys, shift: 0), keys, shift: bits)
  }

  private static func pass(_ places: [UInt32], _ keys: [UInt32], shift: UInt32) -> [UInt32] {
    let mask = UInt32(1) << bits - 1
    var starts = [Int](repeating: 0, count: 1 << Int(bits) + 1)
    for key in keys { starts[Int(key >> shift & mask) + 1] += 1 }
    for digit in starts.indices.dropFirst() { starts[digit] += starts[digit - 1] }
    var sorted = [UInt32](repeating: 0, count: places.count)
    for place in places {
      let digit = Int(keys[Int(place)] >> shift & mask)
      sorted[starts[digit]] = place
      starts[digit] += 1
    }
    return sorted
  }
}
