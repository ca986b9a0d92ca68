import Testing

@testable import trips

struct RelationReportTests {
  @Test(arguments: [
    ["bucket", "add", "Paris", "Orsay"], ["bucket", "done", "Paris", "Louvre"],
    ["bucket", "edit", "Paris", "Louvre", "--reserved"], ["bucket", "remove", "Paris", "Louvre"],
    ["stay", "add", "Paris", "Hotel"], ["stay", "confirm", "Paris"], ["stay", "remove", "Paris"],
  ])
  func changesNothingIfAFieldIsUnknown(words: [String]) throws {
    let tool = try TestTool()
    tool.run("add", "Paris", "--bucket", "Louvre", "--stay", "Ibis")
    let before = tool.run("list", "--json").stdout

    let result = tool.run(words: words + ["--columns", "nonsense"])

    #expect(result.exitCode == .usage)
    #expect(result.stderr.contains("'nonsense' is invalid for '--columns'; the columns are id, "))
    #expect(tool.run("list", "--json").stdout == before)
  }
}
