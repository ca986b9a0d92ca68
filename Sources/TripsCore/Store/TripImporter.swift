internal import GRDB

/// Puts the records of one file into the store.
struct TripImporter {
  private let db: Database
  private let skipsInvalid: Bool
  private let keepsIDs: Bool
  private let statements: ImportStatements
  private var report = ImportReport()
  /// The trips, and the trips with stays, of which a record has told.
  private var told: Set<Int64> = []
  private var toldStays: Set<Int64> = []
  /// The trips whose stay the file does not have so far, and whether they were updated all the same: in
  /// a calendar the event of a stay may stand anywhere.
  private var withoutStay: [(id: Int64, isUpdated: Bool)] = []

  init(_ db: Database, skipsInvalid: Bool) throws {
    self.db = db
    self.skipsInvalid = skipsInvalid
    let marks = try Int64.fetchOne(
      db,
      sql: """
        SELECT coalesce(max(seq), 0) FROM sqlite_sequence
        WHERE name IN ('trip', 'bucketListItem', 'livingAccommodation')
        """)
    keepsIDs = marks == 0
    statements = ImportStatements(db)
  }

  mutating func run(
    _ reader: any RecordReader, progress: () -> Void
  ) throws -> ImportReport {
    while true {
      do {
        guard let record = try reader.next() else { break }
        try put(record, line: reader.recordLine)
      } catch let problem as ImportProblem where skipsInvalid && !problem.isFatal {
        report.skipped += 1
        if report.problems.count < ImportReport.problemLimit { report.problems.append(problem) }
      }
      progress()
    }
    try removeStays()
    report.notes = reader.notes.sentences
    return report
  }

  /// Checks whether a new trip could have the values of a record.
  ///
  /// - Throws: `ImportProblem`.
  static func check(_ record: ImportRecord, line: Int) throws {
    guard case .trip(let trip) = record else { return }
    try naming(line) { _ = try TripValues(trip.draft, today: .first) }
  }

  private mutating func put(_ record: ImportRecord, line: Int) throws {
    try Self.naming(line) {
      switch record {
      case .trip(let trip): try put(trip)
      case .stay(let stay, let uid): try put(stay, ofTripWithUID: uid)
      }
    }
  }

  /// Names the line of a record in what is wrong with it.
  private static func naming(_ line: Int, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch let error as TripsError {
      switch error {
      case .value, .collision: throw ImportProblem(line: line, error.description)
      default: throw error
      }
    }
  }

  private mutating func put(_ trip: ImportedTrip) throws {
    guard let id = try id(of: trip) else {
      let values = try TripValues(trip.draft, today: .first).withPlainRule
      let id = try statements.insertTrip.run(
        values, id: keptID(trip.id, statements.tripWithID), uid: trip.uid)
      try insertRelations(of: trip, intoTrip: id)
      told.insert(id)
      report.added += 1
      return
    }
    let old = try Store.values(ofTrip: id, in: db)
    var new = old
    try new.apply(trip.draft)
    new.perdiemRule = new.rule(replacing: old)
    let isTold = !told.insert(id).inserted
    let hasOtherRelations = try hasOtherRelations(trip, thanTrip: id)
    let isUpdated = new != old || hasOtherRelations
    if trip.stay == .clear, try stay(ofTrip: id) != nil { withoutStay.append((id, isUpdated)) }
    guard isUpdated else {
      report.unchanged += 1
      return
    }
    // The last one would win, and the same file would change the trip there and back each time.
    if isTold { throw TripsError.value("'\(new.name)' stands further up with other values") }
    try Store.refuseCollision(new, except: id, in: db)
    try Store.update(id, from: old, to: new, in: db)
    try trip.bucketList.map { try put($0, toListOf: id) }
    if case .set(let stay) = trip.stay { try put(stay, toTrip: id) }
    report.updated += 1
  }

  /// The trip that is meant, if there is one.
  private func id(of trip: ImportedTrip) throws -> Int64? {
    if let uid = trip.uid, let id = try tripID(uid: uid) { return id }
    let draft = trip.draft
    guard case .on(let end) = draft.end, let name = draft.name, let start = draft.startDate else {
      return nil
    }
    return try statements.tripWithKey.run([
      name.databaseValue, start.description.databaseValue, end.description.databaseValue,
    ])
  }

  private func tripID(uid: String) throws -> Int64? {
    try statements.tripWithUID.run([uid.databaseValue])
  }

  private mutating func put(_ stay: ImportedStay, ofTripWithUID uid: String) throws {
    guard let id = try tripID(uid: uid) else {
      throw TripsError.value("the stay '\(stay.placeName)' belongs to no trip that is known")
    }
    let isTold = !toldStays.insert(id).inserted
    guard try isOther(stay, thanOfTrip: id) else {
      report.unchanged += 1
      return
    }
    if isTold {
      throw TripsError.value("another stay than '\(stay.placeName)' stands further up for its trip")
    }
    try put(stay, toTrip: id)
    report.updated += 1
  }

  /// The id of the file, where it is to be kept and free.
  private func keptID(_ id: Int64?, _ find: RepeatedStatement) throws -> Int64? {
    guard keepsIDs, let id else { return nil }
    return try find.run([id.databaseValue]) == nil ? id : nil
  }
}

/// The statements that run for each record; most imports need few of them.
private struct ImportStatements {
  let tripWithID: RepeatedStatement
  let tripWithUID: RepeatedStatement
  let tripWithKey: RepeatedStatement
  let itemWithID: RepeatedStatement
  let stayWithID: RepeatedStatement
  let insertTrip: TripInsertion
  let insertItem: RepeatedStatement
  let insertStay: RepeatedStatement

  init(_ db: Database) {
    func statement(_ sql: String) -> RepeatedStatement { RepeatedStatement(sql, in: db) }
    tripWithID = statement("SELECT id FROM trip WHERE id = ?")
    tripWithUID = statement("SELECT id FROM trip WHERE uid = ?")
    tripWithKey = statement(
      "SELECT id FROM trip WHERE name = ? AND startDate = ? AND endDate = ?")
    itemWithID = statement("SELECT id FROM bucketListItem WHERE id = ?")
    stayWithID = statement("SELECT id FROM livingAccommodation WHERE id = ?")
    insertTrip = TripInsertion(in: db)
    insertItem = statement(
      """
      INSERT INTO bucketListItem(id, tripId, title, details, hasReservation, isInPlan, isDone)
      VALUES(?, ?, ?, ?, ?, ?, ?)
      """)
    insertStay = statement(
      """
      INSERT INTO livingAccommodation(id, tripId, placeName, address, isConfirmed)
      VALUES(?, ?, ?, ?, ?)
      """)
  }
}

// MARK: - Relations

extension TripImporter {
  private mutating func insertRelations(of trip: ImportedTrip, intoTrip id: Int64) throws {
    for item in trip.bucketList ?? [] { try insert(item, intoListOf: id) }
    guard case .set(let stay) = trip.stay else { return }
    try insert(stay, ofTrip: id)
    toldStays.insert(id)
  }

  /// Whether the file gives the trip other relations than it has.
  private mutating func hasOtherRelations(
    _ trip: ImportedTrip, thanTrip id: Int64
  ) throws -> Bool {
    if let items = trip.bucketList {
      let old = try self.items(ofTrip: id)
      if !old.elementsEqual(items, by: { $0.hasContents(of: $1) }) { return true }
    }
    guard case .set(let stay) = trip.stay else { return false }
    toldStays.insert(id)
    return try isOther(stay, thanOfTrip: id)
  }

  private func isOther(_ stay: ImportedStay, thanOfTrip id: Int64) throws -> Bool {
    let old = try self.stay(ofTrip: id)
    var stay = stay
    stay.id = old?.id
    return stay != old
  }

  /// Takes away the stays that the file turned out not to have.
  private mutating func removeStays() throws {
    for (tripID, isUpdated) in withoutStay where toldStays.insert(tripID).inserted {
      guard let id = try stay(ofTrip: tripID)?.id else { continue }
      try db.execute(literal: "DELETE FROM livingAccommodation WHERE id = \(id)")
      if !isUpdated {
        report.unchanged -= 1
        report.updated += 1
      }
    }
  }

  private func items(ofTrip id: Int64) throws -> [ImportedItem] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, title, details, hasReservation, isInPlan, isDone FROM bucketListItem
          WHERE tripId = ? ORDER BY id
          """), arguments: [id]
    ).map { row in
      ImportedItem(
        id: try row.decode(atIndex: 0), title: try row.decode(atIndex: 1),
        details: try row.decode(atIndex: 2), hasReservation: try row.decode(atIndex: 3),
        isInPlan: try row.decode(atIndex: 4), isDone: try row.decode(atIndex: 5))
    }
  }

  private func stay(ofTrip id: Int64) throws -> ImportedStay? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, placeName, address, isConfirmed FROM livingAccommodation WHERE tripId = ?
          ORDER BY isConfirmed DESC, id DESC LIMIT 1
          """), arguments: [id]
    ).map { row in
      ImportedStay(
        id: try row.decode(atIndex: 0), placeName: try row.decode(atIndex: 1),
        address: try row.decode(atIndex: 2), isConfirmed: try row.decode(atIndex: 3))
    }
  }

  /// Makes the bucket list what the file says. An item is known by its id, else by its title.
  private func put(_ items: [ImportedItem], toListOf tripID: Int64) throws {
    var old = try self.items(ofTrip: tripID)
    if old.elementsEqual(items, by: { $0.hasContents(of: $1) }) { return }
    var unknown: [ImportedItem] = []
    for item in items {
      let place =
        old.firstIndex { $0.hasContents(of: item) && $0.id == item.id }
        ?? old.firstIndex { $0.hasContents(of: item) }
        ?? old.firstIndex { $0.title == item.title }
      guard let place, let id = old[place].id else {
        unknown.append(item)
        continue
      }
      if !old.remove(at: place).hasContents(of: item) { try update(id, to: item) }
    }
    for item in old {
      try db.cachedStatement(sql: "DELETE FROM bucketListItem WHERE id = ?")
        .execute(arguments: [item.id])
    }
    for item in unknown { try insert(item, intoListOf: tripID) }
  }

  private func insert(_ item: ImportedItem, intoListOf tripID: Int64) throws {
    try statements.insertItem.run([
      try keptID(item.id, statements.itemWithID)?.databaseValue ?? .null, tripID.databaseValue,
      item.title.databaseValue, item.details.databaseValue, item.hasReservation.databaseValue,
      item.isInPlan.databaseValue, item.isDone.databaseValue,
    ])
  }

  private func update(_ id: Int64, to item: ImportedItem) throws {
    try db.cachedStatement(
      sql: """
        UPDATE bucketListItem SET title = ?, details = ?, hasReservation = ?, isInPlan = ?,
          isDone = ?
        WHERE id = ?
        """
    ).execute(arguments: [
      item.title, item.details, item.hasReservation, item.isInPlan, item.isDone, id,
    ])
  }

  private func put(_ stay: ImportedStay, toTrip tripID: Int64) throws {
    guard try isOther(stay, thanOfTrip: tripID) else { return }
    guard let id = try self.stay(ofTrip: tripID)?.id else {
      return try insert(stay, ofTrip: tripID)
    }
    try db.cachedStatement(
      sql: "UPDATE livingAccommodation SET placeName = ?, address = ?, isConfirmed = ? WHERE id = ?"
    ).execute(arguments: [stay.placeName, stay.address, stay.isConfirmed, id])
  }

  private func insert(_ stay: ImportedStay, ofTrip tripID: Int64) throws {
    try statements.insertStay.run([
      try keptID(stay.id, statements.stayWithID)?.databaseValue ?? .null, tripID.databaseValue,
      stay.placeName.databaseValue, stay.address.databaseValue, stay.isConfirmed.databaseValue,
    ])
  }
}

extension ImportedItem {
  fileprivate func hasContents(of other: ImportedItem) -> Bool {
    title == other.title && details == other.details && hasReservation == other.hasReservation
      && isInPlan == other.isInPlan && isDone == other.isDone
  }
}

extension TripValues {
  /// With no rule instead of the one that means the same.
  fileprivate var withPlainRule: TripValues {
    var values = self
    if values.perdiemRule == "full" { values.perdiemRule = nil }
    return values
  }

  /// The rule as `old` has it where that means the same (`75%` and `75.00%`, none and `full`).
  fileprivate func rule(replacing old: TripValues) -> String? {
    // One that nobody can read counts as none, as in an export: it stays.
    func parsed(_ text: String?) -> PerDiemRule {
      let rule = text.map { try? PerDiemRule($0, currency: perdiem?.currency ?? .withMostDecimals) }
      return (rule ?? .full) ?? .full
    }
    let new = withPlainRule.perdiemRule
    return parsed(new) == parsed(old.perdiemRule) ? old.perdiemRule : new
  }
}
