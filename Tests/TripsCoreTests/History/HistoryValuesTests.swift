import Testing

@testable import TripsCore

struct HistoryValuesTests {
  @Test func readsWhatTheTriggersWrite() throws {
    let values = try HistoryValues(
      json: #"{"id":7,"tripId":null,"title":"a\"b\\c\u000ad\u001b Ł","isInPlan":1}"#,
      entity: .bucketListItem)
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
    #expect(throws: HistoryValues.Unreadable.self) {
      try HistoryValues(json: json, entity: .bucketListItem)
    }
  }
}
