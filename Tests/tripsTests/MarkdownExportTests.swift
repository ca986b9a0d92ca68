import Testing

@testable import trips

struct MarkdownExportTests {
  @Test func writesNotesLiterally() throws {
    let tool = try TestTool()
    let notes = ["1. Passport", "22) Visa", "- a", "+ b", "=", "    code", "1.5 l", "3 x"]
    tool.run("add", "Bali", "--notes", notes.joined(separator: "\n"))
    let page = tool.run("export", "--format", "md").stdout
    #expect(
      page.contains(
        #"""
        1\. Passport\
        22\) Visa\
        \- a\
        \+ b\
        \=\
        code\
        1.5 l\
        3 x
        """#))
  }

  @Test func escapesNamesThatLookLikeASection() throws {
    let tool = try TestTool()
    tool.run("add", "Paris", "--bucket", "Louvre")
    try tool.execute(
      """
      UPDATE trip SET name = 'a' || char(10) || '# b' || char(8203, 27);
      UPDATE bucketListItem SET title = 'c' || char(10) || '## d';
      """)

    let lines = tool.run("export", "--format", "md").stdout.split(separator: "\n")

    #expect(lines.contains(##"## a\\u{A}\# b\\u{200B}\\u{1B}"##))
    #expect(lines.contains(##"- [ ] c\\u{A}\#\# d"##))
  }
}
