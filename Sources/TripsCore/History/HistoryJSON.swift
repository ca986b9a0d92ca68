/// A transaction in JSON, without its changes.
extension HistoryTransaction: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("id", id)
    writeFacts(to: &json)
  }

  private func writeFacts(to json: inout JSONWriter) {
    json.member("timestamp", timestamp)
    json.member("author", author)
    json.member("command", command)
  }

  /// A change as an object of its own, with its transaction and the token that covers it.
  package func write(_ change: HistoryChange, to json: inout JSONWriter) {
    json.object { json in
      json.member("transaction", id)
      writeFacts(to: &json)
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
    if entity.base != .trip { json.member("trip", trip) }
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
