import Foundation
import Testing

@testable import trips

/// Runs the README's examples: a `console` block contains lines `$ trips …`, each followed by its
/// output on a terminal of 80 cells.
enum Readme {
  struct Example {
    var words: [String]
    var output = ""
  }

  static func text() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
  }

  static func examples() throws -> [Example] {
    var examples: [Example] = []
    var isInBlock = false
    for line in try text().split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInBlock = line == "```console"
      } else if isInBlock, line.hasPrefix("$ trips ") {
        examples.append(Example(words: words(line.dropFirst("$ trips ".count))))
      } else if isInBlock, !examples.isEmpty {
        examples[examples.count - 1].output += line + "\n"
      }
    }
    return examples
  }

  /// Splits a line as a shell does, if all its quotes are single.
  private static func words(_ line: Substring) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 {
        words.append(String(part))
      } else {
        words += part.split(separator: " ").map(String.init)
      }
    }
    return words
  }
}

struct ReadmeTests {
  /// Enter answers every question.
  @Test func showsTheOutputOfTheTool() throws {
    let tool = try TestTool.onTerminal()
    tool.answers = [String](repeating: "", count: 9)
    let examples = try Readme.examples()
    #expect(examples.count >= 8)
    for example in examples {
      let result = tool.run(words: example.words)
      #expect(
        try withoutChance(shown(result, questions: example.output))
          == withoutChance(example.output),
        "\(example.words)")
      #expect(result.exitCode == .done, "\(example.words)")
    }
  }

  /// The output of a terminal: the prompts, each on its own line, then the results.
  private func shown(_ result: TestTool.Result, questions output: String) -> String {
    var asked = ""
    var stderr = result.stderr
    for line in output.split(separator: "\n").prefix(while: { $0.hasSuffix(":") })
    where stderr.hasPrefix(line + " ") {
      asked += line + "\n"
      stderr.removeFirst(line.count + 1)
    }
    return asked + result.stdout + stderr
  }

  /// Everything in an example is fixed except random identifiers, tokens, times of changes and the
  /// store's path.
  private func withoutChance(_ text: String) throws -> String {
    let hex = "[0-9a-f]"
    let uid = try Regex("\(hex){8}-\(hex){4}-4\(hex){3}-\(hex){4}-\(hex){12}")
    let time = try Regex("[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}( UTC)?")
    let store = try Regex("created the store\\s+'[^']*'")
    let token = try Regex("h1\\.[0-9a-f.]+")
    return text.replacing(uid, with: "UID").replacing(time, with: "TIME")
      .replacing(store, with: "created the store").replacing(token, with: "TOKEN")
  }
}
