import Foundation
import Testing

@testable import trips

struct HistoryCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
    tool.run("add", "Paris", "--start", "2027-05-01", "--end", "2027-05-03", "--bucket", "Louvre")
    tool.run("add", "Berlin", "--start", "2026-12-01", "--business", "--perdiem", "120EUR")
    tool.run("--author", "ana", "edit", "Paris", "--start", "2027-05-02", "--shift")
    tool.run("edit", "Berlin", "--perdiem", "10JPY")
    tool.run("delete", "Paris")
  }

  /// The output, with placeholders for the parts that differ from run to run.
  private func shown(_ words: String...) -> String {
    tool.run(words: words).stdout
      .replacing(/h1\.[0-9a-f]{32}\.(\d+)\.[0-9a-f]{12}/) { "token \($0.output.1)" }
      .replacing(/\d{4}-\d\d-\d\dT[\d:.]{12}Z/, with: "TIMESTAMP")
      .replacing(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, with: "TIME")
      .replacing(/[0-9a-f-]{36}/, with: "UID")
  }

  /// The numbers of the transactions in JSON, each once.
  private func transactions(_ json: String) -> [Int] {
    json.matches(of: /"transaction":(\d+)/).compactMap { Int($0.output.1) }
      .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  private func token(at id: Int) -> String {
    let lines = tool.run("history", "--reverse", "--limit", "\(id)").stdout.split(separator: "\n")
    return String(lines.last ?? "")
  }

  @Test func suggestsTheIntendedCommand() {
    let result = tool.run("history", "pur")
    #expect(result.exitCode == .usage)
    #expect(
      result.stderr.hasPrefix("error: unknown command 'history pur'; did you mean 'purge'?\n"))
    // An option of 'history purge'.
    #expect(
      tool.run("history", "--dry-run").stderr.hasPrefix("error: unknown option '--dry-run'"))
  }

  @Test func looksLikeALogOnATerminal() {
    tool.terminal.isOutput = true
    tool.environment["NO_COLOR"] = "1"
    #expect(
      shown("history") == """
        5  TIME  trips  delete
          - item 'Louvre' (1) of trip 'Paris' (1)
          - trip 'Paris' (1), start 2027-05-02, end 2027-05-04

        4  TIME  trips  edit
          ~ business trip 'Berlin' (2), per diem: 120.00 EUR → 10 JPY

        3  TIME  ana  edit
          ~ trip 'Paris' (1), start: 2027-05-01 → 2027-05-02, end: 2027-05-03 →
            2027-05-04

        2  TIME  trips  add
          + business trip 'Berlin' (2), start 2026-12-01, end 2026-12-01, per diem
            120.00 EUR

        1  TIME  trips  add
          + trip 'Paris' (1), start 2027-05-01, end 2027-05-03
          + item 'Louvre' (1) of trip 'Paris' (1)

        token 7

        """)
  }

  @Test func writesALineForEachPropertyInAPipe() {
    #expect(
      shown("history", "--author", "ana") == """
        3\tTIMESTAMP\tana\tedit\tupdate\tTrip\t1\tParis\t\tstartDate\t2027-05-01\t2027-05-02
        3\tTIMESTAMP\tana\tedit\tupdate\tTrip\t1\tParis\t\tendDate\t2027-05-03\t2027-05-04
        token 7

        """)
    #expect(
      shown("history", "--limit", "1", "--columns", "kind,entity,trip,property") == """
        delete\tBucketListItem\t1\t
        delete\tTrip\t\t
        token 7

        """)
  }

  /// The token is no row, so that it is a note.
  @Test func writesJSONAndCSVWithTheSameColumns() {
    let words = ["history", "--since", token(at: 2), "--limit", "2"]
    let json = tool.run(words: words + ["--json", "--columns", "transaction,id,property,old,new"])
    #expect(
      json
        == TestTool.Result(
          stdout: """
            [
            {"transaction":3,"id":1,"property":"startDate","old":"2027-05-01","new":"2027-05-02"},
            {"transaction":3,"id":1,"property":"endDate","old":"2027-05-03","new":"2027-05-04"},
            {"transaction":4,"id":2,"property":"perdiem","old":"120.00 EUR","new":"10 JPY"}
            ]

            """, stderr: "note: the token is \(token(at: 4))\n"))
    let csv = tool.run(words: words + ["--csv"])
    #expect(
      csv.stdout.hasPrefix(
        "transaction,time,author,command,kind,entity,id,name,trip,property,old,new\n3,2"))
    #expect(
      csv.stdout.hasSuffix(",trips,edit,update,BusinessTrip,2,Berlin,,perdiem,120.00 EUR,10 JPY\n"))
    #expect(csv.stderr == json.stderr)
  }

  @Test(arguments: [
    (["--entity", "BusinessTrip"], [4, 2]), (["--entity", "Trip", "--limit", "2"], [5, 4]),
    (["--entity", "BucketListItem", "LivingAccommodation"], [5, 1]),
    (["--trip", "Paris"], [5, 3, 1]), (["--trip", "1", "--reverse"], [1, 3, 5]),
    (["--trip", "Berlin"], [4, 2]), (["--author", "ANA"], []),
    (["--limit", "2", "--reverse"], [1, 2]),
  ])
  func filters(words: [String], ids: [Int]) throws {
    let output = tool.run(words: ["history", "--json"] + words).stdout
    #expect(transactions(output) == ids)
  }

  /// A former name finds a trip, unless several trips had it.
  @Test func findsATripByAFormerName() throws {
    let tool = try TestTool().withSampleTrips()
    tool.run("edit", "Paris", "--name", "Lutetia", "--destination", "beside the old Summer")
    tool.run("edit", "Summer in Łódź", "--name", "Summer", "--notes", "was 'Paris' once")
    func ids(_ name: String) -> [Int] {
      transactions(tool.run("history", "--trip", name, "--json").stdout)
    }
    #expect(ids("Paris") == [4, 3])
    #expect(ids("paris") == [4, 3])
    #expect(ids("Summer in Lodz") == [5, 2])
    tool.run("edit", "Berlin kickoff", "--name", "Paris")
    #expect(ids("Paris") == [6, 1])
    tool.run("edit", "1", "--name", "Spree")
    let several = tool.run("history", "--trip", "Paris")
    #expect(several.exitCode == .noTrip)
    #expect(
      several.stderr.hasPrefix(
        "error: 'Paris' matches 2 trips: 'Paris' (1, 2026-12-10 to 2026-12-15), 'Paris' (3, "))
    #expect(tool.run("history", "--trip", "once").exitCode == .noTrip)
  }

  @Test func printsOnlyTheTokenIfNothingIsNew() {
    let token = tool.run("history", "--token").stdout
    let word = token.trimmingCharacters(in: .newlines)
    #expect(tool.run("history", "--since", word) == TestTool.Result(stdout: token))
    #expect(
      tool.run("history", "--since", word, "--json")
        == TestTool.Result(stdout: "[]\n", stderr: "note: the token is \(word)\n"))
    #expect(tool.run("history", "--token", "--json").stdout == "{\"token\":\"\(word)\"}\n")
  }

  @Test func exitsWithSixForAnUnusableToken() {
    #expect(
      tool.run("history", "--since", "h1.x")
        == TestTool.Result(
          stderr: """
            error: 'h1.x' is not a token of the history
            hint: 'trips history --token' prints the newest one

            """, exitCode: .token))
    let old = token(at: 1)
    tool.run("history", "purge", "--before", token(at: 3), "--yes")
    #expect(
      tool.run("history", "--since", old)
        == TestTool.Result(
          stderr: """
            error: the token has expired: the history up to change 4 was purged
            hint: get a new one from 'trips history --token', then read everything again

            """, exitCode: .token))
  }

  @Test(arguments: [
    ["--entity", "trip"], ["--limit", "-1"], ["purg"], ["purge"],
    ["purge", "--before", "never"], ["--since", "@"],
    ["--since", "1", "--reverse", "--limit", "1"], ["purge", "--before", "tomorrow", "--yes"],
    ["--since", "2026-13-01"],
  ])
  func refusesContradictoryOptions(words: [String]) {
    #expect(tool.run(words: ["history"] + words).exitCode == .usage)
  }

  @Test(arguments: ["never", "h1.x", "token.1"])
  func exitsWith6ForAMalformedToken(token: String) {
    let result = tool.run("history", "--since", token)
    #expect(result.exitCode == .token)
    #expect(result.stderr.contains("'\(token)'"))
  }

  @Test func acceptsNumbersAndDatesAsTokens() {
    #expect(
      shown("history", "--since", "3").split(separator: "\n").map(\.first) == ["4", "5", "5", "t"])
    #expect(
      shown("history", "--until", "1").split(separator: "\n").map(\.first) == ["1", "1", "t"])
    #expect(shown("history", "--since", "2001-01-01").split(separator: "\n").count == 9)
    #expect(shown("history", "--until", "2001-01-01") == "token 0\n")
    #expect(tool.run("history", "--since", "6").exitCode == .token)
    tool.run("history", "purge", "--before", "2", "--yes")
    // The token directly before the remaining history stays valid.
    #expect(tool.run("history", "--since", "1").exitCode == .done)
    #expect(tool.run("history", "--since", "0").exitCode == .token)
    #expect(tool.run("history", "--since", "2001-01-01").exitCode == .token)
  }

  /// With an outdated --until, a reader gets its own token back, and nothing is repeated.
  @Test func returnsTheNewerOfTheRequestedTokens() {
    let (old, new) = (token(at: 2), token(at: 4))
    #expect(tool.run("history", "--since", new, "--until", old).stdout == new + "\n")
  }

  @Test func namesTheMissingTransactionOfAPurge() {
    #expect(
      tool.run("history", "purge", "--before", "99999", "--yes").stderr
        == "error: there is no transaction 99999: the newest is 5\n"
        + "hint: 'trips history' lists the transactions\n")
    #expect(tool.run("history", "purge", "--before", "6", "--yes").exitCode == .done)
    #expect(tool.run("history", "--limit", "1").stdout.split(separator: "\n").count == 1)
  }

  @Test func asksBeforeAPurge() {
    let refused = tool.run("history", "purge", "--before", "3")
    #expect(refused.exitCode == .refused)
    #expect(
      refused.stderr == """
        error: purging 2 transactions cannot be undone and needs a confirmation
        hint: run it again with '--yes'

        """)
    tool.terminal.isInput = true
    tool.terminal.isError = true
    tool.answers = ["n", "y"]
    #expect(tool.run("history", "purge", "--before", "3").exitCode == .refused)
    tool.answers = ["y"]
    #expect(
      tool.run("history", "purge", "--before", "3").stdout
        == "Purged 2 transactions with 3 changes\n")
  }

  @Test func purgesOnlyWhatWasShown() throws {
    let other = try TestTool()
    other.environment["TRIPS_DB"] = tool.store.path
    tool.terminal = Context.Terminal(isInput: true, isError: true)
    tool.answers = ["y"]
    tool.whenAsked = { other.run("history", "purge", "--before", "2", "--yes").expectDone() }
    let result = tool.run("history", "purge", "--before", "4")
    #expect(result.exitCode == .refused)
    #expect(
      result.stderr.hasSuffix(
        "error: another program changed the history meanwhile; nothing was done\n"
          + "hint: run the command again to see how it is now\n"))
    tool.whenAsked = {}
    #expect(tool.run("history", "purge", "--before", "4").exitCode == .done)
  }

  /// The file gets the token of what was printed, and only then; the token itself is not printed.
  @Test func continuesWithTheTokenInAFile() throws {
    let file = tool.folder.appending(path: "seen").path
    #expect(shown("history", "--since", "@seen", "--limit", "1").hasPrefix("1\t"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "\(token(at: 1))\n")
    #expect(shown("history", "--since", "@seen").split(separator: "\n").count == 6)
    let newest = tool.run("history", "--token").stdout
    #expect(try String(contentsOfFile: file, encoding: .utf8) == newest)
    #expect(tool.run("history", "--since", "@seen") == TestTool.Result())
    #expect(tool.run("history", "--since", "@seen", "--json") == TestTool.Result(stdout: "[]\n"))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try Data("nonsense".utf8).write(to: URL(filePath: file))
    #expect(tool.run("history", "--since", "@seen").exitCode == .token)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "nonsense")
  }

  /// A link is followed; what cannot be replaced is refused before anything is printed.
  @Test func checksTheTokenFileFirst() throws {
    let seen = tool.folder.appending(path: "seen").path
    let link = tool.folder.appending(path: "link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "seen")
    #expect(tool.run("history", "--since", "@link").stdout.split(separator: "\n").count == 8)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "seen")
    let newest = tool.run("history", "--token").stdout
    #expect(try String(contentsOfFile: seen, encoding: .utf8) == newest)
    #expect(tool.run("history", "--since", "@missing/seen").stdout.isEmpty)
    let refused = tool.run("history", "--since", "@/proc/version")
    #expect(refused.stdout.isEmpty)
    #expect(refused.exitCode != .done)
  }

  @Test func printsATokenWithoutAStore() throws {
    let tool = try TestTool()
    let token = tool.run("history", "--token").stdout
    #expect(tool.run("history") == TestTool.Result(stdout: token))
    tool.run("add", "Paris")
    let since = tool.run("history", "--since", token.trimmingCharacters(in: .newlines))
    #expect(since.stdout.split(separator: "\n").count == 2)
  }

  @Test func showsStoredTextSafely() {
    tool.run("--author", "evil\u{202E}", "add", "a\u{202E}b")
    let line = tool.run("history", "--limit", "1").stdout
    #expect(line.contains("evil\\u{202E}\tadd\t"))
    #expect(line.contains("a\\u{202E}b"))
  }
}
