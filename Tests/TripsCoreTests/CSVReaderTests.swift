import Testing

@testable import TripsCore

struct CSVReaderTests {
  private func rows(_ text: String) throws -> [[String]] {
    let reader = CSVReader(file: InputFile(bytes: text.utf8))
    var rows: [[String]] = []
    while let row = try reader.row() { rows.append(row) }
    return rows
  }

  @Test(arguments: [
    ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]), ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
    ("\"a\"\"b\",\"c\r\nd\"\n", [["a\"b", "c\r\nd"]]), ("a,\n,b", [["a", ""], ["", "b"]]),
    ("\"\",\n", [["", ""]]), ("\n\r\na\n\n", [["a"]]), ("", []), ("a,\"b\"", [["a", "b"]]),
    ("a\rb,c\n", [["a\rb", "c"]]), ("a\"b,5\"\n", [["a\"b", "5\""]]),
  ])
  func readsRows(text: String, expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test(arguments: ["\"a\"b\n", "\"a", "a,\"b\"c"])
  func refusesWrongQuotes(text: String) {
    #expect(throws: ImportProblem.self) { try rows(text) }
  }

  @Test(arguments: ["=1", "'=1", "''", "a", "", "-", "@x", "+", "'''-x", "'a"])
  func removesTheFormulaGuard(text: String) {
    #expect(CSVWriter.unguarded(CSVWriter.guarded(text)) == text)
  }
}
