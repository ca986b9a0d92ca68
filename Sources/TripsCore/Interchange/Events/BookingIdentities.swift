/// Decides which bookings of the files are the same, and which remembered booking each one is.
///
/// A booking is identified by its kind, number and route, and by its day if it has no number or one
/// file has it on several days.
enum BookingIdentities {
  /// The bookings, in the order of the files, with their keys.
  static func identified(
    _ all: [ForeignEvent], _ memory: BookingMemory
  ) throws -> [ForeignEvent] {
    var all = all
    Self.countPricesOnce(&all)
    let keys = Self.keys(of: all)
    var groups: [String: [Int]] = [:]
    var result: [(index: Int, event: ForeignEvent)] = []
    for (index, event) in all.enumerated() {
      if let key = keys[index] {
        groups[key, default: []].append(index)
      } else {
        try result += Self.known(event, memory).map { (index, $0) }
      }
    }
    for (key, indices) in groups {
      var kept: [(index: Int, event: ForeignEvent)] = []
      var rest = indices[...]
      while let first = rest.first {
        let file = rest.prefix { all[$0].file == all[first].file }
        rest = rest.dropFirst(file.count)
        Self.merge(Self.travellers(file.map { ($0, all[$0]) }), into: &kept)
      }
      result += try Self.identified(kept, key, memory)
    }
    return result.sorted { $0.index < $1.index }.map(\.event)
  }

  private typealias Kept = (index: Int, event: ForeignEvent)

  /// A price that bookings of one file with one number repeat counts once, on the first by day.
  private static func countPricesOnce(_ events: inout [ForeignEvent]) {
    var seen: Set<String> = []
    for index in events.indices.sorted(by: { events[$0].moment < events[$1].moment }) {
      guard let booking = events[index].booking, let cost = booking.cost, !booking.number.isEmpty,
        events[index].problem == nil
      else { continue }
      let key = "\(events[index].file ?? "")\n\(booking.number)\n\(cost)"
      if !seen.insert(key).inserted { events[index].booking?.cost = nil }
    }
  }

  /// The key of each booking: one without a number has that of the one of its kind, route and day
  /// with a number, if there is exactly one. Nil for a record that cannot be a row, and for a
  /// cancellation that states a number alone.
  private static func keys(of events: [ForeignEvent]) -> [String?] {
    var numbers: [String: Set<String>] = [:]
    func occasion(_ event: ForeignEvent) -> String? {
      event.days.flatMap { days in event.booking.map { "\($0.prefix)\(days.lowerBound)" } }
    }
    for event in events where event.booking?.number.isEmpty == false {
      if let occasion = occasion(event), let key = event.booking?.key {
        numbers[occasion, default: []].insert(key)
      }
    }
    return events.map { event in
      guard let booking = event.booking, event.problem == nil || event.problem == .isCancelled,
        event.problem == nil || event.days != nil || booking.hasRoute
      else { return nil }
      guard booking.number.isEmpty, let occasion = occasion(event) else { return booking.key }
      if let known = numbers[occasion], known.count == 1 { return known.first }
      return "\(booking.key)\n\(event.days?.lowerBound.description ?? "")"
    }
  }

  /// A cancellation that states a number alone cancels each row with that number.
  private static func known(
    _ event: ForeignEvent, _ memory: BookingMemory
  ) throws -> [ForeignEvent] {
    guard let number = event.booking?.number, !number.isEmpty, event.problem == .isCancelled else {
      return [event]
    }
    let rows = try memory.rows(number)
    if rows.isEmpty { return [event] }
    return rows.enumerated().map { index, row in
      var cancelled = event
      (cancelled.known, cancelled.title) = (row.record, row.name)
      if index > 0 { cancelled.count = 0 }
      return cancelled
    }
  }

  // MARK: - Versions

  /// The bookings of one file: those of one occasion differ only in the traveller.
  private static func travellers(_ events: [Kept]) -> [Kept] {
    var kept: [Kept] = []
    var indices: [String: Int] = [:]
    for one in events {
      if let index = indices[one.event.occasion] {
        kept[index].event.add(traveller: one.event)
      } else {
        indices[one.event.occasion] = kept.count
        kept.append(one)
      }
    }
    return kept
  }

  private static func merge(_ later: [Kept], into kept: inout [Kept]) {
    if kept.isEmpty {
      kept = later
      return
    }
    let pairs = pairs(later.map(\.event.moment), kept.map(\.event.moment))
    for (one, pair) in zip(later, pairs) {
      if let pair { kept[pair].event.update(to: one.event) } else { kept.append(one) }
    }
  }

  /// Pairs bookings of one kind, number and route with earlier ones: those of one moment, those of
  /// one day, and the rest in the order of their days if as many are left.
  ///
  /// - Parameter new: their days with their times: `2027-05-01 10:35`.
  static func pairs(_ new: [String], _ old: [String]) -> [Int?] {
    var pairs = [Int?](repeating: nil, count: new.count)
    var open = Set(old.indices)
    for length in [Int.max, 10] {
      func part(_ moment: String) -> Substring { moment.prefix(length) }
      var oldIndices: [Substring: [Int]] = [:]
      for oldIndex in old.indices.reversed() where open.contains(oldIndex) {
        oldIndices[part(old[oldIndex]), default: []].append(oldIndex)
      }
      for index in new.indices where pairs[index] == nil {
        guard let oldIndex = oldIndices[part(new[index])]?.popLast() else { continue }
        pairs[index] = oldIndex
        open.remove(oldIndex)
      }
    }
    let rest = new.indices.filter { pairs[$0] == nil }.sorted { (new[$0], $0) < (new[$1], $1) }
    guard rest.count == open.count else { return pairs }
    for (index, oldIndex) in zip(rest, open.sorted { (old[$0], $0) < (old[$1], $1) }) {
      pairs[index] = oldIndex
    }
    return pairs
  }

  // MARK: - Memory

  /// Gives the bookings of one key what is remembered of them, and keys of their own.
  private static func identified(
    _ kept: [Kept], _ key: String, _ memory: BookingMemory
  ) throws -> [Kept] {
    let family = try memory.records(key, "\(key)\u{B}")
    var result = kept
    // A cancelled booking is never matched with one that takes place.
    let order =
      kept.indices.filter { kept[$0].event.problem == nil }
      + kept.indices.filter { kept[$0].event.problem != nil }
    let pairs = pairs(order.map { kept[$0].event.moment }, family.map(\.moment))
    var taken = Set(family.map(\.key))
    for (index, pair) in zip(order, pairs) {
      if let known = try pair.map({ family[$0] }) ?? other(result[index].event, memory) {
        result[index].event.known = known
        let isOwn = pair != nil || result[index].event.booking?.number.isEmpty == true
        result[index].event.key = isOwn ? known.key : key
        continue
      }
      let isOnly = kept.count == 1 && family.isEmpty
      var own = isOnly ? key : "\(key)\n\(result[index].event.moment)"
      while !taken.insert(own).inserted { own += "'" }
      result[index].event.key = own
    }
    return result
  }

  /// The remembered booking of the same kind, route and day, of which one has a number and the other
  /// has none, if there is exactly one.
  private static func other(
    _ event: ForeignEvent, _ memory: BookingMemory
  ) throws -> RememberedRecord? {
    guard let booking = event.booking, let day = event.days?.lowerBound.description else {
      return nil
    }
    let prefix = booking.prefix
    let found = try memory.records(prefix, "\(prefix.dropLast())\u{B}").filter { record in
      let hasNumber = record.key.rest(after: prefix)?.begins(with: "\n") == false
      return record.day == day && hasNumber == booking.number.isEmpty
    }
    return found.count == 1 ? found[0] : nil
  }
}

/// Looks up what the store remembers of bookings.
struct BookingMemory {
  /// The newest records whose keys are from the first to before the second.
  let records: (String, String) throws -> [RememberedRecord]
  /// The rows with the number of a reservation.
  let rows: (String) throws -> [(record: RememberedRecord, name: String)]
}

extension RememberedRecord {
  /// As for an event.
  fileprivate var moment: String { "\(day ?? "") \(facts["time"]?.text ?? "")" }
}
