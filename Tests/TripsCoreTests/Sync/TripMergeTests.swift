import Chance
import SQLite
import Testing

@testable import TripsCore

/// The merge as a function of three values.
struct TripMergeTests {
  private static func stay(_ values: [(StayColumn, String?)]) -> StatedRow<StayColumn> {
    var row = StatedRow<StayColumn>()
    for (column, value) in values { row[column] = value?.sqliteValue ?? .null }
    return row
  }

  private static func trip(_ values: [(TripColumn, String?)]) -> StatedRow<TripColumn> {
    var row = StatedRow<TripColumn>()
    for (column, value) in values { row[column] = value?.sqliteValue ?? .null }
    return row
  }

  /// A start from one side and an end from the other may contradict each other, so they are one
  /// conflict.
  @Test(arguments: [
    // Each side has changed one of them, and the trip would end before it begins.
    ("17-19", "20-21"),
    // The store has moved the trip, and the calendar has changed its end.
    ("26-29", "17-24"),
  ])
  func settlesDatesTogether(_ store: String, _ event: String) {
    func dates(_ days: String) -> StatedRow<StayColumn> {
      Self.stay([
        (.startDate, "2027-07-\(days.prefix(2))"), (.endDate, "2027-07-\(days.suffix(2))"),
      ])
    }
    func merge(_ side: SyncSide?) -> ([SQLiteValue], [String]) {
      var merge = TripMerge(prefers: side)
      let merged = merge.row(
        dates(event), base: dates("17-21").row(id: 1, tripID: 1),
        store: dates(store).row(id: 1, tripID: 1))
      return (merged, merge.conflicts.map(\.property))
    }
    func days(_ row: [SQLiteValue]) -> String {
      "\(row.text(StayColumn.startDate).suffix(2))-\(row.text(StayColumn.endDate).suffix(2))"
    }
    #expect(
      Set(merge(nil).1).isSubset(of: ["startDate", "endDate"])
        && !merge(nil).1.isEmpty)
    #expect(days(merge(.store).0) == store)
    #expect(days(merge(.calendar).0) == event)
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
    func merge(_ side: SyncSide?) -> (String, [String]) {
      var merge = TripMerge(prefers: side)
      func row(_ notes: String) -> [SQLiteValue] {
        Self.trip([(.notes, notes)]).row(id: 1, tripID: nil)
      }
      let merged = merge.row(
        one.event.map { Self.trip([(.notes, $0)]) } ?? StatedRow(), base: one.base.map(row),
        store: row(one.store))
      return (merged.text(TripColumn.notes), merge.conflicts.map(\.property))
    }
    let (merged, conflicts) = merge(nil)
    if let expected = one.merged {
      #expect(merged == expected && conflicts.isEmpty)
      for side in SyncSide.allCases { #expect(merge(side) == (expected, [])) }
    } else {
      #expect(conflicts == ["notes"])
      #expect(merge(.store) == (one.store, []))
      #expect(merge(.calendar) == (one.event ?? "", []))
    }
  }

  /// A change of kind removes the values that only the old kind has; a value that the other side
  /// set meanwhile is a conflict.
  @Test func reportsAValueThatTheOtherKindCannotHave() {
    func row(_ values: [(TripColumn, String?)]) -> [SQLiteValue] {
      Self.trip(values).row(id: 1, tripID: nil)
    }
    func merge(_ side: SyncSide?) -> (SyncedRow, [String]) {
      var merge = TripMerge(prefers: side)
      let base = row([(.type, "business")])
      var trip = merge.row(
        Self.trip([(.type, "business"), (.perdiemRule, "nights")]), base: base,
        inStore: row([(.type, "personal")]))
      merge.fitKind(of: &trip, base: base)
      return (trip, merge.conflicts.map(\.property))
    }
    #expect(merge(nil).1 == ["type", "perdiemRule"])
    for (side, type, rule) in [
      (SyncSide.store, "personal", ""), (.calendar, "business", "nights"),
    ] {
      let (trip, conflicts) = merge(side)
      #expect(conflicts.isEmpty)
      #expect(trip.store.after?.text(TripColumn.type) == type)
      #expect(trip.store.after?.text(TripColumn.perdiemRule) == rule)
    }
    // Values that neither side changed are removed with the kind.
    var plain = TripMerge()
    let base = row([(.type, "business"), (.perdiemRule, "nights")])
    var trip = plain.row(Self.trip([(.type, "plain")]), base: base, inStore: base)
    plain.fitKind(of: &trip, base: base)
    #expect(plain.conflicts.isEmpty)
    #expect(trip.store.after?[TripColumn.perdiemRule] == .null)
  }

  // MARK: - Rows

  /// A place; nil if a side does not have the stay.
  struct RowCase: Sendable, CustomTestStringConvertible {
    let base: String?
    let store: String?
    let event: String?
    /// Empty if it is deleted, nil for a conflict.
    let merged: String?

    var testDescription: String {
      [base, store, event].map { $0 ?? "missing" }.joined(separator: " | ")
    }
  }

  @Test(arguments: [
    RowCase(base: "a", store: "a", event: "a", merged: "a"),
    RowCase(base: "a", store: "a", event: "b", merged: "b"),
    RowCase(base: "a", store: "b", event: "c", merged: nil),
    // Deleted on one side and unchanged on the other.
    RowCase(base: "a", store: "a", event: nil, merged: ""),
    RowCase(base: "a", store: nil, event: "a", merged: ""),
    RowCase(base: "a", store: nil, event: nil, merged: ""),
    // Deleted on one side and changed on the other.
    RowCase(base: "a", store: "b", event: nil, merged: "b"),
    RowCase(base: "a", store: nil, event: "b", merged: "b"),
    // New ones.
    RowCase(base: nil, store: "a", event: nil, merged: "a"),
    RowCase(base: nil, store: nil, event: "a", merged: "a"),
    RowCase(base: nil, store: "a", event: "a", merged: "a"),
    RowCase(base: nil, store: "a", event: "b", merged: nil),
  ])
  func mergesARow(_ one: RowCase) {
    func row(_ place: String) -> [SQLiteValue] {
      Self.stay([(.placeName, place), (.uid, "u")]).row(id: 1, tripID: 1)
    }
    var merge = TripMerge()
    let merged = merge.row(
      one.event.map { Self.stay([(.placeName, $0), (.uid, "u")]) }, base: one.base.map(row),
      inStore: one.store.map(row))
    #expect(merge.conflicts.isEmpty == (one.merged != nil))
    if let expected = one.merged {
      #expect((merged.store.after?.text(StayColumn.placeName) ?? "") == expected)
      #expect((merged.calendar.after?.text(StayColumn.placeName) ?? "") == expected)
      // The event is written if it states something else.
      let isNews = merged.isNewsToCalendar(StayColumn.self)
      #expect(isNews == ((one.event ?? "") != expected))
    }
    // If nothing may be deleted, the rows of both sides are kept.
    var keeping = TripMerge(prefers: .store)
    let kept = keeping.row(
      one.event.map { Self.stay([(.placeName, $0), (.uid, "u")]) }, base: one.base.map(row),
      inStore: one.store.map(row), keeps: true)
    #expect((kept.store.after == nil) == (one.store == nil && one.event == nil))
  }

  /// For any values: each change arrives on the other side, and every value comes from one of them.
  @Test func isSymmetricAndKeepsEveryChange() {
    var random = SplitMix(state: 7)
    let values = ["", "a", "b", "c"]
    let columns: [TripColumn] = [.name, .notes, .destination]
    for _ in 0..<5_000 {
      let sides = (0..<3).map { _ in Self.trip(columns.map { ($0, values[random.below(4)]) }) }
      let rows = sides.map { $0.row(id: 1, tripID: nil) }
      var (one, other) = (TripMerge(), TripMerge())
      let merged = one.row(sides[2], base: rows[0], store: rows[1])
      let mirrored = other.row(sides[1], base: rows[0], store: rows[2])
      #expect(one.conflicts.map(\.property) == other.conflicts.map(\.property))
      let inConflict = Set(one.conflicts.map(\.property))
      for column in columns where !inConflict.contains(column.name) {
        #expect(merged[column] == (rows[1][column] == rows[0][column] ? rows[2] : rows[1])[column])
        #expect(merged[column] == mirrored[column])
      }
    }
  }
}
