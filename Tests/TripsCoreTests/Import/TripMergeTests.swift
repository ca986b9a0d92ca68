import Chance
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
    /// The values by rule: an order, a memory, a first meeting, a sync (nil for a conflict).
    let merged: [String?]

    init(_ base: String?, _ store: String, _ stated: String?, _ merged: String?...) {
      (self.base, self.store, self.stated, self.merged) = (base, store, stated, merged)
    }

    var testDescription: String { "\(base ?? "no base") | \(store) | \(stated ?? "not stated")" }
  }

  static let values = [
    // The store has not changed it.
    ValueCase("a", "a", "a", "a", "a", "a", "a"),
    ValueCase("a", "a", "b", "b", "b", "a", "b"),
    ValueCase("a", "a", "", "", "", "a", ""),
    ValueCase("a", "a", nil, "a", "a", "a", "a"),
    // The store has changed it.
    ValueCase("a", "b", "a", "a", "b", "b", "b"),
    ValueCase("a", "b", "b", "b", "b", "b", "b"),
    ValueCase("a", "b", "c", "c", "c", "b", nil),
    ValueCase("a", "b", "", "", "", "b", nil),
    ValueCase("a", "b", nil, "b", "b", "b", "b"),
    // The store has removed it.
    ValueCase("a", "", "a", "a", "", "a", ""),
    ValueCase("a", "", "b", "b", "b", "b", nil),
    ValueCase("a", "", "", "", "", "", ""),
    ValueCase("a", "", nil, "", "", "", ""),
    // There was none.
    ValueCase("", "", "b", "b", "b", "b", "b"),
    ValueCase("", "b", "", "", "b", "b", "b"),
    ValueCase("", "b", "b", "b", "b", "b", "b"),
    ValueCase("", "b", "c", "c", "c", "b", nil),
    // Without a base, equal values agree; in a sync, different ones are a conflict.
    ValueCase(nil, "a", "a", "a", "a", "a", "a"),
    ValueCase(nil, "a", "b", "b", "b", "a", nil),
    ValueCase(nil, "a", "", "", "", "a", nil),
    ValueCase(nil, "", "b", "b", "b", "b", nil),
    ValueCase(nil, "", "", "", "", "", ""),
  ]

  @Test(arguments: values) func mergesAValue(_ one: ValueCase) {
    func merge(_ rule: MergeRule) -> MergedRow<TripColumn> {
      let stated = one.stated.map { Self.row([(TripColumn.notes, $0)]) } ?? StatedRow()
      return stated.merged(
        into: Self.row([(.notes, one.store)]),
        base: one.base.map { Self.row([(TripColumn.notes, $0)]) }, by: rule)
    }
    let rules: [MergeRule] = [.order, .memory, .firstMeeting, .conflict(prefers: nil)]
    for (rule, expected) in zip(rules, one.merged) {
      let merged = merge(rule)
      #expect(merged.row.text(.notes) == expected ?? one.store, "\(rule)")
      // What a first meeting keeps and a sync cannot merge is reported.
      let isKept = rule == .firstMeeting && one.stated.map { $0 != expected } ?? false
      #expect(merged.left.map(\.property) == (isKept || expected == nil ? ["notes"] : []))
    }
    let isConflict = one.merged[3] == nil
    for (side, value) in [(SyncSide.store, one.store), (.calendar, one.stated ?? "")] {
      let merged = merge(.conflict(prefers: side))
      #expect(merged.row.text(.notes) == (isConflict ? value : one.merged[3]))
      #expect(merged.left.isEmpty)
    }
  }

  @Test func reportsWhatAFirstMeetingKeeps() {
    let store = StatedRow<TripColumn>(
      Self.row([(TripColumn.notes, "mine"), (.destination, "")]).row(id: 7, tripID: nil))
    let merged = Self.row([(TripColumn.notes, "theirs"), (.destination, "Rome")])
      .merged(into: store, by: .firstMeeting)
    #expect(merged.row.text(.destination) == "Rome")
    #expect(merged.left == [PropertyChange(property: "notes", old: "mine", new: "theirs")])
  }

  @Test func fillsFlagsThatAreNo() {
    var (stated, store) = (StatedRow<ItemColumn>(), StatedRow<ItemColumn>())
    stated.set(.hasReservation, true)
    stated.set(.isPaid, false)
    store.set(.hasReservation, false)
    store.set(.isPaid, true)
    let merged = stated.merged(into: store, by: .firstMeeting)
    #expect(merged.row[.hasReservation] == true.sqliteValue)
    #expect(merged.row[.isPaid] == true.sqliteValue)
    #expect(merged.left.map(\.property) == ["isPaid"])
  }

  /// An amount without its currency would be another amount.
  @Test(arguments: [MergeRule.memory, .firstMeeting])
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
    // A first meeting fills what is missing if nothing differs.
    DateCase(
      rule: .firstMeeting, base: "- - - -", store: "03 - - -", stated: "03 15:05 03 19:15",
      merged: "03 15:05 03 19:15"),
    DateCase(
      rule: .firstMeeting, base: "- - - -", store: "02 - - -", stated: "03 15:05 03 19:15",
      merged: "02 - - -"),
    DateCase(
      rule: .firstMeeting, base: "- - - -", store: "- - - -", stated: "03 15:05 03 19:15",
      merged: "03 15:05 03 19:15"),
  ])
  func mergesDatesAndTimes(_ one: DateCase) {
    let merged = Self.item(one.stated).merged(
      into: Self.item(one.store), base: one.rule == .memory ? Self.item(one.base) : nil,
      by: one.rule)
    #expect(merged.row == Self.item(one.merged))
    let isKept = one.rule == .firstMeeting && one.merged == one.store
    #expect(merged.left.isEmpty != isKept)
  }

  /// In a sync, a start from one side and an end from the other are one conflict.
  @Test(arguments: [
    // Each side has changed one of them, and the stay would end before it begins.
    ("17-19", "20-21"),
    // The store has moved it, and the calendar has changed its end.
    ("26-29", "17-24"),
  ])
  func settlesDatesTogether(_ store: String, _ event: String) {
    func dates(_ days: String) -> StatedRow<StayColumn> {
      Self.row([
        (.startDate, "2027-07-\(days.prefix(2))"), (.endDate, "2027-07-\(days.suffix(2))"),
      ])
    }
    func merge(_ side: SyncSide?) -> MergedRow<StayColumn> {
      dates(event).merged(into: dates(store), base: dates("17-21"), by: .conflict(prefers: side))
    }
    let conflicts = merge(nil).left.map(\.property)
    #expect(Set(conflicts).isSubset(of: ["startDate", "endDate"]) && !conflicts.isEmpty)
    #expect(merge(.store).row == dates(store))
    #expect(merge(.calendar).row == dates(event))
  }

  // MARK: - Any values

  /// For any values: each change arrives on the other side, and every value comes from one of them.
  @Test func isSymmetricAndKeepsEveryChange() {
    var random = SplitMix(state: 7)
    let values = ["", "a", "b", "c"]
    let columns: [TripColumn] = [.name, .notes, .destination]
    for _ in 0..<5_000 {
      let sides = (0..<3).map { _ in Self.row(columns.map { ($0, values[random.below(4)]) }) }
      let rule = MergeRule.conflict(prefers: nil)
      let merged = sides[2].merged(into: sides[1], base: sides[0], by: rule)
      let mirrored = sides[1].merged(into: sides[2], base: sides[0], by: rule)
      #expect(merged.left.map(\.property) == mirrored.left.map(\.property))
      let inConflict = Set(merged.left.map(\.property))
      for column in columns where !inConflict.contains(column.name) {
        let isUnchanged = sides[1][column] == sides[0][column]
        #expect(merged.row[column] == sides[isUnchanged ? 2 : 1][column])
        #expect(merged.row[column] == mirrored.row[column])
      }
    }
  }
}
