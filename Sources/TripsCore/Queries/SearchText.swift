internal import GRDB
internal import GRDBSQLite
import Platform

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

  /// Makes the functions of `SearchCondition` known to the connection: `searchContains(folded,
  /// wanted)`; `searchMayContain`, which is also true where there is no folded text; and
  /// `searchFinds(name, destination, wanted)`. `wanted` is folded already. No trigger or index uses
  /// them, so that other programs can write to the store.
  ///
  /// They are C functions: GRDB's wrapper of a Swift function takes twice as long for each row.
  static func install(in db: Database) throws {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    // Tells the functions by their user data whether they may read text where it lies.
    let isUTF8 = UnsafeMutableRawPointer(bitPattern: try StatementCursor.isUTF8(db) ? 1 : 0)
    sqlite3_create_function_v2(
      db.sqliteConnection, "searchContains", 2, flags, isUTF8,
      { context, _, values in
        let isFound = SearchText.isFound(in: values, context)
        sqlite3_result_int(context, isFound == true ? 1 : 0)
      }, nil, nil, nil)
    sqlite3_create_function_v2(
      db.sqliteConnection, "searchMayContain", 2, flags, isUTF8,
      { context, _, values in
        let isFound = SearchText.isFound(in: values, context)
        sqlite3_result_int(context, isFound == false ? 0 : 1)
      }, nil, nil, nil)
    sqlite3_create_function_v2(
      db.sqliteConnection, "searchFinds", 3, flags, isUTF8,
      { context, _, values in
        let wanted = SearchText.bytes(values?[2], context)
        let isFound =
          SearchText.finds(wanted, in: SearchText.bytes(values?[0], context))
          || SearchText.finds(wanted, in: SearchText.bytes(values?[1], context))
        sqlite3_result_int(context, isFound ? 1 : 0)
      }, nil, nil, nil)
  }

  /// Whether the first argument contains the second; nil where it is NULL. A million rows are asked,
  /// so SQLite is asked no more than it must be.
  private static func isFound(
    in values: UnsafeMutablePointer<OpaquePointer?>?, _ context: OpaquePointer?
  ) -> Bool? {
    guard let values else { return nil }
    let isUTF8 = sqlite3_user_data(context) != nil
    let text = bytes(values[0], isUTF8: isUTF8)
    if text.isEmpty { return sqlite3_value_type(values[0]) == SQLITE_NULL ? nil : false }
    return contains(text, bytes(values[1], isUTF8: isUTF8))
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
  static func bytes(
    _ value: OpaquePointer?, _ context: OpaquePointer?
  ) -> UnsafeRawBufferPointer {
    bytes(value, isUTF8: sqlite3_user_data(context) != nil)
  }

  /// As a blob text stays where it is; as text it is copied, to end in a NUL.
  private static func bytes(_ value: OpaquePointer?, isUTF8: Bool) -> UnsafeRawBufferPointer {
    let start =
      isUTF8
      ? sqlite3_value_blob(value) : sqlite3_value_text(value).map { UnsafeRawPointer($0) }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}
