import Foundation
import Testing

@testable import TripsCore

struct InputFileTests {
  /// A shell may have consumed part of a file before it is passed on.
  @Test func startsAgainFromItsBeginning() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(String(repeating: "0123456789", count: 20_000).utf8).write(to: URL(filePath: path))
    let descriptor = open(path, O_RDONLY)
    #expect(lseek(descriptor, 7, SEEK_SET) == 7)
    let file = try InputFile(descriptor: descriptor, name: "file")
    for _ in 1...2 {
      #expect(try file.peek() == UInt8(ascii: "7") && file.part == 0)
      var count = 0
      while try file.next() != nil { count += 1 }
      #expect(count == 199_993 && file.part == 1)
      try file.rewind()
    }
  }
}
