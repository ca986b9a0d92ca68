internal import Migrations
internal import SQLite

extension StoreMigration {
  /// The result of `undo`.
  package struct Restoration: Sendable {
    package let backup: String
    package let from: SchemaVersion
    package let to: SchemaVersion
    /// The path of the replaced store.
    package let replaced: String
  }

  /// Restores the backup of the last migration, if neither the store nor the backup has been
  /// written to since. The backup is kept.
  package func undo() throws(TripsError) -> Restoration {
    try Store.withErrors(path, options) {
      let db = try open(.writing)
      _ = try Store.version(db)
      return try db.exclusively {
        let current = try Store.version(db)
        let (name, version) = try backupToRestore(db)
        let backup = try StoreConnection.backup(name)
        try SchemaCheck.refuseDamage(backup)
        let replaced = try options.committing {
          try StoreReplacement.put(backup, into: db, beside: path, options)
        }
        return Restoration(backup: name, from: current, to: version, replaced: replaced)
      }
    }
  }

  private func backupToRestore(
    _ db: Connection
  ) throws -> (name: String, version: SchemaVersion) {
    guard let record = try BackupRecord(lastIn: db) else {
      throw TripsError.refused(.noBackup("this store was not migrated with a backup"))
    }
    guard let walked = record.changeCounter, let header = FileHeader(db), !header.isWAL else {
      throw TripsError.refused(
        .noBackup("the store's journal mode does not show whether it was written to"))
    }
    if header.changeCounter != walked { throw TripsError.refused(.writtenSince) }
    let names = BackupName.backups(ofVersion: record.version.rawValue, beside: path)
    if let name = names.first(where: record.describes) { return (name, record.version) }
    throw TripsError.refused(
      .noBackup(
        names.last.map {
          "'\($0)' is not the backup from this store's migration, or has changed since"
        } ?? "the migration's backup is no longer beside '\(path)'"))
  }
}
