internal import GRDB
internal import GRDBSQLite

/// The first 100 bytes of an SQLite file
/// (https://www.sqlite.org/fileformat2.html#the_database_header). In WAL mode, the log may contain
/// newer ones.
struct FileHeader {
  static let size = 100
  /// The offset of the two bytes that distinguish a rollback journal (1) from WAL (2).
  static let versionsOffset = 18

  private let bytes: [UInt8]

  /// Nil for an empty file.
  init?(_ db: Database) {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    guard bytes.withUnsafeMutableBytes({ db.readFile(into: $0, at: 0) }) else { return nil }
    self.bytes = bytes
  }

  /// Whether changes go to a log first.
  var isWAL: Bool { bytes[Self.versionsOffset] == 2 || bytes[Self.versionsOffset + 1] == 2 }

  /// The change counter, which every commit increases; in WAL mode it is meaningless.
  var changeCounter: UInt32 { number(at: 24) }
  var schemaCookie: Int64 { Int64(number(at: 40)) }
  var userVersion: Int { Int(Int32(bitPattern: number(at: 60))) }
  var applicationID: Int32 { Int32(bitPattern: number(at: 68)) }

  private func number(at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension Database {
  /// Fills `bytes` from the store's file; false without a file or with fewer bytes.
  ///
  /// Reads through SQLite's own file handle, because closing another handle of the same file would
  /// release this process's locks (https://www.sqlite.org/howtocorrupt.html, 2.2).
  func readFile(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods else { return false }
    return methods.pointee.xRead?(file, bytes.baseAddress, Int32(bytes.count), Int64(offset))
      == SQLITE_OK
  }
}
