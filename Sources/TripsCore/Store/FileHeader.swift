internal import SQLite

/// The first 100 bytes of an SQLite file
/// (https://www.sqlite.org/fileformat2.html#the_database_header). In WAL mode, the log may contain
/// newer ones.
struct FileHeader {
  static let size = 100
  /// The offset of the two bytes that distinguish a rollback journal (1) from WAL (2).
  static let versionsOffset = 18

  private let bytes: [UInt8]

  /// Nil for an empty file.
  init?(_ db: Connection) {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    guard bytes.withUnsafeMutableBytes({ db.readFile(into: $0, at: 0) }) else { return nil }
    self.bytes = bytes
  }

  /// Whether changes go to a log first.
  var isWAL: Bool { bytes[Self.versionsOffset] == 2 || bytes[Self.versionsOffset + 1] == 2 }

  var schemaCookie: Int64 { Int64(number(at: 40)) }
  var userVersion: Int { Int(Int32(bitPattern: number(at: 60))) }
  var applicationID: Int32 { Int32(bitPattern: number(at: 68)) }

  private func number(at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
