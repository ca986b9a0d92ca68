/// Decides which events of the files are versions of one event, and which event each one is.
///
/// Of the events with one UID in one file, the highest SEQUENCE counts. Those of one day are
/// versions of one event, those of other days are several events: the earliest has the UID, the
/// others have their start behind it.
struct EventIdentities {
  /// The events that count, in the order of the files, with their keys.
  private(set) var events: [ForeignEvent] = []
  /// Those that do not, with the reasons.
  private(set) var left: [(event: ForeignEvent, reason: LeftOutEvent.Reason)] = []
  /// The places of the events in the files.
  private var order: [Int] = []

  /// - Parameter remembered: looks up what the store remembers of an event by its key.
  init(
    _ all: [ForeignEvent], _ remembered: (_ key: String) throws -> RememberedRecord?
  ) rethrows {
    var groups: [String: [Int]] = [:]
    var names: [String] = []
    for (place, event) in all.enumerated() {
      // Without a UID, its title and start identify it.
      let name = event.uid.isEmpty ? "\(event.title)\n\(event.start)" : event.uid
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(place)
    }
    for name in names {
      let places = groups[name] ?? []
      if places.contains(where: { all[$0].problem == .repeats }) {
        addSeries(places.map { all[$0] })
        continue
      }
      let kept = newest(places, all)
      try add(kept, name, remembered)
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

  private typealias Kept = (place: Int, event: ForeignEvent)

  private mutating func newest(_ places: [Int], _ all: [ForeignEvent]) -> [Kept] {
    if places.count == 1 { return [(places[0], all[places[0]])] }
    var kept: [Kept] = []
    var rest = places[...]
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
      guard let place = starts[one.event.start] else {
        starts[one.event.start] = kept.count
        kept.append(one)
        continue
      }
      replace(&kept[place], by: one)
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
    for (place, one) in kept.enumerated() { days[one.event.days?.lowerBound] = place }
    for one in later {
      if let place = days[one.event.days?.lowerBound] {
        replace(&result[place], by: one)
      } else if kept.count == 1, later.count == 1, kept[0].event.title == one.event.title {
        replace(&result[0], by: one)
      } else {
        result.append(one)
      }
    }
    return result
  }

  // MARK: - Keys

  /// Gives each of the events with one name its key, and what is remembered of it.
  private mutating func add(
    _ kept: [Kept], _ name: String, _ remembered: (String) throws -> RememberedRecord?
  ) rethrows {
    let known = try remembered(name)
    var others: [Kept] = []
    for one in kept {
      var one = one
      one.event.key = "\(name)/\(one.event.start)"
      one.event.known = try remembered(one.event.key)
      if one.event.known == nil { others.append(one) } else { add(one) }
    }
    // The UID itself belongs to the event that has it already, else to the earliest.
    let first =
      others.indices.first { place in known.map { others[place].event.isOn($0) } ?? false }
      ?? others.indices.min { others[$0].event.start < others[$1].event.start }
    for (place, one) in others.enumerated() {
      var one = one
      if place == first, known.map({ one.event.mayBe($0) }) ?? true {
        (one.event.key, one.event.known) = (name, known)
      }
      add(one)
    }
  }

  private mutating func add(_ one: Kept) {
    order.append(one.place)
    events.append(one.event)
  }

  /// Finds events with new UIDs among those that the store remembers and the files lack, by title
  /// and day.
  ///
  /// - Parameter isTaken: whether a row has a UID.
  mutating func findRenamed(
    isTaken: (String) throws -> Bool,
    _ remembered: (_ present: Set<String>) throws -> [String: [RememberedRecord]]
  ) throws {
    let new = try events.indices.filter {
      try events[$0].known == nil && events[$0].days != nil && !isTaken(events[$0].key)
    }
    if new.isEmpty { return }
    var missing = try remembered(Set(events.map(\.key)))
    for place in new {
      let event = events[place]
      let identity = "\(event.days?.lowerBound.description ?? "") \(event.name)"
      guard let record = missing[identity]?.popLast() else { continue }
      events[place].known = record
    }
  }
}

extension ForeignEvent {
  /// Whether its row may be that of a remembered event with its UID.
  fileprivate func mayBe(_ known: RememberedRecord) -> Bool {
    guard let title = known.title, let day = known.day else { return true }
    return title == name || day == days?.lowerBound.description
  }

  fileprivate func isOn(_ known: RememberedRecord) -> Bool {
    known.day != nil && known.day == days?.lowerBound.description
  }
}
