import Testing

@testable import Migrations

struct NameKeyTests {
  @Test(arguments: [
    ("Paris", "Paris"), (" Paris\t", "Paris"), ("Cafe\u{301}", "Caf\u{E9}"),
    ("\u{A0}Caf\u{E9}\u{2003}", "Caf\u{E9}"), ("a  b", "a  b"), (" \u{3000} ", ""),
    ("paris", "paris"),
  ])
  func isTrimmedAndInNFC(name: String, key: String) {
    #expect(Array(NameKey.key(of: name).utf8) == Array(key.utf8))
  }
}
