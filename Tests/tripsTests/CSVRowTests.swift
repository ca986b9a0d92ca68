import Foundation
import Testing

@testable import trips

/// The rows of a CSV: a trip with at most one stay and one item each.
struct CSVRowTests {
  private let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  private func cells(_ line: Substring, _ header: Substring) -> [String: String] {
    let names = header.split(separator: ",").map(String.init)
    let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    #expect(names.count == cells.count)
    return Dictionary(uniqueKeysWithValues: zip(names, cells)).filter { !$0.value.isEmpty }
  }

  @Test func exportsARowPerStayAndItem() throws {
    tool.run(
      "add", "Oslo", "--business", "--perdiem", "80EUR", "--start", "2027-05-01", "--end", "3d",
      "--stay", "Inn", "--bucket", "Opera")
    tool.run("bucket", "edit", "Oslo", "Opera", "--cost", "500JPY", "--on", "day2")
    tool.run("stay", "add", "Oslo", "Tent", "--nights", "1", "--cost", "30.5EUR")
    let text = tool.run("export", "--format", "csv").stdout
    #expect(!text.utf8.contains(UInt8(ascii: "\r")) && text.utf8.last == UInt8(ascii: "\n"))
    let lines = text.split(separator: "\n")
    #expect(lines[0].contains(",tags,days,nights,stayName,stayAddress,"))
    #expect(lines[0].contains(",stayCost,stayCurrency,stayUid,itemTitle,itemDetails,"))
    #expect(lines[0].hasSuffix(",itemCost,itemCurrency,itemUid"))
    let rows = lines.dropFirst().map { cells($0, lines[0]) }
    #expect(rows.map { $0["stayName"] } == ["Inn", "Tent", nil])
    #expect(rows.map { $0["itemTitle"] } == [nil, nil, "Opera"])
    #expect(rows.map { $0["perdiemAmount"] } == ["80.00", nil, nil])
    #expect(rows.map { $0["perdiemCurrency"] } == ["EUR", nil, nil])
    #expect(rows.map { $0["days"] } == ["3", nil, nil])
    #expect(rows.map { $0["perdiemRule"] } == ["full", "full", "full"])
    #expect(rows[1]["stayCost"] == "30.50" && rows[1]["stayCurrency"] == "EUR")
    #expect(rows[2]["itemCost"] == "500" && rows[2]["itemCurrency"] == "JPY")
  }

  @Test func writesWhatASpreadsheetReads() throws {
    tool.run("add", "Oslo; 1", "--business", "--perdiem", "80.5EUR", "--stay", "Inn, north")
    tool.run("stay", "edit", "Oslo; 1", "Inn", "--cost", "1250 KWD")
    let options = ["--separator", ";", "--decimal", ","]
    let text = tool.run(words: ["export", "--format", "csv"] + options).stdout
    #expect(text.utf8.starts(with: "\u{FEFF}id;uid;type;name;".utf8))
    let lines = text.split(separator: "\r\n")
    #expect(lines.count == 2 && lines[1].contains(#";business;"Oslo; 1";"#))
    #expect(lines[1].contains(";80,50;EUR;full;") && lines[1].contains(";1250,000;KWD;stay-"))
    let other = try TestTool()
    let file = other.folder.appending(path: "a.csv")
    try Data(text.utf8).write(to: file)
    other.run("import", file.path, "--decimal", ",").expectDone()
    #expect(other.run(words: ["export", "--format", "csv"] + options).stdout == text)
    #expect(
      tool.run("export", "--decimal", ",").stderr.hasPrefix(
        "error: '--decimal' needs '--format csv'"))
  }

  @Test func keepsUIDs() throws {
    tool.run("add", "Oslo", "--stay", "Inn", "--bucket", "Opera", "--bucket", "Opera house")
    let uids =
      "SELECT uid FROM trip UNION SELECT uid FROM bucketListItem "
      + "UNION SELECT uid FROM livingAccommodation"
    let before = try tool.query(uids)
    let text = tool.run("export", "--format", "csv").stdout
    let other = try TestTool()
    try other.importing(text).expectDone()
    #expect(try other.query(uids) == before && before.count == 4)
    #expect(other.run("export", "--format", "csv").stdout == text)
    // The uid finds a row that was renamed; only a file that states something else changes it.
    other.run("bucket", "edit", "Oslo", "Opera house", "--title", "Ballet").expectDone()
    #expect(try other.importing(text).sum == "3 rows: 3 unchanged")
    #expect(try other.query("SELECT title FROM bucketListItem") == ["Opera", "Ballet"])
    try other.importing(text.replacing("Opera house,", with: "Opera house,two seats"))
    #expect(
      try other.query("SELECT title || details FROM bucketListItem").last == "Ballettwo seats")
    try other.importing(text, "--anew").expectDone()
    #expect(try other.query("SELECT title FROM bucketListItem") == ["Opera", "Opera house"])
  }

  /// A row of a trip that other rows separate adds its item; one of the same title is another one.
  @Test func addsTheItemsOfRowsInAnyOrder() throws {
    let text = """
      name,start,itemTitle,itemDate,itemTime
      A,2027-05-01,Taxi,2027-05-01,09:00
      B,2027-06-01,,,
      A,2027-05-01,Taxi,2027-05-01,18:00
      A,2027-05-01,Opera,,

      """
    try tool.importing(text).expectDone()
    let items = "SELECT title || ifnull(time, '') FROM bucketListItem ORDER BY id"
    #expect(try tool.query(items) == ["Taxi09:00", "Taxi18:00", "Opera"])
    #expect(try tool.importing(text).sum == "4 rows: 4 unchanged")
  }

  /// Each row of a record would otherwise read all rows of its trip again.
  @Test func readsAlternatingRowsInLinearTime() throws {
    func duration(_ count: Int) throws -> Duration {
      let rows = (0..<count).map { "\($0 % 2 == 0 ? "A" : "B"),2027-05-01,T\($0)\n" }
      let tool = try TestTool()
      return try ContinuousClock().measure {
        try tool.importing("name,start,itemTitle\n" + rows.joined()).expectDone()
      }
    }
    #expect(try duration(4_000) < .seconds(20))
  }

  /// Rows that are read ahead keep their place and their line.
  @Test func reportsTheLinesOfAlternatingRows() throws {
    let text = "name,start,itemTitle,itemDate\nA,2027-05-01,a,\nB,2027-05-01,b,x\nA,2027-05-01,c,\n"
    #expect(try tool.importing(text).stderr.hasPrefix("error: line 3: 'itemDate' must be a day"))
    let result = try tool.importing(text, "--skip-invalid")
    #expect(result.sum == "3 rows: 2 added (1 trip, 2 items); 1 left out")
    #expect(result.stderr.hasPrefix("warning: skipped line 3: "))
    #expect(try tool.query("SELECT title FROM bucketListItem ORDER BY id") == ["a", "c"])
  }

  @Test(arguments: [
    ("startDate,nights", "2027-04-03,4", "2027-04-07"),
    ("startDate,days", "2027-04-03,4", "2027-04-06"),
    ("startDate,days,nights", "2027-04-03,4,3", "2027-04-06"),
    ("startDate,endDate,days", "2027-04-03,2027-04-05,x", "2027-04-05"),
    ("startDate,endDate,nights", "2027-04-03,,0", "2027-04-03"),
    ("startDate,nights", "2027-04-03,", "2027-04-03"),
  ])
  func readsALengthAsTheEnd(columns: String, row: String, end: String) throws {
    try tool.importing("name,\(columns)\nA,\(row)\n").expectDone()
    #expect(tool.run("list", "--columns", "endDate").stdout == end + "\n")
  }

  @Test(arguments: [
    ("startDate,days", "2027-04-03,0", "'days' must be a whole number from 1, not '0'"),
    ("startDate,nights", "2027-04-03,-1", "'nights' must be a whole number from 0, not '-1'"),
    ("startDate,nights", "2027-04-03,2 weeks", "'nights' must be a whole number from 0"),
    ("startDate,days,nights", "2027-04-03,4,4", "4 days cannot have 4 nights"),
    ("startDate,days", "2027-04-03,99999999", "the end would be outside the years 0001 to 9999"),
    ("startDate,itemDate", "2027-04-03,2027-04-03", "the row has 'itemDate' but no 'itemTitle'"),
    (
      "startDate,itemTitle,itemCost,itemCurrency", "2027-04-03,Taxi,5 EUR,NOK",
      "the cost '5 EUR' is invalid; the currency given next to it is NOK"
    ),
  ])
  func refuses(columns: String, row: String, reason: String) throws {
    let result = try tool.importing("name,\(columns)\nA,\(row)\n")
    #expect(result.exitCode == .usage)
    #expect(result.stderr.hasPrefix("error: line 2: \(reason)"), "\(result.stderr)")
  }

  @Test func offersADecimalMarkForAnAmbiguousAmount() throws {
    let result = try tool.importing("name,start,perdiem\nA,2027-01-01,1.250\n")
    #expect(
      result.stderr == """
        error: line 2: the per diem '1.250' is invalid: '.' may separate thousands or begin \
        decimals; write 1250 or 1.25; nothing was imported
        hint: '--decimal ,' reads '1.250' as 1250, and '--decimal .' reads '1,250' as 1250

        """)
  }

  /// Another table with other columns: the number of stays instead of the stays.
  @Test func namesTheExportForAList() throws {
    tool.run("add", "Oslo", "--stay", "Inn")
    let result = try tool.importing(tool.run("list", "--csv").stdout)
    #expect(result.exitCode == .usage)
    #expect(
      result.stderr == """
        error: line 1: the file is a list of trips, not an export; nothing was imported
        hint: 'trips export --format csv' writes the file that an import reads

        """)
  }

  @Test(arguments: ["\u{7}", "a\u{301}\(String(repeating: "\u{301}", count: 40))"])
  func checksTextLikeAnyOther(name: String) throws {
    let result = try tool.importing("id,uid,name,start\n1,trip-1,x\(name),2027-01-01\n")
    #expect(result.exitCode == .usage && result.stderr.hasPrefix("error: line 2: the name "))
  }

  @Test func ignoresColumnsOfOneNameUnlessTheyAreRead() throws {
    let text = "Trip,Von,Notiz,Notiz\nRome,2027-01-01,a,b\n"
    try tool.importing(text, "--map", "Trip=name", "Von=start").expectDone()
    let result = try tool.importing(text, "--map", "Trip=name", "Von=start", "Notiz=notes")
    #expect(result.stderr.hasPrefix("error: line 1: the column 'notes' appears twice"))
  }

  @Test(arguments: ["true", "1.0", "X", "y", "Ja", "OUI", "si", "sí", "tak", "WAHR", "vrai", "✓"])
  func readsYes(word: String) throws {
    try tool.importing("name,start,stayName,stayConfirmed\nA,2027-01-01,Inn,\(word)\n").expectDone()
    #expect(try tool.query("SELECT isConfirmed FROM livingAccommodation") == ["1"])
  }

  @Test(arguments: ["false", "0.0", "N", "nein", "non", "nie", "FALSCH", "faux"])
  func readsNo(word: String) throws {
    try tool.importing("name,start,stayName,stayConfirmed\nA,2027-01-01,Inn,\(word)\n").expectDone()
    #expect(try tool.query("SELECT isConfirmed FROM livingAccommodation") == ["0"])
  }

  /// A spreadsheet as a person leaves it.
  @Test func readsTheHabitsOfSpreadsheets() throws {
    let text =
      "\u{FEFF}sep=;\r\n Name ;Start;Notes;nights;stay name;stay cost\r\n"
      + " Rome ; 2027-05-01 00:00:00 ; 5\" pipe ; 2 ; \"Inn; \"\"A\"\"\" ; 1 250,00 € \r\n"
      + ";;;;;\r\nOslo;2027-06-01\r\n ; ; ; ; ; ; ; \r\n"
    #expect(try tool.importing(text).sum == "2 rows: 2 added (2 trips, 1 stay)")
    #expect(
      try tool.query("SELECT name || endDate || notes FROM trip ORDER BY id")
        == ["Rome2027-05-035\" pipe", "Oslo2027-06-01"])
    #expect(
      try tool.query("SELECT placeName || costMinor || costCurrency FROM livingAccommodation")
        == ["Inn; \"A\"125000EUR"])
  }

  @Test func listsTheFieldsOfAMapping() {
    let help = tool.run("help", "import").stdout.split { $0 == " " || $0 == "\n" }
    for field in ["perdiemRule", "nights", "stayConfirmed", "itemUid."] {
      #expect(help.contains(Substring(field)), "\(field)")
    }
  }

  /// Otherwise each import of the file would add the row again.
  @Test func importsARepeatedUIDOnce() throws {
    let row = "u,A,2027-01-01,i,Walk\n"
    let text = "uid,name,startDate,itemUid,itemTitle\n" + row + row
    for _ in 1...2 {
      #expect(try tool.importing(text, name: "twice.csv").exitCode == .done)
      #expect(try tool.query("SELECT uid FROM bucketListItem") == ["i"])
    }
    let other = try tool.importing(text + "u,A,2027-01-01,i,Swim\n", name: "other.csv")
    #expect(other.exitCode == .usage)
    #expect(other.stderr.contains("the uid 'i' appears twice with other values"))
  }
}
