import SQLite
import Testing

@testable import TripsCore

/// The merge of rows that a side may lack.
struct SyncMergeTests {
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

  /// A change of kind removes the values that only the old kind has; a value that the other side
  /// set meanwhile is a conflict.
  @Test func reportsAValueThatTheOtherKindCannotHave() {
    func row(_ values: [(TripColumn, String?)]) -> [SQLiteValue] {
      Self.trip(values).row(id: 1, tripID: nil)
    }
    func merge(_ side: SyncSide?) -> (SyncedRow, [String]) {
      var merge = SyncMerge(prefers: side)
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
    var plain = SyncMerge()
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
    var merge = SyncMerge()
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
    var keeping = SyncMerge(prefers: .store)
    let kept = keeping.row(
      one.event.map { Self.stay([(.placeName, $0), (.uid, "u")]) }, base: one.base.map(row),
      inStore: one.store.map(row), keeps: true)
    #expect((kept.store.after == nil) == (one.store == nil && one.event == nil))
  }
}
