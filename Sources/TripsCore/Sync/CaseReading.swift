internal import SQLite

/// The values that the events of a trip state, each compared with its base.
struct CaseReading {
  let one: SyncCase
  /// Nil if its event is missing or left alone.
  private(set) var trip: StatedRow<TripColumn>?
  /// The items without a date in the trip's event, each with a uid.
  private(set) var list: [StatedRow<ItemColumn>] = []
  /// Whether the event has lost all its items at once.
  private(set) var hasLostItems = false
  private(set) var items: [String: StatedRow<ItemColumn>] = [:]
  private(set) var stays: [String: StatedRow<StayColumn>] = [:]
  /// Whether the trip's event is left alone; then the uids of other events that are, and the
  /// reasons.
  private(set) var isHeld = false
  private(set) var held: Set<String> = []
  private(set) var reasons: [String] = []
  private(set) var cancelled: [CancelledRow] = []
  /// The old uids of stored items, by the uids that they take from the list.
  private(set) var pairs: [String: String] = [:]

  /// The rows in the store, and the list after the last sync, by uid.
  private let itemRows: [String: [SQLiteValue]]
  private let stayRows: [String: [SQLiteValue]]
  private let baseItems: [String: [SQLiteValue]]

  init(_ one: SyncCase) {
    func byUID(_ rows: some Sequence<[SQLiteValue]>, _ uid: some StoredColumn)
      -> [String: [SQLiteValue]]
    {
      Dictionary(rows.map { ($0.text(uid), $0) }, uniquingKeysWith: { one, _ in one })
    }
    self.one = one
    itemRows = byUID(one.trip?.items ?? [], ItemColumn.uid)
    stayRows = byUID(one.trip?.stays ?? [], StayColumn.uid)
    baseItems = byUID(one.event.rows.dropFirst(), ItemColumn.uid)
    readTrip()
    for (uid, sides) in one.parts.sorted(by: { $0.key < $1.key }) {
      do {
        try read(uid, sides)
      } catch {
        held.insert(uid)
        let name = sides.found?.stated.title ?? ""
        reasons.append((name.isEmpty ? "" : "'\(name)': ") + "\(error)")
      }
    }
  }

  private var baseTrip: [SQLiteValue]? { one.event.rows.first }

  /// The items of the list after the last sync that have no event of their own.
  var baseList: [[SQLiteValue]] {
    one.event.rows.dropFirst().filter { one.parts[$0.text(ItemColumn.uid)]?.found == nil }
  }

  /// A list that states nothing new.
  var knownList: [StatedRow<ItemColumn>] {
    baseList.map { row in
      var stated = StatedRow<ItemColumn>()
      stated.uid = row.text(ItemColumn.uid)
      return stated
    }
  }

  /// The trip as its event shows it. An event that is left alone states nothing, but its stays are on
  /// its days.
  var shownTrip: [SQLiteValue]? {
    guard isHeld, let event = one.event.found?.stated, let days = event.days,
      !event.hasSameTimes(as: one.event.base)
    else { return statedTrip }
    return statedTrip?.with([
      (TripColumn.startDate, days.first.description.sqliteValue),
      (.endDate, days.last.description.sqliteValue),
    ])
  }

  /// The trip as its event states it.
  private var statedTrip: [SQLiteValue]? {
    let known = baseTrip ?? one.trip?.trip
    guard let trip else { return known }
    return known?.with(trip.given) ?? trip.row(id: nil, tripID: nil)
  }

  func row(item uid: String) -> [SQLiteValue]? { itemRows[pairs[uid] ?? uid] }

  func baseItem(_ uid: String) -> [SQLiteValue]? { baseItems[uid] }

  func kind(of uid: String, _ sides: EventSides) -> StatedEvent.Kind {
    if let kind = sides.known?.kind { return kind }
    if row(item: uid) != nil { return .item }
    return stayRows[uid] != nil ? .stay : sides.found?.stated.kind ?? .stay
  }

  // MARK: - Reading

  private mutating func readTrip() {
    if let problem = one.event.problem {
      (isHeld, reasons) = (true, [problem])
      return
    }
    guard let event = one.event.found?.stated else {
      // Deleted on both sides, it has its last values.
      if one.trip == nil { (trip, list) = (StatedRow(), knownList) }
      return
    }
    if event.isCancelled {
      // The event of a trip that was deleted here is unchanged.
      (trip, list) = (StatedRow(), knownList)
      isHeld = one.trip != nil || one.event.known == nil
      if let row = one.trip?.trip { name(cancelled: .trip, row, row.text(TripColumn.name)) }
      return
    }
    do {
      list = try event.list(since: one.event.base, baseList)
      trip = try event.trip(since: one.event.base, baseTrip ?? one.trip?.trip)
      hasLostItems = event.hasLostItems(baseList, since: one.event.base)
      nameNewItems()
    } catch {
      (isHeld, reasons) = (true, ["\(error)"])
    }
  }

  /// Gives each new item of the list a uid: the uid of the stored item with its title, if both
  /// sides have added it, otherwise a new one. An item with another uid takes the uid in the event.
  private mutating func nameNewItems() {
    var taken = Set(baseItems.keys).union(list.compactMap(\.uid)).union(one.parts.keys)
    var free: [String: [String]] = [:]
    for row in (one.trip?.items ?? []).reversed() where row[ItemColumn.date].isNull {
      let uid = row.text(ItemColumn.uid)
      if taken.contains(uid) { continue }
      free[ItemColumn.inEvents(row).text(ItemColumn.title), default: []].append(uid)
    }
    for index in list.indices {
      let title = list[index].title
      if let uid = list[index].uid {
        if baseItems[uid] == nil, row(item: uid) == nil { pairs[uid] = free[title]?.popLast() }
      } else {
        let uid =
          free[title]?.popLast()
          ?? EventCodec.uid(ofItem: title, inTripWithUID: one.uid, taken: taken)
        list[index].uid = uid
        taken.insert(uid)
      }
    }
  }

  /// Reads a stay, or an item with a date.
  private mutating func read(_ uid: String, _ sides: EventSides) throws(ValueError) {
    if let problem = sides.problem { throw ValueError(problem) }
    guard let event = sides.found?.stated else { return }
    let isStay = kind(of: uid, sides) == .stay
    if event.isCancelled {
      // The event of a row that was deleted here is unchanged.
      if isStay { stays[uid] = StatedRow() } else { items[uid] = StatedRow() }
      let row = isStay ? stayRows[uid] : row(item: uid)
      if row != nil || sides.known == nil { held.insert(uid) }
      if let row {
        name(cancelled: isStay ? .livingAccommodation : .bucketListItem, row, event.title)
      }
    } else if isStay {
      let known = sides.rows.first.flatMap { stay in baseTrip.map { (stay, $0) } }
      let trips = [shownTrip, one.trip?.trip].compactMap(\.self)
      stays[uid] = try event.stay(since: sides.base, known, in: trips)
    } else {
      items[uid] = try event.item(since: sides.base, sides.rows.first ?? baseItem(uid))
    }
    stays[uid]?.uid = uid
    items[uid]?.uid = uid
  }

  /// A cancelled event is left alone and reported.
  private mutating func name(
    cancelled entity: HistoryEntity, _ row: [SQLiteValue], _ name: String
  ) {
    cancelled.append(
      CancelledRow(entity: entity, id: row.id, trip: one.trip?.trip.id ?? 0, name: name))
  }

  // MARK: - Changes since the last sync

  /// Whether the event of the trip, or of one of its stays or items, has changed.
  var hasChangedCalendar: Bool {
    if one.event.found != nil, let baseTrip, let statedTrip {
      let isSame =
        list.count == baseList.count && list.allSatisfy { Self.isSame($0, baseItem($0.uid ?? "")) }
      if !TripColumn.areEqual(baseTrip, statedTrip) || !isSame { return true }
    }
    return one.parts.contains { uid, sides in
      guard sides.found != nil else { return false }
      return kind(of: uid, sides) == .stay
        ? !Self.isSame(stays[uid], sides.rows.first) : !Self.isSame(items[uid], sides.rows.first)
    }
  }

  private static func isSame<Column: StoredColumn>(
    _ stated: StatedRow<Column>?, _ base: [SQLiteValue]?
  ) -> Bool {
    guard let stated, let base else { return false }
    return Column.areEqual(base, base.with(stated.given))
  }

  /// Whether the row of the trip, or of one of its stays or items, has changed.
  var hasChangedStore: Bool {
    guard let rows = one.trip, let baseTrip else { return true }
    func areSame<Column: StoredColumn>(
      _ rows: [[SQLiteValue]], _ kind: StatedEvent.Kind, _ list: ArraySlice<[SQLiteValue]>,
      _ columns: Column.Type
    ) -> Bool {
      let base =
        list + one.parts.values.filter { $0.known?.kind == kind }.compactMap(\.rows.first)
      let known = Dictionary(base.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
      return rows.count == known.count
        && rows.allSatisfy { row in known[row.id].map { columns.areEqual($0, row) } ?? false }
    }
    return !TripColumn.areEqual(baseTrip, rows.trip)
      || !areSame(rows.items, .item, one.event.rows.dropFirst(), ItemColumn.self)
      || !areSame(rows.stays, .stay, [], StayColumn.self)
  }
}
