import Testing

@testable import TripsCore

struct CSVReaderTests {
  private func rows(_ text: String) throws -> [[String]] {
    var reader = CSVReader(file: InputFile(bytes: text.utf8))
    var rows: [[String]] = []
    while let row = try reader.row() { rows.append(row) }
    return rows
  }

  @Test(arguments: [
    ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]), ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
    ("\"a\"\"b\",\"c\r\nd\"\n", [["a\"b", "c\r\nd"]]), ("a,\n,b", [["a", ""], ["", "b"]]),
    ("\"\",\n", [["", ""]]), ("\n\r\na\n\n", [["a"]]), ("", []), ("a,\"b\"", [["a", "b"]]),
    ("a\rb,c\n", [["a"], ["b", "c"]]), ("a\"b,5\"\n", [["a\"b", "5\""]]),
    ("a,b\r\rc,\"d\re\"\r", [["a", "b"], ["c", "d\re"]]), ("a\r\r\nb", [["a"], ["b"]]),
    (" a , \"b, c\" ,  \n", [[" a ", "b, c", "  "]]),
  ])
  func readsRows(text: String, expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test(arguments: ["\"a\"b\n", "\"a", "a,\"b\"c"])
  func refusesWrongQuotes(text: String) {
    #expect(throws: ImportProblem.self) { try rows(text) }
  }

  /// An invalid row ends with its line, and none is searched more than once: a valid cell of
  /// several lines is still read after it.
  @Test func continuesAfterAnInvalidRow() throws {
    let text = "a,\"b\nc,d\n\"e\",f\n\"g\nh\",i\n"
    var reader = CSVReader(file: InputFile(bytes: text.utf8))
    var lines: [Int] = []
    var rows: [[String]] = []
    while true {
      do {
        guard let row = try reader.row() else { break }
        rows.append(row)
      } catch let problem as ImportProblem {
        lines.append(problem.line)
      }
    }
    #expect(lines == [1])
    #expect(rows == [["c", "d"], ["e", "f"], ["g\nh", "i"]])
  }

  /// Rows that begin inside the quote of the previous row were once read a thousand times.
  @Test func readsUnclosedQuotesInLinearTime() throws {
    func duration(_ count: Int) throws -> Duration {
      let text = String(repeating: "a\",\"b\n", count: count)
      var reader = CSVReader(file: InputFile(bytes: text.utf8))
      var problems = 0
      let time = try ContinuousClock().measure {
        while problems < count {
          do {
            if try reader.row() == nil { break }
          } catch is ImportProblem {
            problems += 1
          }
        }
      }
      #expect(problems >= count - 1)
      return time
    }
    #expect(try duration(40_000) < .seconds(20))
  }

  @Test(arguments: ["=1", "'=1", "''", "a", "", "-", "@x", "+", "'''-x", "'a"])
  func removesTheFormulaGuard(text: String) {
    #expect(CSVWriter.unguarded(CSVWriter.guarded(text)) == text)
  }
}
