internal import Migrations
import Platform
internal import SQLite

/// Identifies the backup made before a store's migration, so that neither another file nor a
/// changed one is taken for it.
///
/// It is the latest row of `migrationRecord` with the stage `backup`, which no report shows.
struct BackupRecord {
  let version: SchemaVersion
  private let size: Int64
  private let hash: String
  /// The store's change counter when the migration was committed; nil if nothing is counted.
  let changeCounter: UInt32?

  /// Describes a finished backup, for a store that is about to be migrated.
  ///
  /// - Parameter db: holds the lock, and nothing was written yet.
  init(of backup: String, version: SchemaVersion, _ db: Connection) throws {
    guard let contents = Self.contents(of: backup) else {
      throw StoreProblem.noBackup("it cannot be read again")
    }
    self.version = version
    (size, hash) = contents
    // The commit of the migration adds one.
    changeCounter = FileHeader(db).flatMap { $0.isWAL ? nil : $0.changeCounter &+ 1 }
  }

  /// The record of the last migration; nil if that made no backup.
  init?(lastIn db: Connection) throws {
    guard try MigrationReport.hasRecords(db) else { return nil }
    let row = try Statement(
      """
      SELECT "row"->>'version', "row"->>'size', "row"->>'hash', "row"->>'changeCounter'
      FROM migrationRecord WHERE stage = 'backup' ORDER BY id DESC LIMIT 1
      """, in: db)
    guard try row.step() else { return nil }
    let values = (0..<4).map { row.value($0) }
    guard let version = values[0].integer.flatMap({ SchemaVersion(rawValue: Int($0)) }),
      let size = values[1].integer, let hash = values[2].text
    else { return nil }
    self.version = version
    self.size = size
    self.hash = hash
    changeCounter = values[3].integer.map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Stores it in the migrated store.
  func write(to db: Connection) throws {
    try db.run(
      """
      INSERT INTO migrationRecord(stage, action, entity, "row")
      VALUES ('backup', 'backup', 'Store',
        json_object('version', \(version.rawValue), 'size', \(size), 'hash', \(hash), 'changeCounter', \(changeCounter.map(Int64.init))))
      """)
  }

  /// Whether a file is that backup, unchanged.
  func describes(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, Int64(status.st_size) == size else { return false }
    return Self.contents(of: path).map { $0 == (size, hash) } ?? false
  }

  /// The length and the hash of a regular file that is not a symbolic link.
  private static func contents(of path: String) -> (Int64, String)? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var hash = FNV1a()
    var size: Int64 = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, off_t(size))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      buffer.withUnsafeBytes { hash.addWords(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      size += Int64(count)
      // The hash depends on the piece size: a regular file is read short only at its end.
      if count < buffer.count { return (size, hash.digits) }
    }
  }
}
