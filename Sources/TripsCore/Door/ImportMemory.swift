internal import SQLite

/// The store's record of an imported event of another program: the row made from it, and the values
/// that it stated.
struct ImportedEvent {
  let entity: HistoryEntity
  let row: Int64
  let version: EventVersion
  /// The stated values by the names of their columns; NULL is nil.
  var facts: [String: String?] = [:]
  /// The transaction that imported it; nil if nothing changed.
  var transaction: Int64?

  /// The stated values in the order of the columns.
  func base<Column: StoredColumn>(_ columns: Column.Type) -> [SQLiteValue?] {
    columns.allCases.map { column in
      facts[column.name].map { $0?.sqliteValue ?? .null }
    }
  }

  static func facts<Column: StoredColumn>(of row: StatedRow<Column>) -> [String: String?] {
    var facts: [String: String?] = [:]
    for (column, value) in row.given where column.name != "uid" {
      facts[column.name] = .some((value).text)
    }
    return facts
  }
}

/// The imported events of a store, by the keys of the events.
///
/// Each import adds a record for each event that states something new. A record counts unless its
/// transaction was undone, so that undoing an import also forgets its events, and redoing it
/// restores them.
struct ImportMemory {
  let db: Connection

  private static let columns = "key, transactionId, entity, rowId, sequence, stamp, modified, facts"

  /// The newest records that count.
  func events(_ keys: [String]) throws -> [String: ImportedEvent] {
    let statement = try db.kept(
      sql: """
        SELECT \(Self.columns) FROM importedRecord
        WHERE source = 'event' AND key = ? ORDER BY id DESC
        """)
    let reversions = try Reversions(db)
    var events: [String: ImportedEvent] = [:]
    for key in keys {
      try statement.bind([key.sqliteValue])
      while events[key] == nil, try statement.step() {
        let row = statement.values
        let transaction = try row.checkedIntegerIfAny(1)
        if let transaction, reversions.reverted[transaction] != nil { continue }
        guard let entity = Entity(rawValue: try row.checkedText(2)) else { continue }
        var event = ImportedEvent(
          entity: HistoryEntity(entity, of: nil), row: try row.checkedInteger(3),
          version: EventVersion(
            sequence: Int(try row.checkedInteger(4)), stamp: try row.checkedText(5),
            modified: try row.checkedText(6)),
          transaction: transaction)
        event.facts = try facts(row.checkedText(7))
        events[key] = event
      }
    }
    return events
  }

  /// Remembers an event. Older records of it that no undo can bring back are deleted.
  func save(_ event: ImportedEvent, _ key: String) throws {
    var json = JSONWriter()
    json.object { json in
      for (name, value) in event.facts.sorted(by: { $0.key < $1.key }) { json.member(name, value) }
    }
    try db.kept(
      sql: """
        DELETE FROM importedRecord WHERE source = 'event' AND key = ? AND (
          transactionId IS NULL OR transactionId NOT IN (SELECT id FROM historyTransaction))
        """
    ).run([key.sqliteValue])
    try db.kept(
      sql: """
        INSERT INTO importedRecord(source, \(Self.columns))
        VALUES ('event', ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).run([
      key.sqliteValue, event.transaction?.sqliteValue ?? .null,
      event.entity.table.sqliteValue, event.row.sqliteValue,
      Int64(event.version.sequence).sqliteValue, event.version.stamp.sqliteValue,
      event.version.modified.sqliteValue,
      String(decoding: json.bytes, as: UTF8.self).sqliteValue,
    ])
  }
}

extension ImportMemory {
  /// The members of a JSON object.
  private func facts(_ json: String) throws -> [String: String?] {
    let member = try db.kept(
      sql: "SELECT key, atom FROM json_each(iif(json_valid(?1), ?1, '{}'))")
    try member.bind([json.sqliteValue])
    var facts: [String: String?] = [:]
    while try member.step() {
      facts[member.text(0)] = .some(member.isNull(1) ? nil : member.text(1))
    }
    return facts
  }
}
