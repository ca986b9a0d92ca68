internal import SQLite

extension Store {
  /// Adds a trip, or updates the one with the same name and dates (an upsert, as SwiftData's unique
  /// constraints do): it keeps its id and gets the given values.
  package func add(_ edit: TripEdit, today: CalendarDate) throws(TripsError) -> TripOutcome {
    let new = try edit.newTrip(today: today)
    return try write { db in
      let lookup = TripLookup(db)
      var change = TripChange(adding: new)
      if let id = try lookup.tripID(change.summary()), let rows = try lookup.rows(ofTrip: id) {
        change = TripChange(of: rows)
        try change.apply(edit)
      }
      try change.addRows(of: edit)
      return try TripOutcome(Self.write(change, in: db), in: db)
    }
  }

  /// Changes a trip. If another trip already has the new name and dates, nothing happens.
  ///
  /// - Parameter notes: the notes that the trip must still have; nil skips the check.
  /// - Throws: `TripsError.collision`, `.changedMeanwhile`.
  package func edit(
    _ reference: TripReference, _ edit: TripEdit, expecting notes: String? = nil
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        if let notes, trip.notes != notes {
          throw TripsError.changedMeanwhile("the notes of " + TripSummary(trip).description)
        }
        try change.apply(edit)
        try change.addRows(of: edit)
      }
    }
  }

  /// Changes several trips in the same way, or none.
  ///
  /// - Parameter shown: the outcomes that were confirmed; nil for any.
  /// - Throws: `TripsError.collision` with an unchanged trip, `.wouldBeEqual`, and
  ///   `.changedMeanwhile` if one of the trips is not as it was when it was shown.
  package func edit(
    _ references: [TripReference], _ edit: TripEdit, expecting shown: [TripOutcome]? = nil
  ) throws(TripsError) -> [TripOutcome] {
    try write { db in
      let trips = try Self.trips(references, for: .any, in: db)
      if let shown, shown.count != trips.count {
        throw TripsError.changedMeanwhile("the names of these trips")
      }
      let changes = try trips.enumerated().map { index, trip in
        let rows = try Self.rows(ofTrip: trip.id, in: db)
        if let shown, shown[index].before != rows {
          throw TripsError.changedMeanwhile(TripSummary(trip).description)
        }
        var change = TripChange(of: rows)
        try change.apply(edit)
        try change.addRows(of: edit)
        return change
      }
      return try Self.write(changes, in: db).map { try TripOutcome($0, in: db) }
    }
  }

  /// Writes changes of several trips. A trip can take the name and dates of another only after that
  /// one has moved.
  private static func write(_ changes: [TripChange], in db: Connection) throws -> [TripChange] {
    var written: [Int64: TripChange] = [:]
    var waiting = changes
    while !waiting.isEmpty {
      var rivals: [TripSummary] = []
      let blocked = try waiting.filter { change in
        do {
          written[change.id] = try write(change, in: db)
          return false
        } catch TripsError.collision(let rival) {
          rivals.append(rival)
          return true
        }
      }
      if blocked.count == waiting.count {
        let ids = Set(blocked.map(\.id))
        let index = rivals.firstIndex { !ids.contains($0.id) } ?? 0
        let (id, rival) = (blocked[index].id, rivals[index])
        guard written[rival.id] != nil else { throw TripsError.collision(with: rival) }
        throw TripsError.wouldBeEqual(min(id, rival.id), max(id, rival.id), rival)
      }
      // Each of several trips in a row waits for the one after it, so the last one goes first.
      waiting = blocked.reversed()
    }
    return changes.compactMap { written[$0.id] }
  }

  /// Deletes trips with their bucket lists and stays.
  ///
  /// - Parameter shown: the trips that were confirmed; nil for any.
  /// - Returns: the deleted trips, as found by `trips(_:)`, and the number of the transaction.
  /// - Throws: `TripsError.changedMeanwhile` for other trips, or other names and dates.
  package func delete(
    _ references: [TripReference], expecting shown: [Trip]? = nil
  ) throws(TripsError) -> (trips: [Trip], transaction: Int64?) {
    try write { db in
      let trips = try Self.trips(references, for: .deleting, in: db)
      if let shown, shown.map(TripSummary.init) != trips.map(TripSummary.init) {
        throw TripsError.changedMeanwhile("these trips")
      }
      for trip in trips { try db.delete(trip.id.sqliteValue, TripColumn.self) }
      return (trips, try HistoryRecorder.currentTransaction(db))
    }
  }

  /// Copies a trip to another start, with the same length and costs. Nothing in the copy is done,
  /// reserved, confirmed or paid, and no booking has a number.
  ///
  /// - Parameter start: a day, or an offset from the start of the trip.
  /// - Throws: `TripsError.collision` if a trip has this name and these dates.
  package func copy(
    _ reference: TripReference, start: CopyStart, name: String? = nil
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      let source = try Self.rows(ofTrip: Self.id(of: reference, in: db), in: db)
      let trip = try Trip.read(source.trip)
      let first =
        switch start {
        case .on(let day): day as CalendarDate?
        case .after(let offset): trip.startDate.adding(offset)
        }
      guard let startDate = first,
        let endDate = trip.endDate.adding(days: trip.startDate.days(until: startDate))
      else { throw TripsError.value("the copy would be outside the years 0001 to 9999") }
      let days = trip.startDate.days(until: startDate)
      var values = StatedRow<TripColumn>(source.trip.copied([TripColumn]()))
      values.set(.startDate, startDate.description)
      values.set(.endDate, endDate.description)
      try values.moveSingleDays(by: DayMove(days: days))
      if let name { values.set(.name, name) }
      var change = TripChange(adding: values)
      change.items = source.items.map {
        RowOutcome(
          before: nil,
          after: $0.copied([ItemColumn.hasReservation, .isDone, .isPaid, .reference]))
      }
      change.stays = source.stays.map {
        RowOutcome(
          before: nil, after: $0.copied([StayColumn.isConfirmed, .isPaid, .reference]))
      }
      try change.move(by: DayMove(days: days))
      return try TripOutcome(Self.write(change, in: db), in: db)
    }
  }
}

/// The first day of a copy.
package enum CopyStart: Sendable {
  case on(CalendarDate)
  /// This long after the start of the trip.
  case after(CalendarOffset)
}

extension [SQLiteValue] {
  /// The row of a copy.
  ///
  /// - Parameter cleared: the columns that begin with their default.
  fileprivate func copied<Column: StoredColumn>(_ cleared: [Column]) -> Self {
    with(
      Column.allCases.compactMap { column in
        switch column.name {
        case "id": (column, .null)
        case "uid": (column, Column.newUID().sqliteValue)
        default: cleared.contains(column) ? (column, column.declaration.initialValue) : nil
        }
      })
  }
}

extension TripChange {
  /// Applies what a command states to the trip, and moves the dates of its items and stays if the
  /// command moves the whole trip.
  fileprivate mutating func apply(_ edit: TripEdit) throws {
    let old = try after.object()
    var new = try edit.values(of: old).fitting(after.trip)
    var move: DayMove?
    if let offset = edit.move, let day = edit.moveFrom {
      let days = try DayMove(offset, from: day, in: old)
      new.set(.endDate, try days.date(old.endDate).description)
      new[.singleDays] = new[.singleDays] ?? after.trip[TripColumn.singleDays]
      try new.moveSingleDays(by: days)
      move = days
    } else if edit.movesDays, let start = new.date(.startDate), start != old.startDate {
      move = DayMove(days: old.startDate.days(until: start))
    }
    set(new)
    if let move { try self.move(by: move) }
  }

  /// Adds the stays and the items of a command that the trip does not have yet, by place and by title.
  fileprivate mutating func addRows(of edit: TripEdit) throws {
    var titles = Set(after.items.map { SearchText.foldedName($0.text(ItemColumn.title)) })
    for title in edit.bucketList where titles.insert(SearchText.foldedName(title)).inserted {
      var item = BucketListDraft()
      item.set(.title, title)
      items.append(RowOutcome(before: nil, after: item.row(id: nil, tripID: nil)))
    }
    var places = Set(after.stays.map { SearchText.foldedName($0.text(StayColumn.placeName)) })
    for place in edit.stays where places.insert(SearchText.foldedName(place)).inserted {
      var stay = StayDraft()
      stay.set(.placeName, place)
      stays.append(RowOutcome(before: nil, after: stay.row(id: nil, tripID: nil)))
    }
  }
}
