import Testing

@testable import trips

/// The parser with a test command that has every kind of option and argument.
struct ArgumentParserTests {
  private enum Sample: Command {
    static let flag = Flag("--flag", short: "f", "a flag")
    static let other = Flag("--other", short: "g", "another")
    static let value = Option("--value", short: "v", "TEXT", "a value")
    static let items = Option("--items", "ITEM", arity: .many, "several", parse: { $0 })
    static let declaration = CommandDeclaration(
      "A sample", arguments: [ArgumentDeclaration("WORD", .any, "words")],
      options: [flag, other, value, items])

    static func run(_ arguments: ParsedArguments, in context: Context) {}
  }

  private static let parser = ArgumentParser(
    commands: [
      CommandNode("sample", aliases: ["s"], Sample.self),
      CommandNode(
        "group", abstract: "A group", [CommandNode("sample", aliases: ["s"], Sample.self)]),
    ],
    globalOptions: GlobalOptions.options.declarations, help: GlobalOptions.help.declaration,
    version: GlobalOptions.version.declaration)

  private static func request(
    of words: [String]
  ) throws(ArgumentParser.Failure) -> ArgumentParser.Request {
    try parser.request(of: parser.walk(words))
  }

  private func parse(_ words: [String]) throws -> ParsedArguments {
    guard case .run(_, let arguments) = try Self.request(of: words) else {
      throw UsageError.missingCommand
    }
    return arguments
  }

  @Test(arguments: [
    ["sample", "a", "--flag", "--value", "x", "b"], ["--flag", "--value=x", "sample", "a", "b"],
    ["sample", "-f", "-v", "x", "a", "b"], ["sample", "-fvx", "a", "b"],
    ["-v", "x", "s", "a", "-f", "b"], ["sample", "--flag", "--value", "x", "--", "a", "b"],
    ["sample", "--value", "x", "--value", "x", "a", "b", "--flag"],
  ])
  func acceptsOptionsAnywhere(words: [String]) throws {
    let arguments = try parse(words)
    #expect(arguments.isSet(Sample.flag))
    #expect(try arguments.value(Sample.value) == "x")
    #expect(arguments.words == ["a", "b"])
    #expect(arguments.path.name == "sample")
  }

  @Test(arguments: [
    (["sample", "--value="], ""), (["sample", "--value", "-x"], "-x"),
    (["sample", "--value", "-"], "-"),
    (["sample", "--value=--x"], "--x"), (["sample", "--value=a=b"], "a=b"),
    (["sample", "--value", ""], ""),
    // A combining mark forms one character with the one before it.
    (["sample", "--value=\u{301}e"], "\u{301}e"), (["sample", "-v\u{301}"], "\u{301}"),
    (["--value=\u{301}", "sample"], "\u{301}"),
  ])
  func acceptsAnyTextAsAValue(words: [String], value: String) throws {
    #expect(try parse(words).value(Sample.value) == value)
  }

  @Test(arguments: [
    (["sample", "--items", "a", "b", "--flag", "c"], ["a", "b"], ["c"]),
    (["sample", "--items", "a", "--items=b", "c"], ["a", "b"], ["c"]),
    (["--items", "a", "sample", "c"], ["a"], ["c"]),
    (["sample", "c", "--items", "a", "--", "d"], ["a"], ["c", "d"]),
  ])
  func readsWordsUpToTheNextOption(words: [String], items: [String], rest: [String]) throws {
    let arguments = try parse(words)
    #expect(try arguments.values(Sample.items) == items)
    #expect(arguments.words == rest)
  }

  @Test(arguments: [
    (["smple"], UsageError.unknownCommand("smple", within: nil, similar: "sample")),
    (["frobnicate"], .unknownCommand("frobnicate", within: nil, similar: nil)),
    (["group", "smaple"], .unknownCommand("smaple", within: "group", similar: "sample")),
    (["group"], .missingSubcommand(of: "group")), (["--quiet"], .missingCommand),
    (["-V"], .unknownOption("-V", similar: "--version")),
    (["-qz"], .unknownOption("-z", similar: nil)),
    (["-vx"], .missingCommand), (["--db", "-V"], .missingCommand),
    (["sam"], .unknownCommand("sam", within: nil, similar: "sample")),
    (["sample", "--fl"], .unknownOption("--fl", similar: "--flag")),
    (["--fl", "sample"], .unknownOption("--fl", similar: "--flag")),
    (["sample", "--falg"], .unknownOption("--falg", similar: "--flag")),
    (["--autor", "me", "sample"], .unknownOption("--autor", similar: "--author")),
    (["sample", "--fla"], .unknownOption("--fla", similar: "--flag")),
    (["sample", "-x"], .unknownOption("-x", similar: nil)),
    (["sample", "-fx"], .unknownOption("-x", similar: nil)),
    (["sample", "--value"], .missingValue(option: "--value", placeholder: "TEXT")),
    (["sample", "--value", "--flag"], .missingValue(option: "--value", placeholder: "TEXT")),
    (["sample", "--value", "--typo"], .missingValue(option: "--value", placeholder: "TEXT")),
    (["sample", "--items"], .missingValue(option: "--items", placeholder: "ITEM")),
    (["sample", "--flag=1"], .unexpectedValue(option: "--flag")),
  ])
  func reportsTheProblem(words: [String], error: UsageError) {
    let failure = #expect(throws: ArgumentParser.Failure.self) { try Self.request(of: words) }
    #expect(failure?.error == error)
  }

  @Test(arguments: [
    (["--help"], 0), (["sample", "-h"], 1), (["-h", "sample"], 1),
    (["sample", "--typo", "--help"], 1), (["--version", "--help"], 0), (["-h", "--version"], 0),
    (["sample", "-fh"], 1), (["--typo", "-h"], 0),
    (["group", "--help"], 1), (["group", "sample", "--help"], 2), (["sample", "--value", "-h"], 1),
  ])
  func showsHelpWhereverTheOptionIs(words: [String], depth: Int) throws {
    guard case .help(let path) = try Self.request(of: words) else {
      Issue.record("no help")
      return
    }
    #expect(path.count == depth)
  }

  /// A command line may have a hundred thousand words; quadratic time would take minutes.
  @Test func acceptsVeryManyValues() throws {
    let words = Array(repeating: "x", count: 100_000)
    #expect(try parse(["sample", "--items"] + words).values(Sample.items).count == 100_000)
  }

  @Test(arguments: [
    ["--color=always", "nonsense"], ["sample", "--typo", "--color", "always"],
    ["--typo", "--color", "never", "sample", "--color", "always"],
  ])
  func respectsColorDespiteAMistake(words: [String]) {
    let walker = Self.parser.walk(words)
    #expect(walker.mistake != nil)
    #expect(GlobalOptions.color(walker.values) == .always)
  }

  @Test func doesNotTreatAValueAsAColor() {
    let words = ["sample", "--value", "-x", "--", "--color", "always"]
    #expect(GlobalOptions.color(Self.parser.walk(words).values) == .auto)
  }

  @Test func ignoresHelpAfterTheDashes() throws {
    #expect(try parse(["sample", "--", "--help"]).words == ["--help"])
  }

  @Test func refusesInvalidUTF8() {
    #expect(throws: UsageError.invalidUTF8(argument: 2)) {
      try RawArguments.words([Array("list".utf8), [0x61, 0xC3, 0xA9, 0xFF]])
    }
    #expect(throws: UsageError.invalidUTF8(argument: 1)) {
      try RawArguments.words([[0xED, 0xA0, 0x80]])
    }
  }
}

struct SuggestionTests {
  @Test func suggestsNothingIfSeveralAreAsClose() {
    #expect(Suggestion.closest(to: "V9", among: ["V1", "V2"]) == nil)
    #expect(Suggestion.closest(to: "lst", among: ["list", "ls"]) == "list")
  }

  @Test(
    arguments: [
      ("lsit", "list"), ("lst", "list"), ("LIST", "list"), ("--persnal", "--personal"),
      ("delte", "delete"), ("buckte", "bucket"), ("nope", nil), ("x", nil), ("", nil),
      ("completely", nil), ("li", "list"), ("--pers", "--personal"), ("DEL", "delete"),
      ("b", "bucket"),
      ("--", nil), ("co", nil), ("nex", "next"),
    ] as [(String, String?)])
  func suggestsTheIntendedWord(word: String, meant: String?) {
    let words = ["list", "--personal", "delete", "bucket", "copy", "confirm", "next"]
    #expect(Suggestion.closest(to: word, among: words) == meant)
  }
}
