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
        for place in try Self.items(words, in: change, of: trip) {
          let before = change.items[place].before
          change.items[place] = try RowOutcome(
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
      try Self.change(reference, for: .deleting, in: db) { change, trip in
        for place in try Self.items(words, in: change, of: trip, for: .deleting) {
          change.items[place].remove()
        }
      }
    }
  }

  private static func items(
    _ words: [String], in change: TripChange, of trip: Trip,
    for purpose: TripReference.Purpose = .any
  ) throws -> [Int] {
    let rows = NamedRows(change.items, ItemColumn.title)
    return try words.map { try item($0, among: rows, of: trip, for: purpose) }
  }

  private static func item(
    _ words: String, among rows: NamedRows<ItemColumn>, of trip: Trip,
    for purpose: TripReference.Purpose
  ) throws -> Int {
    let places = rows.matches(words, for: purpose)
    guard let first = places.first else {
      let folded = SearchText.foldedName(words)
      let found = trip.bucketList.filter { item in
        !folded.isEmpty && SearchText.folded(item.title).contains(folded)
      }
      throw TripsError.noSuchItem(
        words, trip: TripSummary(trip), found: found.map { "'\($0.title)' (\($0.id))" })
    }
    guard places.count == 1 else {
      throw TripsError.severalItems(
        words, trip: TripSummary(trip), candidates: places.map { trip.bucketList[$0].id })
    }
    return first
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
  /// - Throws: `TripsError.value`, `.noStay`, `.noSuchStay`, `.fitsSeveralStays`.
  package func editStay(
    _ words: String?, of reference: TripReference, _ draft: StayDraft,
    _ nights: StayNights = StayNights()
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        let place = try Self.stay(words, in: change, of: trip)
        let stay = trip.livingAccommodations[place]
        var draft = draft
        if !nights.isEmpty {
          draft.set(
            try nights.dates(in: trip, over: stay.startDate == nil ? nil : trip.dates(of: stay)))
        }
        change.stays[place] = try RowOutcome(
          before: stay.values, draft.fitting(stay.values), booking: .isConfirmed)
      }
    }
  }

  /// Removes a stay, identified in the same way.
  package func removeStay(
    _ words: String?, of reference: TripReference
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, for: .deleting, in: db) { change, trip in
        change.stays[try Self.stay(words, in: change, of: trip, for: .deleting)].remove()
      }
    }
  }

  private static func stay(
    _ words: String?, in change: TripChange, of trip: Trip,
    for purpose: TripReference.Purpose = .any
  ) throws -> Int {
    let all = change.stays.indices
    if all.isEmpty { throw TripsError.noStay(TripSummary(trip)) }
    func named(_ places: some Sequence<Int>) -> [String] {
      places.map { trip.livingAccommodations[$0] }.map { "'\($0.placeName)' (\($0.id))" }
    }
    let places =
      words.map { NamedRows(change.stays, StayColumn.placeName).matches($0, for: purpose) }
      ?? Array(all)
    guard let first = places.first else {
      throw TripsError.noSuchStay(words ?? "", TripSummary(trip), named(all))
    }
    guard places.count == 1 else {
      throw TripsError.fitsSeveralStays(words, TripSummary(trip), named(places))
    }
    return first
  }
}

// MARK: - Finding

/// The items or stays of a trip, which a user identifies.
private struct NamedRows<Column: StoredColumn> {
  private let rows: [[SQLiteValue]]
  private let name: Column
  /// The place of each id: a script may name thousands.
  private let ids: [Int64: Int]

  init(_ rows: [RowOutcome], _ name: Column) {
    self.rows = rows.map { $0.before ?? [] }
    self.name = name
    ids = Dictionary(zip(self.rows.map(\.id), 0...), uniquingKeysWith: { one, _ in one })
  }

  /// The places of the rows that match a word: by id or UID, otherwise by exact name, by its
  /// normalised form, by a name that a search treats as equal, or, unless rows are to be deleted,
  /// by a name that contains the word. Digits are an id or a whole name.
  func matches(_ words: String, for purpose: TripReference.Purpose) -> [Int] {
    if let place = Store.identifier(words).flatMap({ ids[$0] }) { return [place] }
    if let uid = Column.uid, let place = rows.firstIndex(where: { $0.text(uid) == words }) {
      return [place]
    }
    let stored = (try? name.declaration.text?.normalized(words)) ?? words
    let folded = SearchText.foldedName(words)
    let allowsParts = purpose == .any && !words.isDigits && !folded.isEmpty
    let tests: [(String) -> Bool] = [
      { $0 == words }, { $0 == stored }, { SearchText.foldedName($0) == folded },
      { allowsParts && SearchText.folded($0).contains(folded) },
    ]
    return tests.lazy.map { test in rows.indices.filter { test(rows[$0].text(name)) } }
      .first { !$0.isEmpty } ?? []
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
