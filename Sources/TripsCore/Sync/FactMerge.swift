/// The side that wins conflicts.
package enum SyncSide: String, CaseIterable, Sendable { case store, calendar }

/// A fact that both sides changed to different values.
package struct SyncConflict: Hashable, Sendable {
  /// `name`, `item 'Louvre': title`, `stay: address`.
  package let field: String
  package let store: String?
  package let calendar: String?
}

/// Merges the changes in the store and in the events since the last sync: a pure function of three
/// values.
///
/// A change on one side applies to the other; equal changes are no conflict, different ones are.
/// Without a base, equal facts agree and different ones are a conflict.
struct FactMerge {
  let prefers: SyncSide?
  private(set) var conflicts: [SyncConflict] = []

  init(prefers: SyncSide? = nil) { self.prefers = prefers }

  /// Merges a trip with its items and stays.
  ///
  /// - Parameter event: the facts stated by the events; a missing fact is unchanged.
  mutating func trip(base: TripFacts?, store: TripFacts, event: TripFacts) -> TripFacts {
    var merged = TripFacts(
      values: values(base: base?.values, store: store.values, event: event.values))
    dropFactsOfAnotherKind(&merged, base?.values, store.values, event.values)
    merged.items = rows(base: base?.items, store: store.items, event: event.items) {
      "item '\($0.title)': "
    }
    merged.stays = rows(base: base?.stays, store: store.stays, event: event.stays) {
      "stay '\($0.values["placeName"] ?? "")': "
    }
    return merged
  }

  /// Merges the values of one row.
  ///
  /// - Parameter label: a prefix for the field of a conflict.
  mutating func values(base: Facts?, store: Facts, event: Facts, _ label: String = "") -> Facts {
    var merged = store
    for group in Self.groups(event.keys) {
      let own = group.map { store[$0] ?? "" }
      let old = base.map { base in group.map { base[$0] ?? "" } }
      let stated = zip(group, old ?? own).map { event[$0] ?? $1 }
      if stated == own || stated == old { continue }
      if own != old {
        for (fact, (own, stated)) in zip(group, zip(own, stated)) where own != stated {
          conflicted(label + fact, Facts.shown(own, fact), Facts.shown(stated, fact))
        }
        if prefers != .calendar { continue }
      }
      for (fact, value) in zip(group, stated) { merged[fact] = value }
    }
    return merged
  }

  /// The stated facts, in order; those that belong together are one.
  private static func groups(_ facts: some Collection<String>) -> [[String]] {
    let pairs = [["startDate", "endDate"], ["date", "time"]]
    return facts.sorted().compactMap { fact in
      guard let pair = pairs.first(where: { $0.contains(fact) }) else { return [fact] }
      return pair.first { facts.contains($0) } == fact ? pair : nil
    }
  }

  private mutating func conflicted(_ field: String, _ store: String?, _ calendar: String?) {
    guard prefers == nil else { return }
    conflicts.append(SyncConflict(field: field, store: store, calendar: calendar))
  }

  /// A value set on one side conflicts with a kind set on the other if that kind cannot have the
  /// value.
  private mutating func dropFactsOfAnotherKind(
    _ merged: inout TripFacts, _ base: Facts?, _ store: Facts, _ event: Facts
  ) {
    let set = merged.factsOfAnotherKind.filter { merged.values[$0] != base?[$0] }
    if !set.isEmpty {
      for fact in ["type"] + set where !conflicts.contains(where: { $0.field == fact }) {
        conflicted(fact, store[fact], event[fact] ?? base?[fact])
      }
      let side = prefers == .calendar ? event : store
      for column in TripColumn.stated where column == .type || column.declaration.type != nil {
        merged.values[column.fact] = side[column.fact] ?? merged.values[column.fact]
      }
    }
    for fact in merged.factsOfAnotherKind { merged.values[fact] = "" }
  }

  /// Merges rows of one kind, in the order of the event; rows that are not in the event come last.
  ///
  /// - Parameter label: the prefix for conflicts in a row of the store.
  private mutating func rows(
    base: [RowFacts]?, store: [RowFacts], event: [RowFacts], label: (RowFacts) -> String
  ) -> [RowFacts] {
    var known: [String: RowFacts] = [:]
    var keys: [Int64: String] = [:]
    for row in base ?? [] {
      if let key = row.key { known[key] = row }
      if let id = row.row { keys[id] = row.key }
    }
    var places: [String: Int] = [:]
    // Items without a date that both sides added, or that an undo restored, are matched by title.
    var titles: [String: [Int]] = [:]
    let stated = Set(event.compactMap(\.key))
    var own = store
    for place in own.indices.reversed() {
      own[place].key = own[place].key ?? own[place].row.flatMap { keys[$0] }
      if let key = own[place].key { places[key] = place }
      if own[place].isUnsynced(known, stated) {
        titles[own[place].title, default: []].append(place)
      }
    }
    var paired: Set<Int> = []
    var merged: [RowFacts] = []
    for row in event {
      let old = row.key.flatMap { known[$0] }
      if let place = row.key.flatMap({ places[$0] })
        ?? (row.isUnsynced(known, []) ? titles[row.title]?.popLast() : nil)
      {
        paired.insert(place)
        var result = own[place]
        result.values = values(
          base: old?.values, store: result.values, event: row.values, label(result))
        merged.append(result)
      } else if old.map({ !row.values.isSame(as: $0.values) }) ?? true {
        // It is new, or it was removed here and changed there.
        merged.append(RowFacts(key: row.key, row: nil, values: row.values))
      }
    }
    for (place, row) in own.enumerated() where !paired.contains(place) {
      // If the event no longer has it, it was removed there, unless it was changed here.
      let old = row.key.flatMap { known[$0] }
      if old.map({ row.values.isSame(as: $0.values) }) != true { merged.append(row) }
    }
    return merged
  }
}

extension RowFacts {
  /// Whether it is an item without a date that neither the last sync nor the other side has.
  fileprivate func isUnsynced(_ known: [String: RowFacts], _ others: Set<String>) -> Bool {
    guard !title.isEmpty, !isDated, let key else { return !title.isEmpty && !isDated }
    return known[key] == nil && !others.contains(key)
  }
}

extension Facts {
  /// Whether all stated facts are unchanged.
  func isSame(as base: Facts) -> Bool { allSatisfy { base[$0.key] == $0.value } }
}

extension TripFacts {
  /// Whether all stated facts are unchanged.
  func isSame(as base: TripFacts) -> Bool {
    values.isSame(as: base.values) && Self.areSame(items, base.items)
      && Self.areSame(stays, base.stays)
  }

  /// Whether rows have the same values, in any order.
  static func areSame(_ rows: [RowFacts], _ others: [RowFacts]) -> Bool {
    func counts(_ rows: [RowFacts]) -> [Facts: Int] {
      Dictionary(rows.map { ($0.values, 1) }, uniquingKeysWith: +)
    }
    return counts(rows) == counts(others)
  }
}
