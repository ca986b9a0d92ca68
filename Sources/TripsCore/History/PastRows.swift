internal import GRDB

/// The rows of one table that were changed after a place in the history, as they were at that place.
///
/// The changes come in the order of commits. The first one of a row after the place tells how the row
/// was: an insert that it was not there, a delete or an update its values. A record may lack some of
/// them, as an update of version 0.1.0 holds only what it changed, and one of an older schema knows
/// fewer columns; then the next changes of the same row are asked, and in the end the row as it is.
struct PastRows {
  /// One of the entities of the table.
  let entity: HistoryEntity
  /// The ids of the rows that were changed, before and after.
  private(set) var touched: Set<Int64> = []
  /// What was there, whole.
  private(set) var found: [Values] = []
  /// What was there, as far as it is known, by the id that the row has by now.
  private var unfinished: [Int64: Values] = [:]

  /// The properties as a record writes them, with what stands around them.
  private let keys: [[UInt8]]

  typealias Values = [DatabaseValue?]

  init(_ entity: HistoryEntity) {
    self.entity = entity
    keys = entity.properties.map { Array("\"\($0)\":".utf8) }
  }

  /// - Throws: `StoreProblem.corrupt` for a record that the triggers did not write.
  mutating func add(_ change: PastChange) throws {
    var values: Values?
    if let known = unfinished.removeValue(forKey: change.rowID) {
      values = known
    } else if touched.insert(change.rowID).inserted, change.kind != .insert {
      values = Values(repeating: nil, count: entity.properties.count)
    }
    let newRowID = change.kind == .update ? try change.newRowID : change.rowID
    if newRowID != change.rowID { touched.insert(newRowID) }
    guard var values else { return }
    try complete(&values, from: change)
    if change.kind == .update, values.contains(nil) {
      unfinished[newRowID] = values
    } else {
      found.append(values)
    }
  }

  private func complete(_ values: inout Values, from change: PastChange) throws {
    if change.completeQuickly(&values, keys: keys) { return }
    let record = try change.oldValues
    for (index, property) in entity.properties.enumerated() where values[index] == nil {
      values[index] = record[property]?.databaseValue
    }
  }

  /// Takes from the rows as they are now what no record told.
  mutating func finish(in db: Database) throws {
    let columns = entity.properties.joined(separator: ", ")
    for (id, var values) in unfinished {
      let row = try Row.fetchOne(
        db, sql: "SELECT \(columns) FROM main.\(entity.table) WHERE id = ?", arguments: [id])
      for index in values.indices where values[index] == nil {
        values[index] = row?[index]
      }
      found.append(values)
    }
    unfinished = [:]
  }
}

/// A change as the history's row holds it; its records are read when they are asked for.
struct PastChange {
  let entity: HistoryEntity
  let rowID: Int64
  let kind: RowChangeKind
  private let row: StatementCursor

  static let columns: SQL = "id, entity, rowId, kind, oldValues, newValues"

  /// Reads a row of `columns`.
  init(_ row: StatementCursor) throws {
    guard let entity = HistoryEntity(rawValue: try row.checkedText(1)),
      let kind = RowChangeKind(rawValue: try row.checkedText(3))
    else { throw Self.corrupt(row) }
    self.entity = entity
    self.kind = kind
    rowID = try row.checkedInteger(2)
    self.row = row
  }

  var oldValues: HistoryValues {
    get throws { try values(4) }
  }

  var newValues: HistoryValues {
    get throws { try values(5) }
  }

  /// The row's id after the change.
  var newRowID: Int64 {
    get throws {
      // The id comes first in a record that has it: nothing else need be read.
      let json = row.text(5)
      guard json.starts(with: Self.idKey) else { return try newValues.integer("id") ?? rowID }
      var id: Int64 = 0
      for byte in json.dropFirst(Self.idKey.count) {
        guard (48...57).contains(byte), id < .max / 100 else {
          return byte == UInt8(ascii: ",") ? id : try newValues.integer("id") ?? rowID
        }
        id = id * 10 + Int64(byte - 48)
      }
      return try newValues.integer("id") ?? rowID
    }
  }

  private static let idKey = Array("{\"id\":".utf8)

  /// Takes the old values that are still missing, where the record is a whole row without an escape:
  /// of a thousand rows to rebuild, the general reader takes longer than all the rest.
  ///
  /// - Returns: false where it is not, and nothing is taken.
  func completeQuickly(_ values: inout PastRows.Values, keys: [[UInt8]]) -> Bool {
    let json = row.text(4)
    guard json.first == UInt8(ascii: "{"), json.last == UInt8(ascii: "}"),
      !json.contains(UInt8(ascii: "\\"))
    else { return false }
    var found = PastRows.Values(repeating: nil, count: keys.count)
    var (position, expected) = (1, 0)
    for _ in keys.indices {
      guard
        let index = (0..<keys.count).lazy.map({ (expected + $0) % keys.count })
          .first(where: { json[position...].starts(with: keys[$0]) }),
        found[index] == nil,
        let value = Self.value(in: json, &position, after: keys[index].count)
      else { return false }
      found[index] = value
      expected = index + 1
      position += 1
    }
    guard position == json.count else { return false }
    for index in values.indices where values[index] == nil { values[index] = found[index] }
    return true
  }

  /// Reads a value behind its key; the position is that of the comma or the brace behind it then.
  private static func value(
    in json: UnsafeRawBufferPointer, _ position: inout Int, after keyLength: Int
  ) -> DatabaseValue? {
    let start = position + keyLength
    guard start < json.count else { return nil }
    let isText = json[start] == UInt8(ascii: "\"")
    let first = isText ? start + 1 : start
    guard
      let end = json[first...].firstIndex(where: {
        isText ? $0 == UInt8(ascii: "\"") : $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}")
      })
    else { return nil }
    position = isText ? end + 1 : end
    guard position < json.count,
      json[position] == UInt8(ascii: position == json.count - 1 ? "}" : ",")
    else { return nil }
    let text = String(decoding: json[first..<end], as: UTF8.self)
    if isText { return text.databaseValue }
    return text == "null" ? .null : Int64(text)?.databaseValue
  }

  private func values(_ column: Int32) throws -> HistoryValues {
    guard let json = try row.checkedTextIfAny(column) else { return HistoryValues() }
    do {
      return try HistoryValues(json: json, entity: entity)
    } catch {
      throw Self.corrupt(row)
    }
  }

  private static func corrupt(_ row: StatementCursor) -> StoreProblem {
    .corrupt("change \(row.integer(0)) of the history cannot be read")
  }
}
