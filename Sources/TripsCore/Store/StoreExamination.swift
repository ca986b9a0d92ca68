internal import Migrations
internal import SQLite

/// Examines an open store.
struct StoreExamination {
  let db: Connection
  let path: String

  /// The limit of findings listed per kind.
  static let most = 10

  func run(_ diagnosis: inout StoreDiagnosis) throws {
    let library = try db.text("SELECT sqlite_version()") ?? "?"
    diagnosis.add(.ok, "library", "SQLite \(library)")
    guard let version = try version(&diagnosis) else { return }
    guard try checkIntegrity(&diagnosis) else { return try countReadableRows(&diagnosis) }
    try checkForeignKeys(&diagnosis)
    // Later checks rely on it.
    guard try checkSchema(version, &diagnosis) else { return }
    try checkOrphans(&diagnosis)
    // Before V2 the columns have other names, and dates may be anything.
    if version > .v1 { try checkOverlaps(&diagnosis) }
    guard version == .latest else { return }
    try checkNames(&diagnosis)
    try checkRules(&diagnosis)
    try checkRecords(&diagnosis)
    try checkFoldedTexts(&diagnosis)
  }

  private func version(_ diagnosis: inout StoreDiagnosis) throws -> SchemaVersion? {
    do {
      let version = try Store.version(db)
      if version == .latest {
        diagnosis.add(.ok, "version", "\(version)")
      } else {
        diagnosis.canBeMigrated = true
        diagnosis.add(.note, "version", "\(version); the latest is \(SchemaVersion.latest)")
      }
      return version
    } catch is Store.NothingStored {
      diagnosis.addEmptyFile()
    } catch let problem as StoreProblem {
      diagnosis.add("version", problem, path: path)
    }
    return nil
  }

  private func checkIntegrity(_ diagnosis: inout StoreDiagnosis) throws -> Bool {
    let answers: [String]
    do {
      answers = try db.texts(SQL(sql: "PRAGMA integrity_check(\(Self.most))"))
    } catch let error as SQLiteError where error.code == .corrupt {
      diagnosis.add(.problem, "integrity", error.message)
      return false
    }
    if answers == ["ok"] {
      diagnosis.add(.ok, "integrity", "no page is damaged")
      return true
    }
    // SQLite's message about an index whose table is intact (https://www.sqlite.org/pragma.html).
    let isIndexOnly = answers.allSatisfy {
      $0.contains("missing from index") || $0.begins(with: "wrong # of entries in index")
    }
    diagnosis.add(
      .problem, "integrity", StoreDiagnosis.sentence(answers),
      mending: isIndexOnly ? .indexes : nil)
    return isIndexOnly
  }

  /// Counts what can still be read from a damaged store.
  private func countReadableRows(_ diagnosis: inout StoreDiagnosis) throws {
    for table in MigratedEntity.allCases.map(\.table) {
      var (count, last, areAll) = (0, Int64(0), true)
      do {
        let row = try Statement(sql: "SELECT * FROM \(table) NOT INDEXED", in: db)
        while try row.step() {
          // A copy keeps the rows whose ids ascend.
          if row.integer(0) > last { count += 1 } else { areAll = false }
          last = max(last, row.integer(0))
        }
      } catch {
        areAll = false
      }
      if areAll {
        diagnosis.add(.note, "rescue", "all rows of \(table) can be read: \(count)")
      } else {
        diagnosis.add(
          .problem, "rescue", "\(counted(count, "row")) of \(table) can be read")
      }
    }
  }

  private func checkForeignKeys(_ diagnosis: inout StoreDiagnosis) throws {
    let rows = try Statement("PRAGMA foreign_key_check", in: db).map { row in
      "\(try row.checkedText(0)) \(try row.checkedIntegerIfAny(1).map(String.init) ?? "?")"
    }
    if rows.isEmpty { return diagnosis.add(.ok, "references", "none is dangling") }
    diagnosis.add(
      .problem, "references",
      "rows that refer to deleted trips: \(rows.prefix(Self.most).joined(separator: ", "))"
        + (rows.count > Self.most ? " and \(rows.count - Self.most) more" : ""),
      mending: .references)
  }
}

// MARK: - Search

extension StoreExamination {
  /// A wrong packed text hides a trip.
  private func checkFoldedTexts(_ diagnosis: inout StoreDiagnosis) throws {
    let wrong = try SearchIndex(db).wrongTexts()
    if wrong == 0 { return diagnosis.add(.ok, "search", "it matches the trips") }
    diagnosis.add(
      .problem, "search",
      "\(counted(wrong, "trip")) with wrong search text",
      mending: .searchTexts)
  }
}

// MARK: - Schema

extension StoreExamination {
  /// Compares the schema with its version's declaration and lists the user's objects.
  private func checkSchema(
    _ version: SchemaVersion, _ diagnosis: inout StoreDiagnosis
  ) throws -> Bool {
    let added = try SchemaFingerprint.added(to: db, beside: version)
    if !added.isEmpty {
      diagnosis.add(.note, "schema", "added by others: \(added.joined(separator: ", "))")
    }
    if version == .latest {
      if let broken = try UserTriggers.broken(in: db) {
        diagnosis.add("triggers", .brokenTriggers(broken), path: path)
      }
      for trigger in try UserTriggers.unsafe(in: db) {
        diagnosis.add(.note, "history", trigger.warning)
      }
    }
    let (release, difference) = try SchemaFingerprint.state(of: db, at: version)
    if let release {
      diagnosis.canBeMigrated = true
      diagnosis.add(.note, "schema", "as created by release \(release) for \(version)")
      return false
    }
    if let difference {
      diagnosis.add(.problem, "schema", difference)
      return false
    }
    diagnosis.add(.ok, "schema", "as \(version) declares it")
    if version >= .v3, try db.integer("SELECT count(*) FROM historyState").map(Int.init) == 0 {
      diagnosis.add(.problem, "history", "'historyState' is empty, so that nothing is recorded")
      return false
    }
    return true
  }
}
