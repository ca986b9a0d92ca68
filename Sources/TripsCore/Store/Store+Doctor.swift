internal import GRDB
internal import Migrations
import Platform

extension Store {
  /// Examines a store of any version, also one that does not open. It changes no byte.
  ///
  /// - Throws: `TripsError` where there is no file to examine, or another program has locked it.
  package static func diagnose(_ path: String, options: Options) throws(TripsError)
    -> StoreDiagnosis
  {
    guard try StoreFile.state(at: path) == .present else {
      throw .file(.cannot("examine", path, reason: "there is no store yet"))
    }
    var diagnosis = StoreDiagnosis()
    guard diagnoseFile(path, &diagnosis) else { return diagnosis }
    do {
      let patience = LockPatience(seconds: options.busyTimeout)
      let before = diagnosis
      try StoreConnection(path, .reading, patience: patience).read { db in
        diagnosis = before
        try StoreExamination(db, path: path).run(&diagnosis)
      }
    } catch {
      let error = tripsError(error, path: path, options: options)
      guard case .store(let problem, _) = error else { throw error }
      if case .locked = problem { throw error }
      diagnosis.add("database", problem, path: path)
    }
    return diagnosis
  }

  /// - Returns: whether the file may be read.
  private static func diagnoseFile(_ path: String, _ diagnosis: inout StoreDiagnosis) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    guard access(path, R_OK) == 0 else {
      diagnosis.add("file", .noAccess, path: path)
      return false
    }
    let mode = String(status.st_mode & 0o777, radix: 8)
    if status.st_mode & 0o077 != 0 {
      diagnosis.add(.problem, "file", "others may use it: its mode is \(mode)", mending: .mode)
    } else if status.st_mode & 0o400 == 0 {
      // Only the superuser comes here.
      diagnosis.add(
        .problem, "file", "its owner may not read it: its mode is \(mode)", mending: .mode)
    } else {
      diagnosis.add(.ok, "file", "\(status.st_size) bytes, mode \(mode)")
    }
    for suffix in ["-journal", "-wal"] where stat(path + suffix, &status) == 0 {
      diagnosis.add(
        .note, "file", "'\(path + suffix)' is there: a writer is at work, or was killed")
    }
    return true
  }

  /// Mends what a diagnosis has found that can be mended without a loss: the mode of the file,
  /// indexes, folded texts, and references to trips that are gone, whose rows stay without a trip.
  package static func mend(
    _ path: String, _ diagnosis: StoreDiagnosis, options: Options
  ) throws(TripsError) {
    let mendings = diagnosis.mendings
    if mendings.contains(.mode) { chmod(path, 0o600) }
    guard mendings.contains(where: { $0 != .mode }) else { return }
    try withErrors(path, options) {
      let patience = LockPatience(seconds: options.busyTimeout)
      try StoreConnection(path, .writing, patience: patience).perform { db in
        try options.committing {
          try db.inTransaction(.immediate) {
            let version = try version(db)
            // Before V3 there is no history to tell.
            let isRecorded = version >= .v3
            if isRecorded {
              try HistoryRecorder.begin(db, author: options.author, command: options.command)
            }
            if mendings.contains(.indexes) { try db.execute(sql: "REINDEX") }
            try mendReferences(db)
            if version == .latest { try SearchIndex(db).packAll() }
            if isRecorded { try HistoryRecorder.end(db) }
            return .commit
          }
        }
      }
    }
  }

  private static func mendReferences(_ db: Database) throws {
    for table in ["bucketListItem", "livingAccommodation"] {
      try db.execute(
        sql: """
          UPDATE \(table) SET tripId = NULL
          WHERE tripId IS NOT NULL AND tripId NOT IN (SELECT id FROM trip)
          """)
    }
  }
}

/// Examines an open store.
private struct StoreExamination {
  private let db: Database
  private let path: String

  /// How many of one kind are named.
  private static let most = 10

  init(_ db: Database, path: String) {
    self.db = db
    self.path = path
  }

  func run(_ diagnosis: inout StoreDiagnosis) throws {
    let library = try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "?"
    diagnosis.add(.ok, "library", "SQLite \(library)")
    guard let version = try version(&diagnosis) else { return }
    guard try checkIntegrity(&diagnosis) else { return try countWhatCanBeRead(&diagnosis) }
    try checkForeignKeys(&diagnosis)
    // What follows relies on it.
    guard try checkSchema(version, &diagnosis) else { return }
    try checkOrphans(&diagnosis)
    // Before V2 the columns have other names, and dates may be anything.
    if version > .v1 { try checkOverlaps(&diagnosis) }
    if version == .latest { try checkFoldedTexts(&diagnosis) }
  }

  private func version(_ diagnosis: inout StoreDiagnosis) throws -> SchemaVersion? {
    let (application, number) = try Store.header(db)
    guard application == SchemaMigrationPlan.applicationID else {
      if try Store.isEmpty(db) {
        diagnosis.addEmptyFile()
      } else {
        diagnosis.add("version", .foreign, path: path)
      }
      return nil
    }
    guard let version = SchemaVersion(rawValue: number) else {
      let problem =
        number > SchemaVersion.latest.rawValue
        ? StoreProblem.newer(number) : .unknownModel("its version is \(number)")
      diagnosis.add("version", problem, path: path)
      return nil
    }
    if version == .latest {
      diagnosis.add(.ok, "version", "\(version)")
    } else {
      diagnosis.canBeMigrated = true
      diagnosis.add(.note, "version", "\(version); the latest is \(SchemaVersion.latest)")
    }
    return version
  }

  private func checkIntegrity(_ diagnosis: inout StoreDiagnosis) throws -> Bool {
    let answers: [String]
    do {
      answers = try String.fetchAll(db, sql: "PRAGMA integrity_check(\(Self.most))")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      diagnosis.add(.problem, "integrity", error.message ?? "the file is damaged")
      return false
    }
    if answers == ["ok"] {
      diagnosis.add(.ok, "integrity", "every page is sound")
      return true
    }
    // What SQLite says of an index whose table is sound (https://www.sqlite.org/pragma.html).
    let isIndexOnly = answers.allSatisfy {
      $0.contains("missing from index") || $0.hasPrefix("wrong # of entries in index")
    }
    diagnosis.add(
      .problem, "integrity", StoreDiagnosis.sentence(answers),
      mending: isIndexOnly ? .indexes : nil)
    return isIndexOnly
  }

  /// What a damaged store still gives.
  private func countWhatCanBeRead(_ diagnosis: inout StoreDiagnosis) throws {
    for table in ["trip", "bucketListItem", "livingAccommodation"] {
      var count = 0
      do {
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \(table) NOT INDEXED")
        while try rows.next() != nil { count += 1 }
        diagnosis.add(.note, "rescue", "all rows of \(table) can be read: \(count)")
      } catch {
        diagnosis.add(
          .problem, "rescue", "\(Wording.counted(count, "row")) of \(table) can be read")
      }
    }
  }

  private func checkForeignKeys(_ diagnosis: inout StoreDiagnosis) throws {
    let rows = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
    guard !rows.isEmpty else {
      return diagnosis.add(.ok, "references", "each leads to a trip")
    }
    let named = try rows.prefix(Self.most).map { row -> String in
      let table: String = try row.decode(atIndex: 0)
      let id: Int64? = try row.decode(atIndex: 1)
      return "\(table) \(id.map(String.init) ?? "?")"
    }
    diagnosis.add(
      .problem, "references",
      "rows that lead to trips that are gone: \(named.joined(separator: ", "))"
        + (rows.count > Self.most ? " and \(rows.count - Self.most) more" : ""),
      mending: .references)
  }

  private func checkOrphans(_ diagnosis: inout StoreDiagnosis) throws {
    for table in ["bucketListItem", "livingAccommodation"] {
      let ids = try Int64.fetchAll(
        db, sql: "SELECT id FROM \(table) WHERE tripId IS NULL ORDER BY id")
      guard !ids.isEmpty else { continue }
      let named = ids.prefix(Self.most).map(String.init).joined(separator: ", ")
      diagnosis.add(
        .note, "orphans",
        "\(Wording.counted(ids.count, "row")) of \(table) \(ids.count == 1 ? "belongs" : "belong") "
          + "to no trip: \(named)\(ids.count > Self.most ? " …" : "")")
    }
    let crowded = try Int64.fetchAll(
      db,
      sql: """
        SELECT tripId FROM livingAccommodation WHERE tripId IS NOT NULL
        GROUP BY tripId HAVING count(*) > 1 ORDER BY tripId
        """)
    guard !crowded.isEmpty else { return }
    let named = crowded.prefix(Self.most).map(String.init).joined(separator: ", ")
    diagnosis.add(.note, "orphans", "trips with several accommodations: \(named)")
  }

  /// Compares each trip with the one before it that ends last, so that a million trips are one walk.
  private func checkOverlaps(_ diagnosis: inout StoreDiagnosis) throws {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, startDate, endDate FROM trip ORDER BY startDate, id")
    var latest: (id: Int64, end: String)?
    var pairs: [String] = []
    var count = 0
    while let row = try rows.next() {
      let id: Int64 = try row.decode(atIndex: 0)
      let start: String = try row.decode(atIndex: 1)
      let end: String = try row.decode(atIndex: 2)
      if let latest, start <= latest.end {
        count += 1
        if pairs.count < Self.most { pairs.append("\(latest.id) and \(id)") }
      }
      if latest.map({ end > $0.end }) ?? true { latest = (id, end) }
    }
    if count == 0 { return diagnosis.add(.ok, "overlaps", "no trip overlaps another") }
    diagnosis.add(
      .note, "overlaps",
      "\(Wording.counted(count, "trip")) \(count == 1 ? "begins" : "begin") during another: \(pairs.joined(separator: ", "))"
        + (count > Self.most ? " …" : ""))
  }
}

// MARK: - Search

extension StoreExamination {
  /// A packed text that is wrong hides a trip.
  private func checkFoldedTexts(_ diagnosis: inout StoreDiagnosis) throws {
    let wrong = try SearchIndex(db).wrongTexts()
    if wrong == 0 { return diagnosis.add(.ok, "search", "it knows what the trips hold") }
    diagnosis.add(
      .problem, "search",
      "\(Wording.counted(wrong, "trip")) with a folded text that is not theirs",
      mending: .searchTexts)
  }
}

// MARK: - Schema

extension StoreExamination {
  /// Compares the schema with what its version declares; objects that somebody has added are named.
  private func checkSchema(
    _ version: SchemaVersion, _ diagnosis: inout StoreDiagnosis
  ) throws -> Bool {
    let added = try SchemaFingerprint.added(to: db, beside: version)
    if !added.isEmpty {
      diagnosis.add(.note, "schema", "added by others: \(added.joined(separator: ", "))")
    }
    if let difference = try SchemaFingerprint.difference(db, from: version) {
      diagnosis.add(.problem, "schema", difference)
      return false
    }
    diagnosis.add(.ok, "schema", "as \(version) declares it")
    if version >= .v3, try Int.fetchOne(db, sql: "SELECT count(*) FROM historyState") == 0 {
      diagnosis.add(.problem, "history", "'historyState' is empty, so that nothing is recorded")
      return false
    }
    return true
  }
}
