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

  /// Lists the trips whose per diem is ignored because another program stored an invalid rule.
  func checkRules(_ diagnosis: inout StoreDiagnosis) throws {
    let row = try Statement(
      """
      SELECT id, name, perdiemRule, perdiemCurrency FROM trip WHERE perdiemRule IS NOT NULL
      ORDER BY id
      """, in: db)
    var isRight = true
    while try row.step() {
      let rule = try row.checkedText(2)
      let code = try row.checkedTextIfAny(3)
      let currency = code.map { Currency(stored: $0) } ?? .unknown
      do {
        _ = try PerDiemRule(rule, currency: currency)
      } catch {
        isRight = false
        diagnosis.add(
          .problem, "rules",
          "the per diem rule '\(rule)' of trip \(try row.checkedInteger(0)) "
            + "'\(try row.checkedText(1))' cannot be read, and is ignored",
          mending: .byHand)
      }
    }
    if isRight { diagnosis.add(.ok, "rules", "every per diem rule is valid") }
  }

  /// Lists the trips whose names are not normalised. They are as stored: migrations keep them too.
  func checkNames(_ diagnosis: inout StoreDiagnosis) throws {
    let names = try UnnormalizedName.all(in: db)
    if names.isEmpty {
      return diagnosis.add(.ok, "names", "all names are in NFC and trimmed")
    }
    for name in names.prefix(Self.most) {
      diagnosis.add(.note, "names", "\(name)", mending: name.canBeMended ? .names : nil)
    }
    let rest = names.dropFirst(Self.most)
    if rest.isEmpty { return }
    diagnosis.add(
      .note, "names", "\(counted(rest.count, "more name")) not in NFC or not trimmed",
      mending: rest.contains(where: \.canBeMended) ? .names : nil)
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

  /// Compares each trip with the earlier one that ends last, so that one scan is enough.
  func checkOverlaps(_ diagnosis: inout StoreDiagnosis) throws {
    let row = try Statement(
      "SELECT id, startDate, endDate FROM trip ORDER BY startDate, id", in: db)
    var latest: (id: Int64, start: String, end: String)?
    var count = 0
    while try row.step() {
      let id = try row.checkedInteger(0)
      let start = try row.checkedText(1)
      let end = try row.checkedText(2)
      // As in `Store.overlaps`.
      if let latest, start < latest.end, latest.start < end {
        count += 1
        if count <= Self.most {
          let (trip, other) = (try named(id), try named(latest.id))
          diagnosis.add(
            .note, "overlaps", "\(trip) begins on \(start), and \(other) ends on \(latest.end)")
        }
      }
      if latest.map({ end > $0.end }) ?? true { latest = (id, start, end) }
    }
    if count == 0 { return diagnosis.add(.ok, "overlaps", "no trip overlaps another") }
    let rest = count - Self.most
    guard rest > 0 else { return }
    diagnosis.add(
      .note, "overlaps",
      "\(counted(rest, "more trip")) \(rest == 1 ? "begins" : "begin") during another")
  }

  /// `trip 3 'Paris'`.
  private func named(_ id: Int64) throws -> String {
    let name = try db.text("SELECT name FROM trip WHERE id = \(id)")
    return "trip \(id) '\(name ?? "")'"
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
