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
        for place in try words.map({ try Self.item($0, in: change, of: trip) }) {
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
        let places = try words.map { try Self.item($0, in: change, of: trip, for: .deleting) }
        for place in places { change.items[place].remove() }
      }
    }
  }

  private static func item(
    _ words: String, in change: TripChange, of trip: Trip,
    for purpose: TripReference.Purpose = .any
  ) throws -> Int {
    let places = matches(words, ItemColumn.title, among: change.items, for: purpose)
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
      words.map { matches($0, StayColumn.placeName, among: change.stays, for: purpose) }
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

extension Store {
  /// The places of the rows that match a word: by id or UID, otherwise by exact name, by its
  /// normalised form, by a name that a search treats as equal, or, unless rows are to be deleted,
  /// by a name that contains the word. Digits are an id or a whole name.
  private static func matches<Column: StoredColumn>(
    _ words: String, _ name: Column, among rows: [RowOutcome],
    for purpose: TripReference.Purpose
  ) -> [Int] {
    let rows = rows.map { $0.before ?? [] }
    let id = identifier(words)
    if let place = rows.firstIndex(where: { $0.id == id }) { return [place] }
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
