import Chance
import Testing

@testable import TripsCore

/// The merge as a function of three values.
struct TripMergeTests {
  /// A start from one side and an end from the other may not fit together, so they are one conflict.
  @Test(arguments: [
    // Each side has changed one of them, and the trip would end before it begins.
    ("17-19", "20-21"),
    // The store has moved the trip, and the calendar has changed its end.
    ("26-29", "17-24"),
  ])
  func settlesDatesTogether(_ store: String, _ event: String) {
    func dates(_ days: String) -> Facts {
      ["startDate": "2027-07-\(days.prefix(2))", "endDate": "2027-07-\(days.suffix(2))"]
    }
    func merge(_ side: SyncSide?) -> (Facts, [String]) {
      var merge = FactMerge(prefers: side)
      let merged = merge.values(
        base: dates("17-21"), store: dates(store), event: dates(event), "stay 'Casa': ")
      return (merged, merge.conflicts.map(\.field))
    }
    #expect(merge(nil).1 == ["stay 'Casa': startDate", "stay 'Casa': endDate"])
    #expect(merge(.store).0 == dates(store))
    #expect(merge(.calendar).0 == dates(event))
  }

  // MARK: - Values

  struct ValueCase: Sendable, CustomTestStringConvertible {
    /// Nil if there is no base at all.
    let base: String?
    let store: String
    /// Nil if the event does not state it.
    let event: String?
    /// Nil for a conflict.
    let merged: String?

    var testDescription: String { "\(base ?? "no base") | \(store) | \(event ?? "not stated")" }
  }

  static let values = [
    // The store has not changed it.
    ValueCase(base: "a", store: "a", event: "a", merged: "a"),
    ValueCase(base: "a", store: "a", event: "b", merged: "b"),
    ValueCase(base: "a", store: "a", event: "", merged: ""),
    ValueCase(base: "a", store: "a", event: nil, merged: "a"),
    // The store has changed it.
    ValueCase(base: "a", store: "b", event: "a", merged: "b"),
    ValueCase(base: "a", store: "b", event: "b", merged: "b"),
    ValueCase(base: "a", store: "b", event: "c", merged: nil),
    ValueCase(base: "a", store: "b", event: "", merged: nil),
    ValueCase(base: "a", store: "b", event: nil, merged: "b"),
    // The store has removed it.
    ValueCase(base: "a", store: "", event: "a", merged: ""),
    ValueCase(base: "a", store: "", event: "b", merged: nil),
    ValueCase(base: "a", store: "", event: "", merged: ""),
    ValueCase(base: "a", store: "", event: nil, merged: ""),
    // There was none.
    ValueCase(base: "", store: "", event: "", merged: ""),
    ValueCase(base: "", store: "", event: "b", merged: "b"),
    ValueCase(base: "", store: "b", event: "", merged: "b"),
    ValueCase(base: "", store: "b", event: "b", merged: "b"),
    ValueCase(base: "", store: "b", event: "c", merged: nil),
    ValueCase(base: "", store: "b", event: nil, merged: "b"),
    // Without a base, equal facts agree and different ones are a conflict.
    ValueCase(base: nil, store: "a", event: "a", merged: "a"),
    ValueCase(base: nil, store: "a", event: "b", merged: nil),
    ValueCase(base: nil, store: "a", event: "", merged: nil),
    ValueCase(base: nil, store: "a", event: nil, merged: "a"),
    ValueCase(base: nil, store: "", event: "b", merged: nil),
    ValueCase(base: nil, store: "", event: "", merged: ""),
    ValueCase(base: nil, store: "", event: nil, merged: ""),
  ]

  @Test(arguments: values) func mergesAValue(_ one: ValueCase) {
    func merge(_ side: SyncSide?) -> (String?, [SyncConflict]) {
      var merge = FactMerge(prefers: side)
      let merged = merge.values(
        base: one.base.map { ["notes": $0] }, store: ["notes": one.store],
        event: one.event.map { ["notes": $0] } ?? [:])
      return (merged["notes"], merge.conflicts)
    }
    let (merged, conflicts) = merge(nil)
    if let expected = one.merged {
      #expect(merged == expected && conflicts.isEmpty)
      for side in SyncSide.allCases { #expect(merge(side) == (expected, [])) }
    } else {
      // An empty value is none.
      func shown(_ value: String?) -> String? { value?.isEmpty == false ? value : nil }
      let conflict = SyncConflict(
        field: "notes", store: shown(one.store), calendar: shown(one.event))
      #expect(conflicts == [conflict])
      #expect(merge(.store) == (one.store, []))
      #expect(merge(.calendar) == (one.event, []))
    }
  }

  @Test func mergesOtherValuesAndNamesAllConflicts() {
    var merge = FactMerge()
    let merged = merge.trip(
      base: Self.trip(["name": "A", "notes": "n"]), store: Self.trip(["name": "B", "notes": "n"]),
      event: Self.trip(["name": "A", "notes": "m"]))
    #expect(merged.values == ["name": "B", "notes": "m"] && merge.conflicts.isEmpty)
    _ = merge.trip(
      base: Self.trip(["name": "A", "notes": "n"]), store: Self.trip(["name": "B", "notes": "m"]),
      event: Self.trip(["name": "C", "notes": "o"]))
    #expect(merge.conflicts.map(\.field) == ["name", "notes"])
  }

  /// A change of kind removes the values that only the old kind has; a value that the other side
  /// set meanwhile is a conflict.
  @Test func reportsAValueThatTheOtherKindCannotHave() {
    let base = Self.trip(["type": "business", "perdiemRule": ""])
    let store = Self.trip(["type": "personal", "perdiemRule": ""])
    let event = Self.trip(["type": "business", "perdiemRule": "nights"])
    var merge = FactMerge()
    _ = merge.trip(base: base, store: store, event: event)
    #expect(
      merge.conflicts == [
        SyncConflict(field: "type", store: "personal", calendar: "business"),
        SyncConflict(field: "perdiemRule", store: "", calendar: "nights"),
      ])
    var preferring = FactMerge(prefers: .store)
    let merged = preferring.trip(base: base, store: store, event: event)
    #expect(merged.values == ["type": "personal", "perdiemRule": ""])
    // The preferred side keeps its kind and the values of that kind.
    var calendar = FactMerge(prefers: .calendar)
    #expect(calendar.trip(base: base, store: store, event: event).values == event.values)
    let mine = Self.trip(["type": "personal", "reason": "reunion"])
    let theirs = Self.trip(["type": "business", "reason": ""])
    var own = FactMerge(prefers: .store)
    let kept = own.trip(
      base: Self.trip(["type": "personal", "reason": "family"]), store: mine, event: theirs)
    #expect(kept.values == mine.values)
    // Values that neither side changed are removed with the kind.
    var plain = FactMerge()
    let old = Self.trip(["type": "business", "perdiem": "120.00 EUR"])
    let new = Self.trip(["type": "trip", "perdiem": ""])
    #expect(plain.trip(base: old, store: new, event: old).values == new.values)
    #expect(plain.conflicts.isEmpty)
  }

  private static func trip(_ values: Facts) -> TripFacts { TripFacts(values: values) }

  // MARK: - Items

  /// An item as `title/flag`; nil if a side does not have it.
  struct ItemCase: Sendable, CustomTestStringConvertible {
    let base: String?
    let store: String?
    let event: String?
    /// Nil for a conflict.
    let merged: [String]?

    var testDescription: String {
      [base, store, event].map { $0 ?? "missing" }.joined(separator: " | ")
    }
  }

  static let items = [
    ItemCase(base: "a/0", store: "a/0", event: "a/0", merged: ["a/0"]),
    ItemCase(base: "a/0", store: "a/0", event: "a/1", merged: ["a/1"]),
    ItemCase(base: "a/0", store: "a/0", event: nil, merged: []),
    ItemCase(base: "a/0", store: "b/0", event: "a/0", merged: ["b/0"]),
    ItemCase(base: "a/0", store: "b/0", event: "a/1", merged: ["b/1"]),
    ItemCase(base: "a/0", store: "b/0", event: "b/0", merged: ["b/0"]),
    ItemCase(base: "a/0", store: "b/0", event: "c/0", merged: nil),
    // Changed here and removed there, or the reverse, it is kept.
    ItemCase(base: "a/0", store: "a/1", event: nil, merged: ["a/1"]),
    ItemCase(base: "a/0", store: nil, event: "a/1", merged: ["a/1"]),
    ItemCase(base: "a/0", store: nil, event: "a/0", merged: []),
    ItemCase(base: "a/0", store: nil, event: nil, merged: []),
    // New ones.
    ItemCase(base: nil, store: "a/0", event: nil, merged: ["a/0"]),
    ItemCase(base: nil, store: nil, event: "a/0", merged: ["a/0"]),
    ItemCase(base: nil, store: "a/0", event: "a/0", merged: ["a/0"]),
    ItemCase(base: nil, store: "a/0", event: "b/0", merged: ["b/0", "a/0"]),
    ItemCase(base: nil, store: "a/0", event: "a/1", merged: nil),
  ]

  @Test(arguments: items, [true, false]) func mergesAnItem(_ one: ItemCase, hasBase: Bool) {
    if one.base != nil && !hasBase { return }
    func merge(_ side: SyncSide?) -> ([String], [SyncConflict]) {
      var merge = FactMerge(prefers: side)
      let key = one.base == nil ? nil : "k"
      func facts(_ text: String?, _ key: String?, _ row: Int64?) -> TripFacts {
        TripFacts(values: [:], items: text.map { [Self.item($0, key: key, row: row)] } ?? [])
      }
      let merged = merge.trip(
        base: hasBase ? facts(one.base, key, 1) : nil, store: facts(one.store, nil, 1),
        event: facts(one.event, key, nil))
      return (
        merged.items.map { "\($0.title)/\($0.isDone ? 1 : 0)" }, merge.conflicts
      )
    }
    let (merged, conflicts) = merge(nil)
    if let expected = one.merged {
      #expect(merged == expected && conflicts.isEmpty)
      for side in SyncSide.allCases { #expect(merge(side) == (expected, [])) }
    } else {
      let title = one.store?.split(separator: "/").first ?? ""
      #expect(conflicts.count == 1)
      #expect(conflicts[0].field.hasPrefix("item '\(title)': "))
      #expect(merge(.store) == ([one.store ?? ""], []))
      #expect(merge(.calendar) == ([one.event ?? ""], []))
    }
  }

  private static func item(_ text: String, key: String? = nil, row: Int64? = nil) -> RowFacts {
    let parts = text.split(separator: "/").map(String.init)
    return RowFacts(key: key, row: row, values: ["title": parts[0], "isDone": parts[1]])
  }

  @Test func keepsItemsWithEqualTitles() {
    var merge = FactMerge()
    let twice = [Self.item("a/0", key: "k", row: 1), Self.item("a/0", key: "l", row: 2)]
    let merged = merge.trip(
      base: TripFacts(values: [:], items: twice),
      store: TripFacts(values: [:], items: [Self.item("a/0", row: 1), Self.item("b/0", row: 2)]),
      event: TripFacts(
        values: [:], items: [Self.item("a/1", key: "k"), Self.item("a/0", key: "l")]))
    #expect(
      merged.items == [Self.item("a/1", key: "k", row: 1), Self.item("b/0", key: "l", row: 2)])
  }

  /// For any values: changes of one side arrive, and no value appears from nowhere.
  @Test func isSymmetricAndKeepsEveryChange() {
    var random = SplitMix(state: 7)
    let values = ["", "a", "b", "c"]
    for _ in 0..<5_000 {
      var sides = [Facts](repeating: [:], count: 3)
      for index in sides.indices {
        for key in ["name", "notes", "destination"] { sides[index][key] = values[random.below(4)] }
      }
      let (base, store, event) = (sides[0], sides[1], sides[2])
      var (one, other) = (FactMerge(), FactMerge())
      let merged = one.values(base: base, store: store, event: event)
      let mirrored = other.values(base: base, store: event, event: store)
      #expect(one.conflicts.map(\.field) == other.conflicts.map(\.field))
      let inConflict = Set(one.conflicts.map(\.field))
      for key in base.keys where !inConflict.contains(key) {
        #expect(merged[key] == (store[key] == base[key] ? event[key] : store[key]))
        #expect(merged[key] == mirrored[key])
      }
    }
  }
}
