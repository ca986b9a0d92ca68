import Foundation
import Testing

@testable import trips

struct ManCommandTests {
  @Test func describesEachCommandWithItsOptions() throws {
    let page = try TestTool().run("man").stdout
    var (commands, options) = (0, 0)
    func visit(_ node: CommandNode, _ path: String) throws {
      if node.command != nil {
        let title = try #require(
          page.range(of: "\n.SS \(path)\(node.name)(\n| [^a-z])", options: .regularExpression))
        let end = page.range(of: "\n.S", range: title.upperBound..<page.endIndex)?.lowerBound
        let lines = page[title.upperBound..<(end ?? page.endIndex)].split(separator: "\n")
        for option in node.declaration.options {
          let name = option.name.replacing("-", with: "\\-")
          let words = lines.filter { $0.hasPrefix(".B ") }.flatMap {
            $0.split(whereSeparator: " ,".contains)
          }
          #expect(words.contains(name[...]), "\(path)\(node.name) \(option.name)")
        }
        commands += 1
        options += node.declaration.options.count
      }
      for child in node.children { try visit(child, path + node.name + " ") }
    }
    for node in CommandLineTool.commands { try visit(node, "trips ") }
    #expect(commands >= 40 && options >= 300, "\(commands) commands, \(options) options")
  }

  @Test func hasTheSectionsOfAManualPage() throws {
    let page = try TestTool().run("man").stdout
    let titles = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
    #expect(
      titles == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "VALUES", "DATES", "COLUMNS", "JSON",
        "GLOBAL OPTIONS", "FILES", "ENVIRONMENT", "EXIT STATUS", "SEE ALSO",
      ])
  }

  @Test func isShownAsAPageOnATerminal() throws {
    let tool = try TestTool.onTerminal()
    var shown = ""
    tool.edit = { viewer, path in
      shown = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return viewer.hasSuffix("man -l 2>/dev/null")
    }
    #expect(tool.run("man") == .init())
    #expect(try shown == TestTool().run("man").stdout)
  }

  @Test func isPlainTextOnATerminalWithoutMan() throws {
    let text = try TestTool.onTerminal().run("man").stdout
    for part in [
      "USAGE:\n  trips list ", "USAGE:\n  trips bucket add ", "DATES:\n", "EXIT STATUS:\n",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("\n.SH ") && !text.contains("\\-"))
  }

  /// What `man --warnings` reports comes from groff.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
  func isAPageThatGroffAccepts() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "trips-\(UUID()).1")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(TestTool().run("man").stdout.utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/groff")
    process.arguments = ["-man", "-Kutf8", "-Tutf8", "-ww", "-z", file.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == "")
    #expect(process.terminationStatus == 0)
  }
}
