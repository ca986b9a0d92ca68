internal import SQLite

/// The rows of one table that were changed after a place in the history, in their state at that
/// place.
///
/// Changes are read in commit order. The first change of a row after the place shows its state: an
/// insert means that it did not exist, a delete or an update contains its values. A record may lack
/// some of them, as an update of version 0.1.0 records only changes, and one of an older schema has
/// fewer columns; the next changes of the row, and finally the row itself, complete it.
struct PastRows {
  /// One of the entities of the table.
  let entity: HistoryEntity
  /// The ids of the changed rows, before and after.
  private(set) var touched: Set<Int64> = []
  /// The complete past rows.
  private(set) var found: [Values] = []
  /// The incomplete past rows, by their present ids.
  private var unfinished: [Int64: Values] = [:]

  /// Receives rows whose first change contains all values; otherwise they are collected.
  let insert: Statement?
  private var record: RecordSpans
  private let blank: Values

  typealias Values = [SQLiteValue?]

  init(_ entity: HistoryEntity, insert: Statement? = nil) {
    self.entity = entity
    self.insert = insert
    record = entity.record
    blank = Values(repeating: nil, count: entity.properties.count)
  }

  /// - Throws: `StoreProblem.corrupt` for a record that the triggers did not write.
  mutating func add(_ change: PastChange) throws {
    var values: Values?
    var isNew = false
    if let known = unfinished.removeValue(forKey: change.rowID) {
      values = known
    } else if touched.insert(change.rowID).inserted, change.kind != .insert {
      values = blank
      isNew = true
    }
    let newRowID = change.newRowID
    if newRowID != change.rowID { touched.insert(newRowID) }
    guard var values else { return }
    if change.kind != .insert {
      guard record.read(change.oldRecord) else { throw change.corrupt }
      if isNew, record.isPlain, let insert {
        return try insert.run(record.values(in: change.oldRecord))
      }
      for index in values.indices where values[index] == nil {
        values[index] = record.value(index, in: change.oldRecord)?.sqliteValue
      }
    }
    if change.kind == .update, values.contains(nil) {
      unfinished[newRowID] = values
    } else {
      found.append(values)
    }
  }

  /// Completes the rows with present values that no record contained.
  mutating func finish(in db: Connection) throws {
    if unfinished.isEmpty { return }
    let columns = entity.properties.joined(separator: ", ")
    let row = try Statement(
      sql: "SELECT \(columns) FROM main.\(entity.table) WHERE id = ?", in: db)
    for (id, var values) in unfinished {
      row.bind(id)
      if try row.step() {
        for index in values.indices where values[index] == nil {
          values[index] = row.value(Int32(index)).recorded
        }
      }
      found.append(values)
    }
    unfinished = [:]
  }
}

/// A change as the history stores it; its records are parsed on demand.
struct PastChange {
  let entity: HistoryEntity
  let rowID: Int64
  let kind: RowChangeKind
  private let row: Statement

  static let columns: SQL = "id, entity, rowId, kind, oldValues, newValues"

  /// Reads a row of `columns`.
  init(_ row: Statement) throws {
    guard let entity = HistoryEntity(rawValue: try row.checkedText(1)),
      let kind = RowChangeKind(rawValue: try row.checkedText(3))
    else { throw Self.corrupt(row) }
    self.entity = entity
    self.kind = kind
    rowID = try row.checkedInteger(2)
    self.row = row
  }

  /// - Throws: `StoreProblem.corrupt` for an unreadable record.
  var oldValues: HistoryValues {
    get throws { try values(4) }
  }

  var newValues: HistoryValues {
    get throws { try values(5) }
  }

  /// The row's id after the change.
  var newRowID: Int64 {
    guard kind == .update else { return rowID }
    // The id is the first property of a record, so the rest is not parsed.
    let json = row.bytes(5)
    var position = Self.idKey.count
    if json.starts(with: Self.idKey),
      case .integer(let id) = RecordSpans.span(of: json, &position)
    {
      return id
    }
    return (try? newValues)?.integer("id") ?? rowID
  }

  private static let idKey = Array("{\"id\":".utf8)

  /// The recorded old values; valid until the next change.
  var oldRecord: UnsafeRawBufferPointer { row.bytes(4) }

  private func values(_ column: Int32) throws -> HistoryValues {
    if row.isNull(column) { return HistoryValues() }
    guard let values = HistoryValues(row.bytes(column), of: entity) else { throw corrupt }
    return values
  }

  var corrupt: StoreProblem { Self.corrupt(row) }

  private static func corrupt(_ row: Statement) -> StoreProblem {
    .corrupt("change \(row.integer(0)) of the history cannot be read")
  }
}
