import SQLite
import Testing

@testable import Migrations

struct IdentifierTests {
  /// U+0600 and U+0301 form one `Character` with the mark between them.
  @Test func quotesNamesByTheirBytes() throws {
    for byte in UInt8(0x20)..<0x7F {
      let name = "a\u{600}\(Unicode.Scalar(byte))\u{301}b"
      try Connection(":memory:").inDatabase { db in
        let statement = try Statement(sql: "SELECT 1 AS \(name.asIdentifier)", in: db)
        #expect(Array(statement.name(0).utf8) == Array(name.utf8))
      }
    }
  }
}
