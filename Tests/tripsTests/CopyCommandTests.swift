import Testing

@testable import trips

struct CopyCommandTests {
  @Test func copiesToAnotherStart() throws {
    let tool = try TestTool().withSampleTrips()
    #expect(
      tool.run("copy", "2", "--start", "2028-02-28", "--name", "Again", TestTool.tripColumns).stdout
        == "4\t2028-02-28\t2028-03-09\t11\tpersonal\tAgain\tŁódź\n")
    #expect(tool.run("copy", "2").exitCode == .usage)
    #expect(tool.run("copy", "2", "--start", "2027-07-01").exitCode == .refused)
    #expect(tool.run("copy", "2", "--start", "9999-12-31").exitCode == .usage)
  }
}
