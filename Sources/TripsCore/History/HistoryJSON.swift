/// The fields of a transaction in JSON, in order.
package enum HistoryField: String, JSONField {
  case id, timestamp, author, command, changes
}

/// A transaction with some of its fields; by default without its changes.
package struct TransactionFields: JSONObject {
  private let transaction: HistoryTransaction
  private let fields: [HistoryField]

  package init(
    _ transaction: HistoryTransaction,
    _ fields: [HistoryField] = [.id, .timestamp, .author, .command]
  ) {
    self.transaction = transaction
    self.fields = fields
  }

  package func writeMembers(to json: inout JSONWriter) {
    for field in fields {
      switch field {
      case .id: json.member(field.rawValue, transaction.id)
      case .timestamp: json.member(field.rawValue, transaction.timestamp)
      case .author: json.member(field.rawValue, transaction.author)
      case .command: json.member(field.rawValue, transaction.command)
      case .changes: json.member(field.rawValue, transaction.changes)
      }
    }
  }
}

extension JSONWriter {
  /// A change as an object of its own, with its transaction and the token that covers it.
  package mutating func change(_ change: HistoryChange, of transaction: HistoryTransaction) {
    object { json in
      json.member("transaction", transaction.id)
      TransactionFields(transaction, [.timestamp, .author, .command]).writeMembers(to: &json)
      change.writeMembers(to: &json)
      json.member("token", change.token)
    }
  }
}

extension RowChange {
  /// An insert has `values`, a delete its `tombstone`, an update the changed `properties`.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("kind", kind.rawValue)
    json.member("entity", entity.rawValue)
    json.member("id", rowID)
    json.member("name", name)
    if !entity.isTrip { json.member("trip", trip) }
    switch kind {
    case .insert: json.member("values", newValues)
    case .delete: json.member("tombstone", oldValues)
    case .update: json.member("properties", updatedProperties)
    }
  }
}

extension HistoryToken: JSONWritable {
  package func write(to json: inout JSONWriter) { json.value(description) }
}

extension RowOwner: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("id", id)
    json.member("name", name)
  }
}

extension RowProperty: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("name", name)
    json.member("old", old)
    json.member("new", new)
  }
}

extension HistoryValues: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    for pair in pairs { json.member(pair.property, pair.value) }
  }
}

extension HistoryValue: JSONWritable {
  package func write(to json: inout JSONWriter) {
    switch self {
    case .text(let text): json.value(text)
    case .integer(let number): json.value(number)
    case .boolean(let flag): json.value(flag)
    case .null: json.null()
    }
  }
}
