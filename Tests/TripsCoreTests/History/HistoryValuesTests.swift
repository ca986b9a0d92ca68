import SQLite
import Testing

@testable import TripsCore

struct HistoryValuesTests {
  @Test func readsRecordsOfTheTriggers() throws {
    let values = try #require(
      self.values(#"{"id":7,"tripId":null,"title":"a\"b\\c\u000ad\u001b Ł","isInPlan":1}"#))
    #expect(values.integer("id") == 7)
    #expect(values["tripId"] == .null)
    #expect(values.text("title") == "a\"b\\c\nd\u{1B} Ł")
    #expect(values["isInPlan"] == .boolean(true))
  }

  @Test(arguments: [
    "", "{", "{}", "[]", #"{"id":7"#, #"{"id":7}x"#, #"{"id":}"#, #"{"id":1.5}"#, #"{"id":true}"#,
    #"{"title":"a}"#, #"{"title":"\x"}"#, #"{"title":"\u00"}"#, #"{"title":"\ud83d"}"#,
    #"{"title":"a" }"#, #"{"id":1,"id":2}"#, #"{"rowid":1}"#, #"{"id":9223372036854775808}"#,
    #"{"title":"a","id":1,}"#, #"{"title = 'x' WHERE 1; --":1}"#, #"{"id":{"id":1}}"#,
  ])
  func refusesEverythingElse(json: String) {
    #expect(values(json) == nil)
  }

  private func values(_ json: String) -> HistoryValues? {
    Array(json.utf8).withUnsafeBytes { HistoryValues($0, of: .bucketListItem) }
  }
}

/// Whole records, whose values are stored unescaped.
struct RecordSpansTests {
  private static let whole =
    #"{"id":7,"tripId":null,"title":"Łódź","details":"","hasReservation":0,"isInPlan":1,"isDone":0,"#
    + #""date":null,"time":null,"costMinor":null,"costCurrency":null}"#

  @Test func findsTheValuesOfAWholeRecord() throws {
    let found: [SQLiteValue] = [
      7.sqliteValue, .null, "Łódź".sqliteValue, "".sqliteValue, 0.sqliteValue,
      1.sqliteValue, 0.sqliteValue, .null, .null, .null, .null,
    ]
    #expect(values(in: Self.whole) == found)
    let swapped = Self.whole.replacing(
      #""isInPlan":1,"isDone":0"#, with: #""isDone":0,"isInPlan":1"#)
    #expect(values(in: swapped) == found)
  }

  @Test(arguments: [
    ("7", ""), ("7", "-"), ("7", "x"), ("7", "1.5"), ("7", "9223372036854775808"), ("null", "nul"),
    ("null", ""), ("}", ""), ("}", "}x"), (#""id":7,"#, ""), (#""id":7"#, #""isDone":0"#),
    ("Łódź", #"a\"b"#), ("Łódź", #"a"b"#), (#""id""#, #""rowid""#), (#""isDone":0"#, #""isDone":"#),
  ])
  func escapesEverythingElse(part: String, other: String) {
    #expect(values(in: Self.whole.replacing(part, with: other, maxReplacements: 1)) == nil)
  }

  /// The values as a column would store them; nil if they are not found.
  private func values(in json: String) -> [SQLiteValue?]? {
    var record = HistoryEntity.bucketListItem.record
    return Array(json.utf8).withUnsafeBytes { bytes in
      guard record.read(bytes), record.isPlain else { return nil }
      return record.spans.indices.map { record.value($0, in: bytes)?.sqliteValue }
    }
  }
}
