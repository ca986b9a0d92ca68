import Foundation
import Testing

@testable import trips

/// The differences to the claims that were handed in.
struct PerDiemClaimedTests {
  let tool: TestTool
  static let columns = "--columns=uid,date,amount,currency"

  /// Two trips, claimed on the last day of September; one of them goes on in October.
  init() throws {
    tool = try TestTool()
    tool.today = "2026-09-30"
    try tool.importing(
      """
      [{"uid":"T-1","name":"=Berlin","destination":"Berlin","tags":["acme"],"type":"business",
      "startDate":"2026-09-28","endDate":"2026-10-03",
      "perdiem":{"amount":"28","currency":"EUR","rule":"first-last:50%,meals:20%/40%/40%"}},
      {"uid":"T-2","name":"Oslo","type":"business","startDate":"2026-09-10",
      "endDate":"2026-09-11","perdiem":{"amount":"1250.50","currency":"NOK"}}]
      """)
    try handIn("september.csv", "--in", "2026-09", "--csv")
    tool.today = "2026-10-20"
  }

  private func handIn(_ file: String, _ options: String...) throws {
    let result = tool.run(words: ["perdiem"] + options)
    #expect(result.exitCode == .done)
    try Data(result.stdout.utf8).write(to: tool.folder.appending(path: file))
  }

  private func differences(_ options: String...) -> String {
    tool.run(words: ["perdiem", "--in", "2026-09", Self.columns] + options).stdout
  }

  @Test func areNoneIfNothingChanged() {
    #expect(differences("--claimed", "september.csv") == "")
    tool.terminal = Context.Terminal(isInput: true, isOutput: true, isError: true)
    let result = tool.run("perdiem", "--in", "2026-09", "--claimed", "september.csv")
    #expect(result.stdout == "")
    #expect(result.stderr.contains("the claims have each day with its amount"))
  }

  @Test func areARowForEachSumThatDiffers() throws {
    tool.run("edit", "T-1", "--on", "day2", "--meals", "dinner")
    tool.run("edit", "T-2", "--move", "+1d")
    #expect(
      differences("--claimed", "september.csv") == """
        T-2\t2026-09-12\t1250.50\tNOK
        T-1\t2026-09-29\t-11.20\tEUR
        T-2\t2026-09-10\t-1250.50\tNOK

        """)
    #expect(
      tool.run("perdiem", "--in", "2026-09", "--claimed", "september.csv", "--csv").stdout == """
        trip,uid,name,destination,tags,date,amount,currency,meals,planned,double
        2,T-2,Oslo,,,2026-09-12,1250.50,NOK,,false,false
        1,T-1,'=Berlin,Berlin,acme,2026-09-29,-11.20,EUR,dinner,false,false
        2,T-2,Oslo,,,2026-09-10,-1250.50,NOK,,false,false

        """)
    try handIn("correction.csv", "--in", "2026-09", "--claimed", "september.csv", "--csv")
    #expect(differences("--claimed", "september.csv", "--claimed", "correction.csv") == "")
    // If the change is reverted, the correction is claimed with the opposite sign.
    tool.run("undo")
    tool.run("undo")
    #expect(
      differences("--claimed", "september.csv", "--claimed", "correction.csv") == """
        T-2\t2026-09-10\t1250.50\tNOK
        T-1\t2026-09-29\t11.20\tEUR
        T-2\t2026-09-12\t-1250.50\tNOK

        """)
    #expect(differences("--claimed", "september.csv") == "")
  }

  @Test func areTwoForAChangedCurrency() {
    tool.run("edit", "T-2", "--perdiem", "90EUR")
    #expect(
      differences("--claimed", "september.csv") == """
        T-2\t2026-09-10\t90.00\tEUR
        T-2\t2026-09-10\t-1250.50\tNOK
        T-2\t2026-09-11\t90.00\tEUR
        T-2\t2026-09-11\t-1250.50\tNOK

        """)
  }

  /// A trip that the store no longer has is named as in its last row.
  @Test func nameADeletedTrip() {
    tool.run("delete", "T-1", "--yes")
    #expect(
      tool.run("perdiem", "--claimed", "september.csv", "--in", "2026-09-30..2026-09-30", "--csv")
        .stdout.hasSuffix("\n,T-1,'=Berlin,Berlin,acme,2026-09-30,-28.00,EUR,,false,false\n"))
    #expect(
      tool.run("perdiem", "--claimed", "september.csv", "--json").stdout.contains(
        #"{"trip":null,"uid":"T-1","name":"=Berlin","#))
  }

  @Test func countOnlyTheDaysOfThePeriod() throws {
    #expect(tool.run("perdiem", "--in", "2026-10", "--claimed", "september.csv").stdout != "")
    tool.run("edit", "T-1", "--move", "+1m")
    tool.run("edit", "T-2", "--no-perdiem")
    let options = ["--from", "2026-09-11", "--to", "2026-09-28", "--claimed", "september.csv"]
    #expect(
      tool.run(words: ["perdiem", Self.columns] + options).stdout
        == "T-2\t2026-09-11\t-1250.50\tNOK\nT-1\t2026-09-28\t-14.00\tEUR\n")
  }

  /// Future days are not claimed, neither in the file nor in the store.
  @Test func leaveOutPlannedDays() throws {
    tool.today = "2026-09-29"
    try handIn("planned.csv", "--planned", "--csv")
    #expect(tool.run("perdiem", "--claimed", "planned.csv").stdout == "")
    tool.today = "2026-09-30"
    #expect(
      tool.run("perdiem", Self.columns, "--claimed", "planned.csv").stdout
        == "T-1\t2026-09-30\t28.00\tEUR\n")
  }

  @Test(arguments: [
    ["--separator", ";", "--decimal", ","], ["--separator", "tab"], ["--decimal", ","], [],
  ])
  func readEachFormOfAClaim(form: [String]) throws {
    try tool.importing(
      """
      [{"uid":"T-3","name":"Kuwait","type":"business","startDate":"2026-09-05",
      "endDate":"2026-09-05","perdiem":{"amount":"1.250","currency":"KWD"}},
      {"uid":"T-4","name":"Tokyo","type":"business","startDate":"2026-09-01",
      "endDate":"2026-09-01","perdiem":{"amount":"12500","currency":"JPY"}}]
      """)
    tool.run("edit", "T-2", "--move", "-1d")
    let words = ["perdiem", "--claimed", "september.csv", "--csv", "--in", "2026-09"] + form
    let correction = tool.run(words: words).stdout
    #expect(correction.contains("-1250"))
    let file = tool.folder.appending(path: "correction.csv")
    try Data(correction.utf8).write(to: file)
    #expect(differences("--claimed", "september.csv", "--claimed", "correction.csv") == "")
  }

  /// Columns in another order, more columns, short rows: what a spreadsheet makes of a claim.
  @Test func readTheColumnsByName() throws {
    let claim = """
      note,currency,amount,date,uid,planned
      x,NOK,1250.50,2026-09-10,T-2,FALSCH
      ,,,,,
      ,NOK,1250.5,2026-09-11,T-2
      ,EUR,14,2026-09-28,T-1,
      ,EUR,28,2026-09-29,T-1,
      ,EUR,28.00,2026-09-30,T-1,
      ,EUR,28.00,2026-10-01,T-1,WAHR

      """
    try Data(claim.utf8).write(to: tool.folder.appending(path: "own.csv"))
    #expect(differences("--claimed", "own.csv") == "")
  }

  @Test(arguments: [
    ("trip,date,amount,currency\n", "line 1: the first row has no column 'uid'"),
    ("uid,date,currency\n", "line 1: the first row has no column 'amount'"),
    ("uid,uid,date,amount,currency\n", "line 1: the column 'uid' appears twice"),
    ("", "line 1: the file is empty"),
    (",2026-09-10,5,EUR", "line 2: the uid is missing"),
    ("u,10.9.2026,5,EUR", "line 2: 'date' must be a day such as 2026-12-31, not '10.9.2026'"),
    ("u,2026-09-10,5,", "line 2: the amount '5' is invalid; it has no currency"),
    (
      "u,2026-09-10,1.250,EUR",
      "line 2: the amount '1.250' is invalid; '.' may separate thousands or begin decimals; "
        + "write 1250 or 1.25"
    ),
    ("u,2026-09-10,--5,EUR", "line 2: the amount '--5' is invalid; an amount is never negative"),
    ("u,2026-09-10,,EUR", "line 2: the amount '' is invalid; write an amount such as"),
    ("u,2026-09-10,5,euro", "line 2: the amount '5' is invalid; ISO 4217 lists no currency 'euro'"),
  ])
  func refuseAFileThatIsNotAClaim(text: String, message: String) throws {
    let path = tool.folder.appending(path: "claim.csv")
    let isRow = !text.isEmpty && !text.hasSuffix("\n")
    try Data(((isRow ? "uid,date,amount,currency\n" : "") + text).utf8).write(to: path)
    let result = tool.run("perdiem", "--claimed", "september.csv", "--claimed", "claim.csv")
    #expect(result.stderr.hasPrefix("error: '\(path.path)', \(message)"))
    #expect(result.stderr.hasSuffix("hint: 'trips perdiem --csv' writes a claim\n"))
    #expect(result.stdout == "" && result.exitCode == .usage)
  }

  @Test(arguments: [
    (["T-1"], "'TRIP' and '--claimed' exclude each other"),
    (["--business"], "'--business' and '--claimed' exclude each other"),
    (["--past"], "'--past' and '--claimed' exclude each other"),
    (["--name", "Oslo"], "'--name' and '--claimed' exclude each other"),
    (["--planned"], "'--claimed' and '--planned' exclude each other"),
  ])
  func refuseFilters(words: [String], message: String) {
    let result = tool.run(words: ["perdiem", "--claimed", "september.csv"] + words)
    #expect(result.stderr.hasPrefix("error: \(message)\n"))
    #expect(result.exitCode == .usage)
  }

  @Test func refuseAFileThatIsGivenTwice() throws {
    let twice = tool.run("perdiem", "--claimed", "september.csv", "--claimed", "./september.csv")
    #expect(twice.stderr.contains("is invalid for '--claimed'; it was given twice\n"))
    #expect(twice.exitCode == .usage)
    #expect(tool.run("perdiem", "--claimed", "none.csv").exitCode == .failed)
  }

  @Test func totalDifferencesOnATerminal() throws {
    tool.run("delete", "T-2", "--yes")
    tool.run("edit", "T-1", "--on", "day1", "--perdiem", "20")
    tool.terminal = Context.Terminal(isOutput: true, width: 100)
    tool.environment["NO_COLOR"] = "1"
    #expect(
      tool.run("perdiem", "--in", "2026-09", "--claimed", "september.csv").stdout == """
        ID  NAME     DESTINATION  TAGS  DATE          AMOUNT  CUR  PLANNED  DOUBLE
         1  =Berlin  Berlin       acme  2026-09-28      6.00  EUR  no       no
            Oslo                        2026-09-10  -1250.50  NOK  no       no
            Oslo                        2026-09-11  -1250.50  NOK  no       no
            Total                                       6.00  EUR
            Total                                   -2501.00  NOK

        """)
  }
}
