import Testing

@testable import trips

struct StayCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test func setsConfirmsAndRemoves() {
    #expect(
      tool.run("stay", "set", "1", "Adlon", "--address", "Unter den Linden 77").stdout
        == "Adlon\tno\tUnter den Linden 77\n")
    #expect(tool.run("stay", "confirm", "1").stdout == "Adlon\tyes\tUnter den Linden 77\n")
    #expect(tool.run("stay", "set", "1", "Adlon", "--address", "77").stdout == "Adlon\tyes\t77\n")
    #expect(tool.run("stay", "set", "1", "Ritz").stdout == "Ritz\tno\t\n")
    #expect(tool.run("stay", "set", "1", "Ritz", "--confirmed").stdout == "Ritz\tyes\t\n")
    #expect(tool.run("stay", "unconfirm", "1").stdout == "Ritz\tno\t\n")
    #expect(
      tool.run("stay", "show", "1", "--json", "placeName,isConfirmed").stdout
        == "{\"placeName\":\"Ritz\",\"isConfirmed\":false}\n")
    #expect(tool.run("stay", "remove", "1").exitCode == .done)
    #expect(tool.run("stay", "show", "1") == TestTool.Result())
  }

  @Test(arguments: ["confirm", "unconfirm", "remove"])
  func needsAStay(command: String) {
    let result = tool.run("stay", command, "1")
    #expect(result.stderr.hasPrefix("error: 'Berlin kickoff' has no stay\n"))
    #expect(result.exitCode == .noTrip)
  }
}
