import Testing

@testable import trips

struct CompletionTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
    tool.run("add", "Paris in May", "--start", "2027-05-10")
    tool.run("add", "Paris 'n $HOME \"q\"", "--start", "2027-06-10", "--bucket", "Eat; cake")
    tool.run("add", "Parö 🎉 fête", "--start", "2027-07-10")
    tool.run("add", "Trip: Rome", "--start", "2027-08-10")
    tool.run("add", "twice", "--start", "2027-08-10")
    tool.run("add", "twice", "--start", "2027-09-10")
  }

  private func words(_ arguments: String...) -> [String] {
    let result = tool.run(words: ["__complete"] + arguments)
    #expect(result.exitCode == .done)
    #expect(result.stderr == "")
    return result.stdout.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(arguments: [
    ("trips sho", ["show"]), ("trips bucket re", ["remove"]),
    ("trips list --up", ["--upcoming"]),
    ("trips list --sort ", ["start", "end", "name", "destination", "id"]),
    ("trips list --sort=na", ["name"]), ("trips list --sort na", ["name"]),
    ("trips show Paris\\ in", ["Paris\\ in\\ May"]), ("trips show 'Paris in", ["Paris in May"]),
    ("trips show \"Paris '", ["Paris 'n \\$HOME \\\"q\\\""]),
    ("trips show PARIS\\ \\'", ["Paris\\ \\'n\\ \\$HOME\\ \\\"q\\\""]),
    ("trips show paro", ["Parö\\ 🎉\\ fête"]), ("trips show Trip", ["Trip:\\ Rome"]),
    ("trips show Trip:", ["\\ Rome"]), ("trips show tw", ["8", "9"]),
    ("trips show 1", ["1"]), ("trips show 'tw", ["8", "9"]), ("trips show Paris ", []),
    ("trips bucket done 5 ", ["Eat\\;\\ cake"]), ("trips delete Paris sum", ["Summer\\ in\\ Łódź"]),
    ("trips completions ", ["bash", "zsh", "fish"]), ("trips help buc", ["bucket"]),
    ("trips help js", ["json"]),
    ("trips help bucket ed", ["edit"]), ("trips import ", [":files"]),
    ("trips sync ", [":folders"]), ("trips list --columns id,na", ["id,name"]),
    ("trips bucket list 5 --columns=tit", ["title"]), ("trips backup --columns=i", []),
    ("trips --db none.db show ", []), ("trips --db=none.db show ", []),
  ])
  func completesForBash(line: String, expected: [String]) {
    #expect(words("bash", line) == expected)
  }

  @Test func completesWholeWordsForZshAndFish() {
    #expect(
      words("zsh", "show", "par") == [
        "Paris", "Paris 'n $HOME \"q\"", "Paris in May", "Parö 🎉 fête",
      ])
    #expect(words("zsh", "list", "--sort=na") == ["--sort=name"])
    #expect(words("zsh", "stats", "--destination", "lo") == ["Łódź"])
    #expect(words("zsh", "list", "--name", "SUM") == ["Summer in Łódź"])
    #expect(words("fish", "show", "'Paris in") == ["Paris in May"])
    #expect(words("fish", "show", "Paris\\ in") == ["Paris in May"])
    #expect(words("fish", "") == words("zsh", ""))
    #expect(words("zsh", "show", "tw") == ["8", "9"])
    #expect(words("fish", "show", "tw") == ["twice", "8", "9"])
    #expect(
      tool.run("__complete", "zsh", "show", "tw").stdout.hasPrefix("8\ttwice, 2027-08-10\n"))
  }

  @Test func offersEveryCommandAndOption() {
    let commands = CommandLineTool.commands.map(\.name)
    #expect(words("zsh", "") == commands)
    for node in CommandLineTool.commands where node.children.isEmpty {
      let own = node.declaration.options.map(\.name)
      let others = GlobalOptions.options.declarations.map(\.name).filter { !own.contains($0) }
      #expect(words("zsh", node.name, "-") == others + own)
    }
  }

  @Test func isSilentWithoutAStore() throws {
    let empty = try TestTool()
    #expect(empty.run("__complete", "bash", "trips show ") == TestTool.Result())
    #expect(empty.run("__complete") == TestTool.Result())
    #expect(empty.run("__complete", "tcsh", "x") == TestTool.Result())
  }

  @Test func printsTheScriptOfEachShell() {
    #expect(tool.run("completions", "bash").stdout.contains("complete -F _trips trips"))
    #expect(tool.run("completions", "zsh").stdout.hasPrefix("#compdef trips\n"))
    #expect(tool.run("completions", "fish").stdout.contains("complete -c trips -f"))
    let unknown = tool.run("completions", "bahs")
    #expect(unknown.exitCode == .usage)
    #expect(unknown.stderr.contains("did you mean 'bash'?"))
  }
}
