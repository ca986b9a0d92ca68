import Platform

/// The result of syncing a row: pure functions of its facts as of the last sync, in the store and
/// in the calendar.
struct SyncOutcome: Equatable {
  /// The facts afterwards, or the last ones of a row that is deleted.
  var facts: EventFacts
  var isDeleted = false
  /// Whether a side has changed it since the last sync.
  var isChanged = false
  /// Whether one side lacks it, and it is new or changed on the other.
  var isKept = false
  /// The facts that both sides changed to different values.
  var conflicts: [[String]] = []
}

enum FactMerge {
  /// Merges a row that a side may lack.
  static func outcome(
    base: EventFacts?, store: EventFacts?, calendar: EventFacts?, prefers: SyncSide?
  ) -> SyncOutcome? {
    if let store, let calendar {
      let (facts, conflicts) = merge(
        base: base, store: store, calendar: calendar, prefers: prefers)
      return SyncOutcome(
        facts: facts, isChanged: store != base || calendar != base, conflicts: conflicts)
    }
    guard let only = store ?? calendar else {
      return base.map { SyncOutcome(facts: $0, isDeleted: true) }
    }
    return SyncOutcome(
      facts: only, isDeleted: only == base, isChanged: only != base, isKept: only != base)
  }

  /// The facts of a row that both sides have, and its conflicts.
  ///
  /// - Parameter base: nil if the two were never synced: then different facts are conflicts.
  static func merge(
    base: EventFacts?, store: EventFacts, calendar: EventFacts, prefers: SyncSide?
  ) -> (facts: EventFacts, conflicts: [[String]]) {
    var facts = store
    var conflicts: [[String]] = []
    for group in groups([base, store, calendar].compactMap(\.self)) {
      if store.has(calendar, in: group) || base?.has(calendar, in: group) == true { continue }
      if base?.has(store, in: group) == true {
        facts.take(group, of: calendar)
      } else if group == [store.entity.textColumn], let base,
        let text = added(base: base.text, store: store.text, calendar: calendar.text)
      {
        facts.text = text
      } else if prefers == .calendar {
        facts.take(group, of: calendar)
      } else if prefers == nil {
        conflicts.append(group)
      }
    }
    let days = TripColumn.singleDays.name
    facts.moveSingleDays(from: (facts[days] == store[days] ? store : calendar).dates)
    return (facts, conflicts)
  }

  /// The facts that are merged as one. If the kind of a trip changes, the currency of its per diem, or
  /// whether its rule counts meals, so do all that depend on it: an amount in a rule would become one
  /// in another currency.
  private static func groups(_ sides: [EventFacts]) -> [[String]] {
    let groups = sides[0].entity.facts
    guard sides[0].entity == .trip else { return groups }
    let kinds = sides.map { facts in
      [facts[TripColumn.type], facts[TripColumn.perdiemCurrency], facts.countsMeals ? "1" : ""]
    }
    if kinds.allSatisfy({ $0 == kinds[0] }) { return groups }
    let columns = TripColumn.allCases.filter { $0 == .type || $0.declaration.type != nil }
      .map(\.name)
    return groups.filter { !columns.contains($0[0]) } + [columns]
  }

  /// The text with the lines that both sides added: the calendar's text stays, and the store's new
  /// lines follow, each once. Nil if a side did more than add lines.
  static func added(base: String, store: String, calendar: String) -> String? {
    func lines(_ text: String) -> [String] { text.isEmpty ? [] : EventText.lines(of: text) }
    let (base, store, calendar) = (lines(base), lines(store), lines(calendar))
    guard let new = news(in: store, since: base), news(in: calendar, since: base) != nil else {
      return nil
    }
    if news(in: calendar, since: store) != nil { return calendar.joined(separator: "\n") }
    if news(in: store, since: calendar) != nil { return store.joined(separator: "\n") }
    var present = Set(calendar)
    return (calendar + new.filter { present.insert($0).inserted }).joined(separator: "\n")
  }

  /// The lines that were added to others; nil if some of those are missing.
  private static func news(in lines: [String], since others: [String]) -> [String]? {
    var rest = others[...]
    let new = lines.filter { line in
      guard let next = rest.first, next.utf8.elementsEqual(line.utf8) else { return true }
      rest.removeFirst()
      return false
    }
    return rest.isEmpty ? new : nil
  }
}

extension EventFacts {
  fileprivate var countsMeals: Bool {
    let rule = try? PerDiemRule(
      self[TripColumn.perdiemRule], currency: Currency(stored: self[TripColumn.perdiemCurrency]))
    return rule?.hasMeals == true
  }

  /// Moves the single days of a trip along if both of its dates have moved by the same number of
  /// days: a phone moves the event alone.
  fileprivate mutating func moveSingleDays(from old: EventDates?) {
    let stored = self[TripColumn.singleDays]
    guard !stored.isEmpty, let old, let new = dates, let oldEnd = old.end, let newEnd = new.end
    else { return }
    let days = old.start.day.days(until: new.start.day)
    guard days != 0, days == oldEnd.day.days(until: newEnd.day),
      let moved = try? SingleDays(stored: stored).moved(DayMove(days: days).day)
    else { return }
    self[TripColumn.singleDays.name] = moved.text
  }

  fileprivate func has(_ other: EventFacts, in group: [String]) -> Bool {
    group.allSatisfy { self[$0] == other[$0] }
  }

  fileprivate mutating func take(_ group: [String], of other: EventFacts) {
    for fact in group { self[fact] = other[fact] }
  }
}
