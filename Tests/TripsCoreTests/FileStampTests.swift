import Foundation
import Platform
import Testing

struct FileStampTests {
  /// A program may give a file any time; the difference to now is beyond 64 bits of nanoseconds.
  @Test func isUnsettledInTheFuture() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("a".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    func settled(_ seconds: Double) throws -> Int64? {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: file.path)
      return FileStamp(of: file.path)?.settled
    }
    #expect(try settled(13_569_465_600) == 0)
    #expect(try settled(1_000_000_000) != 0)
  }
}
