import Platform
internal import SQLite

/// Merges a trip with its items and stays, event by event. What no rule can merge holds back its
/// event alone, on both sides.
struct CaseMerge {
  /// A stay, or an item.
  struct Part {
    let uid: String
    let kind: StatedEvent.Kind
    var row: SyncedRow
    /// The sides of its own event.
    var sides = EventSides()
    /// Whether the trip's event lists it, as an item without a date.
    var isListed = false
    /// Whether it is left alone.
    var isHeld = false

    func name(_ row: [SQLiteValue]) -> String {
      kind == .stay
        ? "stay '\(row.text(StayColumn.placeName))'" : "item '\(row.text(ItemColumn.title))'"
    }

    var isDated: Bool {
      row.store.after.map { kind == .stay || !$0[ItemColumn.date].isNull } ?? false
    }
  }

  let one: SyncCase
  private let side: SyncSide?
  private(set) var trip: SyncedRow
  private(set) var parts: [Part] = []
  /// Whether the trip's event is left alone, with its items without a date.
  private(set) var isHeld = false
  /// Whether one side has deleted the trip, and the other has not changed it.
  private(set) var isDeleted = false
  /// Whether one side has deleted it, and the other has changed it.
  private(set) var isRevived = false
  private(set) var conflicts: [SyncConflict] = []
  private(set) var reasons: [String] = []
  private(set) var cancelled: [CancelledRow] = []

  private var statedTrip: StatedRow<TripColumn>?
  private var list: [StatedRow<ItemColumn>] = []
  private var statedItems: [String: StatedRow<ItemColumn>] = [:]
  private var statedStays: [String: StatedRow<StayColumn>] = [:]
  /// The events that are left alone.
  private var held: Set<String> = []

  private var baseTrip: [SQLiteValue]? { one.event.rows.first }
  /// The items of the list after the last sync that have not moved to an event of their own.
  private var baseList: [[SQLiteValue]] {
    one.event.rows.dropFirst().filter { one.parts[$0.text(ItemColumn.uid)]?.found == nil }
  }

  init(_ one: SyncCase, _ side: SyncSide?) {
    (self.one, self.side) = (one, side)
    trip = SyncedRow(left: one.trip?.trip)
    readTrip()
    for uid in one.parts.keys.sorted() { readPart(uid) }
    if decideDeletion() { return }
    mergeTrip()
    mergeStays()
    mergeItems()
    clearConfirmations()
  }

  private mutating func hold(_ reason: String) {
    isHeld = true
    reasons.append(reason)
  }

  /// The trip as its event states it.
  private var shownTrip: [SQLiteValue]? {
    let known = baseTrip ?? one.trip?.trip
    guard let statedTrip else { return known }
    return known?.with(statedTrip.given) ?? statedTrip.row(id: nil, tripID: nil)
  }

  // MARK: - Reading

  private mutating func readTrip() {
    if let problem = one.event.problem { return hold(problem) }
    guard let event = one.event.found?.stated else { return }
    if event.isCancelled {
      // The event of a trip that was deleted here is unchanged.
      statedTrip = StatedRow()
      list = baseList.map { known(item: $0) }
      isHeld = one.trip != nil || one.event.known == nil
      if let row = one.trip?.trip { name(cancelled: .trip, row, row.text(TripColumn.name)) }
      return
    }
    do {
      let stated = try event.trip(since: one.event.base, baseTrip ?? one.trip?.trip)
      list = try event.list(since: one.event.base, baseList)
      statedTrip = stated
    } catch {
      hold("\(error)")
    }
  }

  private func known(item row: [SQLiteValue]) -> StatedRow<ItemColumn> {
    var stated = StatedRow<ItemColumn>()
    stated.uid = row.text(ItemColumn.uid)
    return stated
  }

  private mutating func name(cancelled entity: HistoryEntity, _ row: [SQLiteValue], _ name: String) {
    cancelled.append(
      CancelledRow(entity: entity, id: row.id, trip: one.trip?.trip.id ?? 0, name: name))
  }

  private mutating func readPart(_ uid: String) {
    guard let sides = one.parts[uid] else { return }
    if let problem = sides.problem { return hold(part: uid, problem) }
    guard let event = sides.found?.stated else { return }
    do {
      let base = event.isCancelled ? event : sides.base
      if kind(of: uid, sides) == .stay {
        var trips = [shownTrip, one.trip?.trip].compactMap(\.self)
        if statedTrip == nil, one.event.found == nil { trips.reverse() }
        let known = sides.rows.first.flatMap { stay in baseTrip.map { (stay, $0) } }
        statedStays[uid] = try event.stay(since: base, known, in: trips)
        statedStays[uid]?.uid = uid
      } else {
        statedItems[uid] = try event.item(since: base, sides.rows.first ?? baseItem(uid))
        statedItems[uid]?.uid = uid
      }
      if event.isCancelled { readCancelled(uid, sides) }
    } catch {
      hold(part: uid, "\(error)")
    }
  }

  /// A cancelled event is left alone and named; its stay is not confirmed.
  private mutating func readCancelled(_ uid: String, _ sides: EventSides) {
    if let row = row(item: uid) {
      name(cancelled: .bucketListItem, row, row.text(ItemColumn.title))
      held.insert(uid)
    } else if let row = row(stay: uid) {
      name(cancelled: .livingAccommodation, row, row.text(StayColumn.placeName))
      held.insert(uid)
    } else if sides.known == nil {
      held.insert(uid)
    }
  }

  private mutating func hold(part uid: String, _ reason: String) {
    held.insert(uid)
    let name = one.parts[uid]?.found?.stated.title ?? ""
    let label = name.isEmpty ? "" : "'\(name)': "
    reasons.append(label + reason)
  }

  private func row(item uid: String) -> [SQLiteValue]? {
    one.trip?.items.first { $0.text(ItemColumn.uid) == uid }
  }

  private func row(stay uid: String) -> [SQLiteValue]? {
    one.trip?.stays.first { $0.text(StayColumn.uid) == uid }
  }

  private func baseItem(_ uid: String) -> [SQLiteValue]? {
    one.event.rows.dropFirst().first { $0.text(ItemColumn.uid) == uid }
  }

  private func kind(of uid: String, _ sides: EventSides) -> StatedEvent.Kind {
    if let kind = sides.known?.kind { return kind }
    if row(item: uid) != nil { return .item }
    return row(stay: uid) != nil ? .stay : sides.found?.stated.kind ?? .stay
  }

  // MARK: - Deletion of the trip

  /// Deletes a trip that one side has deleted, unless the other has changed it or one of its stays or
  /// items.
  private mutating func decideDeletion() -> Bool {
    let isInCalendar = one.event.found != nil
    guard one.event.known != nil, one.trip == nil || !isInCalendar else { return false }
    if isHeld || !held.isEmpty {
      // A file that cannot be read is no deletion.
      isHeld = true
      for uid in one.parts.keys { held.insert(uid) }
      if let rows = one.trip {
        parts = rows.stays.map { left($0, .stay) } + rows.items.map { left($0, .item) }
      }
      return true
    }
    if hasChangedCalendar || (one.trip != nil && hasChangedStore) {
      isRevived = true
      return false
    }
    isDeleted = true
    trip = SyncedRow(
      store: RowOutcome(before: one.trip?.trip, after: nil),
      calendar: RowOutcome(before: baseTrip, after: nil))
    for row in one.trip?.stays ?? [] { addDeleted(row, .stay, row.text(StayColumn.uid)) }
    for row in one.trip?.items ?? [] { addDeleted(row, .item, row.text(ItemColumn.uid)) }
    for (uid, sides) in one.parts.sorted(by: { $0.key < $1.key })
    where !parts.contains(where: { $0.uid == uid }) {
      parts.append(
        Part(
          uid: uid, kind: kind(of: uid, sides),
          row: SyncedRow(
            store: RowOutcome(before: nil, after: nil),
            calendar: RowOutcome(before: sides.rows.first, after: nil)), sides: sides))
    }
    return true
  }

  private mutating func addDeleted(_ row: [SQLiteValue], _ kind: StatedEvent.Kind, _ uid: String) {
    let outcome = RowOutcome(before: row, after: nil)
    parts.append(
      Part(
        uid: uid, kind: kind, row: SyncedRow(store: outcome, calendar: outcome),
        sides: one.parts[uid] ?? EventSides()))
  }

  private var hasChangedCalendar: Bool {
    if one.event.found != nil, let baseTrip, let shownTrip {
      let uids = Set(list.compactMap(\.uid))
      let isSame =
        list.count == baseList.count
        && baseList.allSatisfy { uids.contains($0.text(ItemColumn.uid)) }
        && zip(list, list.map { baseItem($0.uid ?? "") }).allSatisfy { Self.isSame($0, $1) }
      if !TripColumn.areEqual(baseTrip, shownTrip) || !isSame { return true }
    }
    return one.parts.contains { uid, sides in
      guard sides.found != nil else { return false }
      return kind(of: uid, sides) == .stay
        ? !Self.isSame(statedStays[uid], sides.rows.first)
        : !Self.isSame(statedItems[uid], sides.rows.first)
    }
  }

  private static func isSame<Column: StoredColumn>(
    _ stated: StatedRow<Column>?, _ base: [SQLiteValue]?
  ) -> Bool {
    guard let stated, let base else { return false }
    return Column.areEqual(base, base.with(stated.given))
  }

  private var hasChangedStore: Bool {
    guard let rows = one.trip, let baseTrip else { return true }
    let known = one.parts.values.filter { $0.known != nil }
    let items = known.filter { $0.known?.kind == .item }.compactMap(\.rows.first)
    let stays = known.filter { $0.known?.kind == .stay }.compactMap(\.rows.first)
    func areSame<Column: StoredColumn>(
      _ rows: [[SQLiteValue]], _ base: [[SQLiteValue]], _ columns: Column.Type
    ) -> Bool {
      let known = Dictionary(base.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
      return rows.count == known.count
        && rows.allSatisfy { row in known[row.id].map { columns.areEqual($0, row) } ?? false }
    }
    return !TripColumn.areEqual(baseTrip, rows.trip)
      || !areSame(rows.items, Array(one.event.rows.dropFirst()) + items, ItemColumn.self)
      || !areSame(rows.stays, stays, StayColumn.self)
  }

  // MARK: - The trip and its list

  private mutating func mergeTrip() {
    let listed = mergeList()
    if !isHeld {
      var merge = TripMerge(prefers: side)
      if one.trip == nil, one.event.found == nil { statedTrip = StatedRow() }
      trip = merge.row(statedTrip, base: baseTrip, inStore: one.trip?.trip, keeps: true)
      if one.event.found == nil {
        trip.calendar = RowOutcome(before: nil, after: trip.calendar.after)
      }
      merge.fitKind(of: &trip, base: baseTrip)
      conflicts = merge.conflicts + conflicts
      checkOrigin(of: one.event)
      do {
        if trip.store.before != trip.store.after, let after = trip.store.after {
          let values = try TripMerge.values(checking: after, over: trip.store.before)
          trip.store.after = values.row(id: after.id, uid: after.text(TripColumn.uid))
          if trip.store.before == nil { trip.set(TripColumn.uid, one.uid.sqliteValue) }
        }
      } catch {
        hold("\(error)")
      }
      if !conflicts.isEmpty { isHeld = true }
    }
    parts = listed
    guard isHeld else { return }
    trip = SyncedRow(left: one.trip?.trip)
    // What the list states waits.
    list = baseList.map { known(item: $0) }
    let conflicts = conflicts
    parts = mergeList().map { part in
      var part = part
      if part.row.store.after?[ItemColumn.date].isNull ?? true {
        part.row = SyncedRow(left: part.row.store.before)
        part.isHeld = true
      }
      return part
    }
    self.conflicts = conflicts
  }

  /// An event of another program is left alone until the user decides.
  private mutating func checkOrigin(of sides: EventSides) {
    guard let found = sides.found, found.stated.kind == .other, sides.known == nil, side == nil,
      let id = one.id
    else { return }
    reasons.append(
      "its event was not created by trips; '--prefer' with '--trip \(id)' syncs them")
    isHeld = true
  }

  /// Merges the items that the trip's event lists, now or after the last sync.
  private mutating func mergeList() -> [Part] {
    nameNewItems()
    if let event = one.event.found?.stated, side == nil, !isHeld,
      event.hasLostItems(baseList, since: one.event.base)
    {
      conflicts.append(
        SyncConflict(
          field: "items",
          store: (one.trip?.items ?? []).filter { $0[ItemColumn.date].isNull }
            .map { $0.text(ItemColumn.title) }.joined(separator: "\n"),
          calendar: nil))
    }
    if side == .store, let event = one.event.found?.stated,
      event.hasLostItems(baseList, since: one.event.base)
    {
      // They are written again.
      list = []
      return baseList.compactMap { row in
        guard let own = self.row(item: row.text(ItemColumn.uid)) else { return nil }
        var merged = SyncedRow(left: own)
        merged.calendar.after = own
        return Part(uid: own.text(ItemColumn.uid), kind: .item, row: merged)
      }
    }
    var merge = TripMerge(prefers: side)
    var result: [Part] = []
    let stated = Dictionary(
      list.map { ($0.uid ?? "", $0) }, uniquingKeysWith: { one, _ in one })
    let uids = list.compactMap(\.uid) + baseList.map { $0.text(ItemColumn.uid) }
    var seen: Set<String> = []
    for uid in uids where seen.insert(uid).inserted && one.parts[uid]?.found == nil {
      var statedItem = stated[uid]
      if one.parts[uid]?.known != nil {
        // It has no date there.
        statedItem?[.date] = .null
        statedItem?[.time] = .null
      }
      let own = row(item: uid) ?? row(pairedWith: uid)
      let merged = merge.row(
        statedItem, base: one.parts[uid]?.rows.first ?? baseItem(uid), inStore: own,
        keeps: isRevived || one.event.known == nil,
        label: "item '\(own?.text(ItemColumn.title) ?? "")': ")
      result.append(
        Part(
          uid: uid, kind: .item, row: merged, sides: one.parts[uid] ?? EventSides(),
          isListed: statedItem != nil && one.event.found != nil))
    }
    conflicts += merge.conflicts
    return result
  }

  /// The uids of rows that take that of an equal item.
  private var pairs: [String: String] = [:]

  private func row(pairedWith uid: String) -> [SQLiteValue]? {
    pairs[uid].flatMap { row(item: $0) }
  }

  /// Gives each new item of the list a uid: that of an item with its title, which both sides have
  /// added, or a new one. An item with another uid takes that of the event.
  private mutating func nameNewItems() {
    let known = Set(one.event.rows.dropFirst().map { $0.text(ItemColumn.uid) })
    var taken = known.union(list.compactMap(\.uid)).union(one.parts.keys)
    var free: [String: [String]] = [:]
    for row in (one.trip?.items ?? []).reversed() where row[ItemColumn.date].isNull {
      let uid = row.text(ItemColumn.uid)
      if taken.contains(uid) { continue }
      free[ItemColumn.inEvents(row).text(ItemColumn.title), default: []].append(uid)
    }
    for index in list.indices {
      let title = list[index].title
      if let uid = list[index].uid {
        guard !known.contains(uid), row(item: uid) == nil, pairs[uid] == nil else { continue }
        pairs[uid] = free[title]?.popLast()
      } else {
        let uid =
          free[title]?.popLast()
          ?? EventCodec.uid(ofItem: title, inTripWithUID: one.uid, taken: taken)
        list[index].uid = uid
        taken.insert(uid)
      }
    }
  }

  // MARK: - Stays and items with a date

  private func left(_ row: [SQLiteValue], _ kind: StatedEvent.Kind) -> Part {
    let uid = kind == .stay ? row.text(StayColumn.uid) : row.text(ItemColumn.uid)
    return Part(
      uid: uid, kind: kind, row: SyncedRow(left: row), sides: one.parts[uid] ?? EventSides(),
      isHeld: true)
  }

  private mutating func mergeStays() {
    let rows = one.trip?.stays ?? []
    let own = rows.map { $0.text(StayColumn.uid) }
    let others = one.parts.filter { kind(of: $0.key, $0.value) == .stay && !own.contains($0.key) }
    for (uid, row) in rows.map({ ($0.text(StayColumn.uid), Optional($0)) })
      + others.keys.sorted().map({ ($0, nil) })
    {
      add(uid, .stay, row, statedStays[uid], StayColumn.self)
    }
  }

  private mutating func mergeItems() {
    let listed = Set(parts.filter { $0.kind == .item }.map(\.uid)).union(pairs.values)
    let rows = (one.trip?.items ?? []).filter { !listed.contains($0.text(ItemColumn.uid)) }
    let own = rows.map { $0.text(ItemColumn.uid) }
    let others = one.parts.filter {
      kind(of: $0.key, $0.value) == .item && !own.contains($0.key) && !listed.contains($0.key)
    }
    for (uid, row) in rows.map({ ($0.text(ItemColumn.uid), Optional($0)) })
      + others.keys.sorted().map({ ($0, nil) })
    {
      add(uid, .item, row, statedItems[uid], ItemColumn.self)
    }
  }

  /// Merges the row of an event of its own.
  private mutating func add<Column: StoredColumn>(
    _ uid: String, _ kind: StatedEvent.Kind, _ row: [SQLiteValue]?, _ stated: StatedRow<Column>?,
    _ columns: Column.Type
  ) {
    let sides = one.parts[uid] ?? EventSides()
    var part = Part(uid: uid, kind: kind, row: SyncedRow(left: row), sides: sides)
    // A new trip that is left alone has no stays.
    if held.contains(uid) || (isHeld && one.trip == nil) {
      part.isHeld = true
      parts.append(part)
      return
    }
    var merge = TripMerge(prefers: side)
    part.row = merge.row(
      stated, base: sides.rows.first ?? baseItem(uid), inStore: row, keeps: isRevived,
      label: row.map { part.name($0) + ": " } ?? "")
    if one.trip == nil, let row = part.row.store.after, row.text(Column.nameColumn).isEmpty {
      part.isHeld = true
      reasons.append("the \(Column.nameColumn.fact) must not be empty")
    }
    conflicts += merge.conflicts
    let isForeign = sides.known == nil && sides.found?.stated.kind == .other && side == nil
    if isForeign {
      reasons.append(
        "its event was not created by trips; '--prefer' with '--trip \(one.id ?? 0)' syncs them")
    }
    // An item that lost its date waits for the event that will list it.
    let waits = isHeld && kind == .item && part.row.store.after?[ItemColumn.date].isNull == true
    if !merge.conflicts.isEmpty || isForeign || waits || part.isHeld {
      part.row = SyncedRow(left: row)
      part.isHeld = true
    }
    parts.append(part)
  }

  // MARK: - Confirmations

  /// The trip as its event states it after the sync.
  var tripInCalendar: [SQLiteValue] {
    (isHeld ? shownTrip : trip.calendar.after) ?? one.trip?.trip ?? []
  }

  /// Confirmations and reservations are for the days that they were given for: without a side that has
  /// them for the merged days, they are cleared.
  private mutating func clearConfirmations() {
    for index in parts.indices {
      let part = parts[index]
      if part.isHeld {
        let isCancelled = part.sides.found?.stated.isCancelled == true && part.sides.problem == nil
        if part.kind == .stay, isCancelled {
          parts[index].row.store.after?[Int(StayColumn.isConfirmed.rawValue)] = false.sqliteValue
        }
        continue
      }
      guard let after = part.row.store.after else { continue }
      if part.kind == .stay, after[StayColumn.isConfirmed] == true.sqliteValue {
        if !isConfirmed(part, after) {
          parts[index].row.set(StayColumn.isConfirmed, false.sqliteValue)
        }
      } else if part.kind == .item, after[ItemColumn.hasReservation] == true.sqliteValue {
        if !isReserved(part, after) {
          parts[index].row.set(ItemColumn.hasReservation, false.sqliteValue)
        }
      }
    }
  }

  /// Whether a side has confirmed a stay for its merged nights.
  private func isConfirmed(_ part: Part, _ after: [SQLiteValue]) -> Bool {
    guard let nights = StayColumn.nights(of: after, in: trip.store.after ?? []) else { return true }
    func isConfirmed(_ row: [SQLiteValue]?) -> Bool {
      row?[StayColumn.isConfirmed] == true.sqliteValue
    }
    if isConfirmed(part.row.store.before), let before = part.row.store.before,
      let own = one.trip?.trip, StayColumn.nights(of: before, in: own).map({ $0 == nights }) ?? true
    {
      return true
    }
    let event = part.sides.found?.stated
    let isMoved =
      !after[StayColumn.startDate].isNull && event?.isMovedByOthers(since: part.sides.base) == true
    return isConfirmed(part.row.calendar.before) && !isMoved
      && event?.days.map { $0.ofNights == nights } ?? false
  }

  /// Whether a side has reserved an item for its merged day. A first date is no other day.
  private func isReserved(_ part: Part, _ after: [SQLiteValue]) -> Bool {
    func isReserved(_ row: [SQLiteValue]?) -> Bool {
      guard let row, row[ItemColumn.hasReservation] == true.sqliteValue else { return false }
      return row[ItemColumn.date].isNull || row[ItemColumn.date] == after[ItemColumn.date]
    }
    return isReserved(part.row.store.before)
      || (isReserved(part.row.calendar.before)
        && part.sides.found?.stated.isMovedByOthers(since: part.sides.base) != true)
  }
}

extension StoredColumn {
  /// The column with the title or the place.
  fileprivate static var nameColumn: Self {
    allCases.first { ["title", "placeName"].contains($0.name) } ?? allCases[0]
  }
}

extension TripMerge {
  /// The values of a merged trip, of which only the changed ones are checked.
  ///
  /// - Throws: `ValueError` or `TripsError.value` for values that a trip cannot have.
  static func values(checking row: [SQLiteValue], over old: [SQLiteValue]?) throws -> TripValues {
    if let old { return try values(row, over: old) }
    var stated = StatedRow<TripColumn>()
    for column in TripColumn.allCases where !row[column].isNull { stated[column] = row[column] }
    guard stated.text(.name)?.isEmpty == false else { throw ValueError("the name is missing") }
    return try TripValues(stated.draft, today: .first)
  }
}
