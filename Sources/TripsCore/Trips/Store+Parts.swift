internal import SQLite

// Changes of the items and the stays of a trip.

extension Store {
  /// Adds items or stays to a trip.
  package func add<Column: PartColumn>(
    _ drafts: [StatedRow<Column>], _ days: Column.Days, to reference: TripReference
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        for draft in drafts {
          change[Column.self].append(
            try RowOutcome(before: nil, draft, days, booking: Column.booking, of: trip))
        }
      }
    }
  }

  /// Changes items or stays in the same way.
  ///
  /// - Parameter words: each an id, a uid, a title or place, or a part of it; none means the only
  ///   row.
  /// - Throws: `TripsError.value`, `.reference`.
  package func edit<Column: PartColumn>(
    _ words: [String], of reference: TripReference, _ draft: StatedRow<Column>,
    _ days: Column.Days
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        for index in try Self.indices(words, Column.self, in: change, of: trip) {
          change[Column.self][index] = try RowOutcome(
            before: change[Column.self][index].before, draft, days, booking: Column.booking,
            of: trip)
        }
      }
    }
  }

  /// Removes items or stays, which are not identified by a part of their names.
  package func remove<Column: PartColumn>(
    _ columns: Column.Type, _ words: [String], of reference: TripReference
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        for index in try Self.indices(words, columns, in: change, of: trip, for: .deleting) {
          change[columns][index].after = nil
          change[columns][index].isStated = true
        }
      }
    }
  }

  /// Attaches items or stays without a trip to a trip.
  ///
  /// - Throws: `TripsError.noOrphan` for another id.
  package func attach<Column: PartColumn>(
    _ columns: Column.Type, _ ids: [Int64], to reference: TripReference
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        for id in Set(ids).sorted() {
          guard let row = try Self.orphan(columns, id, in: db) else {
            throw TripsError.noOrphan(columns.entity.noun, id)
          }
          change[columns].append(
            RowOutcome(
              before: row, after: row.with([(columns.tripId, trip.id.sqliteValue)]), isStated: true)
          )
        }
      }
    }
  }

  private static func orphan<Column: PartColumn>(
    _ columns: Column.Type, _ id: Int64, in db: Connection
  ) throws -> [SQLiteValue]? {
    try db.rows(
      """
      SELECT \(sql: Column.list) FROM \(sql: Column.table)
      WHERE id = \(id) AND (tripId IS NULL OR tripId NOT IN (SELECT id FROM trip))
      """
    ) { $0.values }.first
  }

  /// The items or stays without a trip, by id.
  package func orphans<Column: PartColumn>(
    _ columns: Column.Type
  ) throws(TripsError) -> [Column.Part] {
    try read { db in
      try db.rows(
        "SELECT \(sql: Column.list) FROM \(sql: Column.table) WHERE tripId IS NULL ORDER BY id"
      ) { try Column.part(of: StatedRow($0.values)) }
    }
  }
}

// MARK: - Finding

extension NamedRow {
  fileprivate init<Column: PartColumn>(_ row: StatedRow<Column>) {
    self.init(id: row.rowID ?? 0, uid: row.uid, name: row.text(Column.label) ?? "")
    if let item = row as? StatedRow<ItemColumn> {
      start = [item.text(.date), item.text(.time)].compactMap(\.self).joined(separator: " ")
    }
    if let stay = row as? StatedRow<StayColumn> {
      (start, end) = (stay.text(.startDate) ?? "", stay.text(.endDate) ?? "")
    }
  }
}

extension Store {
  /// The indices of the rows that words identify; without words, of the only row.
  static func indices<Column: PartColumn>(
    _ words: [String], _ columns: Column.Type, in change: TripChange, of trip: Trip,
    for purpose: TripReference.Purpose = .any
  ) throws -> [Int] {
    let rows = change[columns].map { NamedRow(StatedRow<Column>($0.before ?? [])) }
    let owner = TripSummary(trip)
    if words.isEmpty {
      if rows.count == 1 { return [0] }
      throw TripsError.reference(
        ReferenceProblem(
          reason: rows.isEmpty ? .none : .several, words: nil, entity: columns.entity,
          trip: owner, rows: rows))
    }
    let indices = Dictionary(uniqueKeysWithValues: zip(rows.map(\.id), 0...))
    return try zip(words, RowMatcher.matches(words, among: rows)).compactMap { words, match in
      indices[try match.only(words, columns.entity, in: owner, for: purpose).id]
    }
  }
}

extension Store {
  /// The id of the item or the stay of a trip that words identify.
  static func partID(
    _ words: String, _ entity: Entity, of tripID: Int64, in db: Connection
  ) throws -> Int64 {
    func id<Column: PartColumn>(_ columns: Column.Type) throws -> Int64 {
      let rows = try rows(ofTrip: tripID, in: db)
      let change = TripChange(of: rows)
      let index = try indices([words], columns, in: change, of: rows.object())[0]
      return change[columns][index].before?.id ?? 0
    }
    return try entity == .item ? id(ItemColumn.self) : id(StayColumn.self)
  }
}

extension TripChange {
  /// The items or the stays.
  subscript<Column: PartColumn>(columns: Column.Type) -> [RowOutcome] {
    get { columns.entity == .item ? items : stays }
    set { if columns.entity == .item { items = newValue } else { stays = newValue } }
  }
}

extension RowOutcome {
  /// A row that a command adds or changes.
  ///
  /// - Parameter booking: the flag that depends on the days.
  fileprivate init<Column: PartColumn>(
    before: [SQLiteValue]?, _ draft: StatedRow<Column>, _ days: Column.Days, booking: Column,
    of trip: Trip
  ) throws {
    let row = before.map { StatedRow<Column>($0) }
    var draft = draft
    try days.set(in: &draft, over: row, of: trip)
    draft = try Column.fitting(draft, over: row)
    self.init(
      before: before, after: before?.with(draft.given) ?? draft.row(id: nil, tripID: nil),
      isStated: true, setsBooking: draft[booking] != nil)
  }
}
