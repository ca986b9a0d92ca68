import Testing

@testable import TripsCore

/// How several days under one number are paired with the remembered ones.
struct BookingIdentitiesTests {
  @Test(arguments: [
    (["1 08:00"], ["1 08:00"], [0]),
    // A day that moves: as many are left.
    (["2 08:00"], ["1 08:00"], [0]),
    (["3 08:00", "2 08:00"], ["1 08:00", "2 08:00"], [0, 1]),
    // In the order of the days, whatever the order of the files.
    (["9 08:00", "7 08:00"], ["1 08:00", "3 08:00"], [1, 0]),
    // An equal time first, then an equal day.
    (["1 09:00", "1 08:00"], ["1 08:00", "1 10:00"], [1, 0]),
    (["1 "], ["1 08:00", "2 08:00"], [0]),
    // Otherwise a new booking: more, or fewer, are left.
    (["3 08:00"], ["1 08:00", "2 08:00"], [nil]),
    (["2 08:00", "3 08:00"], ["1 08:00"], [nil, nil]),
    (["1 08:00", "2 08:00"], ["1 08:00"], [0, nil]),
    (["1 08:00"], [], [nil]),
  ])
  func pairsEqualDaysAndThenTheRestInOrder(_ new: [String], _ old: [String], _ pairs: [Int?]) {
    func moments(_ texts: [String]) -> [String] { texts.map { "2027-05-0\($0)" } }
    #expect(BookingIdentities.pairs(moments(new), moments(old)) == pairs)
  }

  @Test func keepsTheLinesOfDetailsAsFactsOfTheirOwn() {
    func merged(
      _ new: String, _ store: String, _ base: String, _ rule: MergeRule
    ) -> String {
      DetailLines(new).merged(into: DetailLines(store), base: DetailLines(base), by: rule)
        .lines.text
    }
    // A changed line is changed in its place, a new one is added, and none is removed.
    #expect(
      merged("Gate: B\nSeat: 1", "a\nGate: A\nb", "Gate: A", .memory) == "a\nGate: B\nb\nSeat: 1")
    // A line that is stated as last time is the user's.
    #expect(merged("Gate: A", "Gate: mine", "Gate: A", .memory) == "Gate: mine")
    #expect(merged("Gate: A", "", "Gate: A", .memory) == "")
    #expect(merged("Gate: A", "Gate: mine", "", .firstMatch) == "Gate: mine")
    // Each traveller is a line, whatever the case of the letters.
    #expect(
      merged("Traveller: ADA\nTraveller: Bo", "Traveller: Ada", "", .memory)
        == "Traveller: Ada\nTraveller: Bo")
    // 'Check-in' and 'Check in' are different labels.
    #expect(
      merged("Check in: https://x", "Check-in: 15:00", "", .memory)
        == "Check-in: 15:00\nCheck in: https://x")
  }
}
