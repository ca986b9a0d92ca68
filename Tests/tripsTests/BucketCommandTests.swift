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
        == "3\tno\tno\tLouvre\tclosed on Mondays\n4\tno\tno\tOrsay\tclosed on Mondays\n")
    #expect(tool.run("bucket", "done", "Paris", "louvre", "4").exitCode == .done)
    tool.run("bucket", "undone", "Paris", "Orsay")
    tool.run("bucket", "edit", "Paris", "Orsay", "--title", "Musée d'Orsay", "--reserved")
    #expect(
      tool.run("bucket", "list", "Paris", "--json", "id,title,hasReservation,isInPlan").stdout
        == """
        [
        {"id":3,"title":"Louvre","hasReservation":false,"isInPlan":true},
        {"id":4,"title":"Musée d'Orsay","hasReservation":true,"isInPlan":false}
        ]

        """)
    tool.run("bucket", "rm", "Paris", "Louvre")
    #expect(
      tool.run("bucket", "ls", "Paris").stdout == "4\tno\tyes\tMusée d'Orsay\tclosed on Mondays\n")
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
