import Testing

@testable import trips

struct BucketCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test func addsTicksEditsAndRemoves() {
    #expect(
      tool.run("bucket", "add", "Paris", "Louvre", "Orsay", "--details", "closed on Mondays").stdout
        == "3\tno\tno\tno\tLouvre\tclosed on Mondays\n4\tno\tno\tno\tOrsay\tclosed on Mondays\n")
    #expect(tool.run("bucket", "done", "Paris", "louvre", "4").exitCode == .done)
    tool.run("bucket", "undone", "Paris", "Orsay")
    tool.run("bucket", "edit", "Paris", "Orsay", "--title", "Musée d'Orsay", "--reserved")
    #expect(
      tool.run("bucket", "list", "Paris", "--json", "id,title,hasReservation,isInPlan,isDone")
        .stdout
          == """
          [
          {"id":3,"title":"Louvre","hasReservation":false,"isInPlan":false,"isDone":true},
          {"id":4,"title":"Musée d'Orsay","hasReservation":true,"isInPlan":false,"isDone":false}
          ]

          """)
    tool.run("bucket", "rm", "Paris", "Louvre")
    #expect(
      tool.run("bucket", "ls", "Paris").stdout
        == "4\tno\tno\tyes\tMusée d'Orsay\tclosed on Mondays\n")
  }

  /// None of the three facts sets another.
  @Test func tellsThreeFactsApart() throws {
    tool.run("bucket", "add", "Paris", "Louvre", "--planned")
    tool.run("bucket", "done", "Paris", "Louvre")
    #expect(tool.run("bucket", "list", "Paris").stdout == "3\tyes\tyes\tno\tLouvre\t\n")
    tool.run("bucket", "edit", "Paris", "Louvre", "--not-planned", "--reserved")
    #expect(tool.run("bucket", "list", "Paris").stdout == "3\tyes\tno\tyes\tLouvre\t\n")
    tool.terminal.isOutput = true
    tool.environment["NO_COLOR"] = "1"
    #expect(tool.run("bucket", "list", "Paris").stdout == "  [x] 3 Louvre (reserved)\n")
    tool.run("bucket", "undone", "Paris", "Louvre")
    tool.run("bucket", "edit", "Paris", "Louvre", "--planned")
    #expect(
      tool.run("bucket", "list", "Paris").stdout == "  [ ] 3 Louvre (planned, reserved)\n")
  }

  @Test func saysWhatIsOnTheListAlready() {
    tool.run("bucket", "add", "Paris", "Louvre")
    let again = tool.run("bucket", "add", "Paris", "Louvre", "Orsay")
    #expect(again.stderr == "note: 'Louvre' (3) is on the bucket list already\n")
    #expect(again.stdout == "3\tno\tno\tno\tLouvre\t\n4\tno\tno\tno\tOrsay\t\n")
    let flagged = tool.run("bucket", "add", "Paris", "Louvre", "--reserved", "--details", "Mondays")
    #expect(
      flagged.stderr
        == "note: 'Louvre' (3) is on the bucket list already; the values given were set\n")
    #expect(flagged.stdout == "3\tno\tno\tyes\tLouvre\tMondays\n")
    #expect(
      tool.run("bucket", "add", "Paris", "Louvre", "--not-reserved").stdout
        == "3\tno\tno\tno\tLouvre\tMondays\n")
  }

  @Test func saysWhatOneCallNamesTwice() throws {
    let again = tool.run("bucket", "add", "Paris", "Louvre", "Louvre")
    #expect(again.stderr == "note: 'Louvre' (3) is on the bucket list already\n")
    #expect(again.stdout == "3\tno\tno\tno\tLouvre\t\n")
    tool.terminal.isOutput = true
    #expect(
      tool.run("bucket", "add", "Paris", "Orsay", "Orsay", "Louvre").stdout
        .hasPrefix("Added 1 item to 'Paris' (3)\n"))
    tool.terminal.isOutput = false
    let edited = tool.run("edit", "Paris", "--bucket", "Louvre", "--bucket", "Seine", "Seine")
    #expect(
      edited.stderr.contains(
        "note: 'Louvre' (3), 'Seine' (5) are on the bucket list already\n"))
    let added = tool.run("add", "Rome", "--start", "2028-01-01", "--bucket", "Forum", "Forum")
    #expect(added.stderr == "note: 'Forum' (6) is on the bucket list already\n")
    #expect(tool.run("bucket", "list", "Rome").stdout == "6\tno\tno\tno\tForum\t\n")
  }

  /// It is a command that writes: less than a title names no item, but is said where it is found.
  @Test func namesTheOnlyItemInWhichATextIsFound() {
    tool.run("bucket", "add", "Paris", "Louvre", "--details", "closed on Mondays")
    let result = tool.run("bucket", "done", "Paris", "monday")
    #expect(
      result.stderr.hasPrefix(
        "error: the bucket list of 'Paris' has no item 'monday'; did you mean 'Louvre' (3)?\n"
      ))
    #expect(result.exitCode == .noTrip)
  }

  @Test func showsDetailsBelowTheirItem() {
    tool.run("bucket", "add", "Paris", "Louvre", "--details", "closed on Mondays\nrue de Rivoli")
    let shown = "[ ] 3 Louvre\\u{A}      closed on Mondays\\u{A}      rue de Rivoli"
    #expect(tool.run("show", "Paris").stdout.contains("Bucket list\t\(shown)\n"))
  }

  @Test(arguments: [
    (["bucket", "done", "2", "mlyn"], ExitCode.noTrip), (["bucket", "done", "2"], .usage),
    (["bucket", "add", "2", ""], .usage), (["bucket", "edit", "2", "1"], .usage),
    (["bucket", "edit", "2", "1", "--planned", "--not-planned"], .usage),
    (["bucket", "remove", "2", "1", "99"], .noTrip), (["bucket"], .usage),
    (["bucket", "list", "99"], .noTrip), (["bucket", "list", "2", "--json", "name"], .usage),
  ])
  func refuses(words: [String], code: ExitCode) {
    let before = tool.run("show", "2", "--json").stdout
    #expect(tool.run(words: words).exitCode == code)
    #expect(tool.run("show", "2", "--json").stdout == before)
  }
}
