/// Decides which events of the files are versions of one event, and which event each one is.
///
/// Of the events with one UID in one file, the highest SEQUENCE counts. Those of one day are
/// versions of one event, those of other days are several events: the UID is the key of the
/// earliest; the keys of the others also have their start.
struct EventIdentities {
  /// The events that count, in the order of the files, with their keys.
  private(set) var events: [ForeignEvent] = []
  /// Those that do not, with the reasons.
  private(set) var left: [(event: ForeignEvent, reason: LeftOutEvent.Reason)] = []
  /// The indices of the events in the files.
  private var order: [Int] = []

  init(_ all: [ForeignEvent], _ memory: EventMemory) throws {
    var groups: [String: [Int]] = [:]
    var names: [String] = []
    for (index, event) in all.enumerated() {
      // Without a UID, its title and start identify it.
      let name = event.uid.isEmpty ? "\(event.title)\n\(event.start)" : event.uid
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(index)
    }
    for name in names {
      let indices = groups[name] ?? []
      if indices.contains(where: { all[$0].problem == .repeats }) {
        addSeries(indices.map { all[$0] })
        continue
      }
      let kept = newest(indices, all)
      try add(kept, name, memory)
    }
    let sorted = zip(order, events).sorted { $0.0 < $1.0 }
    events = sorted.map(\.1)
  }

  /// A series is listed once, by the event that repeats.
  private mutating func addSeries(_ events: [ForeignEvent]) {
    guard var event = events.first(where: { $0.problem == .repeats && $0.isMaster }) ?? events.first
    else { return }
    event.count = events.count
    left.append((event, .repeats))
  }

  // MARK: - Versions

  private typealias Kept = (index: Int, event: ForeignEvent)

  private mutating func newest(_ indices: [Int], _ all: [ForeignEvent]) -> [Kept] {
    if indices.count == 1 { return [(indices[0], all[indices[0]])] }
    var kept: [Kept] = []
    var rest = indices[...]
    while let first = rest.first {
      let file = rest.prefix { all[$0].file == all[first].file }
      rest = rest.dropFirst(file.count)
      let ofFile = newest(ofFile: file.map { ($0, all[$0]) })
      kept = kept.isEmpty ? ofFile : merging(kept, ofFile)
    }
    return kept
  }

  private mutating func newest(ofFile events: [Kept]) -> [Kept] {
    let sequence = events.map(\.event.version.sequence).max() ?? 0
    var candidates: [Kept] = []
    for one in events {
      if one.event.version.sequence == sequence {
        candidates.append(one)
      } else {
        left.append((one.event, .isOutdated))
      }
    }
    return newestOfEachDay(candidates)
  }

  /// Of the events of one day, the newest; several of one version are several events.
  private mutating func newestOfEachDay(_ events: [Kept]) -> [Kept] {
    var versions: [CalendarDate?: EventVersion] = [:]
    for (_, event) in events {
      let day = event.days?.lowerBound
      versions[day] = max(versions[day] ?? event.version, event.version)
    }
    var kept: [Kept] = []
    var starts: [String: Int] = [:]
    for one in events {
      guard versions[one.event.days?.lowerBound] == one.event.version else {
        left.append((one.event, .isOutdated))
        continue
      }
      guard let index = starts[one.event.start] else {
        starts[one.event.start] = kept.count
        kept.append(one)
        continue
      }
      replace(&kept[index], by: one)
    }
    return kept
  }

  /// Takes a later event as the newer one, or counts it if it is the same.
  private mutating func replace(_ old: inout Kept, by new: Kept) {
    if old.event.isEqual(to: new.event) {
      old.event.count += new.event.count
    } else if new.event.version < old.event.version {
      left.append((new.event, .isOutdated))
    } else {
      left.append((old.event, .isOutdated))
      old = new
    }
  }

  /// Adds the events of a later file. One that shares neither title nor day with an earlier one is
  /// another event.
  private mutating func merging(_ kept: [Kept], _ later: [Kept]) -> [Kept] {
    var result = kept
    var days: [CalendarDate?: Int] = [:]
    for (index, one) in kept.enumerated() { days[one.event.days?.lowerBound] = index }
    for one in later {
      if let index = days[one.event.days?.lowerBound] {
        replace(&result[index], by: one)
      } else if kept.count == 1, later.count == 1, kept[0].event.title == one.event.title {
        replace(&result[0], by: one)
      } else {
        result.append(one)
      }
    }
    return result
  }

  // MARK: - Keys

  /// Gives each of the events with one name its key, and what is remembered of it: that of its own
  /// start, else one of the same day, else one of the same title. The earliest new one gets the name
  /// alone, unless that is remembered.
  private mutating func add(_ kept: [Kept], _ name: String, _ memory: EventMemory) throws {
    var others: [Kept] = []
    var taken: Set<String> = []
    for var one in kept {
      one.event.key = "\(name)/\(one.event.start)"
      one.event.known = try memory.record(one.event.key)
      guard one.event.known != nil else {
        others.append(one)
        continue
      }
      taken.insert(one.event.key)
      add(one)
    }
    if others.isEmpty { return }
    others.sort { ($0.event.start, $0.index) < ($1.event.start, $1.index) }
    let known = try memory.record(name)
    if let known, others.count == 1, others[0].event.mayBe(known) {
      others[0].event.known = known
    } else {
      var family = try memory.family(name).filter { !taken.contains($0.key) }
      if let known { family.insert(known, at: 0) }
      family.match(&others, { $0.days?.lowerBound.description }, \.day)
      family.match(&others, \.name, \.title)
    }
    let first = known == nil ? others.firstIndex { $0.event.known == nil } : nil
    for (index, var one) in others.enumerated() {
      if let known = one.event.known { one.event.key = known.key }
      if index == first { one.event.key = name }
      add(one)
    }
  }

  private mutating func add(_ one: Kept) {
    order.append(one.index)
    events.append(one.event)
  }

  /// Finds events with new UIDs among those that the store remembers and the files lack, by title
  /// and day, and by time if there are several.
  ///
  /// - Parameter isTaken: whether a row has a UID.
  mutating func findRenamed(
    isTaken: (String) throws -> Bool,
    _ remembered: (_ present: Set<String>) throws -> [RememberedRecord]
  ) throws {
    let new = try events.indices.filter {
      try events[$0].known == nil && events[$0].days != nil && !isTaken(events[$0].key)
    }
    if new.isEmpty { return }
    var missing = try remembered(Set(events.map(\.key)))
    var others = new.map { (index: $0, event: events[$0]) }
    missing.match(
      &others, { "\($0.identity) \($0.time ?? "")" },
      { record in record.identity.map { "\($0) \(record.facts["time"]?.text ?? "")" } })
    missing.match(&others, \.identity, \.identity)
    for (index, event) in others { events[index].known = event.known }
  }
}

/// Looks up what the store remembers of events.
struct EventMemory {
  /// By the key.
  let record: (String) throws -> RememberedRecord?
  /// The events whose keys are a UID followed by their start.
  let family: (String) throws -> [RememberedRecord]
}

extension [RememberedRecord] {
  /// Gives each event that is not known the first record with the same text, and removes that.
  fileprivate mutating func match(
    _ events: inout [(index: Int, event: ForeignEvent)], _ text: (ForeignEvent) -> String?,
    _ own: (RememberedRecord) -> String?
  ) {
    var recordIndices: [String: [Int]] = [:]
    for (recordIndex, record) in enumerated().reversed() {
      if let text = own(record) { recordIndices[text, default: []].append(recordIndex) }
    }
    var taken: Set<Int> = []
    for index in events.indices where events[index].event.known == nil {
      guard let text = text(events[index].event), let recordIndex = recordIndices[text]?.popLast()
      else {
        continue
      }
      events[index].event.known = self[recordIndex]
      taken.insert(recordIndex)
    }
    self = indices.filter { !taken.contains($0) }.map { self[$0] }
  }
}

extension ForeignEvent {
  /// The day and the title, as in `RememberedRecord.identity`.
  fileprivate var identity: String { "\(days?.lowerBound.description ?? "") \(name)" }

  /// Whether its row may be that of a remembered event with its UID.
  fileprivate func mayBe(_ known: RememberedRecord) -> Bool {
    guard let title = known.title, let day = known.day else { return true }
    return title == name || day == days?.lowerBound.description
  }
}
