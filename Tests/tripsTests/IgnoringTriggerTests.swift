import Testing

@testable import trips

/// A user's trigger that abandons a write without an error.
struct IgnoringTriggerTests {
  private static let writes = [
    ("UPDATE ON trip", ["edit", "1", "--notes", "x"], "leaves trip 1 as it is"),
    ("UPDATE ON trip", ["note", "1", "x"], "leaves trip 1 as it is"),
    ("DELETE ON trip", ["delete", "1", "--yes"], "leaves trip 1 as it is"),
    ("INSERT ON trip", ["add", "New"], "lets no new trip in"),
    ("INSERT ON trip", ["copy", "1", "--start", "2028-01-01"], "lets no new trip in"),
    ("INSERT ON bucketListItem", ["bucket", "add", "2", "New"], "lets no new item in"),
    ("INSERT ON bucketListItem", ["copy", "2", "--start", "2028-01-01"], "lets no new item in"),
    ("UPDATE ON bucketListItem", ["bucket", "done", "2", "Manufaktura"], "leaves item 1 as it is"),
    (
      "DELETE ON bucketListItem", ["bucket", "remove", "2", "Manufaktura"], "leaves item 1 as it is"
    ),
    ("INSERT ON livingAccommodation", ["stay", "set", "1", "Inn"], "lets no new stay in"),
    ("UPDATE ON livingAccommodation", ["stay", "set", "3", "Inn"], "leaves stay 1 as it is"),
    ("DELETE ON livingAccommodation", ["stay", "remove", "3"], "leaves stay 1 as it is"),
    ("UPDATE ON trip", ["undo"], "leaves trip 3 as it is"),
    ("DELETE ON trip", ["undo", "3"], "leaves trip 3 as it is"),
  ]

  @Test(arguments: writes)
  func isNamedWhereItLeavesARowAsItIs(event: String, words: [String], what: String) throws {
    let tool = try TestTool().withSampleTrips()
    if words == ["undo"] {
      for notes in ["x", "y"] { tool.run("edit", "3", "--notes", notes).expectDone() }
      tool.run("undo").expectDone()
    }
    try tool.execute("CREATE TRIGGER keep BEFORE \(event) BEGIN SELECT raise(IGNORE); END")
    let before = try tool.query("SELECT quote(name) || notes FROM trip")
    let result = tool.run(words: words)
    #expect(result.exitCode == .store && result.stdout.isEmpty)
    #expect(
      result.stderr.contains("error: the store refused the change: your trigger 'keep' \(what)\n"),
      "\(result.stderr)")
    #expect(try tool.query("SELECT quote(name) || notes FROM trip") == before)
  }

  /// Otherwise its items would move to another trip.
  @Test func stopsAnImport() throws {
    let tool = try TestTool().withSampleTrips()
    try tool.execute("CREATE TRIGGER keep BEFORE INSERT ON trip BEGIN SELECT raise(IGNORE); END")
    let result = try tool.importing(
      #"[{"name":"New","startDate":"2027-01-01","endDate":"2027-01-02","bucketList":[{"title":"x"}]}]"#
    )
    #expect(result.exitCode == .store && result.stderr.contains("your trigger 'keep'"))
    #expect(try tool.query("SELECT count(*) FROM bucketListItem") == ["2"])
  }
}
