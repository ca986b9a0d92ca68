import Testing

@testable import trips

/// The stays in the rows of a CSV.
struct ImportCSVStayTests {
  private let tool: TestTool

  private static let nights = "name,start,end,stayName,stayStart,stayEnd\n"

  private static func row(_ place: String, _ start: Int, _ end: Int) -> String {
    "Italy,2027-05-01,2027-05-10,\(place),2027-05-0\(start),2027-05-0\(end)\n"
  }

  private var nights: [String] {
    get throws {
      try tool.query(
        "SELECT placeName || substr(startDate, 9) || substr(endDate, 9) || ifnull(costMinor, '') "
          + "FROM livingAccommodation ORDER BY id")
    }
  }

  init() throws {
    tool = try TestTool()
  }

  /// One row per hotel; none of them has nights.
  @Test func keepsTheStaysOfAllRows() throws {
    let rows = ["Ibis", "Novotel"].map { "A,2026-12-02,2026-12-06,\($0)\n" }.joined()
    let file = "name,startDate,endDate,stayName\n" + rows
    let places = "SELECT placeName FROM livingAccommodation ORDER BY id"
    #expect(try tool.importing(file).sum == "2 rows: 2 added (1 trip, 2 stays)")
    #expect(try tool.query(places) == ["Ibis", "Novotel"])
    #expect(try tool.importing(file).sum == "2 rows: 2 unchanged")
    #expect(try tool.query(places) == ["Ibis", "Novotel"])
  }

  /// Otherwise the last one would win silently.
  @Test(arguments: [
    ("destination", ["Rome", "Naples"], "'A' appears", "destination"),
    ("notes", ["x", "y"], "'A' appears", "notes"),
  ])
  func refusesRowsThatContradict(
    column: String, values: [String], what: String, property: String
  ) throws {
    let rows = values.map { "A,2026-12-02,2026-12-06,Chalet,\($0)\n" }.joined()
    let result = try tool.importing("name,startDate,endDate,stayName,\(column)\n" + rows)
    #expect(
      result.stderr.hasPrefix(
        "error: line 3: \(what) earlier with other values (\(property)"))
  }

  /// A spreadsheet has one row per stay.
  @Test func importsOneRowPerStay() throws {
    let text = """
      name,start,end,stayName,stayStart,stayEnd
      Italy,2027-05-01,2027-05-10,Artemide,2027-05-01,2027-05-04
      Italy,2027-05-01,2027-05-10,Villa Fiori,2027-05-04,2027-05-10

      """
    #expect(
      try tool.importing(text, "--dry-run", "--columns", "entity,name").stdout
        == "Trip\tItaly\nLivingAccommodation\tArtemide\nLivingAccommodation\tVilla Fiori\n")
    #expect(try tool.importing(text).sum == "2 rows: 2 added (1 trip, 2 stays)")
    #expect(
      try tool.query(
        "SELECT placeName || startDate || endDate FROM livingAccommodation ORDER BY id")
        == ["Artemide2027-05-012027-05-04", "Villa Fiori2027-05-042027-05-10"])
    #expect(try tool.importing(text).sum == "2 rows: 2 unchanged")
    let changed =
      text.replacing("Fiori,2027-05-04", with: "Fiori,2027-05-03")
      + "Italy,2027-05-01,2027-05-10,Artemide,2027-05-01,2027-05-04\n"
    let result = try tool.importing(changed)
    #expect(result.sum == "3 rows: 2 added (2 stays), 1 unchanged")
    #expect(
      result.stderr.contains(
        "warning: two stays for one night in 'Italy' (1), 2027-05-01 to 2027-05-10: 'Artemide' (1) "
      ))
    #expect(result.stderr.contains("; 'Artemide' (1) and 'Villa Fiori' (3), 3–4 May; "))
  }

  /// An invalid stay is only an error of its own row.
  @Test(arguments: ["2027-05-08,2027-05-06,", "2027-05-08,,", "2027-05-08,2027-05-09,1.234"])
  func reportsTheRowOfAnInvalidStay(cells: String) throws {
    let text = """
      name,start,end,stayName,stayStart,stayEnd,stayCost
      Italy,2027-05-01,2027-05-10,Artemide,2027-05-01,2027-05-04,
      Italy,2027-05-01,2027-05-10,Villa Fiori,\(cells)
      Italy,2027-05-01,2027-05-10,Moxy,2027-05-04,2027-05-10,

      """
    #expect(try tool.importing(text).stderr.hasPrefix("error: line 3: "))
    #expect(
      try tool.importing(text, "--skip-invalid").stderr.hasPrefix("warning: skipped line 3: "))
    #expect(
      try tool.query("SELECT placeName FROM livingAccommodation ORDER BY id")
        == ["Artemide", "Moxy"])
  }

  /// The rows of a trip may be in any order, each with its own stay.
  @Test func acceptsDifferentCostsInTheRowsOfATrip() throws {
    let text = """
      name,start,end,stayName,stayStart,stayEnd,stayCost
      Italy,2027-05-01,2027-05-10,Artemide,2027-05-01,2027-05-04,100 EUR
      Rome,2027-06-01,2027-06-02,,,,
      Italy,2027-05-01,2027-05-10,Villa Fiori,2027-05-04,2027-05-10,200 EUR

      """
    try tool.importing(text)
    let other = text.replacing("200 EUR", with: "210 EUR")
    #expect(try tool.importing(other).sum == "3 rows: 1 updated, 2 unchanged")
    #expect(
      try tool.query("SELECT costMinor FROM livingAccommodation ORDER BY id") == ["10000", "21000"])
  }

  @Test func keepsTwoRoomsOfAPlace() throws {
    let file = Self.nights + Self.row("Inn", 1, 4) + Self.row("Inn", 1, 3)
    try tool.importing(file)
    #expect(try nights == ["Inn0104", "Inn0103"])
    #expect(try tool.importing(file).sum == "2 rows: 2 unchanged")
  }

  /// A file without columns for the address and the cost removes neither.
  @Test func addsAStayAtAnotherPlaceForTheSameNights() throws {
    tool.run("add", "Italy", "--start", "2027-05-01", "--end", "2027-05-10")
    tool.run(
      "stay", "add", "Italy", "Inn", "--from", "day1", "--nights", "4", "--cost", "400EUR",
      "--confirmed")
    let file = "name,start,end,stayName\nItaly,2027-05-01,2027-05-10,Loft\n"
    let result = try tool.importing(file)
    #expect(
      result.stderr.hasPrefix(
        "warning: two stays for one night in 'Italy' (1), 2027-05-01 to 2027-05-10: "
          + "'Inn' (1) and 'Loft' (2), 1–5 May\n"))
    #expect(
      try tool.query(
        "SELECT placeName || isConfirmed || ifnull(costMinor, '') FROM livingAccommodation "
          + "ORDER BY id") == ["Inn140000", "Loft0"])
    #expect(try tool.importing(file).sum == "1 row: 1 unchanged")
  }
}
