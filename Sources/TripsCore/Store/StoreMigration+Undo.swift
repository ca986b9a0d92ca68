internal import GRDB
internal import Migrations

extension StoreMigration {
  /// What `undo` did.
  package struct Restoration: Sendable {
    package let backup: String
    package let from: SchemaVersion
    package let to: SchemaVersion
    /// Where the store that was replaced is kept.
    package let replaced: String
  }

  /// Puts the backup of the last walk back, if nothing was written to the store or to the backup
  /// since. The backup stays where it is.
  package func undo() throws(TripsError) -> Restoration {
    try Store.withErrors(path, options) {
      try open(.writing).perform { db in
        _ = try Store.version(db)
        return try db.exclusively {
          let current = try Store.version(db)
          let (name, version) = try backupToPutBack(db)
          let backup = try StoreConnection.unlocked(name)
          let replaced = try backup.inDatabase { source in
            try SchemaCheck.refuseDamage(source)
            return try options.committing {
              try StoreReplacement.put(source, into: db, beside: path, options)
            }
          }
          return Restoration(backup: name, from: current, to: version, replaced: replaced)
        }
      }
    }
  }

  private func backupToPutBack(
    _ db: Database
  ) throws -> (name: String, version: SchemaVersion) {
    guard let record = try BackupRecord(lastIn: db) else {
      throw TripsError.refused(.noBackup("this store was not migrated after a backup"))
    }
    guard let walked = record.changeCounter, let header = FileHeader(db), !header.isWAL else {
      throw TripsError.refused(
        .noBackup("the store's journal mode does not show what was written"))
    }
    if header.changeCounter != walked { throw TripsError.refused(.writtenSince) }
    let names = BackupName.backups(ofVersion: record.version.rawValue, beside: path)
    if let name = names.first(where: record.describes) { return (name, record.version) }
    throw TripsError.refused(
      .noBackup(
        names.last.map {
          "'\($0)' is not the backup that the migration of this store made, or was changed since"
        } ?? "the backup that the migration made is not beside '\(path)' any more"))
  }
}
