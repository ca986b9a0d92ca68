import Platform
internal import SQLite

/// What a sync does to a row and its event.
struct RowPlan {
  let uid: String
  let entity: Entity
  let before: StoredRow?
  /// The facts afterwards; nil if there is no row.
  var after: EventFacts?
  /// The facts that the event states; nil without an event.
  var stated: EventFacts?
  /// The change to its file; nil if that is up to date.
  var change: CalendarFolder.Change?
  /// Its event afterwards, to be remembered; nil to leave the base alone.
  var memory: Memory?
  /// The UID of a base to be forgotten.
  var forgotten: String?
  /// Whether one side lacked it, and it was changed on the other.
  var isKept = false
  /// Whether it is left alone on both sides.
  var isHeld = false

  struct Memory {
    let uid: String
    let file: String
    let shown: String
    /// The stamp and hash of a file that is not changed.
    var contents: (stamp: Int64, hash: Int64)?
  }
}

/// The changes of a sync, without making them: a function of the scan and the decisions.
struct SyncPlan {
  private(set) var rows: [RowPlan] = []
  /// Rows that are left alone, with the reasons.
  private(set) var problems: [String: String] = [:]
  /// Further files of one event, and files that cannot be read, to be removed.
  private(set) var removals: [CalendarFolder.Change] = []
  let reading: SyncReading
  let decisions: TripSync
  private let context: Context
  private var names: Set<String>
  /// The facts of the rows afterwards.
  private(set) var after: [String: EventFacts] = [:]

  struct Context {
    let folder: CalendarFolder
    let options: SyncOptions
    let zone: ZoneClock
    let stamp: EventStamp
  }

  private init(_ reading: SyncReading, _ decisions: TripSync, _ context: Context) {
    (self.reading, self.decisions, self.context) = (reading, decisions, context)
    names = reading.scan.folder.names
  }

  static func make(
    _ reading: SyncReading, _ decisions: TripSync, _ context: Context
  ) -> SyncPlan {
    var plan = SyncPlan(reading, decisions, context)
    for uid in reading.scan.rows.keys { plan.setRow(uid) }
    for uid in Array(plan.after.keys) { plan.setBooking(uid) }
    if context.options.adopts { plan.adopt() }
    let uids = Set(reading.scan.rows.keys).union(plan.after.keys)
    for uid in uids.sorted() { plan.add(uid) }
    plan.removals += reading.removed.map { CalendarFolder.Change(file: $0, old: nil, new: nil) }
    return plan
  }

  var changes: [CalendarFolder.Change] { rows.compactMap(\.change) + removals }

  /// Events whose files were touched but are unchanged.
  var restamped: [SyncedEvent] { reading.scan.folder.restamped }

  /// New and changed events first, those of stays and items before those of trips.
  var rowsInOrder: [RowPlan] {
    func rank(_ row: RowPlan) -> Int {
      row.change?.new == nil ? 2 : row.entity == .trip ? 1 : 0
    }
    return (0...2).flatMap { number in rows.filter { rank($0) == number } }
  }

  // MARK: - Rows

  private mutating func setRow(_ uid: String) {
    if decisions.held[uid] != nil {
      after[uid] = reading.scan.rows[uid]?.stored?.facts
    } else if let outcome = decisions.outcomes[uid], !outcome.isDeleted {
      after[uid] = outcome.facts
    }
  }

  /// Updates the days that a confirmation is for; a cancelled stay loses its confirmation.
  private mutating func setBooking(_ uid: String) {
    guard var facts = after[uid], !facts.booked.isEmpty else { return }
    if decisions.held[uid] == nil {
      facts.booked = facts.booked(for: facts, in: after[facts.trip]?.dates)
    } else if decisions.held[uid] == .cancelled, facts.entity == .stay {
      facts.booked = ""
    }
    after[uid] = facts
  }

  /// Takes events of other programs that are within exactly one trip into it.
  private mutating func adopt() {
    var trips = after.compactMap {
      uid, facts -> (uid: String, start: CalendarDate, end: CalendarDate)? in
      guard facts.entity == .trip, let dates = facts.dates, let end = dates.end else { return nil }
      return (uid, dates.start.day, end.day)
    }.sorted { ($0.start, $0.uid) < ($1.start, $1.uid) }[...]
    // Of the trips that have begun, the two that end last.
    var last: [(uid: String, start: CalendarDate, end: CalendarDate)] = []
    let events = reading.foreign.compactMap { uid, event in
      event.stated.days.map { (uid: uid, event: event, days: $0) }
    }
    for (uid, event, days) in events.sorted(by: {
      ($0.days.first, $0.uid) < ($1.days.first, $1.uid)
    }) {
      while let trip = trips.first, trip.start <= days.first {
        last = Array((last + [trips.removeFirst()]).sorted { $0.end > $1.end }.prefix(2))
      }
      let end = days.isWholeDays ? days.last : days.first
      let around = last.filter { $0.end >= end }
      guard around.count == 1, context.options.includes(trip: around[0].uid), after[uid] == nil,
        let facts = event.stated.foreignFacts(in: around[0].uid)
      else { continue }
      after[uid] = facts
    }
  }

  // MARK: - Events

  private mutating func add(_ uid: String) {
    let found = reading.scan.rows[uid]
    guard let entity = after[uid]?.entity ?? found?.entity else { return }
    var row = RowPlan(
      uid: uid, entity: entity, before: found?.stored, after: after[uid],
      stated: reading.facts[uid])
    row.isHeld = decisions.held[uid] != nil
    row.isKept = decisions.outcomes[uid]?.isKept == true && found?.base != nil
    if !row.isHeld {
      if after[uid] == nil { remove(&row, found) } else { write(&row, found) }
    }
    rows.append(row)
  }

  /// The event of a row that is gone is deleted; that of another program is released.
  private mutating func remove(_ row: inout RowPlan, _ found: SyncRow?) {
    row.forgotten = found?.base?.event.uid
    for twin in found?.twins ?? [] { removals.append(twin.removal) }
    guard let found, let event = event(of: found) else { return }
    var new = event.event
    new.release(row.entity)
    new.touch(at: context.stamp.timestamp)
    let isAdopted = event.event.isAdopted || found.base?.isAdopted == true
    row.change = CalendarFolder.Change(
      file: event.file, old: event.contents.bytes, new: isAdopted ? new.bytes : nil)
  }

  private mutating func write(_ row: inout RowPlan, _ found: SyncRow?) {
    guard let facts = row.after else { return }
    let isRepaired = reading.repaired.contains(row.uid)
    if isRepaired { removals += (found?.twins ?? []).map(\.removal) }
    let trip = row.entity == .trip ? nil : after[facts.trip]?.dates
    let isWaiting = decisions.held[facts.trip] != nil
    let times = isWaiting && facts.dates == nil ? nil : facts.times(in: trip)
    // The event of another program that is assigned, perhaps again, to a row.
    let other = found?.event == nil && found?.isUnread != true ? foreign(row.uid, found) : nil
    guard let event = other ?? found?.event else {
      return found?.isUnread == true
        ? rewrite(&row, found, times)
        : create(&row, facts, in: trip ?? reading.scan.rows[facts.trip]?.stored?.facts.dates)
    }
    var new = event.event
    if other != nil || isRepaired || isNews(row, event, found, times) {
      if isRepaired { new.stopRepeating() }
      // The codec of our own events reads those of other programs differently than an import does.
      let own =
        event.stated.entity == nil ? try? event.stated.facts(of: row.entity, nil) : row.stated
      if event.stated.entity == nil || found?.base?.isAdopted == true { new.adopt() }
      new.put(facts, id: row.uid, times, over: isRepaired ? nil : own, context.zone)
      if new.bytes != event.contents.bytes { new.touch(at: context.stamp.timestamp) }
    }
    keep(&row, new, over: event)
  }

  /// Writes an event whose file has not changed since the last sync, if its row has.
  private mutating func rewrite(_ row: inout RowPlan, _ found: SyncRow?, _ times: EventTimes?) {
    guard let facts = row.after, let found, let base = found.base else { return }
    let isMoved = facts.dates == nil && times != nil && times != base.known.times
    if facts == base.known.facts, !isMoved {
      guard reading.scan.changed.contains(row.uid) else { return }
      row.memory = RowPlan.Memory(
        uid: base.event.uid, file: base.event.file, shown: base.shown,
        contents: (base.event.stamp, base.event.hash))
      return
    }
    guard let event = event(of: found) else {
      row.isHeld = true
      problems[row.uid] = "its file was changed meanwhile"
      return
    }
    var new = event.event
    new.put(facts, id: row.uid, times, over: base.known.facts, context.zone)
    if new.bytes != event.contents.bytes { new.touch(at: context.stamp.timestamp) }
    keep(&row, new, over: event)
  }

  private mutating func create(_ row: inout RowPlan, _ facts: EventFacts, in trip: EventDates?) {
    guard StoredText.uid.inEvents(row.uid).utf8.elementsEqual(row.uid.utf8) else {
      row.isHeld = true
      problems[row.uid] = "its uid cannot be written to a calendar"
      return
    }
    let event = EventFile(facts, uid: row.uid, id: row.uid, in: trip, context.stamp)
    let file = CalendarFolder.name(forUID: row.uid, taken: names)
    names.insert(file)
    row.change = CalendarFolder.Change(file: file, old: nil, new: event.bytes)
    row.memory = RowPlan.Memory(uid: row.uid, file: file, shown: event.shown)
  }

  private mutating func keep(_ row: inout RowPlan, _ new: EventFile, over event: FoundEvent) {
    let bytes = new.bytes
    let isChanged = bytes != event.contents.bytes
    if isChanged {
      row.change = CalendarFolder.Change(file: event.file, old: event.contents.bytes, new: bytes)
    }
    row.memory = RowPlan.Memory(
      uid: event.stated.uid, file: event.file, shown: new.shown,
      contents: isChanged ? nil : (event.contents.stamp, event.contents.hash))
  }

  /// Whether an event differs from its row.
  private func isNews(
    _ row: RowPlan, _ event: FoundEvent, _ found: SyncRow?, _ times: EventTimes?
  ) -> Bool {
    guard let stated = row.stated, stated == row.after else { return true }
    if row.after?.dates == nil, let times, event.stated.days?.times != times { return true }
    let properties = event.stated.properties
    guard let id = properties[OwnProperty.id] else {
      // A program dropped ours: they are written with the next change.
      return found?.base == nil && event.stated.entity == nil
    }
    if StatedEvent.uid(id) != row.uid { return true }
    let booked = row.after?.booked ?? ""
    return properties[OwnProperty.booked].map {
      $0.text != (booked.isEmpty ? OwnProperty.none : booked)
    }
      ?? false
  }

  /// The event in a row's file, read now if it has not changed since the last sync.
  private func event(of found: SyncRow) -> FoundEvent? {
    guard found.isUnread, let base = found.base?.event else { return found.event }
    guard let contents = try? context.folder.contents(of: base.file), contents.hash == base.hash,
      let event = try? EventFile(contents.bytes)
    else { return nil }
    return FoundEvent(base.file, contents, event, context.zone)
  }

  private func foreign(_ uid: String, _ found: SyncRow?) -> FoundEvent? {
    found?.base.flatMap { reading.foreign[$0.event.uid] } ?? reading.foreign[uid]
  }
}

extension FoundEvent {
  var removal: CalendarFolder.Change {
    CalendarFolder.Change(file: file, old: contents.bytes, new: nil)
  }
}
