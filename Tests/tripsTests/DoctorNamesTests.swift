import Foundation
import Testing

@testable import trips

/// Names that another program has stored in a form that `add` would not store.
struct DoctorNamesTests {
  let tool: TestTool
  private let decomposed = "Cafe\u{301}"

  init() throws {
    tool = try TestTool().withSampleTrips()
    try insert(decomposed)
  }

  private func insert(_ name: String) throws {
    try tool.execute(
      """
      INSERT INTO trip(name, destination, startDate, endDate)
      VALUES ('\(name)', '', '2028-01-01', '2028-01-02')
      """)
  }

  private func names() throws -> [[UInt8]] {
    try tool.query("SELECT name FROM trip WHERE id > 3 ORDER BY id").map { Array($0.utf8) }
  }

  @Test func areReportedAndNormalizedAfterABackup() throws {
    try insert(" Rome")
    let result = tool.run("doctor")
    #expect(result.exitCode == .done)
    for name in ["4 '\(decomposed)'", "5 ' Rome'"] {
      let sentence =
        "the name of trip \(name) is not in NFC, or has white space at an end, so typing it "
        + "again would add another trip\n"
      #expect(result.stdout.contains("note\tnames\t" + sentence))
    }
    #expect(
      result.stderr == "hint: 'trips doctor --fix' repairs what can be repaired, after a backup\n")

    let mended = tool.run("doctor", "--fix")
    #expect(mended.exitCode == .done)
    #expect(mended.stderr.hasPrefix("note: a copy of the store is '"))
    #expect(mended.stdout.contains("ok\tnames\tall names are in NFC and trimmed\n"))
    #expect(try names() == [Array("Caf\u{e9}".utf8), Array("Rome".utf8)])
    tool.run("add", decomposed, "--start", "2028-01-01", "--end", "2028-01-02").expectDone()
    #expect(try names().count == 2)
    #expect(tool.run("undo").stdout.contains("doctor"))
    #expect(try names() == [Array(decomposed.utf8), Array(" Rome".utf8)])
  }

  @Test func areKeptIfAnotherTripHasThatNameAndDates() throws {
    try insert("Caf\u{e9}")
    try insert(" ")
    try insert("  Lyon")
    try insert(" Lyon")
    let before = try names()
    let result = tool.run("doctor", "--fix")
    #expect(result.exitCode == .done)
    #expect(
      result.stdout.contains(
        "note\tnames\ttrip 4 '\(decomposed)' has the name and dates of trip 5, in other bytes\n")
    )
    #expect(result.stdout.contains("note\tnames\tthe name of trip 6 ' ' is blank\n"))
    #expect(result.stdout.contains("trip 8 ' Lyon' has the name and dates of trip 7"))
    #expect(!result.stderr.contains("hint:"))
    #expect(try names() == before[0...2] + [Array("Lyon".utf8)] + before[4...])
  }

  @Test func areKeptIfTheyAreNotText() throws {
    tool.run("doctor", "--fix")
    try tool.execute("UPDATE trip SET name = CAST(x'65CC81C328' AS TEXT) WHERE id = 4")
    #expect(tool.run("doctor", "--fix").exitCode == .done)
    #expect(try tool.query("SELECT hex(name) FROM trip WHERE id = 4") == ["65CC81C328"])
  }

  @Test func countsMoreThanTenNames() throws {
    for day in 10...22 {
      try tool.execute(
        """
        INSERT INTO trip(name, destination, startDate, endDate)
        VALUES (' Rome', '', '2028-01-\(day)', '2028-01-\(day)')
        """)
    }
    let lines = tool.run("doctor").stdout.split(separator: "\n").filter { $0.contains("\tnames\t") }
    #expect(lines.count == 11)
    #expect(lines.last == "note\tnames\t4 more names not in NFC or not trimmed")
    #expect(tool.run("doctor", "--fix").exitCode == .done)
  }

  @Test func namesHardLinks() throws {
    tool.run("doctor", "--fix")
    try FileManager.default.linkItem(
      at: tool.store, to: tool.folder.appending(path: "second.db"))
    let result = tool.run("doctor")
    #expect(result.exitCode == .done)
    #expect(
      result.stdout.contains(
        "note\tfile\tit has 2 names (hard links): a program that writes to it through another name can "
          + "damage it\n"))
  }
}
