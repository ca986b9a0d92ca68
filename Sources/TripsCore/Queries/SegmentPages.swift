internal import GRDB
internal import GRDBSQLite

/// The rows of `searchSegment`, read from the file in long pieces.
///
/// SQLite asks the system for each page by itself, which takes a search of many texts twice as long as
/// the texts do. What pages hold is in https://www.sqlite.org/fileformat2.html#b_tree_pages.
final class SegmentPages {
  /// The pages are not those of a sound table of this kind: SQLite may read it, or say what is wrong.
  struct Unreadable: Error {}

  private static let longestPiece = 256 << 10
  /// As many steps from its root to a row as SQLite takes at most.
  private static let deepest = 20

  private let db: Database
  private let root: Int
  private let pageSize: Int
  private let usableSize: Int
  private let fileSize: Int
  /// A sound table has no page twice.
  private var pagesLeft: Int
  private let piece = UnsafeMutableRawBufferPointer.allocate(
    byteCount: longestPiece, alignment: 8)
  /// The bytes of the file that are in `piece`.
  private var range = 0..<0
  private var payload: [UInt8] = []

  /// Nil where the file alone is not what the connection sees: in memory, in WAL mode, while it writes.
  init?(_ db: Database) throws {
    guard sqlite3_txn_state(db.sqliteConnection, "main") == SQLITE_TXN_READ,
      let header = FileHeader(db), !header.isWAL,
      let root = try StatementCursor.integer(
        "SELECT rootpage FROM main.sqlite_schema WHERE name = 'searchSegment'", in: db)
    else { return nil }
    self.db = db
    self.root = Int(root)
    pageSize = header.pageSize
    usableSize = header.usableSize
    pagesLeft = header.pageCount
    fileSize = pagesLeft * pageSize
  }

  deinit { piece.deallocate() }

  /// Calls `body` with the id and the blob of each row, in their order; the bytes are valid until it
  /// returns.
  ///
  /// - Throws: `Unreadable`, perhaps after some rows.
  func forEachRow(_ body: (Int64, UnsafeRawBufferPointer) -> Void) throws {
    try walk(root, depth: 0, body)
  }

  private func walk(
    _ number: Int, depth: Int, _ body: (Int64, UnsafeRawBufferPointer) -> Void
  ) throws {
    guard depth < Self.deepest else { throw Unreadable() }
    // A copy, for the piece that it is in goes.
    let page = Array(try page(number))
    let cells = try page.number(at: 3, bytes: 2)
    switch try page.number(at: 0, bytes: 1) {
    case 0x05:
      for cell in 0..<cells {
        let child = try page.number(at: page.number(at: 12 + 2 * cell, bytes: 2), bytes: 4)
        try walk(child, depth: depth + 1, body)
      }
      try walk(page.number(at: 8, bytes: 4), depth: depth + 1, body)
    case 0x0D:
      for cell in 0..<cells {
        let id = try readCell(at: page.number(at: 8 + 2 * cell, bytes: 2), of: page)
        let blob = try payload.secondBlob()
        payload.withUnsafeBytes { body(id, UnsafeRawBufferPointer(rebasing: $0[blob])) }
      }
    default: throw Unreadable()
    }
  }

  /// Puts the payload of a row together, and returns the row's id.
  private func readCell(at offset: Int, of page: [UInt8]) throws -> Int64 {
    var place = offset
    let size = Int(try page.varint(at: &place))
    let id = try page.varint(at: &place)
    guard size >= 0, size <= fileSize else { throw Unreadable() }
    let most = usableSize - 35
    let least = (usableSize - 12) * 32 / 255 - 23
    var local = size
    if size > most {
      local = least + (size - least) % (usableSize - 4)
      if local > most { local = least }
    }
    payload.removeAll(keepingCapacity: true)
    payload.append(contentsOf: try page.part(place..<place + local))
    if local == size { return id }
    var next = try page.number(at: place + local, bytes: 4)
    while payload.count < size {
      let overflow = try self.page(next)
      let end = min(usableSize, 4 + size - payload.count)
      payload.append(contentsOf: UnsafeRawBufferPointer(rebasing: overflow[4..<end]))
      next = Int(UInt32(bigEndian: overflow.load(as: UInt32.self)))
    }
    return id
  }

  /// The bytes of a page, valid until the next is asked for.
  private func page(_ number: Int) throws -> UnsafeRawBufferPointer {
    let start = (number - 1) * pageSize
    guard pagesLeft > 0, start >= 0, start < fileSize else { throw Unreadable() }
    pagesLeft -= 1
    if !range.contains(start) { try readPiece(with: start) }
    let offset = start - range.lowerBound
    return UnsafeRawBufferPointer(rebasing: piece[offset..<offset + pageSize])
  }

  /// Where pages lie together the pieces get longer, as those that the system reads ahead.
  private func readPiece(with start: Int) throws {
    let isNear = abs(start - range.lowerBound) < 2 * Self.longestPiece
    let length = isNear ? min(max(pageSize, 2 * range.count), Self.longestPiece) : pageSize
    // What a page leads to may lie a little before it.
    let begin = max(0, start - length / 8 / pageSize * pageSize)
    range = begin..<min(begin + length, fileSize)
    let bytes = UnsafeMutableRawBufferPointer(rebasing: piece[..<range.count])
    guard db.readFile(into: bytes, at: begin) else { throw Unreadable() }
  }
}

/// The parts of a page or a record, whose bytes may be anything.
extension [UInt8] {
  fileprivate func part(_ range: Range<Int>) throws -> ArraySlice<UInt8> {
    guard range.lowerBound >= 0, range.upperBound <= count else {
      throw SegmentPages.Unreadable()
    }
    return self[range]
  }

  /// The highest byte is first.
  fileprivate func number(at offset: Int, bytes: Int) throws -> Int {
    try part(offset..<offset + bytes).reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of one to nine bytes; `place` is behind it then.
  fileprivate func varint(at place: inout Int) throws -> Int64 {
    var value: Int64 = 0
    for _ in 0..<8 {
      let byte = try number(at: place, bytes: 1)
      place += 1
      value = value << 7 | Int64(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    place += 1
    return value << 8 | Int64(try number(at: place - 1, bytes: 1))
  }

  /// Where the second value of a record is: a blob, behind the id that stands in the row's key.
  fileprivate func secondBlob() throws -> Range<Int> {
    var place = 0
    let start = Int(try varint(at: &place))
    guard try varint(at: &place) == 0 else { throw SegmentPages.Unreadable() }
    let type = Int(try varint(at: &place))
    guard place == start, type >= 12, type % 2 == 0, (type - 12) / 2 == count - start else {
      throw SegmentPages.Unreadable()
    }
    return start..<count
  }
}
