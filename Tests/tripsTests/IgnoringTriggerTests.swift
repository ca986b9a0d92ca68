import Testing

@testable import trips

/// A user's trigger that abandons a write without an error.
struct IgnoringTriggerTests {
  private static let writes = [
    ("UPDATE ON trip", ["edit", "1", "--notes", "x"], "prevents the change of trip 1"),
    ("UPDATE ON trip", ["note", "1", "x"], "prevents the change of trip 1"),
    ("DELETE ON trip", ["delete", "1", "--yes"], "prevents the change of trip 1"),
    ("INSERT ON trip", ["add", "New"], "prevents a new trip"),
    ("INSERT ON trip", ["copy", "1", "--start", "2028-01-01"], "prevents a new trip"),
    ("INSERT ON bucketListItem", ["bucket", "add", "2", "New"], "prevents a new item"),
    ("INSERT ON bucketListItem", ["copy", "2", "--start", "2028-01-01"], "prevents a new item"),
    (
      "UPDATE ON bucketListItem", ["bucket", "done", "2", "Manufaktura"],
      "prevents the change of item 1"
    ),
    (
      "DELETE ON bucketListItem", ["bucket", "remove", "2", "Manufaktura"],
      "prevents the change of item 1"
    ),
    ("INSERT ON livingAccommodation", ["stay", "add", "1", "Inn"], "prevents a new stay"),
    (
      "UPDATE ON livingAccommodation", ["stay", "edit", "3", "--name", "Inn"],
      "prevents the change of stay 1"
    ),
    ("DELETE ON livingAccommodation", ["stay", "remove", "3"], "prevents the change of stay 1"),
    ("UPDATE ON trip", ["undo"], "prevents the change of trip 3"),
    ("DELETE ON trip", ["undo", "3"], "prevents the change of trip 3"),
  ]

  @Test(arguments: writes)
  func isReportedIfARowIsUnchanged(event: String, words: [String], what: String) throws {
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
