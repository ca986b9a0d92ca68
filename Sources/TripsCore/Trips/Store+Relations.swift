internal import SQLite

// MARK: - Bucket list

extension Store {
  /// Adds items to the end of a trip's bucket list.
  package func addItems(
    _ drafts: [BucketListDraft], on day: TripDay? = nil, to reference: TripReference
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        for draft in drafts {
          let item = try draft.on(day, in: trip).fitting(nil)
          change.items.append(RowOutcome(before: nil, item, booking: .hasReservation))
        }
      }
    }
  }

  /// Changes items in the same way, identified by id or title.
  package func editItems(
    _ words: [String], of reference: TripReference, _ draft: BucketListDraft,
    on day: TripDay? = nil
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        let draft = try draft.on(day, in: trip)
        for index in try Self.items(words, in: change, of: trip) {
          let before = change.items[index].before
          change.items[index] = try RowOutcome(
            before: before, draft.fitting(before), booking: .hasReservation)
        }
      }
    }
  }

  /// Removes items, identified by id or title.
  package func removeItems(
    _ words: [String], of reference: TripReference
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        for index in try Self.items(words, in: change, of: trip, for: .deleting) {
          change.items[index].remove()
        }
      }
    }
  }
}

extension BucketListDraft {
  /// The draft with a day of the trip as its date.
  fileprivate func on(_ day: TripDay?, in trip: Trip) throws(TripsError) -> Self {
    guard let day else { return self }
    var draft = self
    draft.set(.date, try day.date(in: trip).description)
    return draft
  }
}

// MARK: - Stays

extension Store {
  /// Adds a stay to a trip.
  package func addStay(
    _ draft: StayDraft, _ nights: StayNights, to reference: TripReference
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        var draft = draft
        draft.set(try nights.dates(in: trip, over: nil))
        change.stays.append(
          try RowOutcome(before: nil, draft.fitting(nil), booking: .isConfirmed))
      }
    }
  }

  /// Changes a stay, identified by its id, its place or part of it; a trip's only stay needs no
  /// name.
  ///
  /// - Throws: `TripsError.value`, `.reference`.
  package func editStay(
    _ words: String?, of reference: TripReference, _ draft: StayDraft,
    _ nights: StayNights = StayNights()
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        let index = try Self.stay(words, in: change, of: trip)
        let stay = trip.livingAccommodations[index]
        var draft = draft
        if !nights.isEmpty {
          draft.set(
            try nights.dates(in: trip, over: stay.startDate == nil ? nil : trip.dates(of: stay)))
        }
        change.stays[index] = try RowOutcome(
          before: stay.values, draft.fitting(stay.values), booking: .isConfirmed)
      }
    }
  }

  /// Removes a stay, identified in the same way.
  package func removeStay(
    _ words: String?, of reference: TripReference
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        change.stays[try Self.stay(words, in: change, of: trip, for: .deleting)].remove()
      }
    }
  }
}

// MARK: - Finding

extension NamedRow {
  fileprivate init(item row: [SQLiteValue]) {
    self.init(
      id: row.id, uid: row.text(ItemColumn.uid), name: row.text(ItemColumn.title),
      start: [row.text(ItemColumn.date), row.text(ItemColumn.time)].filter { !$0.isEmpty }
        .joined(separator: " "))
  }

  fileprivate init(stay row: [SQLiteValue]) {
    self.init(
      id: row.id, uid: row.text(StayColumn.uid), name: row.text(StayColumn.placeName),
      start: row.text(StayColumn.startDate), end: row.text(StayColumn.endDate))
  }
}

extension Store {
  private static func items(
    _ words: [String], in change: TripChange, of trip: Trip,
    for purpose: TripReference.Purpose = .any
  ) throws -> [Int] {
    let rows = change.items.map { NamedRow(item: $0.before ?? []) }
    return try indices(words, among: rows, .bucketListItem, of: trip, for: purpose)
  }

  private static func stay(
    _ words: String?, in change: TripChange, of trip: Trip,
    for purpose: TripReference.Purpose = .any
  ) throws -> Int {
    let rows = change.stays.map { NamedRow(stay: $0.before ?? []) }
    return try indices(
      words.map { [$0] }, among: rows, .livingAccommodation, of: trip, for: purpose)[0]
  }

  /// The indices of the rows that words identify; without words, of the only row.
  private static func indices(
    _ words: [String]?, among rows: [NamedRow], _ entity: HistoryEntity, of trip: Trip,
    for purpose: TripReference.Purpose
  ) throws -> [Int] {
    let owner = TripSummary(trip)
    guard let words else {
      if rows.count == 1 { return [0] }
      throw TripsError.reference(
        ReferenceProblem(
          reason: rows.isEmpty ? .none : .several, words: nil, entity: entity, trip: owner,
          rows: rows))
    }
    let indices = Dictionary(uniqueKeysWithValues: zip(rows.map(\.id), 0...))
    return try zip(words, RowMatcher.matches(words, among: rows)).compactMap { words, match in
      indices[try match.only(words, entity, in: owner, for: purpose).id]
    }
  }
}

extension RowOutcome {
  /// A row that a command adds or changes.
  ///
  /// - Parameter booking: the flag that depends on the days.
  fileprivate init<Column: StoredColumn>(
    before: [SQLiteValue]?, _ draft: StatedRow<Column>, booking: Column
  ) {
    self.init(
      before: before, after: before?.with(draft.given) ?? draft.row(id: nil, tripID: nil),
      isStated: true, setsBooking: draft[booking] != nil)
  }

  fileprivate mutating func remove() {
    (after, isStated) = (nil, true)
  }
}
