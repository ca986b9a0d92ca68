import Foundation
import Testing

@testable import trips

/// Compares the manual's lists of JSON fields and columns with the output of the commands.
struct ManualOutputTests {
  let tool: TestTool
  let folder: String

  /// Prepares a store in which every listed field has a value.
  init() throws {
    tool = try TestTool()
    tool.today = "2026-12-11"
    folder = tool.folder.appending(path: "calendar").path
    _ = tool.withSampleTrips()
    tool.run("stay", "add", "Berlin kickoff", "Adlon", "--nights", "2", "--cost", "5EUR")
    tool.run("bucket", "add", "Berlin kickoff", "Zoo", "--on", "day1", "--cost", "5EUR")
    tool.run("edit", "Paris", "--name", "Paris in May")
    tool.run("history", "--consumer", "mail", "--ack")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    tool.run("sync", folder)
    tool.run("delete", "Paris in May")
    tool.run("export", "-o", "trips.json")
    tool.run("backup", "old.db")
    tool.run("sample", "V4.db", "--schema", "V4")
    let other = try TestTool()
    other.environment["TRIPS_DB"] = tool.store.path
    var commands = [
      ["edit", "1", "--name", "b"], ["bucket", "add", "b", "x"], ["delete", "b"],
    ]
    tool.wait = { () throws(OutputError) in
      if commands.isEmpty { return false }
      other.run(words: commands.removeFirst())
      return true
    }
  }

  /// For each kind of object, the command that prints it and the members that contain it.
  static let sources: [String: (words: [String], path: [String])] = [
    "trip": (["list"], []), "perdiem of a trip": (["list"], ["perdiem"]),
    "cost, costs": (["list"], ["costs"]), "item": (["list"], ["bucketList"]),
    "item of 'bucket list' without TRIP": (["bucket", "list"], []),
    "stay": (["list"], ["livingAccommodations"]), "plan": (["plan", "Berlin"], []),
    "day of a plan": (["plan", "Berlin"], ["days"]),
    "stay on a day of a plan": (["plan", "Berlin"], ["days", "stays"]),
    "perdiem": (["perdiem", "Berlin"], []), "trip of 'perdiem'": (["perdiem"], ["trips"]),
    "day of 'perdiem'": (["perdiem"], ["trips", "days"]), "stats": (["stats"], []),
    "group of 'stats'": (["stats"], ["groups", "type"]), "history": (["history"], []),
    "transaction": (["history"], ["transactions"]),
    "change": (["history"], ["transactions", "changes"]),
    "property of a change": (["history"], ["transactions", "changes", "properties"]),
    "watch": (["watch"], []), "diff": (["diff", "1"], []),
    "show --blame": (["show", "Berlin", "--blame"], []), "undo, redo": (["undo"], []),
    "history consumers": (["history", "consumers"], []),
    "history purge": (["history", "purge", "--before", "2", "--yes"], []),
    "import": (["import", "trips.json", "--dry-run"], []), "sync": (["sync", ""], []),
    "trip of 'sync'": (["sync", ""], ["trips"]), "migrate": (["--db", "V4.db", "migrate"], []),
    "migrate --status": (["migrate", "--status"], []), "doctor": (["doctor"], []),
    "backup": (["backup", "copy.db"], []), "restore": (["restore", "old.db"], []),
  ]

  @Test(arguments: Manual.objects)
  func listsTheFieldsThatAreInTheJSON(name: String, fields: [String]) throws {
    let source = try #require(Self.sources[name])
    let text = tool.run(words: source.words.map { $0.isEmpty ? folder : $0 } + ["--json"]).stdout
    let array = name == "watch" ? "[\(text.split(separator: "\n").joined(separator: ","))]" : text
    var objects = Self.flat(try JSONSerialization.jsonObject(with: Data(array.utf8)))
    for member in source.path { objects = objects.flatMap { Self.flat($0[member]) } }
    #expect(Set(objects.flatMap(\.keys)) == Set(fields))
  }

  /// The objects of an array, or one object.
  private static func flat(_ value: Any?) -> [[String: Any]] {
    (value as? [Any])?.flatMap(flat) ?? [value as? [String: Any]].compactMap(\.self)
  }

  @Test(arguments: Manual.pipes)
  func listsTheCellsOfALine(command: String, cells: [String]) throws {
    let words: [String: [String]] = [
      "stay list": ["stay", "list", "Berlin"], "plan": ["plan", "Berlin"],
      "diff": ["diff", "1"], "show --blame": ["show", "Berlin", "--blame"],
      "sync": ["sync", folder], "history, undo, redo": ["undo"],
    ]
    let output = tool.run(words: words[command] ?? command.split(separator: " ").map(String.init))
      .stdout
    let lines = output.split(separator: "\n")
    #expect(!lines.isEmpty)
    // The entry of the trip in the manual is two cells.
    let count = cells.count + (command == "bucket list" ? 1 : 0)
    for line in lines {
      #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == count)
    }
  }
}
