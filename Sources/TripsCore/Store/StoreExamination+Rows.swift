internal import Migrations
internal import SQLite

extension StoreExamination {
  /// Lists each item and stay without a trip, with its former trip.
  func checkOrphans(_ diagnosis: inout StoreDiagnosis) throws {
    for entity in HistoryEntity.stored where !entity.isTrip {
      let noun = entity == .bucketListItem ? "bucket list item" : entity.noun
      let row = try Statement(
        sql: """
          SELECT id, \(entity.nameProperty) FROM \(entity.table) WHERE tripId IS NULL ORDER BY id
          """, in: db)
      while try row.step() {
        let id = try row.checkedInteger(0)
        let title = try row.checkedText(1)
        let former = try formerTrip(of: entity, id)
        let name = former.map { $0.name.map { " '\($0)'" } ?? ", which was deleted" } ?? ""
        diagnosis.add(
          .note, "orphans",
          "\(noun) \(id) '\(title)' belongs to no trip"
            + (former.map { "; it belonged to trip \($0.id)\(name)" } ?? ""),
          row: StoreDiagnosis.FoundRow(
            entity: entity.rawValue, id: id, title: title, formerTripID: former?.id))
      }
    }
  }

  /// Lists the history records that cannot be read. The trips themselves are not affected.
  func checkRecords(_ diagnosis: inout StoreDiagnosis) throws {
    let row = try Statement(
      "SELECT \(PastChange.columns), transactionId FROM historyChange ORDER BY id", in: db)
    var count = 0
    while try row.step() {
      let change = try? PastChange(row)
      if let change, (try? (change.oldValues, change.newValues)) != nil { continue }
      count += 1
      guard count <= Self.most else { continue }
      diagnosis.add(
        .note, "history",
        "what transaction \(row.integer(6)) changed in \(change?.entity.noun ?? "row") "
          + "\(row.integer(2)) cannot be read, and cannot be undone")
    }
    let rest = count - Self.most
    if count == 0 { return diagnosis.add(.ok, "history", "all records can be read") }
    if rest > 0 {
      diagnosis.add(.note, "history", "\(counted(rest, "more record")) cannot be read")
    }
  }

  /// The former trip of a row without one, from the records of migrations.
  private func formerTrip(of entity: HistoryEntity, _ row: Int64) throws -> RowOwner? {
    guard try MigrationReport.hasRecords(db),
      let former = try db.integer(
        """
        SELECT "row"->>'tripId' FROM migrationRecord
        WHERE action = 'orphaned' AND entity = \(entity.rawValue) AND rowId = \(row)
        ORDER BY id DESC LIMIT 1
        """)
    else { return nil }
    let survivor = try db.integer(
      """
      SELECT survivorId FROM migrationRecord
      WHERE action = 'merged' AND entity = 'Trip' AND rowId = \(former) ORDER BY id DESC LIMIT 1
      """)
    let id = survivor ?? former
    return RowOwner(
      id: id, name: try db.text("SELECT name FROM trip WHERE id = \(id)"))
  }
}
