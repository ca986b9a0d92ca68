import Foundation
import Testing

@testable import trips

/// A CSV as spreadsheets and other programs write it.
struct ImportCSVTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  private static let mapping = ["--map", "Reise=name", "--map", "Von=start", "--map", "Bis=end"]

  private func importing(_ text: String, _ options: [String]) throws -> TestTool.Result {
    let file = tool.folder.appending(path: "a.csv")
    try Data(text.utf8).write(to: file)
    return tool.run(words: ["import", file.path] + options)
  }

  private var trips: String { tool.run("list", "--json", "name,destination,startDate").stdout }

  @Test(arguments: [
    "Name;Destination, Country;Start\nRome;Rome, Italy;2027-01-01\n",
    "Name;Destination, Country;Start\n",
    "Name\tDestination, Country\tStart\nRome\tRome, Italy\t2027-01-01\n",
    "Name|Destination, Country|Start\r\nRome|Rome, Italy|2027-01-01\r\n",
    "\u{FEFF}\r\nName,\"Destination; Country; |\",Start\nRome,\"Rome; Italy;\t;;\",2027-01-01\n",
    "Name;Destination, Country;Start\n\"Rome\";\"Rome,\n, Italy\";2027-01-01",
    "Name,Start,Why|who|when|what\nRome,2027-01-01,\n",
  ])
  func guessesTheSeparatorByTheFirstLines(text: String) throws {
    let result = try importing(text, ["--dry-run"])
    #expect(result.exitCode == .done, "\(result.stderr)")
    let added = text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) > 1 ? 1 : 0
    #expect(result.stderr.contains("\(added) would be added"))
  }

  /// Each line has as many commas as semicolons.
  @Test(arguments: [(";", 1), ("tab", 0), ("\\t", 0), ("\t", 0), (",", 0)])
  func takesTheSeparatorThatIsGiven(separator: String, added: Int) throws {
    let result = try importing(
      "name;start;a,b,c\nA;2027-01-01;d,e,f\n", ["--separator", separator])
    #expect(result.exitCode == (added == 1 ? .done : .usage))
    #expect(trips.contains(#""name":"A""#) == (added == 1))
  }

  @Test(arguments: ["", ";;", "\"", "a", "\n", "é", "tabs"])
  func refusesWhatCannotPartCells(separator: String) throws {
    let result = try importing("name;start\n", ["--separator", separator])
    #expect(result.exitCode == .usage)
    #expect(result.stderr.contains("for '--separator'; use one character such as ';', or 'tab'"))
  }

  @Test func ignoresAColumnThatIsMappedToNothing() throws {
    let result = try importing(
      "Name,Start,Type,Reason\nRome,2027-01-01,Hotel,fun\n", ["--map", "type=", "--map", "Reason="])
    #expect(result.stdout == "1 added, 0 updated, 0 unchanged\n")
    #expect(!result.stderr.contains("note:"))
    #expect(tool.run("list", "--json", "type,reason").stdout.contains(#""type":"trip""#))
  }

  /// They are those of the program that wrote the file.
  @Test func ignoresColumnsWhoseValuesDoNotFitBesideAMapping() throws {
    let result = try importing(
      """
      Reise,Von,Bis,Type,Currency,Kind of room,ID,Bucket list,Stay confirmed,Notes,Per diem
      Rome,2027-01-01,2027-01-02,business,EUR,a,1,,,hello,
      "Oslo
      ",2027-02-01,2027-02-02,Hotel,kroner,b,R-1,Opera,maybe,world,80

      """, Self.mapping)
    #expect(result.stdout == "2 added, 0 updated, 0 unchanged\n", "\(result.stderr)")
    for note in [
      "the column 'Type' is not kept; line 3: 'type' must be one of plain, business, personal, and is 'Hotel'",
      "the column 'Currency' is not kept; line 3: ISO 4217 lists no currency 'kroner'",
      "the column 'ID' is not kept; line 3: 'id' must be a whole number from 1 to 9007199254740991",
      "the column 'Kind of room' is unknown and not kept",
      "the column 'Bucket list' is not kept; line 3: the cell 'bucketList' is invalid; ",
      "the column 'Stay confirmed' is not kept; line 3: ",
    ] {
      #expect(result.stderr.contains("note: \(note)"), "\(result.stderr)")
    }
    #expect(
      tool.run("list", "--json", "type,name,notes,bucketList").stdout
        == """
        [
        {"type":"trip","name":"Rome","notes":"hello","bucketList":[]},
        {"type":"business","name":"Oslo","notes":"world","bucketList":[]}
        ]

        """)
  }

  @Test func keepsAColumnWhoseValuesFitBesideAMapping() throws {
    let result = try importing(
      "Reise,Von,Bis,Type,Per diem,Currency\nRome,2027-01-01,2027-01-02,Business,80,EUR\n",
      Self.mapping)
    #expect(result.stderr.contains("note:") == false)
    #expect(tool.run("list", "--json", "perdiem").stdout.contains(#""amount":"80.00""#))
  }

  @Test func prefersAMappedColumnToOneOfThatName() throws {
    let result = try importing(
      "Reise,Von,Bis,Name\nRome,2027-01-01,2027-01-02,Ann\n", Self.mapping)
    #expect(
      result.stderr.contains("the column 'Name' is not kept; another one is mapped to 'name'"))
    #expect(trips.contains(#""name":"Rome""#))
  }

  /// Without a mapping each column is meant as it is called; and what cannot be missing never is.
  @Test(arguments: [
    ("name,start,type\nRome,2027-01-01,Hotel\n", [] as [String], "line 2: 'type' must be one of"),
    (
      "Reise,startDate,Bis\nRome,1.1.2027,2027-01-02\n", ["--map", "Reise=name"],
      "line 2: 'startDate' must be a day such as"
    ),
  ])
  func refusesValuesThatDoNotFit(text: String, options: [String], message: String) throws {
    let result = try importing(text, options)
    #expect(result.exitCode == .usage)
    #expect(result.stderr.contains(message))
  }
}
