import Foundation
import Testing

@testable import trips

struct DoctorCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  private func change(at offset: UInt64, _ bytes: [UInt8]) throws {
    let file = try FileHandle(forUpdating: tool.store)
    try file.seek(toOffset: offset)
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  @Test func findsNothingWrongAndChangesNothing() throws {
    let before = try Data(contentsOf: tool.store)
    let result = tool.run("doctor")
    #expect(result.exitCode == .done)
    #expect(result.stdout.contains("ok\tintegrity\tevery page is sound\n"))
    #expect(result.stdout.contains("ok\tschema\tas V4 declares it\n"))
    #expect(!result.stdout.contains("problem"))
    #expect(try Data(contentsOf: tool.store) == before)
  }

  @Test func namesOverlapsAsNotes() {
    tool.run("add", "x", "--start", "2026-12-15")
    let result = tool.run("doctor")
    #expect(result.exitCode == .done)
    #expect(result.stdout.contains("note\toverlaps\t1 trip begins during another: 1 and 4\n"))
  }

  @Test func mendsTheModeAfterABackup() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: tool.store.path)
    let result = tool.run("doctor")
    #expect(result.exitCode == .store)
    #expect(result.stdout.contains("problem\tfile\tothers may use it: its mode is 644\n"))
    #expect(result.stderr.contains("'trips doctor --fix'"))
    let mended = tool.run("doctor", "--fix")
    #expect(mended.exitCode == .done)
    #expect(mended.stderr.hasPrefix("note: a copy of the store is '"))
  }

  @Test func tellsWhatADamagedStoreStillGives() throws {
    // The first page and the schema stay; pages behind them are lost.
    try change(at: 8_192, [UInt8](repeating: 0x55, count: 12_000))
    let result = tool.run("doctor")
    #expect(result.exitCode == .store)
    #expect(result.stdout.contains("problem\tintegrity\t"))
    #expect(result.stdout.contains("\trescue\t"))
  }

  @Test func examinesWhatIsNoStore() throws {
    try Data(repeating: 0x55, count: 5_000).write(to: tool.store)
    let result = tool.run("doctor")
    #expect(result.exitCode == .store)
    #expect(result.stdout.contains("is not an SQLite file"))
    #expect(tool.run("--db", "none.db", "doctor").exitCode == .failed)
  }

  @Test func findsAndMendsFoldedTextsThatAreNotTheirTrips() throws {
    let tool = try TestTool().withSampleTrips()
    try tool.execute("UPDATE trip SET folded = 'rome' WHERE id = 3")
    try tool.execute("UPDATE trip SET folded = NULL WHERE id = 1")
    let result = tool.run("doctor")
    #expect(result.exitCode == .store)
    #expect(result.stdout.contains("note\tsearch\t1 trip without folded text"))
    #expect(result.stdout.contains("problem\tsearch\t1 trip with the folded text of another name"))
    #expect(tool.run("list", "--search", "paris", "--count").stdout == "0\n")
    #expect(tool.run("doctor", "--fix").exitCode == .done)
    #expect(tool.run("doctor").stdout.contains("ok\tsearch\tevery trip has its folded text"))
    #expect(tool.run("list", "--search", "paris", "--count").stdout == "1\n")
  }
}
