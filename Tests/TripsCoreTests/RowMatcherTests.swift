import Testing

@testable import TripsCore

struct RowMatcherTests {
  private static let rows = [
    NamedRow(id: 1, uid: "trip-a", name: "Bath", start: "2027-02-01", end: "2027-02-01"),
    NamedRow(id: 2, uid: "trip-b", name: "Bathurst", start: "2027-07-01", end: "2027-07-03"),
    NamedRow(id: 3, uid: "trip-c", name: "Łódź"),
    NamedRow(id: 4, uid: "trip-d", name: "ŁÓDŹ"),
    NamedRow(id: 5, uid: "Bath", name: "Tour 100"),
    NamedRow(id: 7, uid: "7", name: "2"),
    NamedRow(id: 8, uid: nil, name: " Rome ", start: "2027-05-01 06:30"),
    NamedRow(id: 9, uid: "trip-e", name: "00"),
    NamedRow(id: 10, uid: "trip-f", name: "99999999999999999999"),
    NamedRow(id: 11, uid: "trip-g", name: "100% Caf\u{e9}"),
    NamedRow(id: 12, uid: "trip-h", name: "\u{301}"),
  ]

  @Test(
    arguments: [
      // An id is the strongest, then a uid.
      ("2", [2], .id), ("7", [7], .id), ("007", [7], .id), (" 1 ", [1], .id), ("Bath", [5], .uid),
      ("trip-a", [1], .uid), ("TRIP-A", [], nil),
      // An exact name comes first, then one that differs only in case or accents.
      ("Bathurst", [2], .exactName), (" Bathurst", [2], .name),
      (" Rome ", [8], .exactName), ("Tour  100", [], nil), ("Łódź", [3], .exactName),
      ("L\u{301}ódź", [3, 4], .foldedName),
      ("Łodz", [3, 4], .foldedName), ("lodz", [3, 4], .foldedName), ("bath", [1], .foldedName),
      ("Rome", [8], .foldedName), ("Cafe\u{301}", [11], .part), ("ＢＡＴＨ", [1], .foldedName),
      // A part.
      ("bat", [1, 2], .part), ("urst", [2], .part), ("tour 1", [5], .part), ("%", [11], .part),
      ("Bath.*", [], nil), ("", [], nil), (" ", [], nil), ("\u{300}", [], nil),
      // Digits are an id or a whole name.
      ("0", [], nil), ("00", [9], .exactName), ("000", [], nil), ("10", [10], .id),
      ("100", [], nil),
      ("１００", [], nil), ("12345678901234567890", [], nil),
      ("99999999999999999999", [10], .exactName), ("+2", [], nil), ("-1", [], nil),
      ("1.0", [], nil),
    ] as [(String, [Int64], RowMatch.Rank?)])
  func findsTheRowsThatWordsIdentify(words: String, ids: [Int64], rank: RowMatch.Rank?) {
    let match = RowMatcher.matches([words], among: Self.rows)[0]
    #expect(match.rows.map(\.id) == ids)
    #expect(match.rank == rank)
    // Neither other words nor the order of the rows matter.
    let others = RowMatcher.matches(["bat", words, "lodz", words], among: Self.rows.reversed())
    for match in [others[1], others[3]] {
      #expect(match.rows.map(\.id) == ids.reversed())
      #expect(match.rank == rank)
    }
  }

  @Test func listsARowWithSeveralNamesOnce() {
    let rows = [
      NamedRow(id: 1, name: "Old inn"), NamedRow(id: 1, name: "Old Inn"),
      NamedRow(id: 1, name: "New inn"), NamedRow(id: 2, name: "Inn"),
    ]
    let matches = RowMatcher.matches(["old inn", "nn", "w"], among: rows)
    #expect(matches.map { $0.rows.map(\.name) } == [["Old inn"], ["Old inn", "Inn"], ["New inn"]])
  }

  @Test(arguments: [
    (
      "bat",
      "'bat' matches 2 trips: 'Bath' (1, 2027-02-01), 'Bathurst' (2, 2027-07-01 to 2027-07-03)"
    ),
    ("lodz", "'lodz' matches 2 trips: 'Łódź' (3), 'ŁÓDŹ' (4)"),
    ("Oslo", "no trip has the id or name 'Oslo'"),
    ("rom", nil),
  ])
  func namesTheCandidates(words: String, problem: String?) {
    #expect(text { try $0.only(words, .trip) } == problem, "\(words)")

    func text(_ work: (RowMatch) throws -> NamedRow) -> String? {
      do { _ = try work(RowMatcher.matches([words], among: Self.rows)[0]) } catch {
        return "\(error)"
      }
      return nil
    }
  }

  @Test(arguments: [
    (
      "bat",
      "'bat' is only part of a name: items 'Bath' (1, 2027-02-01), 'Bathurst' (2, 2027-07-01"
    ),
    ("rom", "'rom' is only part of a name: item ' Rome ' (8, 2027-05-01 06:30)"),
    ("rome", nil), ("8", nil), ("lodz", "'lodz' matches 2 items of 'Tour': 'Łódź' (3), 'ŁÓDŹ' (4)"),
    ("0", "'Tour' has no item '0'"),
  ])
  func deletesNothingByAPartOfItsName(words: String, problem: String?) throws {
    let trip = TripSummary(id: 1, name: "Tour", startDate: .first, endDate: .first)
    let match = RowMatcher.matches([words], among: Self.rows)[0]
    do {
      _ = try match.only(words, .item, in: trip, for: .deleting)
      #expect(problem == nil)
    } catch {
      #expect(try error.description.hasPrefix(#require(problem)), "\(error.description)")
    }
  }

  /// A script may name all items of a trip.
  @Test func findsManyNamesAmongMany() {
    let rows = (1...20_000).map { NamedRow(id: Int64($0), name: "Ítem \($0)") }
    let words = (1...20_000).map { $0 % 2 == 0 ? "item \($0)" : String($0) }
    #expect(
      RowMatcher.matches(words, among: rows).map { $0.rows.map(\.id) } == (1...20_000).map { [$0] })
  }
}
