import Testing

@testable import trips

struct TagTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
    tool.run("edit", "1", "--tag", "Client-A", "--tag", "Poland").expectDone()
    tool.run("edit", "2", "--tag", "poland").expectDone()
  }

  private func tags(_ id: Int) throws -> [String] {
    try tool.query("SELECT tags FROM trip WHERE id = \(id)")
  }

  @Test func addsAndRemovesTags() throws {
    #expect(try tags(1) == ["Client-A Poland"])
    tool.run("edit", "1", "--tag", "POLAND", "--tag", "x", "--untag", "client-a").expectDone()
    #expect(try tags(1) == ["Poland x"])
    tool.run("add", "Zoo", "--start", "2027-01-01", "--tag", "a").expectDone()
    #expect(
      tool.run("add", "Zoo", "--start", "2027-01-01", "--tag", "b").stderr
        == "note: updated 'Zoo' (4), 2027-01-01: tags: a → a b\n")
  }

  @Test func filtersByAllTags() {
    func names(_ words: String...) -> String {
      tool.run(words: words + ["--columns", "name"]).stdout
    }
    #expect(names("list", "--tag", "POLAND") == "Berlin kickoff\nSummer in Łódź\n")
    #expect(names("list", "--tag", "poland", "--tag", "client-a") == "Berlin kickoff\n")
    #expect(names("list", "--tag", "pol") == "")
    #expect(names("next", "--tag", "poland", "--personal") == "Summer in Łódź\n")
    #expect(
      tool.run("bucket", "list", "--tag", "poland", "--columns", "title").stdout
        == "Manufaktura\nKsięży Młyn\n")
    #expect(tool.run("list", "--tag", "poland", "--count").stdout == "2\n")
  }

  @Test(arguments: [
    ("a b", "the tag 'a b' contains a space or a comma"), ("", "invalid for '--tag'"),
    ("personal", "'personal' is a kind of trip, not a tag"),
  ])
  func refuses(word: String, reason: String) {
    for command in [["edit", "1"], ["add", "New"], ["list"]] {
      let result = tool.run(words: command + ["--tag", word])
      #expect(result.exitCode == .usage && result.stderr.contains(reason), "\(result.stderr)")
    }
  }
}
