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

  @Test func keepsCostsButNoStatesAndNoReferences() throws {
    let tool = try TestTool()
    try tool.importing(PlanCommandTests.winter)
    let copied = tool.run("copy", "1", "--start", "+1w", "--columns", "startDate,tags,costs")
    #expect(copied.stdout == "2027-02-08\tski\t1179.00 EUR\n")
    let facts = "hasReservation || isPaid || isDone || reference || place"
    #expect(
      try tool.query("SELECT \(facts) FROM bucketListItem WHERE tripId = 2 AND title = 'Nightjet'")
        == ["000Berlin Hbf"])
    #expect(
      try tool.query(
        """
        SELECT isConfirmed || isPaid || reference || details || startDate FROM livingAccommodation
        WHERE tripId = 2 AND costMinor
        """) == ["00door 47112027-02-09"])
  }
}
