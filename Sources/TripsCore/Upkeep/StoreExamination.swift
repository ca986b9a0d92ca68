internal import Migrations
internal import SQLite

/// Examines an open store for damage, and for anything that stops the tool.
struct StoreExamination {
  let db: Connection
  let path: String

  /// The limit of rows and answers listed per check.
  private static let maxListed = 10

  func run(_ diagnosis: inout StoreDiagnosis) throws {
    let library = try db.text("SELECT sqlite_version()") ?? "?"
    diagnosis.add(.ok, "library", "SQLite \(library)")
    guard let version = try version(&diagnosis), try checkIntegrity(&diagnosis) else { return }
    try checkForeignKeys(&diagnosis)
    _ = try passes("triggers", "no triggers from other programs", &diagnosis) {
      try SchemaCheck.refuseObstacles(db, version)
    }
    let hasItsSchema = try passes("schema", "matches \(version)", &diagnosis) {
      try SchemaCheck.refuseDifference(db, from: version)
    }
    // The list of rows without a trip relies on the schema.
    if hasItsSchema { try listOrphans(&diagnosis) }
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
      diagnosis.add(.note, "version", "nothing is stored in the file")
    } catch let problem as StoreProblem {
      diagnosis.add("version", problem, path: path)
    }
    return nil
  }

  private func checkIntegrity(_ diagnosis: inout StoreDiagnosis) throws -> Bool {
    let answers: [String]
    do {
      answers = try db.texts(SQL(sql: "PRAGMA integrity_check(\(Self.maxListed))"))
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
      isRepairable: isIndexOnly)
    return isIndexOnly
  }

  private func checkForeignKeys(_ diagnosis: inout StoreDiagnosis) throws {
    let rows = try db.rows("PRAGMA foreign_key_check") { "\($0.text(0)) \($0.text(1))" }
    if rows.isEmpty { return diagnosis.add(.ok, "references", "no dangling references") }
    diagnosis.add(
      .problem, "references",
      "rows that refer to deleted trips: \(rows.prefix(Self.maxListed).joined(separator: ", "))"
        + (rows.count > Self.maxListed ? " and \(rows.count - Self.maxListed) more" : ""),
      isRepairable: true)
  }

  /// - Returns: whether the store passes a check that throws otherwise.
  private func passes(
    _ check: String, _ detail: String, _ diagnosis: inout StoreDiagnosis, _ work: () throws -> Void
  ) throws -> Bool {
    do {
      try work()
      diagnosis.add(.ok, check, detail)
      return true
    } catch let problem as StoreProblem {
      diagnosis.add(check, problem, path: path)
      return false
    }
  }

  /// Lists the items and stays without a trip.
  private func listOrphans(_ diagnosis: inout StoreDiagnosis) throws {
    for entity in Entity.children {
      let orphans: SQL = "FROM \(sql: entity.table) WHERE tripId IS NULL"
      let rows = try db.rows(
        "SELECT id, \(sql: entity.nameColumn) \(orphans) ORDER BY id LIMIT \(Self.maxListed)"
      ) { StoreDiagnosis.FoundRow(entity: entity, id: $0.integer(0), title: $0.text(1)) }
      for row in rows {
        let detail = "\(entity.noun) \(Wording.row(row.title, row.id)) belongs to no trip"
        diagnosis.add(.note, "orphans", detail, row: row)
      }
      let rest = Int(try db.integer("SELECT count(*) \(orphans)") ?? 0) - rows.count
      if rest > 0 { diagnosis.add(.note, "orphans", "and \(counted(rest, "more \(entity.noun)"))") }
    }
  }
}
