package import Migrations
import Platform
internal import SQLite

/// Why a store cannot be used. The file is unchanged in every case.
package enum StoreProblem: Error, Hashable, Sendable {
  /// A folder, FIFO, socket or device.
  case notAFile
  /// Deleted after it was opened.
  case deleted
  /// There is nothing at the path, or an empty file.
  case missing
  case notADatabase
  /// An SQLite file of another program.
  case foreign
  case corrupt(String)
  /// A copy with the tables of a version, but without the header fields, as a `.dump` makes.
  case lostHeader(SchemaVersion)
  /// The store has an earlier version, and the command needs the latest.
  case needsMigration(SchemaVersion, command: String)
  /// A schema version that this build does not know.
  case newer(Int)
  case schemaDiffers(StoreSchema.Difference, SchemaVersion)
  /// What else the file lacks.
  case unknownModel(String)
  /// The user's triggers and unique indexes on our tables, which prevent writing.
  case obstacles([StoreSchema.Object])
  /// The seconds waited.
  case locked(Double)
  case diskFull
  case noAccess
  case notWritable
  /// A writer was killed, and its left-over journal cannot be rolled back here.
  case unrecovered
  /// The folder, in which a writer creates a journal next to the store.
  case folderNotWritable(String)
  /// The folder of a store in WAL mode, in which readers create files too.
  case logNotReadable(folder: String)
  /// A rule of the schema or a user's trigger rejected a write.
  case refused(String)
  case cannotCreate(String)
  case inputOutput(String)
  /// A temporary file, not the store.
  case temporaryFile(String)
  /// No backup could be made, so nothing was done.
  case noBackup(String)

  func description(path: String) -> String {
    switch self {
    case .notAFile: "'\(path)' is not a regular file"
    case .deleted: "the store '\(path)' was deleted"
    case .missing: "there is no store at '\(path)'"
    case .notADatabase: "'\(path)' is not an SQLite file"
    case .foreign: "'\(path)' is the database of another program"
    case .corrupt(let detail): "the store '\(path)' is damaged: \(detail)"
    case .lostHeader(let version):
      "'\(path)' has the tables of a store of schema \(version), but not the two numbers in its "
        + "header that mark it as one"
    case .needsMigration(let version, let command):
      "this store has schema \(version), and '\(command)' needs \(SchemaVersion.latest)"
    case .newer(let version):
      "this store has schema version \(version); this version of trips supports up to "
        + "\(SchemaVersion.latest)"
    case .schemaDiffers(let difference, let version):
      "the schema of '\(path)' is not \(version): \(difference)"
    case .unknownModel(let detail): "unknown model version in '\(path)': \(detail)"
    case .obstacles(let objects):
      "'\(path)' cannot be written while it has \(Self.list(objects))"
    case .locked(let seconds):
      "the store '\(path)' is locked by another program (waited \(Self.text(seconds)) s)"
    case .diskFull: "the disk of '\(path)' is full"
    case .noAccess: "no permission to read '\(path)'"
    case .notWritable: "no permission to write '\(path)'"
    case .unrecovered:
      "a program was killed while writing to '\(path)', and its journal cannot be rolled back "
        + "without permission to write there"
    case .folderNotWritable(let folder): "no permission to write in the folder '\(folder)'"
    case .logNotReadable(let folder):
      "'\(path)' is in WAL mode, and cannot be read without permission to write in the folder "
        + "'\(folder)'"
    case .refused(let reason): "the store refused the change: \(reason)"
    case .cannotCreate(let reason): "cannot create the store '\(path)': \(reason)"
    case .temporaryFile(let reason): "cannot use a temporary file: \(reason)"
    case .noBackup(let reason): "no backup of '\(path)' could be made: \(reason)"
    case .inputOutput(let detail): "the store '\(path)' cannot be read or written: \(detail)"
    }
  }

  /// `your trigger 'audit' on trip`.
  private static func list(_ objects: [StoreSchema.Object]) -> String {
    objects.map {
      "your \($0.type == "index" ? "unique index" : $0.type) '\($0.name)' on \($0.table)"
    }.joined(separator: " and ")
  }

  /// `5`, `0.5`: without a trailing zero.
  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  }
}

extension MigrationProblem {
  func description(path: String) -> String {
    switch self {
    case .unfitRows(let rows):
      "\(counted(rows.count, "value")) in '\(path)' cannot be stored in a later schema, and nothing was "
        + "changed"
    case .schemaDiffers(let difference, let version):
      StoreProblem.schemaDiffers(difference, version).description(path: path)
    case .objects(let objects): StoreProblem.obstacles(objects).description(path: path)
    case .references(let references):
      "'\(path)' cannot be migrated, and nothing was changed: "
        + references.map { "your table \($0)" }.joined(separator: "; ")
    case .obstacle(let detail): "'\(path)' cannot be migrated, and nothing was changed: \(detail)"
    case .unbalanced(let detail):
      "the migration could not account for every row, and nothing was changed: \(detail)"
    case .interrupted: "interrupted, nothing was changed"
    }
  }
}

extension StoreProblem {
  static let unfitValue = StoreProblem.corrupt("a row has a value that its column does not allow")

  /// Refuses a trip that ends before it starts, as in a damaged row: its length must be positive.
  static func checkOrder(
    _ start: CalendarDate, _ end: CalendarDate, ofTrip id: Int64
  ) throws(StoreProblem) {
    if end < start { throw .corrupt("trip \(id) ends on \(end), before its start on \(start)") }
  }

  /// Whether SQLite could not create a file next to a database.
  private static func isOfFolder(_ code: SQLiteError.Code) -> Bool {
    [.readOnlyDirectory, .readOnlyRecovery, .cannotOpen].contains(code)
  }

  /// Interprets SQLite's result code (https://www.sqlite.org/rescode.html).
  init(_ error: SQLiteError, path: String, busyTimeout: Double) {
    let detail = error.message
    let folder = UnfinishedFile.folder(of: StoreFile.target(of: path))
    switch error.code {
    case _ where error.extendedCode == .readOnlyRollback: self = .unrecovered
    // A reader of a log creates its index. A writer without permission was refused before.
    case _
    where Self.isOfFolder(error.extendedCode) && StoreFile.isReadable(path)
      && !StoreFile.isWritable(folder):
      self = .logNotReadable(folder: folder)
    case _ where error.extendedCode == .readOnlyDirectory: self = .folderNotWritable(folder)
    case .constraint: self = .refused(detail)
    case .busy, .locked: self = .locked(busyTimeout)
    case .notADatabase: self = .notADatabase
    case .full: self = .diskFull
    case .readOnly, .permission: self = .notWritable
    case .cannotOpen, .authorization: self = .noAccess
    case .corrupt: self = .corrupt(detail)
    // A missing table or column: the schema does not match its version.
    case .error, .schema: self = .unknownModel(detail)
    default: self = .inputOutput(detail)
    }
  }
}
