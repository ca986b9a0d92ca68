import Testing

@testable import TripsCore

/// The merge of one row, as a function of three values.
struct FactMergeTests {
  private static func stay(_ text: String) -> EventFacts {
    var facts = EventFacts(of: .stay)
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    facts.name = parts[0]
    if parts.count > 1 { facts.dates = EventDates(parts[1]) }
    if parts.count > 2 { facts.text = parts[2].replacing("/", with: "\n") }
    return facts
  }

  private static func text(_ facts: EventFacts) -> String {
    [facts.name, facts.dates?.text ?? "", facts.text.replacing("\n", with: "/")]
      .joined(separator: "|")
  }

  struct Case: Sendable {
    /// Nil if the two were never synced.
    let base: String?
    let store: String
    let calendar: String
    let merged: String
    var conflicts: [String] = []
  }

  static let days = "2027-07-17/2027-07-21"

  @Test(arguments: [
    Case(base: "a", store: "a", calendar: "a", merged: "a||"),
    Case(base: "a", store: "b", calendar: "a", merged: "b||"),
    Case(base: "a", store: "a", calendar: "b", merged: "b||"),
    Case(base: "a", store: "b", calendar: "b", merged: "b||"),
    Case(base: "a", store: "b", calendar: "c", merged: "b||", conflicts: ["placeName"]),
    Case(base: nil, store: "a", calendar: "a", merged: "a||"),
    Case(base: nil, store: "a", calendar: "b", merged: "a||", conflicts: ["placeName"]),
    // Each fact by itself; start and end are one.
    Case(
      base: "a|\(days)", store: "b|\(days)", calendar: "a|2027-07-18/2027-07-22",
      merged: "b|2027-07-18/2027-07-22|"),
    Case(
      base: "a|\(days)", store: "a|2027-07-17/2027-07-19", calendar: "a|2027-07-20/2027-07-21",
      merged: "a|2027-07-17/2027-07-19|", conflicts: ["startDate"]),
    Case(base: "a|\(days)", store: "a|\(days)", calendar: "a", merged: "a||"),
    // Lines that both sides added.
    Case(base: "a||x", store: "a||x/s", calendar: "a||x/c", merged: "a||x/c/s"),
    Case(base: "a||", store: "a||s/both", calendar: "a||both/c", merged: "a||both/c/s"),
    Case(base: "a||x", store: "a||s/x", calendar: "a||x/x", merged: "a||x/x/s"),
    Case(base: "a||x", store: "a||x/s", calendar: "a||x/c/s", merged: "a||x/c/s"),
    Case(
      base: "a||x/y", store: "a||x/y/s", calendar: "a||x/c", merged: "a||x/y/s",
      conflicts: ["details"]),
    Case(base: nil, store: "a||x/s", calendar: "a||x/c", merged: "a||x/s", conflicts: ["details"]),
  ]) func merges(_ one: Case) {
    let sides = (one.base.map(Self.stay), Self.stay(one.store), Self.stay(one.calendar))
    let (facts, conflicts) = FactMerge.merge(
      base: sides.0, store: sides.1, calendar: sides.2, prefers: nil)
    #expect(Self.text(facts) == one.merged)
    #expect(conflicts.map { $0[0] } == one.conflicts)
    guard !one.conflicts.isEmpty else { return }
    for side in SyncSide.allCases {
      let settled = FactMerge.merge(
        base: sides.0, store: sides.1, calendar: sides.2, prefers: side)
      #expect(settled.conflicts.isEmpty)
      #expect(settled.facts == (side == .store ? sides.1 : sides.2))
    }
  }

  /// They are no conflict, so the side that wins conflicts does not win them.
  @Test(arguments: SyncSide.allCases) func keepsAddedLinesBesideAConflict(_ side: SyncSide) {
    let (facts, _) = FactMerge.merge(
      base: Self.stay("a||x"), store: Self.stay("b||x/s"), calendar: Self.stay("c||x/c"),
      prefers: side)
    #expect(Self.text(facts) == (side == .store ? "b||x/c/s" : "c||x/c/s"))
  }

  private static func trip(_ values: [String: String]) -> EventFacts {
    EventFactsTests.facts(.trip, ["name": "x", "type": "business"].merging(values) { $1 })
  }

  /// What depends on the kind of a trip is one fact with it, if the kind changes.
  @Test func mergesTheKindOfATripWithWhatDependsOnIt() {
    let perdiem = ["perdiemMinor": "100", "perdiemCurrency": "EUR"]
    let base = Self.trip(perdiem)
    let rule = Self.trip(perdiem.merging(["perdiemRule": "nights"]) { $1 })
    let more = Self.trip(["perdiemMinor": "200", "perdiemCurrency": "EUR"])
    let personal = Self.trip(["type": "personal", "reason": "family"])
    let both = FactMerge.merge(base: base, store: rule, calendar: more, prefers: nil)
    #expect(both.conflicts.isEmpty && both.facts["perdiemMinor"] == "200")
    #expect(both.facts["perdiemRule"] == "nights")
    let other = FactMerge.merge(base: base, store: rule, calendar: personal, prefers: nil)
    #expect(other.conflicts.count == 1)
    let settled = FactMerge.merge(base: base, store: rule, calendar: personal, prefers: .calendar)
    #expect(settled.facts == personal)
    #expect(
      FactMerge.merge(base: base, store: base, calendar: personal, prefers: nil).facts == personal)
  }

  /// Otherwise an amount in a rule could change its currency, and a rule without a part for meals
  /// could apply to days with meals.
  @Test func mergesAPerDiemWithItsRuleIfTheyDependOnEachOther() {
    func trip(_ currency: String, _ rule: String, _ days: String = "") -> EventFacts {
      Self.trip([
        "perdiemMinor": "8000", "perdiemCurrency": currency, "perdiemRule": rule,
        "singleDays": days,
      ])
    }
    let meals = #"[{"date":"2027-01-02","amount":null,"meals":["lunch"]}]"#
    for (base, store, calendar) in [
      (trip("EUR", ""), trip("EUR", "first-last:40.00"), trip("CHF", "")),
      (trip("EUR", "full,meals:1/2/3"), trip("EUR", ""), trip("EUR", "full,meals:1/2/3", meals)),
    ] {
      func merged(_ side: SyncSide?) -> (facts: EventFacts, conflicts: [[String]]) {
        FactMerge.merge(base: base, store: store, calendar: calendar, prefers: side)
      }
      #expect(merged(nil).conflicts.count == 1 && merged(nil).facts == store)
      #expect(merged(.store).facts == store && merged(.calendar).facts == calendar)
    }
    let (base, named) = (trip("EUR", "first-last:40.00"), trip("CHF", "first-last:30.00"))
    #expect(FactMerge.merge(base: base, store: base, calendar: named, prefers: nil).facts == named)
  }

  @Test func deletesWhatTheOtherSideHasNotChanged() {
    let (a, b) = (Self.stay("a"), Self.stay("b"))
    func outcome(_ base: EventFacts?, _ store: EventFacts?, _ calendar: EventFacts?) -> String {
      guard
        let outcome = FactMerge.outcome(base: base, store: store, calendar: calendar, prefers: nil)
      else { return "none" }
      return "\(outcome.facts.name) \(outcome.isDeleted ? "deleted" : outcome.isKept ? "kept" : "")"
    }
    #expect(outcome(a, a, nil) == "a deleted" && outcome(a, nil, a) == "a deleted")
    #expect(outcome(a, b, nil) == "b kept" && outcome(a, nil, b) == "b kept")
    #expect(outcome(nil, a, nil) == "a kept" && outcome(nil, nil, nil) == "none")
    #expect(outcome(a, nil, nil) == "a deleted")
  }

  /// Equal lines, of which each is read once.
  @Test func takesLinearTimeForEqualLines() {
    let base = [String](repeating: "[ ] x", count: 20_000).joined(separator: "\n")
    #expect(
      FactMerge.added(base: base, store: base + "\ns", calendar: base + "\nc") == base + "\nc\ns")
  }
}
