import Foundation
import Platform
import Testing

@testable import trips

/// The extractor as a program: which files it reads, and how its output is used.
struct BookingExtractorTests: ImportsBookings {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
    addTrip()
  }

  /// Sets a program that prints its arguments to a file, and then does this.
  private func extractor(_ script: String) throws {
    let program = tool.folder.appending(path: "extractor")
    try "#!/bin/sh\necho \"$#:$1\" >> '\(tool.folder.path)/calls'\n\(script)\n"
      .write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: program.path)
    tool.environment["TRIPS_EXTRACTOR"] = program.path
  }

  private var calls: [String] {
    let text = try? String(contentsOf: tool.folder.appending(path: "calls"), encoding: .utf8)
    return text?.split(separator: "\n").map(String.init) ?? []
  }

  private func printing(_ bookings: [JSON]) throws {
    try extractor("echo warning >&2; cat '\(try file(bookings, name: "printed"))'")
  }

  @Test(arguments: ["a.eml", "a.PDF", "a.pkpass", "a b.html", "-x.pdf", "$(touch y).eml"])
  func readsADocumentWithTheExtractor(_ name: String) throws {
    try printing([.flight()])
    let result = try tool.importing("bytes\u{0}", name: name)
    #expect(result.sum == "1 booking: 1 added (1 item)")
    #expect(!result.stderr.contains("warning"))
    #expect(calls == ["1:\(tool.folder.path)/\(name)"])
    // Also by a relative name, which must not be an option.
    tool.run("import", "--", name).expectDone()
    #expect(calls.last == "1:\(tool.folder.path)/\(name)")
  }

  @Test func readsItsOutputWithoutIt() throws {
    try extractor("exit 1")
    #expect(try importing([.flight()], name: "a.txt").sum == "1 booking: 1 added (1 item)")
    #expect(try importing([.train()], "--format", "booking").sum == "1 booking: 1 added (1 item)")
    #expect(calls.isEmpty)
  }

  private static let foreign = [
    #"{"@context":"http://schema.org","@graph":[{"@type":"Event","name":"x"}]}"#,
    #"[{"@type":["FlightReservation"]}]"#,
    #"[{"@type":"FlightReservation","reservationFor":[{"flightNumber":"1"}]}]"#,
    #"[{"@type":"LodgingReservation","checkinDate":"2027-05-01"}]"#,
  ]

  @Test(arguments: foreign)
  func passesOtherJSONLDToIt(_ text: String) throws {
    try printing([.flight()])
    #expect(try tool.importing(text, name: "mail.json").sum == "1 booking: 1 added (1 item)")
    #expect(calls.count == 1)
  }

  @Test func passesAnyFileToItIfTheFormatIsBooking() throws {
    try printing([.flight()])
    #expect(
      try tool.importing("text", name: "a.txt", "--format", "booking").sum
        == "1 booking: 1 added (1 item)")
    let calendar = try tool.importing(
      "BEGIN:VCALENDAR\nEND:VCALENDAR", name: "a.eml", "--format", "ics")
    #expect(calendar.stderr.contains("the calendar has no events"))
    #expect(calls.count == 1)
  }

  // MARK: - Failures

  @Test(arguments: [
    ("exit 3", "failed with exit code 3"), ("kill -9 $$", "was ended by a signal"),
    ("echo '[]'", "no booking was found in it"), ("echo '[\n]'", "no booking was found in it"),
    ("echo nothing", "printed no bookings in JSON"), ("true", "printed no bookings in JSON"),
    ("echo '{\"a\": 1}'", "printed no bookings in JSON"),
    ("echo '[{\"@type\": \"Event\"'", "printed no bookings in JSON"),
    ("head -c 100000 /dev/zero | tr '\\0' '['", "printed no bookings in JSON"),
    ("head -c 100000 /dev/urandom", "printed no bookings in JSON"),
    ("yes '[1,2]'", "printed more than 4 MiB"),
  ])
  func explainsWhyThereIsNoBooking(_ script: String, _ reason: String) throws {
    try extractor(script)
    let token = tool.run("history", "--token")
    let result = try tool.importing("x", name: "a.pdf")
    #expect(result.exitCode == .failed)
    #expect(result.stderr.contains("error: cannot import '\(tool.folder.path)/a.pdf': "))
    #expect(result.stderr.contains(reason))
    #expect(result.stderr.split(separator: "\n").count == 1)
    #expect(tool.run("history", "--token") == token)
  }

  @Test func namesThePackagesOfAMissingExtractor() throws {
    tool.environment["TRIPS_EXTRACTOR"] = tool.folder.path + "/none"
    let result = try tool.importing("x", name: "a.pdf")
    #expect(result.exitCode == .failed)
    #expect(result.stderr.contains("libkpimitinerary-bin or libkpim6itinerary-bin"))
    #expect(result.stderr.split(separator: "\n").count == 1)
    // A file that is not executable is not a program.
    tool.environment["TRIPS_EXTRACTOR"] = tool.folder.path
    #expect(try tool.importing("x", name: "a.pdf").stderr.contains("is not installed"))
  }

  @Test func findsItInThePath() throws {
    try printing([.flight()])
    let bin = tool.folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: tool.folder.path + "/extractor", toPath: bin.path + "/kitinerary-extractor")
    tool.environment["TRIPS_EXTRACTOR"] = ""
    tool.environment["PATH"] = "/nowhere::\(bin.path)"
    #expect(try tool.importing("x", name: "a.pdf").sum == "1 booking: 1 added (1 item)")
  }

  /// Another command can write while it runs.
  @Test func leavesTheStoreUnlockedMeanwhile() throws {
    let printed = try file([.flight()], name: "printed")
    try extractor(
      "sqlite3 '\(tool.store.path)' \"UPDATE trip SET notes = 'x'\" || exit 9; cat '\(printed)'")
    guard Extractor.path(named: "/usr/bin/sqlite3", search: nil) != nil else { return }
    #expect(try tool.importing("x", name: "a.pdf").sum == "1 booking: 1 added (1 item)")
    #expect(try tool.query("SELECT notes FROM trip") == ["x"])
  }
}
