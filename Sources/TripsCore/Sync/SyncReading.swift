import Platform
internal import SQLite

/// The facts that the rows have on all sides, and the problems with their events.
struct SyncReading {
  let scan: SyncScan
  private(set) var sides: [String: SyncSides] = [:]
  /// The facts that the events state.
  private(set) var facts: [String: EventFacts] = [:]
  /// Rows whose events `--prefer store` repairs.
  private(set) var repaired: Set<String> = []
  /// Events of other programs that a row may get, by their UIDs.
  private(set) var foreign: [String: FoundEvent] = [:]
  /// Files that cannot be read, to be removed.
  private(set) var removed: [String] = []
  /// Files without a row, with the reasons.
  private(set) var unreadable: [String: String]
  private let options: SyncOptions

  private init(_ scan: SyncScan, _ options: SyncOptions) {
    (self.scan, self.options) = (scan, options)
    unreadable = scan.folder.unreadable
  }

  static func read(_ scan: SyncScan, _ options: SyncOptions) -> SyncReading {
    var reading = SyncReading(scan, options)
    let files = Dictionary(grouping: scan.foreign, by: \.stated.uid)
    for (uid, events) in files where events.count == 1 && !uid.isEmpty {
      reading.foreign[uid] = events[0]
    }
    for (_, row) in scan.rows {
      guard row.event == nil, !row.isUnread, let file = row.base?.event.file else { continue }
      reading.unreadable[file] = nil
    }
    for uid in scan.rows.keys.sorted() { reading.read(uid) }
    return reading
  }

  func prefers(_ uid: String) -> SyncSide? {
    let row = scan.rows[uid]
    let facts = row?.stored?.facts ?? row?.base?.known.facts ?? facts[uid]
    return options.side(ofTrip: facts?.entity == .trip ? uid : facts?.trip ?? "")
  }

  private mutating func read(_ uid: String) {
    guard let row = scan.rows[uid], let entity = row.entity else { return }
    var side = SyncSides(entity: entity, base: row.base?.known.facts, store: row.stored?.facts)
    let known = known(row)
    if row.isUnread {
      side.calendar = side.base
      if !row.twins.isEmpty, prefers(uid) == .store {
        repaired.insert(uid)
      } else if !row.twins.isEmpty {
        side.hold = .problem(problem(ofTwins: row))
      }
    } else if let event = row.event {
      read(event, row, known, uid, &side)
    } else if let base = row.base, let reason = scan.folder.unreadable[base.event.file] {
      if row.stored == nil, prefers(uid) == .store {
        removed.append(base.event.file)
      } else {
        side.hold = .problem("'\(base.event.file)' cannot be read: \(reason)")
        side.calendar = side.base
      }
    } else {
      side.isDoubtful = row.base != nil && !unreadable.isEmpty
    }
    facts[uid] = side.calendar
    sides[uid] = side
  }

  private mutating func read(
    _ event: FoundEvent, _ row: SyncRow, _ known: KnownEvent?, _ uid: String,
    _ side: inout SyncSides
  ) {
    // What an import remembers is the base of an event of another program.
    if side.base == nil, event.stated.entity == nil { side.base = imported(event, row) }
    side.calendar = side.base
    if event.stated.isCancelled {
      side.hold = .cancelled
      return
    }
    do throws(ValueError) {
      if let problem = problem(of: event, row) { throw ValueError(problem) }
      side.calendar = try read(event, side.entity, known)
    } catch {
      guard let known, prefers(uid) == .store,
        let facts = try? event.stated.facts(of: side.entity, known, repairs: true)
      else {
        side.hold = .problem(error.description)
        return
      }
      repaired.insert(uid)
      side.calendar = facts
    }
  }

  private func read(
    _ event: FoundEvent, _ entity: Entity, _ known: KnownEvent?
  ) throws(ValueError) -> EventFacts {
    let facts = try event.stated.facts(of: entity, known)
    return event.stated.entity == nil ? event.stated.withLinks(facts) : facts
  }

  /// What the event was as of the last sync; without one, what the store would write.
  private func known(_ row: SyncRow) -> KnownEvent? {
    if let base = row.base { return base.known }
    guard let facts = row.stored?.facts else { return nil }
    let trip = facts.entity == .trip ? nil : scan.rows[facts.trip]?.stored?.facts.dates
    return KnownEvent(facts: facts, times: facts.times(in: trip))
  }

  private func imported(_ event: FoundEvent, _ row: SyncRow) -> EventFacts? {
    guard var facts = row.stored?.facts, let memory = scan.memory[event.stated.uid],
      memory.entity == facts.entity
    else { return nil }
    facts.set(memory.facts.mapValues(\.text))
    return facts
  }

  // MARK: - Problems

  private func problem(of event: FoundEvent, _ row: SyncRow) -> String? {
    if !row.twins.isEmpty { return problem(ofTwins: row) }
    if event.event.repeats { return "its event repeats" }
    let kind = row.stored?.facts.entity ?? row.base?.event.entity
    guard let kind, let other = event.stated.entity, kind != other else { return nil }
    return "it is \(other.withArticle) in the calendar and \(kind.withArticle) here"
  }

  private func problem(ofTwins row: SyncRow) -> String {
    let first = row.event?.file ?? row.base?.event.file ?? ""
    let files = ([first] + row.twins.map(\.file)).map { "'\($0)'" }
    return "its event is in two files, \(files.joined(separator: " and "))"
  }
}

extension Entity {
  fileprivate var withArticle: String { self == .item ? "an item" : "a \(noun)" }
}

// MARK: - Events of other programs

extension StatedEvent {
  /// What an event of another program becomes in a trip; nil if it is not adopted.
  func foreignFacts(in trip: String) -> EventFacts? {
    guard entity == nil, !isReleased, !isCancelled, !title.isEmpty, let days,
      !["RRULE", "RDATE", "RECURRENCE-ID"].contains(where: { properties[$0] != nil })
    else { return nil }
    let isLong = days.length >= (days.isWholeDays ? 2 * 86_400 : 18 * 3_600)
    guard var facts = try? facts(of: isLong ? .stay : .item, nil) else { return nil }
    facts.trip = trip
    return withLinks(facts)
  }

  /// The facts of an event of another program: addresses and contacts are lines of the details.
  func withLinks(_ facts: EventFacts) -> EventFacts {
    var facts = facts
    let links = ["URL", "COMMENT", "CONTACT"].compactMap {
      properties[$0]?.text.trimmingWhitespace()
    }
    let known = Set(EventText.lines(of: facts.text))
    let texts = [facts.text] + links.filter { !known.contains($0) }
    facts.text = texts.filter { !$0.isEmpty }.joined(separator: "\n")
    return facts
  }
}
