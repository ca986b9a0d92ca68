/// A row of `searchSegment`: the concatenated folded texts of trips whose ids differ only in their
/// last byte.
///
/// The texts are followed by an entry per trip (the last byte of its id and the end of its text in
/// four bytes), then by their number in two bytes, little-endian. An empty blob is a block that was
/// too long to be packed.
struct SearchBlock {
  /// The limit of text bytes in a block; a block of sample data has 16 thousand.
  static let sizeLimit = 64 << 20
  /// The size of a trip's entry after the texts.
  static let entrySize = 5

  let number: Int64
  private let sizeLimit: Int
  private var texts: [UInt8] = []
  private var directory: [UInt8] = []
  private var isTooLong = false

  init(number: Int64, sizeLimit: Int = Self.sizeLimit) {
    self.number = number
    self.sizeLimit = sizeLimit
  }

  static func number(of id: Int64) -> Int64 { id >> 8 }

  /// The ids of a block.
  static func ids(_ number: Int64) -> ClosedRange<Int64> { number << 8...number << 8 | 0xFF }

  mutating func append(_ id: Int64, _ text: [UInt8]) {
    guard !isTooLong, texts.count + text.count <= sizeLimit else {
      isTooLong = true
      return
    }
    texts.append(contentsOf: text)
    directory.append(UInt8(truncatingIfNeeded: id))
    withUnsafeBytes(of: UInt32(texts.count).littleEndian) { directory.append(contentsOf: $0) }
  }

  /// The bytes to store.
  var bytes: [UInt8] {
    if isTooLong { return [] }
    let count = UInt16(directory.count / Self.entrySize)
    return texts + directory + [UInt8(truncatingIfNeeded: count), UInt8(count >> 8)]
  }
}

/// A stored block, valid as long as its bytes are.
struct StoredSearchBlock {
  private let number: Int64
  private let texts: UnsafeRawBufferPointer
  private let directory: UnsafeRawBufferPointer
  /// The number of its trips.
  let count: Int

  /// Nil for invalid bytes and for a block that was too long; its trips are then folded again.
  init?(number: Int64, _ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 2 else { return nil }
    count = Int(bytes[bytes.count - 2]) | Int(bytes[bytes.count - 1]) << 8
    let end = bytes.count - 2 - count * SearchBlock.entrySize
    guard end >= 0 else { return nil }
    self.number = number
    texts = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    directory = UnsafeRawBufferPointer(rebasing: bytes[end..<bytes.count - 2])
  }

  /// Adds the ids of trips whose text contains all wanted texts. Ids must ascend; others are
  /// skipped, since a damaged block may contain a trip twice.
  func find(_ wanted: [ByteSearch], into ids: inout [Int64]) {
    guard let first = wanted.first else { return }
    var index = 0
    var start = 0
    while let place = first.place(in: texts, from: start) {
      while index < count, end(index) <= place { index += 1 }
      guard index < count else { return }
      let id = id(index)
      if ids.last.map({ $0 < id }) ?? true, wanted.count == 1 || wanted.areAll(in: text(index)) {
        ids.append(id)
      }
      start = end(index)
    }
  }

  /// The text of the trip at an index, out of `count`.
  func text(_ index: Int) -> UnsafeRawBufferPointer {
    let end = min(end(index), texts.count)
    let start = index == 0 ? 0 : min(self.end(index - 1), end)
    return UnsafeRawBufferPointer(rebasing: texts[start..<end])
  }

  func id(_ index: Int) -> Int64 {
    number << 8 | Int64(directory[index * SearchBlock.entrySize])
  }

  private func end(_ index: Int) -> Int {
    Int(
      UInt32(
        littleEndian: directory.loadUnaligned(
          fromByteOffset: index * SearchBlock.entrySize + 1, as: UInt32.self)))
  }
}
