import Platform
internal import SQLite

/// Merges a trip with its items and stays, event by event. An event that no rule can merge is left
/// alone on both sides; the others are merged.
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

    /// Whether it has an event of its own after the sync.
    var isOnItsOwn: Bool {
      row.store.after.map { kind == .stay || !$0[ItemColumn.date].isNull } ?? false
    }
  }

  let one: SyncCase
  private let side: SyncSide?
  /// The values that the events state.
  let stated: CaseReading
  private(set) var trip: SyncedRow
  private(set) var parts: [Part] = []
  /// Whether the trip's event is left alone, with its items without a date.
  private(set) var isHeld: Bool
  /// Whether one side has deleted the trip, and the other has not changed it.
  private(set) var isDeleted = false
  /// Whether one side has deleted it, and the other has changed it.
  private(set) var isRevived = false
  private(set) var conflicts: [PropertyChange] = []
  private(set) var reasons: [String]

  init(_ one: SyncCase, _ side: SyncSide?) {
    (self.one, self.side) = (one, side)
    stated = CaseReading(one)
    trip = SyncedRow(left: one.trip?.trip)
    (isHeld, reasons) = (stated.isHeld, stated.reasons)
    if one.event.known != nil, one.trip == nil || one.event.found == nil {
      if !reasons.isEmpty {
        hold()
        return
      }
      isRevived = stated.hasChangedCalendar || (one.trip != nil && stated.hasChangedStore)
      if !isRevived {
        delete()
        return
      }
    }
    mergeTrip()
    mergeParts(.stay, one.trip?.stays ?? [], stated.stays, StayColumn.uid)
    mergeParts(.item, one.trip?.items ?? [], stated.items, ItemColumn.uid)
    // A change of the member itself would copy all parts each time.
    var parts = parts
    for index in parts.indices { clearConfirmation(of: &parts[index]) }
    self.parts = parts
  }

  /// The trip as its event states it after the sync.
  var tripInCalendar: [SQLiteValue] {
    (isHeld ? stated.shownTrip : trip.calendar.after) ?? one.trip?.trip ?? []
  }

  // MARK: - Deleted trips

  /// The stays and items of the store.
  private func storedParts(_ row: ([SQLiteValue]) -> SyncedRow) -> [Part] {
    func parts(
      _ rows: [[SQLiteValue]]?, _ kind: StatedEvent.Kind, _ uid: some StoredColumn
    ) -> [Part] {
      (rows ?? []).map { values in
        let uid = values.text(uid)
        return Part(
          uid: uid, kind: kind, row: row(values), sides: one.parts[uid] ?? EventSides())
      }
    }
    return parts(one.trip?.stays, .stay, StayColumn.uid)
      + parts(one.trip?.items, .item, ItemColumn.uid)
  }

  /// A file that cannot be read is not a deletion.
  private mutating func hold() {
    isHeld = true
    parts = storedParts(SyncedRow.init(left:))
    for index in parts.indices { parts[index].isHeld = true }
  }

  private mutating func delete() {
    isDeleted = true
    trip = SyncedRow(deleting: one.trip?.trip, inCalendar: one.event.rows.first)
    parts = storedParts { SyncedRow(deleting: $0, inCalendar: $0) }
    let known = Set(parts.map(\.uid))
    for (uid, sides) in one.parts.sorted(by: { $0.key < $1.key }) where !known.contains(uid) {
      parts.append(
        Part(
          uid: uid, kind: stated.kind(of: uid, sides),
          row: SyncedRow(deleting: nil, inCalendar: sides.rows.first), sides: sides))
    }
  }

  // MARK: - The trip and its list

  private mutating func mergeTrip() {
    let listed = mergeList()
    if !isHeld {
      var merge = SyncMerge(prefers: side)
      trip = merge.row(
        stated.trip, base: one.event.rows.first, inStore: one.trip?.trip, keeps: true)
      if one.event.found == nil {
        trip.calendar = RowOutcome(before: nil, after: trip.calendar.after)
      }
      merge.fitKind(of: &trip, base: one.event.rows.first)
      conflicts = merge.conflicts + conflicts
      if let reason = reasonOfOrigin(one.event) { reasons.append(reason) }
      do {
        try checkTrip()
      } catch {
        reasons.append("\(error)")
      }
      isHeld = !conflicts.isEmpty || !reasons.elementsEqual(stated.reasons)
    }
    parts = listed
    if isHeld { holdList() }
  }

  /// - Throws: `ValueError` or `TripsError.value` for values that a trip cannot have.
  private mutating func checkTrip() throws {
    guard let after = trip.store.after, trip.store.before != after else { return }
    let values = try TripMerge.values(checking: after, over: trip.store.before)
    // They moved along with a trip that the calendar has moved.
    trip.set(TripColumn.singleDays, values[.singleDays])
    trip.store.after = values.row(id: after.id, uid: after.text(TripColumn.uid))
    if trip.store.before == nil { trip.set(TripColumn.uid, one.uid.sqliteValue) }
  }

  /// Leaves the trip and the items without a date alone.
  private mutating func holdList() {
    trip = SyncedRow(left: one.trip?.trip)
    let conflicts = conflicts
    parts = mergeList().map { part in
      if part.isOnItsOwn { return part }
      var part = part
      (part.row, part.isHeld) = (SyncedRow(left: part.row.store.before), true)
      return part
    }
    self.conflicts = conflicts
  }

  private static let notOurs = "it has an event that trips did not create"

  /// An event of another program is left alone until the user prefers a side.
  private func reasonOfOrigin(_ sides: EventSides) -> String? {
    let isOurs = sides.known != nil || sides.found?.stated.kind != .other
    return isOurs || side != nil || one.id == nil ? nil : Self.notOurs
  }

  var waitsForASide: Bool { !conflicts.isEmpty || reasons.contains(Self.notOurs) }

  /// Merges the items that the trip's event lists, now or after the last sync. If that event is
  /// left alone, its changes wait for a later sync.
  private mutating func mergeList() -> [Part] {
    if stated.hasLostItems, side == nil, !isHeld { conflicts.append(conflictOfItems) }
    let isUnread = isHeld || (stated.hasLostItems && side != .calendar)
    let list = isUnread ? stated.knownList : stated.list
    let rows = Dictionary(list.map { ($0.uid ?? "", $0) }, uniquingKeysWith: { one, _ in one })
    let uids = list.compactMap(\.uid) + stated.baseList.map { $0.text(ItemColumn.uid) }
    var merge = SyncMerge(prefers: side)
    var seen: Set<String> = []
    var result: [Part] = []
    for uid in uids where seen.insert(uid).inserted && one.parts[uid]?.found == nil {
      let sides = one.parts[uid] ?? EventSides()
      var row = rows[uid]
      if sides.known != nil {
        // An item in the list has no date.
        row?[.date] = .null
        row?[.time] = .null
      }
      let own = stated.row(item: uid)
      let merged = merge.row(
        row, base: sides.rows.first ?? stated.baseItem(uid), inStore: own,
        keeps: isRevived || one.event.known == nil)
      result.append(
        Part(
          uid: uid, kind: .item, row: merged, sides: sides,
          isListed: row != nil && one.event.found != nil && !isUnread))
    }
    conflicts += merge.conflicts
    return result
  }

  private var conflictOfItems: PropertyChange {
    let titles = (one.trip?.items ?? []).filter { $0[ItemColumn.date].isNull }
      .map { $0.text(ItemColumn.title) }
    return PropertyChange(property: "items", old: titles.joined(separator: "\n"), new: nil)
  }

  // MARK: - Stays and items with a date

  /// Merges the rows with events of their own.
  private mutating func mergeParts<Column: StoredColumn>(
    _ kind: StatedEvent.Kind, _ rows: [[SQLiteValue]], _ events: [String: StatedRow<Column>],
    _ uid: Column
  ) {
    let listed = Set(parts.filter { $0.kind == kind }.map(\.uid)).union(stated.pairs.values)
    let own = rows.map { ($0.text(uid), Optional($0)) }
    let known = Set(own.map(\.0)).union(listed)
    let others = one.parts.filter { stated.kind(of: $0, $1) == kind && !known.contains($0) }
    for (uid, row) in own + others.keys.sorted().map({ ($0, nil) }) where !listed.contains(uid) {
      add(uid, kind, row, events[uid])
    }
  }

  private mutating func add<Column: StoredColumn>(
    _ uid: String, _ kind: StatedEvent.Kind, _ row: [SQLiteValue]?, _ event: StatedRow<Column>?
  ) {
    let sides = one.parts[uid] ?? EventSides()
    var part = Part(uid: uid, kind: kind, row: SyncedRow(left: row), sides: sides, isHeld: true)
    // A new trip that is left alone has no stays.
    if !stated.held.contains(uid), !isHeld || one.trip != nil {
      var merge = SyncMerge(prefers: side)
      let merged = merge.row(
        event, base: sides.rows.first ?? stated.baseItem(uid), inStore: row, keeps: isRevived)
      if let row, let conflict = conflictOfTrip(sides, Column.owner(of: row)) {
        merge.conflicts.append(conflict)
      }
      conflicts += merge.conflicts
      var reason = reasonOfOrigin(sides)
      if row == nil, merged.store.after?.text(Column.nameColumn).isEmpty == true {
        reason = "the \(Column.nameColumn.declaration.text?.label ?? "") must not be empty"
      }
      if let reason, !reasons.contains(reason) { reasons.append(reason) }
      // An item that lost its date waits for the event that will list it.
      let waits =
        isHeld && kind == .item && merged.store.after?[ItemColumn.date].isNull == true
      part.isHeld = waits || reason != nil || !merge.conflicts.isEmpty
      if !part.isHeld { part.row = merged }
    }
    parts.append(part)
  }

  /// The conflict if the two sides have moved a stay or an item to different trips.
  private func conflictOfTrip(
    _ sides: EventSides, _ row: PropertyChange.Owner
  ) -> PropertyChange? {
    guard side == nil, let event = sides.found?.stated, let owner = event.owner,
      let known = sides.known, known.tripId != one.id, owner != sides.base?.owner, owner != one.uid
    else { return nil }
    return PropertyChange(
      of: row, property: "trip", old: one.trip?.trip.text(TripColumn.name), new: owner)
  }
}

extension StoredColumn {
  /// The column with the title or the place.
  fileprivate static var nameColumn: Self {
    allCases.first { ["title", "placeName"].contains($0.name) } ?? allCases[0]
  }
}

// MARK: - Confirmations

extension CaseMerge {
  /// Clears a confirmation or a reservation, unless a side has it for the merged days. A cancelled
  /// stay is not confirmed.
  private func clearConfirmation(of part: inout Part) {
    guard let after = part.row.store.after else { return }
    if part.kind == .stay, after[StayColumn.isConfirmed] == true.sqliteValue {
      let isCancelled = stated.cancelled.contains {
        $0.entity == .livingAccommodation && $0.id == after.id
      }
      if isCancelled || (!part.isHeld && !isConfirmed(part, after)) {
        part.row.set(StayColumn.isConfirmed, false.sqliteValue)
      }
    } else if part.kind == .item, after[ItemColumn.hasReservation] == true.sqliteValue {
      if !part.isHeld, !isReserved(part, after) {
        part.row.set(ItemColumn.hasReservation, false.sqliteValue)
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
    guard isConfirmed(part.row.calendar.before), let event = part.sides.found?.stated else {
      return false
    }
    let isMoved =
      !after[StayColumn.startDate].isNull && event.isMovedByOthers(since: part.sides.base)
    return !isMoved && event.days.map { $0.ofNights == nights } ?? false
  }

  /// Whether a side has reserved an item for its merged day. An item that gets its first date keeps
  /// its reservation.
  private func isReserved(_ part: Part, _ after: [SQLiteValue]) -> Bool {
    func isReserved(_ row: [SQLiteValue]?) -> Bool {
      guard let row, row[ItemColumn.hasReservation] == true.sqliteValue else { return false }
      return row[ItemColumn.date].isNull || row[ItemColumn.date] == after[ItemColumn.date]
    }
    let isMoved = part.sides.found?.stated.isMovedByOthers(since: part.sides.base) == true
    return isReserved(part.row.store.before) || (isReserved(part.row.calendar.before) && !isMoved)
  }
}
