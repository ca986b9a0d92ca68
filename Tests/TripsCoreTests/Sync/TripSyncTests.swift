import Testing

@testable import TripsCore

/// The rules about trips and their parts, as a function of the facts on all sides.
struct TripSyncTests {
  private static func trip(_ name: String, day: Int = 1) -> EventFacts {
    EventFactsTests.facts(
      .trip,
      [
        "name": name, "type": "plain", "startDate": "2027-05-0\(day)",
        "endDate": "2027-05-0\(day + 2)",
      ])
  }

  private static func stay(_ name: String, of trip: String = "t", booked: String = "") -> EventFacts
  {
    EventFactsTests.facts(.stay, ["placeName": name, "trip": trip, "isConfirmed": booked])
  }

  private static func sides(
    _ base: EventFacts?, _ store: EventFacts?, _ calendar: EventFacts?, _ hold: SyncHold? = nil
  ) -> SyncSides {
    let entity = (base ?? store ?? calendar)?.entity ?? .trip
    return SyncSides(entity: entity, base: base, store: store, calendar: calendar, hold: hold)
  }

  private static func decide(_ rows: [String: SyncSides]) -> [String: String] {
    let sync = TripSync.decide(rows, prefers: { _ in nil }, isTaken: { $0.name == "taken" })
    return rows.reduce(into: [:]) { result, row in
      if let hold = sync.held[row.key] {
        result[row.key] = "\(hold)"
      } else if let outcome = sync.outcomes[row.key] {
        result[row.key] = outcome.isDeleted ? "deleted" : outcome.facts.name
      }
    }
  }

  @Test func deletesATripWithItsUnchangedParts() {
    let (t, s) = (Self.trip("T"), Self.stay("S"))
    #expect(
      Self.decide(["t": Self.sides(t, t, nil), "s": Self.sides(s, s, s)])
        == ["t": "deleted", "s": "deleted"])
    #expect(
      Self.decide(["t": Self.sides(t, nil, t), "s": Self.sides(s, nil, s, .cancelled)])
        == ["t": "deleted", "s": "deleted"])
  }

  /// It comes back with everything on the side that still has it.
  @Test func keepsATripWithAChangedPart() {
    let (t, s) = (Self.trip("T"), Self.stay("S"))
    #expect(
      Self.decide([
        "t": Self.sides(t, nil, t), "s": Self.sides(s, nil, Self.stay("new")),
        "u": Self.sides(s, nil, s),
      ]) == ["t": "T", "s": "new", "u": "S"])
    #expect(
      Self.decide(["t": Self.sides(t, nil, nil), "s": Self.sides(s, nil, Self.stay("new"))])
        == ["t": "T", "s": "new"])
  }

  @Test func waitsForATripThatIsNotThere() {
    let s = Self.stay("S")
    #expect(Self.decide(["s": Self.sides(nil, nil, s)]) == ["s": "waits"])
    #expect(
      Self.decide(["t": Self.sides(nil, nil, nil, .problem("x")), "s": Self.sides(nil, nil, s)])
        == ["t": "problem(\"x\")", "s": "waits"])
    // A trip of the store may wait; its parts are synced.
    let t = Self.trip("T")
    #expect(
      Self.decide(["t": Self.sides(t, t, t, .problem("x")), "s": Self.sides(nil, nil, s)])
        == ["t": "problem(\"x\")", "s": "S"])
  }

  @Test func keepsATripWhosePartWaits() {
    let (t, s) = (Self.trip("T"), Self.stay("S"))
    #expect(
      Self.decide(["t": Self.sides(t, t, nil), "s": Self.sides(s, Self.stay("a"), Self.stay("b"))])
        == ["t": "waits", "s": "conflict"])
  }

  @Test func waitsUntilAnotherTripGivesUpItsName() {
    let taken = "problem(\"another trip has its name and dates\")"
    let (a, b) = (Self.trip("A"), Self.trip("B"))
    #expect(
      Self.decide(["a": Self.sides(a, a, b), "b": Self.sides(b, b, b)]) == ["a": taken, "b": "B"])
    #expect(Self.decide(["a": Self.sides(a, a, Self.trip("taken"))]) == ["a": taken])
    // The other trip gives up the name.
    #expect(
      Self.decide(["a": Self.sides(a, a, b), "b": Self.sides(b, b, Self.trip("C"))])
        == ["a": "B", "b": "C"])
    #expect(
      Self.decide(["a": Self.sides(a, a, b), "b": Self.sides(b, nil, b)])
        == ["a": "B", "b": "deleted"])
  }

  /// A confirmation is for the nights that it states, here those of the merged trip.
  @Test func clearsAConfirmationForOtherNights() {
    let moved = Self.trip("T", day: 3)
    let t = Self.trip("T")
    let nights = "2027-05-01/2027-05-03"
    let s = Self.stay("S", booked: nights)
    func booked(_ calendar: EventFacts, _ stay: EventFacts) -> String? {
      let rows = ["t": Self.sides(t, t, calendar), "s": Self.sides(s, s, stay)]
      return TripSync.decide(rows, prefers: { _ in nil }, isTaken: { _ in false })
        .outcomes["s"]?.facts.booked
    }
    #expect(booked(t, s) == nights)
    #expect(booked(moved, s) == "")
    let renewed = "2027-05-03/2027-05-05"
    #expect(booked(moved, Self.stay("S", booked: renewed)) == renewed)
  }

  /// Each trip gets the name of the next; the last name is taken.
  @Test func takesLinearTimeForAChainOfNames() {
    var rows: [String: SyncSides] = [:]
    let count = 20_000
    for number in 0..<count {
      let name = Self.trip("\(number)")
      let next = number == count - 1 ? Self.trip("taken") : Self.trip("\(number + 1)")
      rows["\(number)"] = Self.sides(name, name, next)
    }
    let decided = Self.decide(rows)
    #expect(decided.values.allSatisfy { $0.contains("another trip") })
    #expect(decided.count == count)
  }
}
