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
        == "[\n{\"placeName\":\"Ritz\",\"isConfirmed\":false}\n]\n")
    #expect(tool.run("stay", "remove", "1").exitCode == .done)
    #expect(tool.run("stay", "show", "1") == TestTool.Result())
  }

  /// What is for a trip's only stay does not choose among several.
  @Test(arguments: [
    ["stay", "set", "3", "Ritz"], ["stay", "confirm", "3"], ["stay", "remove", "3"],
    ["edit", "3", "--stay", "Ritz"],
    ["add", "Paris", "--start", "2027-05-01", "--end", "2027-05-03", "--stay", "Ritz"],
  ])
  func refusesToChooseAmongSeveral(words: [String]) throws {
    try tool.execute("INSERT INTO livingAccommodation(tripId, placeName) VALUES (3, 'Ibis')")
    let before = tool.run("stay", "show", "3")
    let result = tool.run(words: words)
    #expect(result.exitCode == .refused)
    #expect(result.stderr.hasPrefix("error: 'Paris' has 2 stays: 'Hôtel du Nord', 'Ibis'\n"))
    #expect(tool.run("stay", "show", "3") == before)
  }

  @Test(arguments: ["confirm", "unconfirm", "remove"])
  func needsAStay(command: String) {
    let result = tool.run("stay", command, "1")
    #expect(result.stderr.hasPrefix("error: 'Berlin kickoff' has no stay\n"))
    #expect(result.exitCode == .noTrip)
  }
}
