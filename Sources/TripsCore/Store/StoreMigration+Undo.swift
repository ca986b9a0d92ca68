internal import GRDB
internal import Migrations
import Platform

extension StoreMigration {
  /// What `undo` did.
  package struct Restoration: Sendable {
    package let backup: String
    package let from: SchemaVersion
    package let to: SchemaVersion
  }

  /// Puts the backup of the last walk back, if the walk was the last change of the store.
  ///
  /// A file counts its committed changes, and a backup has the number that the store had: with one
  /// more, the store has been through the walk and nothing else. The backup stays where it is.
  package func undo() throws(TripsError) -> Restoration {
    try withErrors {
      let queue = try open(.writing)
      return try queue.inDatabase { db in
        let current = try Store.version(db)
        try holdLock(db)
        defer { try? releaseLock(db) }
        let (name, version) = try backupToPutBack(db, current)
        try putBack(name, into: db)
        return Restoration(backup: name, from: current, to: version)
      }
    }
  }

  /// Keeps every other process out until `releaseLock`, without a transaction: the copying that
  /// follows makes its own.
  private func holdLock(_ db: Database) throws {
    try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
    try db.inTransaction(.exclusive) { .commit }
  }

  private func releaseLock(_ db: Database) throws {
    try db.execute(sql: "PRAGMA locking_mode = NORMAL")
    // The lock goes with the next access.
    _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
  }

  private func backupToPutBack(
    _ db: Database, _ current: SchemaVersion
  ) throws -> (name: String, version: SchemaVersion) {
    let names = backupNames()
    guard let counter = ConnectionTools.changeCounter(db) else {
      throw TripsError.refused(
        .other("the store's journal mode does not tell what was written"))
    }
    var hasOlder = false
    for name in names {
      guard let (version, backupCounter) = try? header(ofBackup: name), version < current
      else { continue }
      hasOlder = true
      if backupCounter &+ 1 == counter { return (name, version) }
    }
    guard hasOlder else {
      throw TripsError.refused(
        .other("there is no backup beside '\(path)' from before a migration to \(current)"))
    }
    throw TripsError.refused(.writtenSince)
  }

  /// The backups beside the store that its walks made, the newest first.
  private func backupNames() -> [String] {
    let folder = StoreBackup.folder(of: path)
    let prefix = path.split(separator: "/").last.map { $0 + ".v" } ?? ".v"
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(prefix), name.hasSuffix(".backup") { names.append(folder + "/" + name) }
    }
    return names.sorted { $0.suffix(23) > $1.suffix(23) }
  }

  private func header(ofBackup name: String) throws -> (SchemaVersion, UInt32)? {
    try StoreFile.state(at: name) == .present
      ? try readOnly(name).inDatabase { backup in
        let version = try Store.version(backup)
        return ConnectionTools.changeCounter(backup).map { (version, $0) }
      } : nil
  }

  private func putBack(_ name: String, into db: Database) throws {
    try readOnly(name).inDatabase { backup in
      try SchemaCheck.refuseDamage(backup)
      try backup.backup(to: db)
    }
  }

  private func readOnly(_ name: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: name, configuration: configuration)
  }
}
