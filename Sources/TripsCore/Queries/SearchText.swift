internal import GRDB
internal import GRDBSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Folds text so that a search ignores case, diacritics and width.
package enum SearchText {
  /// Stands between the name and the destination in the column `folded`: U+001F, the unit
  /// separator, which no text that is searched for holds.
  static let separator: Unicode.Scalar = "\u{1F}"

  /// As `localizedStandardContains` compares, and also the letters that decomposition leaves alone:
  /// `lodz` finds `Łódź`, `strasse` finds `Straße`.
  package static func folded(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: TextFolding.capacity(for: bytes.count)) { output in
        guard let start = output.baseAddress else { return 0 }
        return TextFolding.fold(UnsafeRawBufferPointer(bytes), into: start)
      }
    }
  }

  /// What the column `folded` holds for a trip; every statement that writes its name or destination
  /// writes it too.
  package static func folded(name: String, destination: String) -> String {
    folded("\(name)\(separator)\(destination)")
  }

  /// Makes `searchContains(folded, wanted)` and `searchFinds(name, destination, wanted)` known to the
  /// connection; `wanted` is folded already. No trigger or index uses them, so that other programs
  /// can write to the store.
  ///
  /// They are C functions: GRDB's wrapper of a Swift function takes twice as long for each row.
  static func install(in db: Database) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    sqlite3_create_function_v2(
      db.sqliteConnection, "searchContains", 2, flags, nil,
      { context, _, values in
        let isFound = SearchText.contains(
          SearchText.bytes(values?[0]), SearchText.bytes(values?[1]))
        sqlite3_result_int(context, isFound ? 1 : 0)
      }, nil, nil, nil)
    sqlite3_create_function_v2(
      db.sqliteConnection, "searchFinds", 3, flags, nil,
      { context, _, values in
        let wanted = SearchText.bytes(values?[2])
        let isFound =
          SearchText.finds(wanted, in: SearchText.bytes(values?[0]))
          || SearchText.finds(wanted, in: SearchText.bytes(values?[1]))
        sqlite3_result_int(context, isFound ? 1 : 0)
      }, nil, nil, nil)
  }

  private static func finds(
    _ wanted: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer
  ) -> Bool {
    withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: TextFolding.capacity(for: text.count)
    ) { output in
      guard let start = output.baseAddress else { return false }
      let count = TextFolding.fold(text, into: start)
      return contains(UnsafeRawBufferPointer(start: start, count: count), wanted)
    }
  }

  /// Goes from one last byte of `wanted` to the next: in UTF-8 the first is the same for all letters
  /// of a script. (`memmem`, no faster here, is not in Swift's Glibc.)
  private static func contains(
    _ text: UnsafeRawBufferPointer, _ wanted: UnsafeRawBufferPointer
  ) -> Bool {
    guard let start = text.baseAddress, let wantedStart = wanted.baseAddress,
      let last = wanted.last
    else { return false }
    let lead = wanted.count - 1
    var position = lead
    while position < text.count,
      let found = memchr(start + position, Int32(last), text.count - position)
    {
      let end = UnsafeRawPointer(found) - start
      if memcmp(start + end - lead, wantedStart, lead) == 0 { return true }
      position = end + 1
    }
    return false
  }

  /// The bytes of an argument; they live until the function returns.
  private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_text(value)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}

extension SearchText {
  /// Rows whose folded text a write computes at most.
  static let fillLimit = 300

  /// Computes folded texts that are missing, at most `limit`: those of rows that another program
  /// wrote, or that came from an older version.
  ///
  /// It makes no history: folded is no property.
  ///
  /// - Returns: how many it computed.
  @discardableResult
  static func fill(in db: Database, limit: Int = fillLimit) throws -> Int {
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, name, destination FROM trip WHERE folded IS NULL LIMIT ?",
      arguments: [limit])
    guard !rows.isEmpty else { return 0 }
    let update = try db.makeStatement(sql: "UPDATE trip SET folded = ? WHERE id = ?")
    for row in rows {
      let id: Int64 = row[0]
      try update.execute(arguments: [folded(name: row[1], destination: row[2]), id])
    }
    return rows.count
  }

  /// Computes the folded texts of all trips, in one statement: those of a store that has just got
  /// the column.
  static func fillAll(in db: Database) throws {
    db.add(
      function: DatabaseFunction("searchText", argumentCount: 2, pure: true) { values in
        guard let name = String.fromDatabaseValue(values[0]),
          let destination = String.fromDatabaseValue(values[1])
        else { return nil }
        return folded(name: name, destination: destination)
      })
    try db.execute(sql: "UPDATE trip SET folded = searchText(name, destination)")
  }
}
