import Testing

@testable import TripsCore

struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONValue {
    var reader = JSONReader(file: InputFile(bytes: text.utf8))
    let value = try reader.value()
    #expect(try reader.peekPastSpace() == nil)
    return value
  }

  @Test(arguments: [
    (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\ud83c\udf89""#, "Aé🎉"),
    (#""日本""#, "日本"), (#""""#, ""),
  ])
  func readsStrings(text: String, expected: String) throws {
    guard case .string(let value) = try read(text) else {
      Issue.record("no text")
      return
    }
    #expect(value == expected)
  }

  @Test func keepsNumbersAsTheyAreWritten() throws {
    guard case .number(let value) = try read("12345678901234567890.10") else {
      Issue.record("no number")
      return
    }
    #expect(value == "12345678901234567890.10")
  }

  @Test(arguments: [
    "", "{", "[1", "[1 2]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "tru", "nul", "\"", "\"\\x\"",
    "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "'a'", "[,]",
    "{\"a\":1,\"a\":2}", String(repeating: "[", count: 65),
  ])
  func refusesInvalidJSON(text: String) {
    #expect(throws: ImportProblem.self) { try read(text) }
  }

  @Test func readsToTheDeepestLevel() throws {
    let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(throws: Never.self) { try read(text) }
  }
}
