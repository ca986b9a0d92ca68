import Testing

@testable import TripsCore

/// Which item a line of an event's description means.
struct ItemMatchingTests {
  @Test(
    arguments: [
      (["a", "b", "c"], ["a", "b", "c"], [0, 1, 2]),
      (["c", "a", "b"], ["a", "b", "c"], [2, 0, 1]),
      (["a", "x", "c"], ["a", "b", "c"], [0, 1, 2]),
      (["x", "b", "c"], ["a", "b", "c"], [0, 1, 2]),
      (["a", "b", "c", "d"], ["a", "b", "c"], [0, 1, 2, nil]),
      (["a", "c"], ["a", "b", "c"], [0, 2]),
      (["b", "b"], ["b", "b"], [0, 1]),
      (["b"], ["b", "b"], [0]),
      (["a", "Louvre museum", "new", "c"], ["a", "Louvre", "c"], [0, 1, nil, 2]),
      // Of two titles in the place of one the one that has more in common, or else the first.
      (["Orsay", "Louvre 2"], ["Louvre"], [nil, 0]),
      (["Orsay", "Rodin"], ["Louvre"], [0, nil]),
      (["Garnier", "Orsay museum", "new"], ["Louvre", "Orsay"], [0, 1, nil]),
      // "new" was put between the others, and stands below them in the store.
      (["a", "new", "x"], ["a", "b", "new"], [0, 2, 1]),
    ] as [([String], [String], [Int?])])
  func knowsWhichItemALineMeans(_ titles: [String], _ known: [String], _ matches: [Int?]) {
    let rows = known.enumerated().map { RowFacts(id: Int64($0), values: ["title": $1]) }
    #expect(ItemMatching.matches(titles, among: rows, renames: true) == matches)
  }

  /// A kill may have left in the file what the store has and the base has not.
  @Test func knowsAnItemByATitleThatItHadBefore() {
    let known = ["Louvre", "Orsay"].map { RowFacts(values: ["title": $0]) }
    let lines = Self.lines([("Art", "", "Orsay")])
    #expect(
      ItemMatching.matches(["Art", "Zoo"], among: known, lines: lines, renames: true) == [1, 0])
    #expect(
      ItemMatching.matches(
        ["Art", "Zoo"], among: known, gone: { $0.title == "Louvre" }, lines: lines, renames: true)
        == [1, nil])
  }

  /// By title, with details and the titles before.
  private static func lines(_ lines: [(String, String, String)]) -> [String: RowFacts] {
    Dictionary(
      uniqueKeysWithValues: lines.map { title, details, former in
        var row = RowFacts(values: ["title": title, "details": details])
        row.formerTitles = former.split(separator: " ").map { Lineage.digest(String($0)) }
        return (title, row)
      })
  }

  /// Titles that were passed on from one item to the next, to a device that does not know it or does.
  @Test(
    arguments: [
      (
        ["Tue", "Wed"], ["Mon", "Tue"], [1, 2], [("Tue", "", "Mon"), ("Wed", "", "Tue")], [0, 1]
      ),
      (
        ["Tue", "Wed"], ["Tue", "Wed"], [1, 2], [("Tue", "", "Mon"), ("Wed", "", "Tue")], [0, 1]
      ),
      // The other one was removed here, too; or nobody has removed it before the phone did.
      (["Tue"], ["Mon", "Tue"], [1], [("Tue", "", "Mon")], [0]),
      (["Tue"], ["Mon", "Tue"], [1, 2], [("Tue", "", "Mon")], [1]),
      // One was renamed, and a new one has its title.
      (["Wed", "Tue"], ["Tue"], [1], [("Wed", "", "Tue"), ("Tue", "", "")], [0, nil]),
      (["Wed", "Tue"], ["Wed", "Tue"], [1, 2], [("Wed", "", "Tue"), ("Tue", "", "")], [0, 1]),
      // They were exchanged.
      (["b", "a"], ["a", "b"], [1, 2], [("b", "of a", "a"), ("a", "", "b")], [0, 1]),
      (["a", "b"], ["a", "b"], [1, 2], [("a", "of a", "b"), ("b", "", "a")], [0, 1]),
      // Two others were exchanged before.
      (
        ["b", "a", "c", "d"], ["a", "b", "c", "d"], [1, 2, 3, 4],
        [("b", "of a", "a"), ("a", "", "b"), ("c", "", "d"), ("d", "", "c")], [0, 1, 2, 3]
      ),
      // One had the title of another one for a while.
      (
        ["Thu", "Fri"], ["Mon", "Tue"], [1, 2], [("Thu", "", "Mon Tue"), ("Fri", "", "Tue")],
        [0, 1]
      ),
    ] as [([String], [String], [Int64], [(String, String, String)], [Int?])])
  func knowsItemsWhoseTitlesWerePassedOn(
    _ titles: [String], _ known: [String], _ present: [Int64], _ lines: [(String, String, String)],
    _ matches: [Int?]
  ) {
    let known = known.enumerated().map { index, title in
      let details = title == "a" ? "of a" : ""
      return RowFacts(id: Int64(index + 1), values: ["title": title, "details": details])
    }
    let stored = known.filter { $0.id.map(present.contains) == true }
    #expect(
      ItemMatching.matches(
        titles, among: known, stored: stored, lines: Self.lines(lines), renames: true) == matches)
  }

  @Test func knowsAnItemByTheTitleThatTheStoreGaveIt() {
    let base = [RowFacts(id: 1, values: ["title": "Louvre"])]
    let stored = [
      RowFacts(id: 2, values: ["title": "Louvre 2"]), RowFacts(id: 1, values: ["title": "Orsay"]),
    ]
    #expect(
      ItemMatching.matches(["Louvre 2", "Orsay"], among: base, stored: stored, renames: true)
        == [nil, 0])
  }

  @Test func takesNoNewItemOfTheStoreForAnOldOneRenamed() {
    let base = [RowFacts(id: 1, values: ["title": "Louvre"])]
    let stored = [RowFacts(id: 2, values: ["title": "Tea"])]
    func matches(_ titles: String...) -> [Int?] {
      ItemMatching.matches(titles, among: base, stored: stored, renames: true)
    }
    #expect(matches("Tea") == [nil])
    #expect(matches("Tea", "Tea") == [nil, 0])
    #expect(matches("Orsay", "Tea") == [0, nil])
  }
}
