import Testing

@testable import trips

/// A damaged record may contain values that no column can hold; every command reports it.
struct DamagedHistoryTests {
  @Test(
    arguments: ["storeId", "purgedThrough", "purgedNonce"],
    [["history"], ["history", "--token"]])
  func reportsARecordThatCannotBeRead(column: String, words: [String]) throws {
    let tool = try TestTool().withSampleTrips()
    try tool.execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'historyState';
      PRAGMA writable_schema = RESET;
      PRAGMA ignore_check_constraints = ON;
      UPDATE historyState SET \(column) = x'ff';
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'historyState';
      """)

    let result = tool.run(words: words)

    #expect(result.exitCode == .store)
    #expect(result.stderr.contains("is damaged: a row has a value that its column does not allow"))
  }

  /// Anything but a word would reach a terminal with the token.
  @Test(arguments: [
    "UPDATE historyState SET storeId = 'a' || char(0) || 'b'",
    "UPDATE historyState SET storeId = storeId || char(27)",
    "UPDATE historyState SET purgedNonce = 'A B'",
    "UPDATE historyChange SET nonce = char(155)",
  ])
  func reportsATokenThatIsNotOneWord(sql: String) throws {
    let tool = try TestTool().withSampleTrips()
    try tool.execute("PRAGMA ignore_check_constraints = ON; " + sql)
    for words in [["history"], ["history", "--token"]] {
      let result = tool.run(words: words)
      #expect(result.exitCode == .store && result.stderr.contains("hexadecimal digits"))
    }
  }
}
