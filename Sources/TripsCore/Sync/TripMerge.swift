/// The side that a conflict yields to.
package enum SyncSide: String, CaseIterable, Sendable { case store, calendar }

/// A fact that both sides changed, each to another value.
package struct SyncConflict: Hashable, Sendable {
  /// `name`, `item 'Louvre': title`, `stay: address`.
  package let field: String
  package let store: String?
  package let calendar: String?
}

/// Merges what the store and the calendar made of a trip since they were the same: a function of three
/// values, which knows neither store nor folder.
struct TripMerge {
  /// What becomes of the trip on both sides.
  enum Outcome {
    /// It is to have these facts on both sides; where one has not got the trip, it gets it.
    case keep(TripFacts)
    /// As `keep`, though one side deleted what the other has changed.
    case revive(TripFacts)
    /// It goes from the side that still has it.
    case delete
    case conflict([SyncConflict])
  }

  /// The trip as both sides had it; nil where that is not known, or where it was on neither.
  let base: TripFacts?
  let prefers: SyncSide?
  private var conflicts: [SyncConflict] = []
  private var revives = false

  init(base: TripFacts?, prefers: SyncSide? = nil) {
    self.base = base
    self.prefers = prefers
  }

  /// - Parameter event: what its events say, whole; its items have the ids of those that are meant: in
  ///   the base, or, where there is none, in the store.
  static func outcome(
    base: TripFacts?, store: TripFacts?, event: TripFacts?, prefers: SyncSide? = nil
  ) -> Outcome {
    switch (store, event) {
    case (nil, nil): return .delete
    case (let store?, let event?):
      var merge = TripMerge(base: base, prefers: prefers)
      let facts = merge.merged(store, event)
      if !merge.conflicts.isEmpty { return .conflict(merge.conflicts) }
      return merge.revives ? .revive(facts) : .keep(facts)
    case (let facts?, nil), (nil, let facts?):
      guard let base else { return .keep(facts) }
      return base.agrees(with: facts) ? .delete : .revive(facts)
    }
  }

  private mutating func merged(_ store: TripFacts, _ event: TripFacts) -> TripFacts {
    var facts = fitting(store, event, prefers ?? .store)
    if prefers == nil {
      let others = fitting(store, event, .calendar).values
      for key in Fact.columns(of: facts.values, others)
      where facts.values[key] != others[key] {
        conflict("", key, store.values[key], event.values[key])
      }
    }
    facts.items = items(store.items, event.items, unknown: event.unknownItems)
    facts.stay = stay(store, event)
    return facts
  }
}

// MARK: - Values

extension TripMerge {
  private mutating func values(
    _ row: String, base: [String: String]?, _ store: [String: String], _ event: [String: String],
    _ doubtful: Set<String>
  ) -> [String: String] {
    var result: [String: String] = [:]
    for key in Fact.columns(of: store, event) {
      let (ours, theirs) = (store[key], event[key])
      if ours == theirs || (base != nil && base?[key] == theirs) {
        result[key] = ours
      } else if base != nil, base?[key] == ours, !doubtful.contains(key) {
        result[key] = theirs
      } else {
        result[key] = decide(row, key, ours, theirs)
      }
    }
    return result
  }

  private mutating func decide(
    _ row: String, _ key: String, _ store: String?, _ event: String?
  ) -> String? {
    switch prefers {
    case .store: return store
    case .calendar: return event
    case nil:
      conflict(row, key, store, event)
      return store
    }
  }

  private mutating func conflict(
    _ row: String, _ key: String, _ store: String?, _ event: String?
  ) {
    conflicts.append(
      SyncConflict(
        field: row + key, store: Fact.shown(store, of: key), calendar: Fact.shown(event, of: key)))
  }

  /// The trip's own values, conflicts decided for a side.
  ///
  /// Values that each side changed for itself may not fit together: an end of the one before the start
  /// of the other, an amount and a kind of trip that has none. Then all of them are one fact.
  private func fitting(_ store: TripFacts, _ event: TripFacts, _ side: SyncSide) -> TripFacts {
    var merge = TripMerge(base: base, prefers: side)
    var facts = TripFacts(
      values: merge.values("", base: base?.values, store.values, event.values, event.doubtful))
    let preferred = side == .store ? store : event
    if let start = facts.startDate, let end = facts.endDate, end < start {
      for key in ["startDate", "endDate"] { facts.values[key] = preferred.values[key] }
    }
    if !facts.kindFits || !facts.ruleFits([store, event]) {
      for key in ["type"] + EventProperty.others.map(\.column) {
        facts.values[key] = preferred.values[key]
      }
    }
    return facts
  }
}

extension TripFacts {
  /// Whether an amount in its rule is in the currency in which one of the sides has it.
  fileprivate func ruleFits(_ sides: [TripFacts]) -> Bool {
    func currency(_ facts: TripFacts) -> Currency? {
      facts.values[Fact.perdiem].flatMap(Fact.money)?.currency
    }
    guard let text = values["perdiemRule"], let new = currency(self),
      case .firstLastAmount? = try? PerDiemRule(text, currency: new)
    else { return true }
    return sides.contains { $0.values["perdiemRule"] == text && currency($0) == new }
  }

  /// Whether the kind of trip may have what is said of it.
  var kindFits: Bool {
    for (column, _, owner) in EventProperty.others
    where owner ?? type != type && values[column] != nil { return false }
    guard let rule = values["perdiemRule"] else { return true }
    let currency = values[Fact.perdiem].flatMap(Fact.money)?.currency ?? .unknown
    return (try? PerDiemRule(rule, currency: currency)) != nil
  }
}

// MARK: - Items and stay

extension TripMerge {
  private mutating func items(
    _ store: [RowFacts], _ event: [RowFacts], unknown: Set<Int64>
  ) -> [RowFacts] {
    var result: [RowFacts] = []
    var new = event.filter { $0.id == nil }
    let (olds, theirs) = ((base?.items ?? []).byID, event.byID)
    for item in store {
      let old = item.id.flatMap { olds[$0] }
      if let other = item.id.flatMap({ theirs[$0] }) {
        result.append(row("item '\(item.title)': ", old, item, other))
      } else if let id = item.id, unknown.contains(id) {
        result.append(item)
      } else if let old {
        guard old.values != item.values else { continue }
        revives = true
        result.append(item)
      } else if let index = new.firstIndex(where: { $0.title == item.title }) {
        result.append(row("item '\(item.title)': ", nil, item, new.remove(at: index).over(item)))
      } else {
        result.append(item)
      }
    }
    let known = Set(store.compactMap(\.id))
    for old in base?.items ?? [] {
      guard let id = old.id, !known.contains(id), var other = theirs[id],
        other.values != old.values
      else { continue }
      other.id = nil
      // Removed here and added again.
      let new = result.firstIndex { item in
        item.title == other.title && item.id.map { olds[$0] == nil } ?? false
      }
      if let new {
        result[new] = row("item '\(other.title)': ", old, result[new], other)
        continue
      }
      revives = true
      result.append(other)
    }
    return result + new
  }

  private mutating func stay(_ store: TripFacts, _ event: TripFacts) -> RowFacts? {
    if event.isStayUnknown { return store.stay }
    switch (store.stay, event.stay) {
    case (nil, nil): return nil
    case (let ours?, let theirs?):
      return merged(ours, of: store, theirs, of: event)
    case (let facts?, nil), (nil, let facts?):
      guard let old = base?.stay else { return facts }
      // One that was taken away and set again: who took its event away may have known the former alone.
      let isAnotherRow = store.stay.map { $0.id != old.id } ?? false
      guard isAnotherRow || tells(facts, store.stay == nil ? event : store) else { return nil }
      revives = true
      return facts
    }
  }

  /// A confirmation or an address is of the place that it was given to, or taken from: where the sides
  /// mean different places, all that they say is one fact.
  private mutating func merged(
    _ ours: RowFacts, of store: TripFacts, _ theirs: RowFacts, of event: TripFacts
  ) -> RowFacts {
    let old = base?.stay?.values
    func replaces(_ row: RowFacts) -> Bool { row.values["placeName"] != old?["placeName"] }
    let areSame = ours.values["placeName"] == theirs.values["placeName"]
    let areSides =
      switch (replaces(ours), replaces(theirs)) {
      case (true, true): !areSame
      case (true, false): tells(theirs, event)
      case (false, true): tells(ours, store)
      case (false, false): false
      }
    if areSides { return row("stay: ", nil, ours, theirs) }
    var (ours, theirs) = (ours, theirs)
    settleConfirmation(&ours, of: store, &theirs, of: event)
    return row("stay: ", base?.stay, ours, theirs)
  }

  /// What one side says of other nights than the other is the later, though it be the same word.
  private mutating func settleConfirmation(
    _ ours: inout RowFacts, of store: TripFacts, _ theirs: inout RowFacts, of event: TripFacts
  ) {
    let key = "isConfirmed"
    guard let old = base?.stay?.values[key] else { return }
    func tells(_ row: RowFacts, _ trip: TripFacts) -> Bool {
      row.values[key] != (isMoved(trip) ? Fact.no : old)
    }
    switch (tells(ours, store), tells(theirs, event)) {
    case (true, false): theirs.values[key] = old
    case (false, true): ours.values[key] = old
    case (true, true) where ours.values[key] != theirs.values[key]:
      let decided = decide("stay: ", key, ours.values[key], theirs.values[key])
      (ours.values[key], theirs.values[key]) = (decided, decided)
    default: break
    }
  }

  /// Whether somebody has said something else of a stay. Other days of the trip take a confirmation away,
  /// and nobody need have meant it.
  private func tells(_ row: RowFacts, _ trip: TripFacts) -> Bool {
    var old = base?.stay?.values
    if isMoved(trip) { old?["isConfirmed"] = Fact.no }
    return row.values != old
  }

  private func isMoved(_ trip: TripFacts) -> Bool {
    ["startDate", "endDate"].contains { trip.values[$0] != base?.values[$0] }
  }

  private mutating func row(
    _ label: String, _ base: RowFacts?, _ store: RowFacts, _ event: RowFacts
  ) -> RowFacts {
    RowFacts(
      id: store.id,
      values: values(label, base: base?.values, store.values, event.values, event.doubtful))
  }
}
