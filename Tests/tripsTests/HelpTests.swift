import Foundation
import Testing

@testable import trips

/// Help is compared whole; `Scripts/record-help` records it anew.
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

  @Test(arguments: paths)
  func isAsRecorded(path: [String]) throws {
    let tool = try TestTool()
    let help = tool.run(words: path + ["--help"])
    #expect(help.exitCode == .done)
    #expect(help == tool.run(words: ["help"] + path))
    let name = (["trips"] + path).joined(separator: "-") + ".txt"
    let file = Self.snapshots.appending(path: name)
    if ProcessInfo.processInfo.environment["TRIPS_RECORD_HELP"] != nil {
      try Data(help.stdout.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == help.stdout)
  }

  @Test func hasARecordOfEveryCommandAndNoOther() throws {
    let names = Set(Self.paths.map { (["trips"] + $0).joined(separator: "-") + ".txt" })
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.snapshots.path)
    #expect(Set(files) == names)
  }

  @Test(arguments: [40, 60, 80, 200])
  func fitsTheWidth(width: Int) throws {
    for path in Self.paths {
      let nodes = try CommandLineTool.parser.find(path)
      let text = HelpText(path: nodes, width: width).text
      // Examples are to be copied, so they are never wrapped.
      let lines = text.split(separator: "\n").prefix { $0 != "EXAMPLES:" }
      let widest = lines.map { DisplayWidth.of(String($0)) }.max() ?? 0
      #expect(widest <= max(width, 60), "\(path)")
    }
  }

  /// Before the command nobody knows whose option it is. `show --perdiem`, which is
  /// read behind the command only, is the one exception.
  @Test func givesAnOptionTheSameFormInEveryCommand() throws {
    var forms: [String: OptionDeclaration.Arity] = ["--perdiem": .one]
    func check(_ nodes: [CommandNode]) {
      for node in nodes {
        for option in node.declaration.options where node.name != "show" {
          for name in [option.name] + (option.short.map { ["-\($0)"] } ?? []) {
            #expect(forms[name, default: option.arity] == option.arity, "\(name)")
            forms[name] = option.arity
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
    let readme = try Readme.text()
    for path in Self.paths where !path.isEmpty {
      #expect(readme.contains("trips " + path.joined(separator: " ")), "\(path)")
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
