import Foundation
import Testing

@testable import trips

/// The single days of a trip, in every command and format.
struct SingleDaysCommandTests {
  let tool: TestTool

  /// Six days: meals on the second, another amount on the third and fourth, and a private fifth day.
  init() throws {
    tool = try TestTool()
    tool.today = "2026-09-30"
    tool.environment["TRIPS_CURRENCY"] = "EUR"
    tool.run(
      "add", "Berlin", "--business", "--start", "2026-09-01", "--end", "6d", "--perdiem", "28",
      "--perdiem-rule", "first-last:50%,meals:20%/40%/40%")
    tool.run("edit", "Berlin", "--on", "day2", "--meals", "dinner,breakfast")
    tool.run("edit", "Berlin", "--on", "day3..fri", "--perdiem", "64")
    tool.run("edit", "Berlin", "--on", "2026-09-05", "--perdiem", "0")
  }

  private func singleDays(of trip: String = "1") -> String {
    let lines = tool.run("show", trip).stdout.split(separator: "\n")
    return lines.first { $0.hasPrefix("Single days") }.map(String.init)?
      .replacing("Single days\t", with: "") ?? ""
  }

  private func amounts(_ options: String...) -> String {
    tool.run(words: ["perdiem", "--columns", "amount"] + options).stdout
      .replacing("\n", with: " ")
  }

  @Test func areShownWithTheFormula() {
    let lines = tool.run("show", "Berlin").stdout.split(separator: "\n")
    #expect(
      lines[7...9] == [
        "Per diem\t28.00 EUR a day, first-last:50%,meals:20%/40%/40%",
        "Single days\tWed 2 Sep: breakfast, dinner; 3–4 Sep: 64.00 EUR; Sat 5 Sep: 0.00 EUR",
        "Estimate\t14.00 + 11.20 + 2 × 64.00 + 0.00 + 14.00 = 167.20 EUR",
      ])
    #expect(amounts() == "14.00 11.20 64.00 64.00 0.00 14.00 ")
    #expect(
      tool.run("perdiem", "--columns", "date,meals", "--in", "2026-09-02..2026-09-03").stdout
        == "2026-09-02\tbreakfast dinner\n2026-09-03\t\n")
    #expect(
      tool.changes("edit", "Berlin", "--on", "day4", "--meals", "lunch")
        == "1\tsingleDays\t2026-09-02 breakfast, dinner; 2026-09-03..2026-09-04 64.00; "
        + "2026-09-05 0.00\t2026-09-02 breakfast, dinner; 2026-09-03 64.00; "
        + "2026-09-04 64.00, lunch; 2026-09-05 0.00\n")
    #expect(amounts() == "14.00 11.20 64.00 52.80 0.00 14.00 ")
  }

  @Test func areRemovedByTheirDays() throws {
    tool.run("edit", "Berlin", "--on", "day2..day4", "--no-meals")
    #expect(singleDays() == "3–4 Sep: 64.00 EUR; Sat 5 Sep: 0.00 EUR")
    tool.run("edit", "Berlin", "--on", "day4", "--perdiem", "default", "--meals", "lunch")
    #expect(singleDays() == "Thu 3 Sep: 64.00 EUR; Fri 4 Sep: lunch; Sat 5 Sep: 0.00 EUR")
    tool.run("edit", "Berlin", "--on", "day1..day6", "--perdiem", "default", "--no-meals")
    #expect(singleDays() == "")
    #expect(amounts() == "14.00 28.00 28.00 28.00 28.00 14.00 ")
    #expect(try tool.query("SELECT singleDays IS NULL FROM trip") == ["1"])
    tool.run("undo")
    #expect(singleDays().hasPrefix("Thu 3 Sep: 64.00 EUR; Fri 4 Sep: lunch"))
  }

  // MARK: - Moves

  static let moved = "Wed 9 Sep: breakfast, dinner; 10–11 Sep: 64.00 EUR; Sat 12 Sep: 0.00 EUR"

  @Test(arguments: [
    ["--move", "+1w"], ["--start", "+7d", "--shift"],
    ["--start", "2026-09-08", "--end", "2026-09-13"], ["--start", "2026-09-08", "--end", "6d"],
  ])
  func moveAlongWithTheTrip(options: [String]) {
    tool.run(words: ["edit", "Berlin"] + options)
    #expect(singleDays() == Self.moved)
    #expect(amounts() == "14.00 11.20 64.00 64.00 0.00 14.00 ")
  }

  @Test(arguments: [
    #"{"startDate":"2026-09-08","endDate":"2026-09-13"}"#,
    #"{"startDate":"2026-09-08","endDate":"2026-09-13","perdiem":{"amount":"28","currency":"EUR"}}"#,
  ])
  func moveAlongInAnImport(record: String) throws {
    let uid = try #require(tool.query("SELECT uid FROM trip").first)
    let fields = #"{"uid":"\#(uid)","name":"Berlin","# + record.dropFirst()
    try tool.importing(fields)
    #expect(singleDays() == Self.moved)
    // A second time, nothing changes.
    try tool.importing(fields)
    #expect(singleDays() == Self.moved)
    let csv = "uid,name,startDate,endDate\n\(uid),Berlin,2026-09-01,2026-09-06\n"
    try tool.importing(csv)
    #expect(amounts() == "14.00 11.20 64.00 64.00 0.00 14.00 ")
    #expect(singleDays().hasPrefix("Wed 2 Sep: breakfast"))
  }

  /// Stated single days are taken as they are, whatever happens to the dates.
  @Test func stayAsAnImportStatesThem() throws {
    let json = tool.run("export").stdout
    let moved = json.replacing("\"startDate\":\"2026-09-01\"", with: "\"startDate\":\"2026-09-02\"")
      .replacing("\"endDate\":\"2026-09-06\"", with: "\"endDate\":\"2026-09-07\"")
    for _ in 1...2 {
      try tool.importing(moved)
      #expect(singleDays().hasPrefix("Wed 2 Sep: breakfast, dinner; 3–4 Sep"))
      #expect(amounts() == "0.00 64.00 64.00 0.00 28.00 14.00 ")
    }
  }

  @Test func moveAlongWhenThePhoneMovesTheTrip() throws {
    let calendar = tool.folder.appending(path: "calendar")
    try FileManager.default.createDirectory(at: calendar, withIntermediateDirectories: true)
    func sync() -> TestTool.Result { tool.run("sync", calendar.path) }
    #expect(sync().exitCode == .done)
    let uid = try #require(tool.query("SELECT uid FROM trip").first)
    let file = calendar.appending(path: "\(uid).ics")
    let event = try String(contentsOf: file, encoding: .utf8)
    let dragged = event.replacing(
      "DTSTART;VALUE=DATE:20260901", with: "DTSTART;VALUE=DATE:20260908"
    )
    .replacing("DTEND;VALUE=DATE:20260907", with: "DTEND;VALUE=DATE:20260914")
    #expect(dragged != event)
    try Data(dragged.utf8).write(to: file)
    #expect(sync().exitCode == .done)
    #expect(singleDays() == Self.moved)
    // The event has them too: another device that reads it agrees, and the next sync changes nothing.
    let other = try TestTool()
    other.today = tool.today
    other.run("sync", calendar.path)
    #expect(
      other.run("perdiem", "--csv", "--columns", "uid,date,amount,currency,meals")
        == tool.run("perdiem", "--csv", "--columns", "uid,date,amount,currency,meals"))
    let after = try Data(contentsOf: file)
    #expect(sync().exitCode == .done)
    #expect(try Data(contentsOf: file) == after)
  }

  @Test func followInsertedAndRemovedDays() {
    tool.run("edit", "Berlin", "--move", "+2d", "--from", "day3")
    #expect(singleDays() == "Wed 2 Sep: breakfast, dinner; 5–6 Sep: 64.00 EUR; Mon 7 Sep: 0.00 EUR")
    tool.run("edit", "Berlin", "--move", "-2d", "--from", "day6")
    #expect(
      tool.run("show", "1").stdout.contains(
        "14.00 + 11.20 + 28.00 + 64.00 + 0.00 + 14.00 = 131.20 EUR"))
    #expect(
      singleDays() == "Wed 2 Sep: breakfast, dinner; Fri 4 Sep: 64.00 EUR; Sat 5 Sep: 0.00 EUR")
  }

  @Test func areCopied() {
    tool.run("copy", "Berlin", "--start", "2026-10-01")
    #expect(
      singleDays(of: "2")
        == "Fri 2 Oct: breakfast, dinner; 3–4 Oct: 64.00 EUR; Mon 5 Oct: 0.00 EUR")
  }

  @Test func stayWithoutTheirDayAndAreMarked() {
    let shortened = tool.run("edit", "Berlin", "--extend", "-2d")
    #expect(
      shortened.stderr.hasSuffix(
        "warning: outside 'Berlin' (1), 2026-09-01 to 2026-09-04: per diem of Sat 5 Sep\n"))
    #expect(amounts() == "14.00 11.20 64.00 64.00 ")
    #expect(
      singleDays()
        == "Wed 2 Sep: breakfast, dinner; 3–4 Sep: 64.00 EUR; Sat 5 Sep: 0.00 EUR, outside the trip"
    )
    #expect(tool.run("edit", "Berlin", "--on", "2026-09-06", "--perdiem", "1").exitCode == .usage)
    let longer = tool.run("edit", "Berlin", "--start", "2026-08-31", "--keep-end")
    #expect(!longer.stderr.contains("warning"))
    #expect(singleDays().hasPrefix("Wed 2 Sep: breakfast, dinner; 3–4 Sep: 64.00 EUR; Sat 5 Sep"))
    tool.run("edit", "Berlin", "--on", "2026-09-05", "--perdiem", "default")
    #expect(singleDays() == "Wed 2 Sep: breakfast, dinner; 3–4 Sep: 64.00 EUR")
  }

  @Test func hintsAtRemovingASingleDay() {
    #expect(
      tool.run("edit", "Berlin", "--perdiem", "30CHF").stderr.hasSuffix(
        "hint: 'trips edit TRIP --on 2026-09-03 --perdiem default' removes it\n"))
  }

  // MARK: - Refusals

  @Test(arguments: [
    (["--perdiem", "30CHF"], "the per diem of 2026-09-03 is an amount in EUR; remove it first"),
    (
      ["--perdiem-rule", "nights"],
      "meals are provided on 2026-09-02, and the per diem rule has no part for meals, such as "
        + "'nights,meals:20%/40%/40%'"
    ),
    (
      ["--on", "day1", "--perdiem", "5CHF"],
      "the per diem '5CHF' is invalid: the per diem of the trip is in EUR"
    ),
    (
      ["--on", "day7", "--perdiem", "5"],
      "day7 is not a day of 'Berlin' (1), 2026-09-01 to 2026-09-06"
    ),
    (
      ["--on", "2026-09-07", "--perdiem", "5"],
      "2026-09-07 is not a day of 'Berlin' (1), 2026-09-01 to 2026-09-06"
    ),
    (
      ["--on", "day2..2026-09-07", "--no-meals"],
      "2026-09-07 is not a day of 'Berlin' (1), 2026-09-01 to 2026-09-06"
    ),
    (["--on", "day3..day2", "--no-meals"], "2026-09-02 is before 2026-09-03"),
    (["--on", "day1"], "nothing to do; add '--meals', '--no-meals' or '--perdiem' to '--on'"),
    (["--meals", "lunch"], "'--meals' needs '--on'"), (["--no-meals"], "'--no-meals' needs '--on'"),
    (
      ["--on", "day1", "--meals", "lunch", "--no-meals"],
      "'--meals' and '--no-meals' exclude each other"
    ),
    (
      ["--on", "day1", "--meals", "tea"],
      "the value 'tea' is invalid for '--meals'; use breakfast, lunch or dinner"
    ),
    (
      ["--on", "day1", "--perdiem", "5", "--move", "+1d"], "'--on' and '--move' exclude each other"
    ),
    (
      ["--on", "day1", "--no-meals", "--no-perdiem"], "'--on' and '--no-perdiem' exclude each other"
    ),
  ])
  func areRefused(options: [String], message: String) {
    let before = tool.run("export")
    let result = tool.run(words: ["edit", "Berlin"] + options)
    #expect(result.stderr.hasPrefix("error: \(message)\n"))
    #expect(result.exitCode == .usage)
    #expect(tool.run("export") == before)
  }

  @Test func needAPerDiemAndAPartForMeals() {
    tool.run("add", "Rome", "--start", "2026-10-01")
    let rome = tool.run("edit", "Rome", "--on", "day1", "--perdiem", "5")
    #expect(rome.stderr.hasPrefix("error: single days need a per diem, and 'Rome' (2), "))
    tool.run("edit", "Rome", "--business", "--perdiem", "30")
    let meals = tool.run("edit", "Rome", "--on", "day1", "--meals", "lunch")
    #expect(meals.stderr.contains("meals are provided on 2026-10-01, and the per diem rule has no"))
    // Both in one command.
    let both = tool.run(
      "edit", "Rome", "--on", "day1", "--meals", "lunch", "--perdiem-rule", "full,meals:0/15/15")
    #expect(both.exitCode == .done)
    #expect(singleDays(of: "Rome") == "Thu 1 Oct: lunch")
    let back = tool.run("edit", "Rome", "--on", "day1", "--no-meals", "--perdiem-rule", "nights")
    #expect(back.exitCode == .done)
    #expect(singleDays(of: "Rome") == "")
  }

  /// An amount in a rule would silently become one in the new currency.
  @Test func keepTheCurrencyOfAmounts() throws {
    tool.run("add", "Oslo", "--business", "--perdiem", "80", "--perdiem-rule", "first-last:40.00")
    let refused = tool.run("edit", "Oslo", "--perdiem", "100CHF")
    #expect(
      refused.stderr.hasPrefix(
        "error: the per diem rule 'first-last:40.00' has an amount in EUR; give the rule too\n"))
    #expect(tool.run("edit", "Oslo", "--perdiem", "90").exitCode == .done)
    let given = tool.run(
      "edit", "Oslo", "--perdiem", "100CHF", "--perdiem-rule", "first-last:40.00")
    #expect(given.exitCode == .done)
    #expect(
      tool.run("edit", "Oslo", "--perdiem", "7EUR", "--perdiem-rule", "full").exitCode == .done)
    #expect(tool.run("edit", "Oslo", "--perdiem", "7CHF").exitCode == .done)
    let uid = try #require(tool.query("SELECT uid FROM trip WHERE name = 'Berlin'").first)
    func record(_ perdiem: String) -> String {
      #"{"uid":"\#(uid)","name":"Berlin","startDate":"2026-09-01","endDate":"2026-09-06","perdiem":{"amount":"30","currency":"CHF"\#(perdiem)}}"#
    }
    let withoutDays = try tool.importing(record(""))
    #expect(withoutDays.stderr.contains("the per diem of 2026-09-03 is an amount in EUR"))
    let list = #"[{"date":"2026-09-03","amount":"64.00"},{"date":"2026-09-04","amount":64}]"#
    #expect(try tool.importing(record(#","singleDays":\#(list)"#)).exitCode == .done)
    #expect(amounts("Berlin") == "15.00 30.00 64.00 64.00 30.00 15.00 ")
    #expect(singleDays() == "3–4 Sep: 64.00 CHF")
    // The same days again, given with another currency.
    let euros = record(#","singleDays":\#(list)"#).replacing("CHF", with: "EUR")
    #expect(try tool.importing(euros).exitCode == .done)
    #expect(singleDays() == "3–4 Sep: 64.00 EUR")
  }

  @Test func areRemovedWithThePerDiem() {
    tool.run("edit", "Berlin", "--no-perdiem")
    #expect(singleDays() == "")
    tool.run("undo")
    tool.run("edit", "Berlin", "--plain")
    #expect(tool.run("show", "1", "--json").stdout.contains("\"perdiem\":null"))
    tool.run("undo")
    #expect(amounts() == "14.00 11.20 64.00 64.00 0.00 14.00 ")
  }

  // MARK: - Formats

  @Test(arguments: ["json", "ndjson", "csv", "ics"])
  func goThroughFiles(format: String) throws {
    let file = tool.folder.appending(path: "trips.\(format)").path
    #expect(tool.run("export", "--output", file).exitCode == .done)
    let other = try TestTool()
    other.today = tool.today
    #expect(other.run("import", file).exitCode == .done)
    #expect(other.run("perdiem", "--csv").stdout == tool.run("perdiem", "--csv").stdout)
    #expect(other.run("export").stdout == tool.run("export").stdout)
  }

  @Test func areInTheHistory() {
    tool.run("edit", "Berlin", "--on", "day5", "--perdiem", "default")
    let expected = "2026-09-03..2026-09-04 64.00; 2026-09-05 0.00\t"
    #expect(tool.run("diff", "4").stdout.contains(expected))
    #expect(tool.run("history", "--limit", "1").stdout.contains(expected))
    #expect(tool.run("perdiem", "--at", "2", "--columns", "amount").exitCode == .done)
  }

  /// Another program may store anything.
  @Test func ofAnotherProgramCountIfTheyAreValid() throws {
    try tool.execute(#"UPDATE trip SET singleDays = '[{"date":"2026-09-02","amount":"1.005"}]'"#)
    #expect(amounts() == "")
    #expect(tool.run("show", "1").exitCode == .done)
    try tool.execute("UPDATE trip SET singleDays = 'lunch'")
    #expect(amounts() == "14.00 28.00 28.00 28.00 28.00 14.00 ")
    #expect(tool.run("edit", "1", "--move", "+1d").exitCode == .done)
  }
}
