import Foundation
import Testing

@testable import trips

struct NoteCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  private var notes: String { tool.run("show", "3", "--json", "--columns", "notes").stdout }

  private func sitAtTerminal() {
    tool.terminal = Context.Terminal(isInput: true, isOutput: true, isError: true)
    tool.environment["NO_COLOR"] = "1"
  }

  @Test func setsAndClears() {
    #expect(
      tool.changes("note", "Paris", "Blue folder\nRow 12")
        == "3\tnotes\t\tBlue folder\\u{A}Row 12\n")
    #expect(notes == "{\"notes\":\"Blue folder\\nRow 12\"}\n")
    #expect(tool.run("list", "row 12", "--count").stdout == "1\n")
    tool.run("note", "Paris", "")
    #expect(notes == "{\"notes\":\"\"}\n")
    tool.run("undo")
    #expect(notes == "{\"notes\":\"Blue folder\\nRow 12\"}\n")
    tool.run("edit", "Paris", "--no-notes")
    #expect(notes == "{\"notes\":\"\"}\n")
    tool.run("edit", "Paris", "--notes", "x")
    #expect(notes == "{\"notes\":\"x\"}\n")
  }

  @Test func addsALine() {
    tool.run("note", "Paris", "--append", "Gate B12")
    tool.run("note", "Paris", "Row 12", "--append")
    tool.input = Array("Seat 3\n".utf8)
    tool.run("note", "Paris", "-", "--append")
    #expect(notes == "{\"notes\":\"Gate B12\\nRow 12\\nSeat 3\"}\n")
    let long = String(repeating: "x", count: 65_530)
    #expect(tool.run("note", "Paris", "--append", long).exitCode == .usage)
    #expect(tool.run("note", "Paris", "--append").stderr.hasPrefix("error: missing argument TEXT"))
    #expect(notes == "{\"notes\":\"Gate B12\\nRow 12\\nSeat 3\"}\n")
  }

  @Test func readsStandardInput() {
    tool.input = Array("  Blue folder\r\nRow 12\n\n".utf8)
    tool.run("note", "Paris", "-")
    #expect(tool.run("show", "Paris").stdout.contains("Notes\tBlue folder"))
    tool.input = [0x41, 0xFF]
    let refused = tool.run("note", "Paris", "-")
    #expect(refused.stderr == "error: standard input is not valid UTF-8\n")
    tool.input = [UInt8](repeating: 0x41, count: 70_000)
    #expect(
      tool.run("note", "Paris", "-").stderr.hasPrefix("error: the notes from standard input are")
    )
    #expect(tool.run("note", "Paris", "-").exitCode == .usage)
    #expect(tool.run("show", "Paris").stdout.contains("Notes\tBlue folder"))
  }

  @Test func opensTheEditorOnATerminal() throws {
    tool.run("note", "Paris", "old")
    sitAtTerminal()
    tool.environment["EDITOR"] = "ed"
    tool.environment["VISUAL"] = "code --wait"
    var seen = ("", "", "")
    tool.edit = { editor, path in
      seen = (editor, path, (try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
      return (try? Data("new\nlines\n".utf8).write(to: URL(filePath: path))) != nil
    }
    #expect(
      tool.run("note", "Paris").stdout == """
        Changed 'Paris' (3), 2027-05-01 to 2027-05-03
          notes: old → new …

        """)
    #expect(seen.0 == "code --wait")
    #expect(seen.2 == "old\n")
    #expect(!FileManager.default.fileExists(atPath: seen.1))
    tool.terminal = Context.Terminal()
    #expect(notes == "{\"notes\":\"new\\nlines\"}\n")
  }

  @Test func changesNothingIfTheEditorFails() {
    sitAtTerminal()
    let result = tool.run("note", "Paris")
    #expect(
      result.stderr == """
        error: the editor 'vi' failed, nothing was changed
        hint: choose another editor with VISUAL or EDITOR

        """)
    #expect(result.exitCode == .refused)
  }

  @Test(arguments: ["missing", "folder", "FIFO"])
  func changesNothingIfTheEditorLeavesNoFile(kind: String) throws {
    tool.run("note", "Paris", "an hour's work")
    sitAtTerminal()
    var path = ""
    tool.edit = { _, file in
      path = file
      switch kind {
      case "folder": return unlink(file) == 0 && mkdir(file, 0o700) == 0
      case "FIFO": return unlink(file) == 0 && mkfifo(file, 0o600) == 0
      default: return unlink(file) == 0
      }
    }
    let result = tool.run("note", "Paris")
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(
      result.stderr == """
        error: the editor 'vi' left no file to read, nothing was changed
        hint: choose another editor with VISUAL or EDITOR

        """)
    #expect(result.exitCode == .refused)
    #expect(try tool.query("SELECT notes FROM trip WHERE id = 3") == ["an hour's work"])
  }

  /// The typed text is never lost, and does not overwrite a change made meanwhile.
  @Test(arguments: [true, false])
  func keepsTheTypedTextIfItCannotBeStored(isChanged: Bool) throws {
    sitAtTerminal()
    var path = ""
    tool.edit = { [tool] _, file in
      path = file
      if isChanged { try? tool.execute("UPDATE trip SET notes = 'theirs' WHERE id = 3") }
      let text = isChanged ? "mine" : "a\u{0}b"
      return (try? Data(text.utf8).write(to: URL(filePath: file))) != nil
    }
    let result = tool.run("note", "Paris")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = isChanged ? "another program changed the notes of 'Paris' (3)," : "the notes "
    #expect(result.stderr.hasPrefix("note: your text is in '\(path)'\nerror: \(error)"))
    #expect(result.exitCode == (isChanged ? .refused : .usage))
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try tool.query("SELECT notes FROM trip WHERE id = 3") == [isChanged ? "theirs" : ""])
  }

  @Test(arguments: [
    (["note", "Paris"], ExitCode.usage, "error: missing argument TEXT\n"),
    (["note", "Paris", "a", "b"], .usage, "error: unexpected argument 'b'\n"),
    (
      ["note", "nord", "a"], .noTrip,
      "error: no trip has the id or name 'nord'\n"
    ),
    (["note", "9"], .usage, "error: missing argument TEXT\n"),
  ])
  func refuses(words: [String], code: ExitCode, message: String) {
    let result = tool.run(words: words)
    #expect(result.stderr.hasPrefix(message))
    #expect(result.exitCode == code)
  }

  /// Text is not cut within a character, which would make it invalid.
  @Test func refusesMoreThanItReads() {
    tool.input = Array(("a" + String(repeating: "é", count: 600_000)).utf8)
    #expect(
      tool.run("note", "Paris", "-").stderr
        == "error: the notes from standard input are longer than 1048576 bytes\n")
  }
}
