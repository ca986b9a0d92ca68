import Testing

@testable import trips

struct TextWrappingTests {
  @Test(arguments: [
    ("one two three", 7, "one two\nthree"), ("one two", 7, "one two"), ("", 5, ""),
    ("unbreakable", 4, "unbreakable"), ("a unbreakable b", 6, "a\nunbreakable\nb"),
    ("one\ntwo three", 5, "one\ntwo\nthree"), ("東京 大阪", 5, "東京\n大阪"),
    ("run 'trips migrate' now", 16, "run 'trips\nmigrate' now"),
    ("in (10 days)", 5, "in\n(10\ndays)"),
    ("  an indented one", 10, "  an\n  indented\n  one"),
  ])
  func wrapsBetweenWords(text: String, width: Int, wrapped: String) {
    #expect(TextWrapping.wrapped(text, to: width) == wrapped)
  }

  @Test func indentsTheLinesAfterTheFirst() {
    #expect(TextWrapping.wrapped("one two three", to: 9, indent: 4) == "one\n    two\n    three")
    #expect(
      TextWrapping.wrapped("one two three", to: 9, indent: 4, start: 0) == "one two\n    three")
  }

  @Test(arguments: [40, 80])
  func wrapsErrorsOnATerminal(width: Int) throws {
    let tool = try TestTool.onTerminal(width: width)
    for words in [["migrate", "--to", "V9"], ["show", "nothing"], ["edit", "1", "--typo"]] {
      let atTerminal = tool.run(words: words).stderr
      let lines = atTerminal.split(separator: "\n")
      #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= width })
      tool.terminal = Context.Terminal()
      let inPipe = tool.run(words: words).stderr
      #expect(atTerminal.replacing("\n  ", with: " ") == inPipe)
      tool.terminal = Context.Terminal(
        isInput: true, isOutput: true, isError: true, width: width, errorWidth: width)
    }
  }
}
