import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// A store and a calendar folder that are in sync, with functions to change either.
final class SyncFixture {
  let tool: TestTool
  let folder: URL

  /// A business trip, a personal one with a stay and a bucket list, and a plain one.
  init(isSynced: Bool = true) throws {
    tool = try TestTool()
    folder = tool.folder.appending(path: "kalendēr")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    tool.run(
      "add", "Berlin", "--start", "2027-02-01", "--end", "2027-02-05", "--business", "--perdiem",
      "120EUR", "--perdiem-rule", "first-last:75%")
    tool.run(
      "add", "Paris", "--start", "2027-05-01", "--end", "2027-05-03", "--personal", "--reason",
      "family", "--destination", "Paris, Île", "--stay", "Hôtel du Nord", "--bucket", "Louvre",
      "--bucket", "Orsay", "--bucket", "Rodin")
    // As migrated from a stay of V4.
    try tool.execute(
      "UPDATE livingAccommodation SET uid = (SELECT uid FROM trip WHERE id = tripId) || '-stay'")
    tool.run("bucket", "edit", "Paris", "Orsay", "--details", "closed on Mondays", "--reserved")
    tool.run("add", "Rome", "--start", "2027-08-01")
    tool.run("add", "Oslo", "--start", "2027-09-01")
    tool.run("add", "Lyon", "--start", "2027-10-01")
    if isSynced {
      let result = sync()
      #expect(result.exitCode == .done, "\(result.stderr)")
    }
  }

  func sync(_ options: String...) -> TestTool.Result {
    tool.run(words: ["sync", folder.path, "--json"] + options)
  }

  private static let columns = "--columns=side,kind,entity,id,name,trip,property,old,new,reason"

  /// The report of a sync, one line per entry.
  func report(_ options: String...) -> [String] {
    tool.run(words: ["sync", folder.path, Self.columns] + options).stdout.split(separator: "\n")
      .map(String.init)
  }

  /// The file of an item.
  func file(item title: String) throws -> URL {
    let uids = try tool.query("SELECT uid FROM bucketListItem WHERE title = '\(title)'")
    return folder.appending(path: try #require(uids.first) + ".ics")
  }

  /// Replaces the line of a property in the event of an item.
  func set(item title: String, _ property: String, _ line: String) throws {
    let file = try file(item: title)
    let old = EventLines.of(try read(file))
    let new = old.map { $0.hasPrefix(property + ":") || $0.hasPrefix(property + ";") ? line : $0 }
    #expect(old != new, "the edit changes something")
    try write(file, EventLines.text(new))
  }

  func uid(_ name: String) throws -> String {
    try #require(tool.query("SELECT uid FROM trip WHERE name = '\(name)'").first)
  }

  func file(_ name: String, stay: Bool = false) throws -> URL {
    folder.appending(path: try uid(name) + (stay ? "-stay" : "") + ".ics")
  }

  func read(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

  func write(_ file: URL, _ text: String) throws { try Data(text.utf8).write(to: file) }

  /// Changes a file as another program does.
  func edit(_ name: String, stay: Bool = false, _ work: (String) -> String) throws {
    let file = try file(name, stay: stay)
    let old = try read(file)
    let new = work(old)
    #expect(Data(new.utf8) != Data(old.utf8), "the edit changes something")
    try write(file, new)
  }

  /// Replaces the line of a property, unfolded.
  func set(_ name: String, _ property: String, _ line: String?, stay: Bool = false) throws {
    try edit(name, stay: stay) { text in
      // A space and the mark after it are one character.
      var lines = text.replacingOccurrences(of: "\n ", with: "", options: .literal)
        .components(separatedBy: "\n")
      let index = lines.firstIndex {
        $0.hasPrefix(property + ":") || $0.hasPrefix(property + ";")
      }
      if let index { lines.remove(at: index) }
      let place = index ?? lines.firstIndex(of: "END:VEVENT") ?? lines.endIndex
      if let line { lines.insert(line, at: place) }
      return lines.joined(separator: "\n")
    }
  }

  func setNotes(_ name: String, _ text: String) throws {
    try tool.execute("UPDATE trip SET notes = '\(text)' WHERE name = '\(name)'")
  }

  /// The bytes of the store and of all files, by name.
  func bytes() throws -> [String: Data] {
    var result = ["store": try Data(contentsOf: tool.store)]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      result[name] = try? Data(contentsOf: folder.appending(path: name))
    }
    return result
  }

  /// The visible values of all trips, without ids.
  func trips() throws -> String {
    tool.run("export", "--format", "json").stdout.withoutIDs
  }

  /// Syncs, and expects a second sync to change no byte.
  @discardableResult
  func expectSettled(_ code: ExitCode = .done) throws -> TestTool.Result {
    let result = sync()
    #expect(result.exitCode == code, "\(result.stderr)\n\(result.stdout)")
    let before = try bytes()
    let again = sync()
    #expect(again.exitCode == code, "\(again.stderr)")
    #expect(try bytes() == before)
    if code == .done { #expect(!again.stdout.contains(#""side":""#), "\(again.stdout)") }
    return result
  }

  /// A second store in sync with the folder.
  func otherStore() throws -> TestTool {
    let other = try TestTool()
    let result = other.run("sync", folder.path)
    #expect(result.exitCode == .done, "\(result.stderr)")
    return other
  }

  func remove(_ names: String...) throws {
    for name in names { try FileManager.default.removeItem(at: file(name)) }
  }

  func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  /// The unfolded lines of an event.
  func lines(_ name: String, stay: Bool = false) throws -> [String] {
    EventLines.of(try read(try file(name, stay: stay)))
  }
}

/// The text of an event as its unfolded lines.
enum EventLines {
  static func of(_ text: String) -> [String] {
    text.replacingOccurrences(of: "\r\n", with: "\n")
      .replacingOccurrences(of: "\n ", with: "", options: .literal)
      .components(separatedBy: "\n").filter { !$0.isEmpty }
  }

  static func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  static func without(_ text: String, _ prefixes: String...) -> String {
    Self.text(of(text).filter { line in !prefixes.contains { line.hasPrefix($0) } })
  }

  static func adding(_ text: String, _ extra: [String]) -> String {
    var lines = of(text)
    lines.insert(contentsOf: extra, at: lines.firstIndex(of: "END:VEVENT") ?? lines.count)
    return Self.text(lines)
  }

  /// A calendar with one event of another program.
  static func foreign(_ uid: String, _ lines: String...) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:\(uid)"] + lines
      + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\r\n")
  }
}

extension String {
  /// The trips of JSON without what differs from device to device: ids, and so the order of rows.
  var withoutIDs: String {
    replacing(#/"id":[0-9]+,/#, with: "").split(separator: "\n").map { line in
      line.components(separatedBy: "],\"").map { list in
        guard let start = list.range(of: "[{\"uid\"")?.lowerBound else { return list }
        let rows = list[start...].dropFirst(2).dropLast().components(separatedBy: "},{").sorted()
        return list[..<start] + rows.joined(separator: "},{")
      }.joined(separator: "],\"")
    }.sorted().joined(separator: "\n")
  }
}
