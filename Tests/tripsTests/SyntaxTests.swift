import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Every ASCII mark between U+0600 and U+0301, which form one `Character` with it.
struct SyntaxTests {
  static let marks = (UInt8(0x20)..<0x7F).map { Unicode.Scalar($0) }
    .filter { !$0.properties.isAlphabetic && $0.properties.numericType == nil }

  private static func hidden(_ mark: Unicode.Scalar) -> String { "\u{600}\(mark)\u{301}" }

  /// How a shell parses a word.
  private func shellWord(_ word: String) throws -> String {
    let shell = Process()
    let pipe = Pipe()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "printf '[%s]' \(word)"]
    shell.standardOutput = pipe
    try shell.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: marks)
  func shellsReadACompletionAsOneWord(mark: Unicode.Scalar) throws {
    let name = "a\(Self.hidden(mark))b"
    for quote in ["", "'", "\""] {
      let line = ShellWords("trips show \(quote)")
      let word = quote + (try #require(line.quoted(name))) + quote
      #expect(try shellWord(word).utf8.elementsEqual("[\(name)]".utf8), "\(word)")
      let words = ShellWords("trips show \(word)").words
      #expect(words.map { Array($0.utf8) } == ["trips", "show", name].map { Array($0.utf8) })
    }
  }

  /// Between double quotes, an interactive bash replaces `!!` by the previous command.
  @Test func keepsExclamationMarksOutOfDoubleQuotes() {
    #expect(ShellWords("trips show \"").quoted("Zed !!") == #"Zed "'!'""'!'""#)
    #expect(ShellWords.word("Zed !.db") == #""Zed "'!'".db""#)
  }

  @Test func quotesThePathOfAStoreInAHint() throws {
    let tool = try TestTool()
    for mark in "\\\"$`".unicodeScalars {
      let result = tool.run("--db", "x\(Self.hidden(mark)).db", "show", "9")
      #expect(result.stderr.utf8.contains("\\\(mark)\u{301}.db\" list'"), "\(result.stderr)")
    }
  }

  @Test(arguments: ["json", "ndjson", "csv"])
  func formatsSurviveARoundTrip(format: String) throws {
    let (tool, other) = (try TestTool(), try TestTool())
    let trips = Self.marks.enumerated().map { index, mark in
      let text = Self.hidden(mark)
      return """
        {"name":\(Self.json("n\(index)\(text)n")),"notes":\(Self.json("a\(text)\n\(text)b")),\
        "destination":\(Self.json("\(text)d")),"startDate":"2027-01-01",\
        "bucketList":[{"title":\(Self.json("\(text)t"))}]}
        """
    }
    #expect(try tool.importing(trips.joined(separator: "\n")).exitCode == .done)
    #expect(
      tool.run("list", "--json", "--columns", "name").stdout.unicodeScalars.count {
        $0 == "\u{600}"
      }
        == Self.marks.count)
    try other.importing(tool.run("export", "--format", format).stdout)
    let fields = "--columns=name,notes,destination,bucketList"
    #expect(
      other.run("list", "--json", fields).stdout.utf8.elementsEqual(
        tool.run("list", "--json", fields).stdout.utf8))
  }

  private static func json(_ text: String) -> String {
    var json = JSONWriter()
    json.object { $0.member("x", text) }
    return String(String(decoding: json.bytes, as: UTF8.self).utf8.dropFirst(5).dropLast())
      ?? ""
  }

  @Test(arguments: marks)
  func documentsEscapeTheirMarks(mark: Unicode.Scalar) throws {
    let tool = try TestTool()
    let text = Self.hidden(mark)
    tool.run("add", "a\(text)b", "--notes", "\(text)c")
    let html = tool.run("export", "--format", "html").stdout
    let markdown = tool.run("export", "--format", "md").stdout
    #expect(html.utf8.contains(text) == !"<>&\"'".unicodeScalars.contains(mark))
    #expect(markdown.utf8.contains(text) == !"\\`*_[]<>#|~&!$".unicodeScalars.contains(mark))
  }

  @Test(arguments: marks)
  func valuesContainOnlyTheirOwnMarks(mark: Unicode.Scalar) {
    let text = Self.hidden(mark)
    #expect(throws: ValueError.self) { try Money("1\(text)2", defaultCurrency: .usd) }
    #expect(throws: ValueError.self) { try Money("12\(text)EUR", defaultCurrency: .usd) }
    #expect(throws: ValueError.self) { try DateExpression("2027\(text)01\(text)02") }
    #expect(throws: ValueError.self) { try PeriodExpression("2027\(text)01") }
    #expect(throws: ValueError.self) { try CalendarOffset("\(mark)\u{301}1d") }
    #expect(throws: ValueError.self) { try CalendarOffset("+1d\u{301}") }
    #expect(throws: ValueError.self) {
      try PerDiemRule("first-last\(mark)\u{301}75%", currency: .usd)
    }
    #expect(throws: ValueError.self) { try PerDiemRule("first-last:75\(text)", currency: .usd) }
    #expect(throws: (any Error).self) { try MomentExpression("2026-11-20\(text)14:30") }
    #expect(throws: (any Error).self) { try MomentExpression("2026-11-20 14\(text)30") }
    #expect(ExportFormat(fileName: "a\(text)csv") == nil)
  }

  /// Literal text may have any form.
  @Test(arguments: marks)
  func patternsKeepTextAroundTheirMarks(mark: Unicode.Scalar) throws {
    let text = Self.hidden(mark)
    let format = try DateFormat(mark == "%" ? "%d%%\u{301}%m %Y" : "%d\(text)%m %Y")
    #expect(
      format.date(mark == "%" ? "03%\u{301}04 2027" : "03\(text)04 2027")
        == CalendarDate("2027-04-03"))
    #expect(try CSVColumnName("Their\(text)=name").theirs.utf8.elementsEqual("Their\(text)".utf8))
    let tool = try TestTool()
    tool.run("add", "Paris", "--start", "2027-01-01")
    let pattern = mark == "{" ? "{{\u{301}{name}\u{301}" : "\u{600}\(mark)\u{301}{name}\u{301}"
    let line = mark == "{" ? "{\u{301}Paris\u{301}\n" : "\u{600}\(mark)\u{301}Paris\u{301}\n"
    #expect(tool.run("next", "--format", pattern).stdout.utf8.elementsEqual(line.utf8))
  }
}

extension String.UTF8View {
  fileprivate func contains(_ text: String) -> Bool { firstRange(of: text.utf8) != nil }
}
