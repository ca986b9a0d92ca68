internal import SQLite

/// Turns the sorted events of other programs into statements of trips, and remembers what they became.
struct EventStatements {
  private let events: [ForeignEvent]
  private let places: [EventSorting.Place]
  private let known: [String: ImportedEvent]
  private let sorting: [String: EventSorting.Known]
  /// The events that are left out, in order.
  private(set) var left: [(event: ForeignEvent, reason: LeftOutEvent.Reason)] = []
  /// The events to remember, by their places.
  private var new: [Int: ImportedEvent] = [:]
  /// The facts that the events state.
  private var facts: [Int: [String: String?]] = [:]
  /// The check-out events, by their check-in events.
  private var checkOuts: [Int: Int] = [:]

  init(
    _ events: [ForeignEvent], _ places: [EventSorting.Place], _ known: [String: ImportedEvent],
    _ sorting: [String: EventSorting.Known]
  ) {
    (self.events, self.places, self.known, self.sorting) = (events, places, known, sorting)
  }

  /// The statements of all trips, in the order of their first events.
  mutating func all() -> [(stated: StatedTrip, line: Int, file: String?)] {
    var trips: [EventSorting.Home: StatedTrip] = [:]
    var order: [(home: EventSorting.Home, event: Int)] = []
    // The trips of the store whose own events are in the files.
    var homes: [EventSorting.Home: EventSorting.Home] = [:]
    for (index, place) in places.enumerated() {
      do throws(ValueError) {
        switch place {
        case .trip:
          trips[.event(index), default: StatedTrip()].trip = try statement(index, TripColumn.self) {
            event, origin throws(ValueError) in try event.trip(origin)
          }
          order.append((.event(index), index))
          if let row = known[events[index].key]?.row { homes[.row(row)] = .event(index) }
        case .left(let reason): left.append((events[index], reason))
        case .item, .stay, .checkOut, .deleted: break
        }
      } catch {
        left.append((events[index], .cannotBeRead(error.description)))
      }
    }
    for index in inOrderOfDays {
      do throws(ValueError) {
        switch places[index] {
        case .item(let home) where isKept(home, trips):
          let item = try statement(index, ItemColumn.self) {
            event, origin throws(ValueError) in try event.item(origin)
          }
          let home = homes[home] ?? home
          add(home, index, to: &trips, &order)
          trips[home]?.items?.rows.append(item)
        case .stay(let home, let checkOut) where isKept(home, trips):
          let end = checkOut.map { events[$0] }
          let stay = try statement(index, StayColumn.self) {
            event, origin throws(ValueError) in try event.stay(origin, until: end)
          }
          checkOuts[index] = checkOut
          let home = homes[home] ?? home
          add(home, index, to: &trips, &order)
          trips[home]?.stays?.rows.append(stay)
        // Its trip cannot be read.
        case .item, .stay: left.append((events[index], .isNoTrip))
        case .trip, .left, .checkOut, .deleted: break
        }
      } catch {
        left.append((events[index], .cannotBeRead(error.description)))
      }
    }
    return order.sorted { $0.event < $1.event }.compactMap { home, event in
      trips[home].map { ($0, events[event].line, events[event].file) }
    }
  }

  private var inOrderOfDays: [Int] {
    events.indices.sorted { one, other in
      (events[one].days.lowerBound, events[one].time ?? "", one)
        < (events[other].days.lowerBound, events[other].time ?? "", other)
    }
  }

  private func isKept(
    _ home: EventSorting.Home, _ trips: [EventSorting.Home: StatedTrip]
  ) -> Bool {
    if case .event = home { trips[home] != nil } else { true }
  }

  private func add(
    _ home: EventSorting.Home, _ event: Int, to trips: inout [EventSorting.Home: StatedTrip],
    _ order: inout [(home: EventSorting.Home, event: Int)]
  ) {
    if trips[home] == nil {
      var part = StatedTrip()
      part.isPart = true
      switch home {
      case .row(let id): part.trip.origin = EventOrigin(event: -1, row: id)
      case .uid(let uid): part.trip.uid = uid
      case .event: break
      }
      trips[home] = part
      order.append((home, event))
    }
    if trips[home]?.items == nil { trips[home]?.items = StatedRows(rows: []) }
    if trips[home]?.stays == nil { trips[home]?.stays = StatedRows(rows: []) }
  }

  /// The values that an event states; none if it is older than the imported version.
  private mutating func statement<Column: StoredColumn>(
    _ index: Int, _ columns: Column.Type,
    _ read: (ForeignEvent, EventOrigin) throws(ValueError) -> StatedRow<Column>
  ) throws(ValueError) -> StatedRow<Column> {
    let before = known[events[index].key]
    let origin = EventOrigin(event: index, row: before?.row, base: before?.base(columns))
    if sorting[events[index].key]?.isOutdated == true {
      var row = StatedRow<Column>()
      row.origin = origin
      return row
    }
    let row = try read(events[index], origin)
    facts[index] = ImportedEvent.facts(of: row)
    return row
  }

  // MARK: - Memory

  /// Records the rows made from the events of a trip.
  mutating func take(_ change: TripChange) {
    take([change.trip], .trip)
    take(change.items, .bucketListItem)
    take(change.stays, .livingAccommodation)
  }

  private mutating func take(_ rows: [RowOutcome], _ entity: HistoryEntity) {
    for row in rows {
      guard let index = row.event, let id = row.after?.id, let facts = facts[index]
      else { continue }
      remember(index, entity, id, facts)
      if let checkOut = checkOuts[index] { remember(checkOut, entity, id, [:]) }
    }
  }

  private mutating func remember(
    _ index: Int, _ entity: HistoryEntity, _ row: Int64, _ facts: [String: String?]
  ) {
    let (event, before) = (events[index], known[events[index].key])
    // A value that the event no longer states is still remembered.
    let all = (before?.facts ?? [:]).merging(facts) { $1 }
    if let before, before.row == row, before.version == event.version, before.facts == all {
      return
    }
    new[index] = ImportedEvent(
      entity: entity, row: row, version: event.version, facts: all,
      transaction: before?.transaction)
  }

  /// Saves which row each event became, after the rows were written.
  func remember(in memory: ImportMemory) throws {
    if new.isEmpty { return }
    // If this import changed nothing, its records belong to the import before, and are undone with
    // it.
    let transaction = try HistoryRecorder.currentTransaction(memory.db)
    for (index, event) in new.sorted(by: { $0.key < $1.key }) {
      var event = event
      if let transaction { event.transaction = transaction }
      try memory.save(event, events[index].key)
    }
  }
}
