import Foundation
import Testing

@testable import TripsCore

struct DateFormatTests {
  /// Two digits are the years from 1969 to 2068.
  @Test(arguments: [("01.02.68", "2068-02-01"), ("31.12.69", "1969-12-31"), ("29.02.27", nil)])
  func readsAYearOfTwoDigits(text: String, day: String?) throws {
    #expect(try DateFormat("%d.%m.%y").date(text)?.description == day)
  }
}

struct JSONWriterTests {
  @Test(arguments: [
    ("Łódź 東京 👨‍👩‍👧", #""Łódź 東京 👨‍👩‍👧""#), (#"a"b\c/"#, #""a\"b\\c/""#), ("\n\r\t", #""\n\r\t""#),
    ("\u{0}\u{1B}\u{7F}\u{9B}", #""\u0000\u001b\u007f\u009b""#),
    ("a\u{200D}b \u{200C}", #""a\u200db \u200c""#), ("می\u{200C}خواهم", "\"می\u{200C}خواهم\""),
    ("a\u{2060}b\u{AD}", #""a\u2060b\u00ad""#),
    ("\u{202E}\u{2028}\u{FEFF}\u{200B}", #""\u202e\u2028\ufeff\u200b""#),
  ])
  func escapesControlCharactersInJSON(text: String, written: String) {
    var json = JSONWriter()
    json.value(text)
    #expect(String(decoding: json.bytes, as: UTF8.self) == written)
  }

  @Test func placesCommas() {
    let elements: [(inout JSONWriter) -> Void] = [
      { $0.value(true) }, { $0.null() }, { $0.object { _ in } }, { $0.value(String?.none) },
    ]
    var json = JSONWriter()
    json.lines([1, 2]) { json, number in
      json.object { json in
        json.member("a", number)
        json.key("b")
        json.array(elements) { json, write in write(&json) }
      }
    }
    #expect(
      String(decoding: json.bytes, as: UTF8.self) == """
        [
        {"a":1,"b":[true,null,{},null]},
        {"a":2,"b":[true,null,{},null]}
        ]
        """)
  }
}

struct CSVWriterTests {
  @Test(arguments: [
    ("plain", "plain"), ("=1+2", "'=1+2"), ("'=1", "''=1"), ("'plain", "'plain"), ("@a", "'@a"),
    ("-5", "'-5"), ("+5", "'+5"), ("\ta", "'\ta"), ("", ""), ("''", "''"), ("a=1", "a=1"),
  ])
  func guardsFormulas(text: String, guarded: String) {
    #expect(CSVWriter.guarded(text) == guarded)
  }

  @Test func quotesIfNecessary() {
    for (text, cell) in [
      ("a", "a"), ("b,c", "\"b,c\""), ("d\"e", "\"d\"\"e\""), ("f\ng", "\"f\ng\""), ("", ""),
    ] {
      var bytes: [UInt8] = []
      bytes.append(csv: text)
      #expect(String(decoding: bytes, as: UTF8.self) == cell)
    }
  }
}
