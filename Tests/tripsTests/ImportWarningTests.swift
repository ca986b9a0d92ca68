import Foundation
import Testing

@testable import trips

/// What an import does that may not be meant.
struct ImportWarningTests {
  private let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  @Test func warnsOfASecondTripOfTheSameNameAndDays() throws {
    try tool.importing("name,start,end\nRome,2027-03-01,2027-03-05\n")
    #expect(
      try tool.importing("name,start,end\nRome,2027-03-01,2027-03-06\n", "--dry-run").stderr
        .contains(
          "trip, give it the name and dates of the file with 'trips edit TRIP' before the import\n")
    )
    let result = try tool.importing("name,start,end\nRome,2027-03-01,2027-03-06\n")
    #expect(result.stdout == "1 added, 0 updated, 0 unchanged\n")
    #expect(
      result.stderr == """
        warning: 'Rome', 2027-03-01 to 2027-03-06, is added beside 'Rome' (1), \
        2027-03-01 to 2027-03-05, which has the same name and shares days
        hint: if they are the same trip, run 'trips undo', give it the name and dates of the file with \
        'trips edit TRIP', and import the file again

        """)
    #expect(
      try tool.importing("name,start,end\nRome,2027-03-07,2027-03-09\n").stderr
        == "")
  }

  @Test func warnsOfANameInAnotherCase() throws {
    try tool.importing("name,start,end\nCafé,2027-03-01,2027-03-05\n")
    let result = try tool.importing("name,start,end\ncafe,2027-03-01,2027-03-05\n")
    #expect(
      result.stderr.hasPrefix(
        """
        warning: 'cafe', 2027-03-01 to 2027-03-05, is added beside 'Café' (1), \
        2027-03-01 to 2027-03-05, which has nearly the same name

        """))
    #expect(
      try tool.importing("name,start\nCaf,2027-03-01\n").stderr
        == "")
  }

  @Test func warnsOfATripThatMovesWithoutItsStaysAndItems() throws {
    tool.run(
      "add", "Rome", "--start", "2027-03-01", "--end", "5d", "--business", "--perdiem", "28EUR",
      "--perdiem-rule", "first-last:14.00")
    tool.run("bucket", "add", "1", "Forum", "--on", "day3")
    let uid = try tool.query("SELECT uid FROM trip")[0]
    let result = try tool.importing(
      "uid,name,start,end,perdiemAmount,perdiemCurrency\n\(uid),Rome,2027-03-02,2027-03-06,64,CHF\n"
    )
    #expect(
      result.stderr.contains(
        """
        warning: the first and the last day of 'Rome' (1), 2027-03-02 to 2027-03-06, bring 14.00 CHF now
        warning: 'Rome' (1), 2027-03-02 to 2027-03-06, was moved; the dates of 1 item were not

        """), "\(result.stderr)")
    #expect(try tool.query("SELECT date FROM bucketListItem") == ["2027-03-03"])
    #expect(
      !(try tool.importing("uid,name,start,end\n\(uid),Rome,2027-03-02,2027-03-07\n").stderr)
        .contains("moved"))
  }

  @Test func warnsOfTheDatesThatAFileLeavesWhenItMovesATrip() throws {
    tool.run("add", "Rome", "--start", "2027-03-01", "--end", "9d", "--bucket", "Forum")
    tool.run("bucket", "edit", "1", "Forum", "--on", "day3")
    tool.run("stay", "add", "1", "Inn", "--from", "day4", "--nights", "2")
    let uid = try tool.query("SELECT uid FROM trip")[0]
    func moving(to start: String, forum: String) throws -> String {
      try tool.importing(
        #"{"uid":"\#(uid)","name":"Rome","startDate":"2027-03-0\#(start)","#
          + #""endDate":"2027-03-1\#(start)","bucketList":[{"title":"Forum","#
          + #""date":"2027-03-0\#(forum)"}]}"#
      ).stderr
    }
    #expect(
      try moving(to: "2", forum: "4").contains(
        "was moved; the dates of 1 stay were not\n"))
    tool.run("stay", "remove", "1")
    #expect(!(try moving(to: "3", forum: "5").contains("was moved")))
  }

  @Test(arguments: [
    (#""nights":4"#, "nights"), (#""endDate":"2027-01-02","days":4"#, "days"),
    (#""endDate":"2027-01-02","days":2,"nights":1"#, nil),
  ])
  func namesALengthThatDoesNotFit(fields: String, field: String?) throws {
    let result = try tool.importing(#"{"name":"Q","startDate":"2027-01-01",\#(fields)}"#)
    let note = field.map {
      "note: the field '\($0)' has no effect; 'endDate' says how long a trip is\n"
    }
    #expect(result.stderr == (note ?? ""))
  }
}
