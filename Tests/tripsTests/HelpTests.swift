import Foundation
import Testing

@testable import trips

/// The help of every command. Two pages are compared whole: `Scripts/record-help` records them.
struct HelpTests {
  private static let snapshots = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Help")

  /// Every command and group with its path, and the tool itself.
  static let paths: [[String]] = [[]] + paths(below: CommandLineTool.commands, [])

  private static func paths(below nodes: [CommandNode], _ path: [String]) -> [[String]] {
    nodes.flatMap { node in
      let path = path + [node.name]
      return [path] + paths(below: node.children, path)
    }
  }

  @Test(arguments: [[], ["list"]])
  func isAsRecorded(path: [String]) throws {
    let text = try TestTool().run(words: path + ["--help"]).stdout
    let file = Self.snapshots.appending(path: (["trips"] + path).joined(separator: "-") + ".txt")
    if ProcessInfo.processInfo.environment["TRIPS_RECORD_HELP"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test(arguments: paths)
  func isTheSameByCommandAndByOption(path: [String]) throws {
    let tool = try TestTool()
    let help = tool.run(words: path + ["--help"])
    #expect(help.exitCode == .done)
    #expect(help.stdout.hasPrefix("OVERVIEW: "))
    #expect(help == tool.run(words: ["help"] + path))
  }

  @Test(arguments: [40, 60, 80, 200])
  func fitsTheWidth(width: Int) throws {
    let tool = try TestTool.onTerminal(width: width)
    for path in Self.paths + Self.topics.map({ [$0] }) {
      let text = tool.run(words: ["help"] + path).stdout
      // Examples are to be copied, so they are never wrapped.
      let examples = text.range(of: "EXAMPLES:\n(  .*\n)+", options: .regularExpression)
      let wrapped = text.replacingCharacters(
        in: examples ?? text.startIndex..<text.startIndex, with: "")
      let widest = wrapped.split(separator: "\n").map { DisplayWidth.of(String($0)) }.max() ?? 0
      #expect(widest <= min(width, 100), "\(path)")
    }
  }

  @Test(arguments: paths.dropFirst())
  func fitsOnAScreen(path: [String]) throws {
    let help = try TestTool().run(words: path + ["--help"]).stdout
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    #expect(lines <= 50, "\(lines)")
  }

  static let topics = Manual.topics.map(\.name)

  @Test(arguments: topics)
  func showsATopic(topic: String) throws {
    let tool = try TestTool()
    #expect(tool.run("help", topic).exitCode == .done)
    let shell = tool.run("__complete", "zsh", "help", topic)
    #expect(shell.stdout.split(separator: "\t").first == topic[...])
    #expect(tool.run("--help").stdout.contains("  \(topic)  "))
  }

  @Test func listsTheGlobalOptionsOnOnePage() throws {
    let tool = try TestTool()
    let page = tool.run("help", "options")
    for option in GlobalOptions.options.declarations { #expect(page.stdout.contains(option.form)) }
    for path in Self.paths where !path.isEmpty {
      let lines = tool.run(words: ["help"] + path).stdout.split(separator: "\n")
      #expect(lines.count { $0.contains("trips help options") && $0.hasPrefix("'") } == 1)
      #expect(!lines.contains { $0.contains("--no-input") })
    }
  }

  /// An option may be typed before the command that it belongs to.
  @Test func givesAnOptionTheSameFormInEveryCommand() throws {
    var forms: [String: OptionDeclaration.Arity] = [:]
    func check(_ nodes: [CommandNode]) {
      for node in nodes {
        for option in node.declaration.options {
          for name in [option.name] + (option.short.map { ["-\($0)"] } ?? []) {
            // A repeatable option has a single value in other commands.
            let arity = option.arity == .many ? .one : option.arity
            #expect(forms[name, default: arity] == arity, "\(name)")
            forms[name] = arity
          }
        }
        check(node.children)
      }
    }
    check(CommandLineTool.commands)
    let tool = try TestTool().withSampleTrips()
    #expect(tool.run("--perdiem", "5", "add", "a", "--business").exitCode == .done)
  }

  @Test func namesEveryCommandInTheReadme() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    for path in Self.paths where !path.isEmpty {
      let words = path.joined(separator: " ")
      #expect(["`\(words)`", "trips \(words)"].contains(where: readme.contains), "\(path)")
    }
  }

  @Test func refusesToRunWithoutACommand() throws {
    let result = try TestTool().run(words: [])
    #expect(result.exitCode == .usage)
    #expect(result.stdout.isEmpty)
    #expect(result.stderr.hasPrefix("OVERVIEW: "))
  }

  @Test func showsTheVersion() throws {
    let line = "trips \(CommandLineTool.version)\n"
    #expect(try TestTool().run("--version").stdout == line)
    #expect(try TestTool().run("list", "--version").stdout == line)
  }
}
