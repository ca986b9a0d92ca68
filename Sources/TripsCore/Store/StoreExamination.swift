internal import Migrations
internal import SQLite

/// Examines an open store for damage, and for what stops the tool.
struct StoreExamination {
  let db: Connection
  let path: String

  /// The limit of rows and answers listed per check.
  static let most = 10

  func run(_ diagnosis: inout StoreDiagnosis) throws {
    let library = try db.text("SELECT sqlite_version()") ?? "?"
    diagnosis.add(.ok, "library", "SQLite \(library)")
    // SQL cannot read it from a file that was cut off.
    if let header = FileHeader(db), header.applicationID == SchemaMigrationPlan.applicationID {
      diagnosis.version = SchemaVersion(rawValue: header.userVersion)
    }
    guard let version = try version(&diagnosis) else { return }
    guard try checkIntegrity(&diagnosis) else { return try countReadableRows(&diagnosis) }
    try checkForeignKeys(&diagnosis)
    try checkObstacles(version, &diagnosis)
    // The check of orphans relies on it.
    guard try checkSchema(version, &diagnosis) else { return }
    try checkOrphans(version, &diagnosis)
  }

  private func version(_ diagnosis: inout StoreDiagnosis) throws -> SchemaVersion? {
    do {
      let version = try Store.version(db)
      diagnosis.version = version
      if version == .latest {
        diagnosis.add(.ok, "version", "\(version)")
      } else {
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
    let rows = try db.rows("PRAGMA foreign_key_check") { "\($0.text(0)) \($0.text(1))" }
    if rows.isEmpty { return diagnosis.add(.ok, "references", "none is dangling") }
    diagnosis.add(
      .problem, "references",
      "rows that refer to deleted trips: \(rows.prefix(Self.most).joined(separator: ", "))"
        + (rows.count > Self.most ? " and \(rows.count - Self.most) more" : ""),
      mending: .references)
  }

  private func checkObstacles(
    _ version: SchemaVersion, _ diagnosis: inout StoreDiagnosis
  ) throws {
    do {
      try SchemaCheck.refuseObstacles(db, version)
      diagnosis.add(.ok, "triggers", "none of other programs")
    } catch let problem as StoreProblem {
      diagnosis.add("triggers", problem, path: path)
    }
  }

  private func checkSchema(
    _ version: SchemaVersion, _ diagnosis: inout StoreDiagnosis
  ) throws -> Bool {
    if let difference = try SchemaCheck.difference(of: db, from: version) {
      diagnosis.add("schema", difference, path: path)
      return false
    }
    if version >= .v3, try db.integer("SELECT 1 FROM historyState") == nil {
      diagnosis.add(.problem, "schema", "'historyState' is empty, so that nothing is recorded")
      return false
    }
    diagnosis.add(.ok, "schema", "that of \(version)")
    return true
  }

  /// Lists each item and stay without a trip, with its former trip if that is known.
  private func checkOrphans(
    _ version: SchemaVersion, _ diagnosis: inout StoreDiagnosis
  ) throws {
    // Before V2 nothing is recorded.
    let former =
      version == .v1
      ? "NULL"
      : """
      (SELECT "row"->>'tripId' FROM migrationRecord AS record
       WHERE action = 'orphaned' AND record.entity = ?1 AND rowId = orphan.id
       ORDER BY record.id DESC LIMIT 1)
      """
    for entity in [HistoryEntity.bucketListItem, .livingAccommodation] {
      let rows = try Statement(
        sql: """
          SELECT id, \(entity.nameColumn), \(former) FROM \(entity.table) AS orphan
          WHERE tripId IS NULL AND ?1 NOT NULL ORDER BY id
          """, in: db)
      try rows.bind([.text(entity.table)])
      while try rows.step() {
        let row = StoreDiagnosis.FoundRow(
          entity: entity.table, id: rows.integer(0), title: rows.text(1),
          formerTripID: rows.value(2).integer)
        diagnosis.add(
          .note, "orphans",
          "\(entity.noun) \(row.id) '\(row.title)' belongs to no trip"
            + (row.formerTripID.map { "; it belonged to trip \($0), which was deleted" } ?? ""),
          row: row)
      }
    }
  }
}
