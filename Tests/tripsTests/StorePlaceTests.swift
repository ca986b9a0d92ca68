import Foundation
import Testing

@testable import trips

struct StorePlaceTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: tool.folder.appending(path: path).path)
  }

  @Test func usesTheDataFolderInHOME() {
    tool.run("add", "a")
    #expect(exists(".local/share/trips/trips.db"))
  }

  @Test func usesTheXDGDataFolder() {
    tool.environment["XDG_DATA_HOME"] = tool.folder.path + "/data"
    tool.run("add", "a")
    #expect(exists("data/trips/trips.db"))
    #expect(!exists(".local"))
  }

  @Test(arguments: ["", "relative"])
  func ignoresAnInvalidXDGFolder(value: String) {
    tool.environment["XDG_DATA_HOME"] = value
    tool.run("add", "a")
    #expect(exists(".local/share/trips/trips.db"))
    #expect(!exists("relative"))
  }

  @Test func optionTakesPrecedenceOverTheVariable() {
    tool.environment["TRIPS_DB"] = "variable.db"
    tool.run("add", "a")
    #expect(exists("variable.db"))
    tool.run("add", "a", "--db", "option.db")
    #expect(exists("option.db"))
    #expect(!exists(".local"))
  }

  @Test func readsATildeInTheVariable() {
    tool.environment["TRIPS_DB"] = "~/mine.db"
    tool.run("add", "a")
    #expect(exists("mine.db"))
    #expect(!exists("~"))
  }

  @Test(arguments: [":memory:", "file:x.db?mode=memory", "a?b#c%20.db", "-x.db", "x'y.db"])
  func usesAPathLiterally(name: String) {
    #expect(tool.run("add", "a", "--db=" + name).exitCode == .done)
    #expect(exists(name))
    #expect(tool.run("list", "--count", "--db=" + name).stdout == "1\n")
  }

  @Test func requiresHOME() {
    tool.environment["HOME"] = ""
    let result = tool.run("list")
    #expect(result.exitCode == .usage)
    #expect(
      result.stderr == """
        error: HOME is not set, so the path of the store is unknown
        hint: set a file with '--db' or TRIPS_DB

        """)
  }
}
