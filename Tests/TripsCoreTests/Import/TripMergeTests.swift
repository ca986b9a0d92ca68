import SQLite
import Testing

@testable import TripsCore

/// The merge as a function of three values and a rule.
struct TripMergeTests {
  private static func row<Column: StoredColumn>(
    _ values: [(Column, String?)]
  ) -> StatedRow<Column> {
    var row = StatedRow<Column>()
    for (column, value) in values { row[column] = value?.sqliteValue ?? .null }
    return row
  }

  // MARK: - Single values

  struct ValueCase: Sendable, CustomTestStringConvertible {
    let base: String?
    let store: String
    /// Nil if the source does not state it.
    let stated: String?
    /// The values by rule: overwrite, memory, first match.
    let merged: [String]

    init(_ base: String?, _ store: String, _ stated: String?, _ merged: String...) {
      (self.base, self.store, self.stated, self.merged) = (base, store, stated, merged)
    }

    var testDescription: String { "\(base ?? "no base") | \(store) | \(stated ?? "not stated")" }
  }

  static let values = [
    // The store has not changed it.
    ValueCase("a", "a", "a", "a", "a", "a"),
    ValueCase("a", "a", "b", "b", "b", "a"),
    ValueCase("a", "a", "", "", "", "a"),
    ValueCase("a", "a", nil, "a", "a", "a"),
    // The store has changed it.
    ValueCase("a", "b", "a", "a", "b", "b"),
    ValueCase("a", "b", "b", "b", "b", "b"),
    ValueCase("a", "b", "c", "c", "c", "b"),
    ValueCase("a", "b", "", "", "", "b"),
    ValueCase("a", "b", nil, "b", "b", "b"),
    // The store has removed it.
    ValueCase("a", "", "a", "a", "", "a"),
    ValueCase("a", "", "b", "b", "b", "b"),
    ValueCase("a", "", "", "", "", ""),
    ValueCase("a", "", nil, "", "", ""),
    // There was none.
    ValueCase("", "", "b", "b", "b", "b"),
    ValueCase("", "b", "", "", "b", "b"),
    ValueCase("", "b", "b", "b", "b", "b"),
    ValueCase("", "b", "c", "c", "c", "b"),
    // Without a base.
    ValueCase(nil, "a", "a", "a", "a", "a"),
    ValueCase(nil, "a", "b", "b", "b", "a"),
    ValueCase(nil, "a", "", "", "", "a"),
    ValueCase(nil, "", "b", "b", "b", "b"),
    ValueCase(nil, "", "", "", "", ""),
  ]

  @Test(arguments: values) func mergesAValue(_ one: ValueCase) {
    func merge(_ rule: MergeRule) -> MergedRow<TripColumn> {
      let stated = one.stated.map { Self.row([(TripColumn.notes, $0)]) } ?? StatedRow()
      return stated.merged(
        into: Self.row([(.notes, one.store)]),
        base: one.base.map { Self.row([(TripColumn.notes, $0)]) }, by: rule)
    }
    for (rule, expected) in zip([.overwrite, .memory, .firstMatch] as [MergeRule], one.merged) {
      let merged = merge(rule)
      #expect(merged.row.text(.notes) == expected, "\(rule)")
      // What a first match keeps is reported.
      let isKept = rule == .firstMatch && one.stated.map { $0 != expected } ?? false
      #expect(merged.left.map(\.property) == (isKept ? ["notes"] : []))
    }
  }

  @Test func reportsWhatAFirstMeetingKeeps() {
    let store = StatedRow<TripColumn>(
      Self.row([(TripColumn.notes, "mine"), (.destination, "")]).row(id: 7, tripID: nil))
    let merged = Self.row([(TripColumn.notes, "theirs"), (.destination, "Rome")])
      .merged(into: store, by: .firstMatch)
    #expect(merged.row.text(.destination) == "Rome")
    #expect(merged.left == [PropertyChange(property: "notes", old: "mine", new: "theirs")])
  }

  @Test func fillsFlagsThatAreNo() {
    var (stated, store) = (StatedRow<ItemColumn>(), StatedRow<ItemColumn>())
    stated.set(.hasReservation, true)
    stated.set(.isPaid, false)
    store.set(.hasReservation, false)
    store.set(.isPaid, true)
    let merged = stated.merged(into: store, by: .firstMatch)
    #expect(merged.row[.hasReservation] == true.sqliteValue)
    #expect(merged.row[.isPaid] == true.sqliteValue)
    #expect(merged.left.map(\.property) == ["isPaid"])
  }

  /// An amount without its currency would be another amount.
  @Test(arguments: [MergeRule.memory, .firstMatch])
  func mergesAnAmountWithItsCurrency(_ rule: MergeRule) {
    func cost(_ minor: Int64, _ code: String) -> StatedRow<StayColumn> {
      var row = StatedRow<StayColumn>()
      (row[.costMinor], row[.costCurrency]) = (minor.sqliteValue, code.sqliteValue)
      return row
    }
    let merged = cost(900, "CHF").merged(into: cost(500, "EUR"), base: cost(900, "EUR"), by: rule)
    #expect(merged.row == (rule == .memory ? cost(900, "CHF") : cost(500, "EUR")))
    #expect(merged.left.map(\.property) == (rule == .memory ? [] : ["cost"]))
  }

  /// A booking for days other than the row's does not count.
  @Test func keepsAnItemUnreservedIfItsDayDiffers() {
    var (stated, store) = (Self.item("03 15:05 - -"), Self.item("04 - - -"))
    stated.set(.hasReservation, true)
    store.set(.hasReservation, false)
    let merged = stated.merged(into: store, by: .firstMatch)
    #expect(merged.row == store)
    #expect(Set(merged.left.map(\.property)) == ["date", "time", "hasReservation"])
  }

  // MARK: - Dates and times

  /// `03 14:05 - 03 18:30`: date, time, end; a dash is no value.
  private static func item(_ text: String) -> StatedRow<ItemColumn> {
    let parts = text.split(separator: " ").map(String.init)
    let dates = parts.map { $0 == "-" ? nil : $0.contains(":") ? $0 : "2027-05-\($0)" }
    return row([(.date, dates[0]), (.time, dates[1]), (.endDate, dates[2]), (.endTime, dates[3])])
  }

  struct DateCase: Sendable, CustomTestStringConvertible {
    let rule: MergeRule
    let base: String
    let store: String
    let stated: String
    let merged: String

    var testDescription: String { "\(rule): \(base) | \(store) | \(stated)" }
  }

  @Test(arguments: [
    // The airline moves the day; the corrected time stays.
    DateCase(
      rule: .memory, base: "03 15:05 03 19:15", store: "03 14:05 03 19:15",
      stated: "04 15:05 04 19:15", merged: "04 14:05 04 19:15"),
    // The time without the day.
    DateCase(
      rule: .memory, base: "03 15:05 - -", store: "05 15:05 - -", stated: "03 16:00 - -",
      merged: "05 16:00 - -"),
    // The end would be long before the start, so both are taken.
    DateCase(
      rule: .memory, base: "03 15:05 03 19:15", store: "09 15:05 09 19:15",
      stated: "03 15:05 04 19:15", merged: "03 15:05 04 19:15"),
    // The time was removed here, and the end has a new one.
    DateCase(
      rule: .memory, base: "03 15:05 03 19:15", store: "03 - - -", stated: "03 15:05 03 20:00",
      merged: "03 15:05 03 20:00"),
    // A first match fills what is missing if nothing differs.
    DateCase(
      rule: .firstMatch, base: "- - - -", store: "03 - - -", stated: "03 15:05 03 19:15",
      merged: "03 15:05 03 19:15"),
    DateCase(
      rule: .firstMatch, base: "- - - -", store: "02 - - -", stated: "03 15:05 03 19:15",
      merged: "02 - - -"),
    DateCase(
      rule: .firstMatch, base: "- - - -", store: "- - - -", stated: "03 15:05 03 19:15",
      merged: "03 15:05 03 19:15"),
  ])
  func mergesDatesAndTimes(_ one: DateCase) {
    let merged = Self.item(one.stated).merged(
      into: Self.item(one.store), base: one.rule == .memory ? Self.item(one.base) : nil,
      by: one.rule)
    #expect(merged.row == Self.item(one.merged))
    let isKept = one.rule == .firstMatch && one.merged == one.store
    #expect(merged.left.isEmpty != isKept)
  }
}
