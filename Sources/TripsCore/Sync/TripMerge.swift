/// The side that a conflict yields to.
package enum SyncSide: String, CaseIterable, Sendable { case store, calendar }

/// A fact that both sides changed, each to another value.
package struct SyncConflict: Hashable, Sendable {
  /// `name`, `item 'Louvre': title`, `stay: address`.
  package let field: String
  package let store: String?
  package let calendar: String?
}

/// Merges what the store and an event made of the same row since the last sync: a pure function of three
/// values.
///
/// A fact that one side changed goes to the other side; changed alike by both it is no change; changed
/// differently it is a conflict. Without a base, equal facts agree and different ones are a conflict.
struct TripMerge {
  let prefers: SyncSide?
  private(set) var conflicts: [SyncConflict] = []

  init(prefers: SyncSide? = nil) {
    self.prefers = prefers
  }

  /// Merges a trip and its items.
  ///
  /// - Parameter event: what the event states; a fact that is missing has not changed.
  mutating func trip(base: TripFacts?, store: TripFacts, event: TripFacts) -> TripFacts {
    var merged = TripFacts(
      values: values(base: base?.values, store: store.values, event: event.values))
    dropWhatAnotherKindHas(&merged, base?.values, store.values, event.values)
    merged.items = items(base: base?.items, store: store.items, event: event.items)
    return merged
  }

  /// Merges the values of one row.
  ///
  /// - Parameter label: begins the field of a conflict.
  mutating func values(
    base: Facts?, store: Facts, event: Facts, _ label: String = ""
  ) -> Facts {
    var merged = store
    for (fact, stated) in event.sorted(by: { $0.key < $1.key }) {
      let own = store[fact] ?? ""
      let old = base?[fact]
      if stated == own || stated == old { continue }
      if own == old {
        merged[fact] = stated
      } else {
        conflicted(label + fact, own, stated)
        if prefers == .calendar { merged[fact] = stated }
      }
    }
    return merged
  }

  private mutating func conflicted(_ field: String, _ store: String?, _ calendar: String?) {
    guard prefers == nil else { return }
    conflicts.append(SyncConflict(field: field, store: store, calendar: calendar))
  }

  /// A value that one side gave the trip, and that the kind which the other side gave it cannot have, is
  /// in conflict with the kind.
  private mutating func dropWhatAnotherKindHas(
    _ merged: inout TripFacts, _ base: Facts?, _ store: Facts, _ event: Facts
  ) {
    for fact in merged.factsOfAnotherKind {
      let value = merged.values.updateValue("", forKey: fact)
      if value != base?[fact] {
        conflicted("type", store["type"], event["type"] ?? store["type"])
      }
    }
  }

  // MARK: - Items

  /// Items have the order of the event; those that it does not have come last.
  private mutating func items(
    base: [ItemFacts]?, store: [ItemFacts], event: [ItemFacts]
  ) -> [ItemFacts] {
    let known = Dictionary(
      (base ?? []).compactMap { item in item.key.map { ($0, item) } }, uniquingKeysWith: { $1 })
    let keyOfRow = Dictionary(
      (base ?? []).compactMap { item in item.row.flatMap { row in item.key.map { (row, $0) } } },
      uniquingKeysWith: { $1 })
    var own: [String: ItemFacts] = [:]
    var new: [ItemFacts] = []
    for item in store {
      if let key = item.row.flatMap({ keyOfRow[$0] }) { own[key] = item } else { new.append(item) }
    }
    // Rows that were taken away and brought back (`undo`), and what both sides added, are known by title.
    var titles: [String: [Int]] = [:]
    for place in new.indices.reversed() { titles[new[place].title, default: []].append(place) }
    var taken: Set<Int> = []
    func newItem(_ title: String) -> ItemFacts? {
      guard let place = titles[title]?.popLast() else { return nil }
      taken.insert(place)
      return new[place]
    }
    var merged: [ItemFacts] = []
    for item in event {
      let old = item.key.flatMap { known[$0] }
      let mine = item.key.flatMap { own.removeValue(forKey: $0) } ?? newItem(item.title)
      if let mine {
        var result = mine
        result.key = item.key
        result.values = values(
          base: old?.values, store: mine.values, event: item.values, "item '\(mine.title)': ")
        merged.append(result)
      } else if old.map({ !Self.isSame(item, $0) }) ?? true {
        // It is new, or it was removed here and changed there: it lives on.
        merged.append(ItemFacts(key: item.key, row: nil, values: item.values))
      }
    }
    // Known items that the event does not have were removed there, unless they were changed here.
    for item in base ?? [] {
      guard let key = item.key, var mine = own[key] else { continue }
      if Self.isSame(mine, item) { continue }
      mine.key = key
      merged.append(mine)
    }
    return merged + new.indices.filter { !taken.contains($0) }.map { new[$0] }
  }

  /// Whether an item is as it was; what is not stated has not changed.
  private static func isSame(_ item: ItemFacts, _ base: ItemFacts) -> Bool {
    item.values.allSatisfy { base.values[$0.key] == $0.value }
  }
}

extension TripFacts {
  /// Whether all that is stated is as it was.
  func isSame(as base: TripFacts) -> Bool {
    values.allSatisfy { base.values[$0.key] == $0.value } && hasSameItems(as: base)
  }

  /// Whether the items are the same, in whatever order.
  func hasSameItems(as other: TripFacts) -> Bool {
    guard items.count == other.items.count else { return false }
    var counts: [Facts: Int] = [:]
    for item in items { counts[item.values, default: 0] += 1 }
    for item in other.items { counts[item.values, default: 0] -= 1 }
    return counts.values.allSatisfy { $0 == 0 }
  }
}
