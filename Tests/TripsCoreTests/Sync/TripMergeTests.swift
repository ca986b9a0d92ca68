import Testing

@testable import TripsCore

/// The merge as a function of three values.
struct TripMergeTests {
  /// A trip of few facts: `name=A notes=b [x]1:Louvre stay=Hotel`, a confirmed one
  /// `stay=Hotel/`, one with an address `stay=Hotel@Street`.
  static func trip(_ text: String) -> TripFacts? {
    guard text != "-" else { return nil }
    var facts = TripFacts(values: [
      "name": "Paris", "startDate": "2027-05-01", "endDate": "2027-05-03", "type": "trip",
      "notes": "", "destination": "",
    ])
    for word in text.split(separator: " ") {
      if word.hasPrefix("[") {
        let parts = word.dropFirst(3).split(separator: ":")
        facts.items.append(
          RowFacts(
            id: Int64(parts[0]),
            values: [
              "title": String(parts[1]), "isDone": Fact.flag(word.hasPrefix("[x]")),
              "details": parts.count > 2 ? String(parts[2]) : "",
            ]))
      } else {
        let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        if parts[0] == "stay" {
          let place = parts[1].split(separator: "@").map(String.init)
          facts.stay = RowFacts(values: [
            "placeName": place[0].replacing("/", with: ""),
            "address": place.count > 1 ? place[1] : "",
            "isConfirmed": Fact.flag(parts[1].contains("/")),
          ])
        } else {
          facts.values[parts[0]] = parts[1].isEmpty ? nil : parts[1]
        }
      }
    }
    return facts
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let base: String
    let store: String
    let event: String
    /// The facts on both sides; `deleted`, or the fields of a conflict after a `!`. A `+` before facts
    /// says that they live on.
    let outcome: String
    var prefers: SyncSide?

    var testDescription: String { "\(base) | \(store) | \(event)" }
  }

  static let cases: [Case] = [
    // One side changed, or both alike.
    Case(base: "name=A", store: "name=A", event: "name=A", outcome: "name=A"),
    Case(base: "name=A", store: "name=B", event: "name=A", outcome: "name=B"),
    Case(base: "name=A", store: "name=A", event: "name=B", outcome: "name=B"),
    Case(base: "name=A", store: "name=B", event: "name=B", outcome: "name=B"),
    // Each side another fact.
    Case(
      base: "name=A notes=n", store: "name=B notes=n", event: "name=A notes=m",
      outcome: "name=B notes=m"),
    // Both the same fact.
    Case(base: "name=A", store: "name=B", event: "name=C", outcome: "!name"),
    Case(
      base: "name=A", store: "name=B notes=n", event: "name=C notes=m", outcome: "!name notes"),
    Case(base: "name=A", store: "name=B", event: "name=C", outcome: "name=B", prefers: .store),
    Case(base: "name=A", store: "name=B", event: "name=C", outcome: "name=C", prefers: .calendar),
    Case(
      base: "name=A", store: "name=B notes=n", event: "name=C", outcome: "name=C notes=n",
      prefers: .calendar),
    // No base: what is equal agrees, what differs is a conflict, nothing is deleted.
    Case(base: "-", store: "name=A", event: "name=A", outcome: "name=A"),
    Case(base: "-", store: "name=A", event: "name=B", outcome: "!name"),
    Case(base: "-", store: "name=A", event: "-", outcome: "name=A"),
    Case(base: "-", store: "-", event: "name=A", outcome: "name=A"),
    Case(base: "-", store: "name=A stay=H", event: "name=A", outcome: "name=A stay=H"),
    Case(
      base: "-", store: "name=A [_]1:Louvre", event: "name=A [_]0:Orsay",
      outcome: "name=A [_]1:Louvre [_]0:Orsay"),
    Case(
      base: "-", store: "name=A [_]1:Louvre", event: "name=A [x]1:Louvre",
      outcome: "!item 'Louvre': isDone"),
    // Deleted.
    Case(base: "name=A", store: "name=A", event: "-", outcome: "deleted"),
    Case(base: "name=A", store: "-", event: "name=A", outcome: "deleted"),
    Case(base: "name=A", store: "-", event: "-", outcome: "deleted"),
    Case(base: "name=A", store: "name=B", event: "-", outcome: "+name=B"),
    Case(base: "name=A", store: "-", event: "name=B", outcome: "+name=B"),
    Case(base: "name=A", store: "-", event: "name=B", outcome: "+name=B", prefers: .store),
    Case(
      base: "name=A [_]1:Louvre", store: "name=A [x]1:Louvre", event: "-",
      outcome: "+name=A [x]1:Louvre"),
    Case(base: "name=A", store: "name=A stay=H", event: "-", outcome: "+name=A stay=H"),
    // Dates that fit each side alone.
    Case(
      base: "startDate=2027-05-01 endDate=2027-05-09",
      store: "startDate=2027-05-06 endDate=2027-05-09",
      event: "startDate=2027-05-01 endDate=2027-05-03", outcome: "!startDate endDate"),
    Case(
      base: "startDate=2027-05-01 endDate=2027-05-09",
      store: "startDate=2027-05-06 endDate=2027-05-09",
      event: "startDate=2027-05-01 endDate=2027-05-03",
      outcome: "startDate=2027-05-01 endDate=2027-05-03", prefers: .calendar),
    Case(
      base: "startDate=2027-05-01 endDate=2027-05-09",
      store: "startDate=2027-05-02 endDate=2027-05-09",
      event: "startDate=2027-05-01 endDate=2027-05-08",
      outcome: "startDate=2027-05-02 endDate=2027-05-08"),
    // The calendar's end would take the store's start along.
    Case(
      base: "startDate=2027-05-18 endDate=2027-05-20",
      store: "startDate=2027-06-10 endDate=2027-06-13",
      event: "startDate=2027-05-18 endDate=2027-05-18", outcome: "!startDate endDate"),
    // A kind that does not have what the other side gave.
    Case(
      base: "type=business", store: "type=personal", event: "type=business perdiemRule=nights",
      outcome: "!type perdiemRule"),
    // What only one side set goes where the kind of the other is preferred: it is told.
    Case(
      base: "type=personal reason=family", store: "type=business perdiem=68", event: "type=trip",
      outcome: "!type perdiem"),
    Case(
      base: "type=personal reason=family", store: "type=business perdiem=68", event: "type=trip",
      outcome: "type=trip", prefers: .calendar),
    Case(
      base: "type=personal reason=family", store: "type=business perdiem=68", event: "type=trip",
      outcome: "type=business perdiem=68", prefers: .store),
    // Items.
    Case(
      base: "[_]1:Louvre [_]2:Orsay", store: "[_]1:Louvre [x]2:Orsay",
      event: "[x]1:Louvre [_]2:Orsay", outcome: "[x]1:Louvre [x]2:Orsay"),
    Case(
      base: "[_]1:Louvre", store: "[_]1:Louvre [_]2:Orsay", event: "[_]1:Louvre [_]0:Rodin",
      outcome: "[_]1:Louvre [_]2:Orsay [_]0:Rodin"),
    Case(base: "[_]1:Louvre", store: "-", event: "[_]1:Louvre", outcome: "deleted"),
    Case(base: "[_]1:Louvre", store: "", event: "[_]1:Louvre", outcome: ""),
    Case(base: "[_]1:Louvre", store: "[_]1:Louvre", event: "", outcome: ""),
    Case(base: "[_]1:Louvre", store: "[x]1:Louvre", event: "", outcome: "+[x]1:Louvre"),
    Case(base: "[_]1:Louvre", store: "", event: "[x]1:Louvre", outcome: "+[x]0:Louvre"),
    Case(
      base: "[_]1:Louvre", store: "[_]1:Tuileries", event: "[_]1:Orangerie",
      outcome: "!item 'Tuileries': title"),
    Case(
      base: "[_]1:Louvre", store: "[_]1:Tuileries", event: "[x]1:Louvre",
      outcome: "[x]1:Tuileries"),
    Case(
      base: "", store: "[_]1:Louvre", event: "[x]0:Louvre",
      outcome: "!item 'Louvre': isDone"),
    Case(base: "", store: "[x]1:Louvre", event: "[x]0:Louvre", outcome: "[x]1:Louvre"),
    // The stay.
    Case(base: "stay=H", store: "stay=H", event: "stay=I", outcome: "stay=I"),
    Case(base: "stay=H", store: "stay=J", event: "stay=I", outcome: "!stay: placeName"),
    Case(base: "stay=H", store: "stay=H", event: "", outcome: ""),
    Case(base: "stay=H", store: "", event: "stay=H", outcome: ""),
    Case(base: "stay=H", store: "stay=I", event: "", outcome: "+stay=I"),
    Case(base: "", store: "stay=H", event: "", outcome: "stay=H"),
    Case(base: "", store: "", event: "stay=H", outcome: "stay=H"),
    Case(base: "stay=H", store: "stay=H@Street", event: "stay=H/", outcome: "stay=H/@Street"),
    // What is said of a place is not said of the one that another side has put there.
    Case(
      base: "stay=H", store: "stay=I", event: "stay=H/",
      outcome: "!stay: placeName stay: isConfirmed"),
    Case(
      base: "stay=H", store: "stay=H@Street", event: "stay=I",
      outcome: "!stay: placeName stay: address"),
    Case(base: "stay=H", store: "stay=I", event: "stay=H/", outcome: "stay=I", prefers: .store),
    Case(
      base: "stay=H", store: "stay=I", event: "stay=J/@Street",
      outcome: "!stay: placeName stay: address stay: isConfirmed"),
    Case(
      base: "stay=H", store: "stay=I", event: "stay=J/@Street", outcome: "stay=I", prefers: .store),
    Case(base: "stay=H", store: "stay=I", event: "stay=I/@Street", outcome: "stay=I/@Street"),
    // Nor is what was taken back of the former place.
    Case(
      base: "stay=H/", store: "stay=H", event: "stay=I/",
      outcome: "!stay: placeName stay: isConfirmed"),
    Case(
      base: "stay=H@Street", store: "stay=I@Street", event: "stay=H",
      outcome: "!stay: placeName stay: address"),
    Case(
      base: "stay=H/", store: "stay=H", event: "stay=I/", outcome: "stay=I/", prefers: .calendar),
    // Other days of the trip have unconfirmed it.
    Case(
      base: "stay=H/", store: "startDate=2027-05-02 stay=H", event: "stay=I/",
      outcome: "startDate=2027-05-02 stay=I"),
    Case(
      base: "stay=H/", store: "stay=I/", event: "endDate=2027-05-04 stay=H",
      outcome: "endDate=2027-05-04 stay=I"),
    Case(
      base: "stay=H/", store: "stay=I/", event: "name=B stay=H",
      outcome: "!stay: placeName stay: isConfirmed"),
    Case(
      base: "stay=H/", store: "", event: "startDate=2027-05-02 stay=H",
      outcome: "startDate=2027-05-02"),
    Case(
      base: "stay=H/", store: "startDate=2027-05-02 stay=H/", event: "",
      outcome: "+startDate=2027-05-02 stay=H/"),
    // Confirmed again for other nights, which is the same word.
    Case(
      base: "stay=H/", store: "endDate=2027-05-04 stay=H/", event: "endDate=2027-05-04 stay=H",
      outcome: "endDate=2027-05-04 stay=H/"),
    Case(
      base: "stay=H/", store: "endDate=2027-05-04 stay=H", event: "endDate=2027-05-04 stay=H/",
      outcome: "endDate=2027-05-04 stay=H/"),
    Case(
      base: "stay=H/", store: "stay=H", event: "endDate=2027-05-04 stay=H/",
      outcome: "!stay: isConfirmed"),
    Case(
      base: "stay=H/", store: "stay=H/", event: "endDate=2027-05-04 stay=H",
      outcome: "endDate=2027-05-04 stay=H"),
    Case(base: "stay=H/", store: "", event: "name=B stay=H", outcome: "+name=B stay=H"),
    Case(
      base: "stay=H/", store: "", event: "startDate=2027-05-02 stay=H@Street",
      outcome: "+startDate=2027-05-02 stay=H@Street"),
    // Removed and added again.
    Case(
      base: "[_]1:Louvre", store: "[_]2:Louvre", event: "[x]1:Louvre", outcome: "[x]2:Louvre"),
  ]

  @Test(arguments: cases) func merges(_ one: Case) throws {
    var event = Self.trip(one.event)
    // An item of the event without a row is new.
    for index in event?.items.indices ?? 0..<0 where event?.items[index].id == 0 {
      event?.items[index].id = nil
    }
    let outcome = TripMerge.outcome(
      base: Self.trip(one.base), store: Self.trip(one.store), event: event, prefers: one.prefers)
    switch outcome {
    case .delete: #expect(one.outcome == "deleted")
    case .conflict(let conflicts):
      #expect("!" + conflicts.map(\.field).joined(separator: " ") == one.outcome)
    case .keep(let facts): #expect(try facts.agrees(with: #require(Self.trip(one.outcome))))
    case .revive(let facts):
      #expect(one.outcome.hasPrefix("+"))
      let expected = try #require(Self.trip(String(one.outcome.dropFirst())))
      #expect(facts.agrees(with: expected))
    }
  }

  /// Killed between both files, the next sync would take a missing stay for one that was removed.
  @Test func bringsTheStayOfATripThatLivesOnBeforeItsEvent() throws {
    let base = try #require(Self.trip("stay=Hotel"))
    let store = try #require(Self.trip("stay=Hotel destination=Oslo"))
    let paper = SyncPaper(SyncTrip(), base: base, store: store, ZoneClock(identifier: "UTC")!)
    let changes = paper.changes(to: store, uid: "a", at: "20261120T101500Z").changes
    #expect(changes.map(\.eventUID) == ["a-stay", "a"])
  }

  /// Whatever three values there are: what nobody changed stays, what one side changed arrives, and
  /// nothing comes from nowhere.
  @Test func isSymmetricAndTakesEveryChange() throws {
    var random = SplitMix(state: 7)
    let values = ["a", "b", "c"]
    for _ in 0..<5_000 {
      var sides = [TripFacts](repeating: TripFacts(values: [:]), count: 3)
      for key in ["name", "notes", "destination"] {
        for index in sides.indices { sides[index].values[key] = values[random.below(3)] }
      }
      for index in sides.indices where random.below(2) == 0 {
        sides[index].stay = RowFacts(values: ["placeName": values[random.below(3)]])
      }
      let (base, store, event) = (sides[0], sides[1], sides[2])
      let one = TripMerge.outcome(base: base, store: store, event: event)
      let other = TripMerge.outcome(base: base, store: event, event: store)
      switch (one, other) {
      case (.conflict(let these), .conflict(let those)):
        #expect(these.map(\.field) == those.map(\.field))
        for conflict in these { #expect(conflict.store != conflict.calendar) }
      case (.keep(let facts), .keep(let others)), (.revive(let facts), .revive(let others)):
        #expect(facts.agrees(with: others))
        for key in base.values.keys {
          let (was, ours, theirs) = (base.values[key], store.values[key], event.values[key])
          #expect(facts.values[key] == (ours == was ? theirs : ours))
        }
      default: Issue.record("\(one) and \(other)")
      }
    }
  }
}
