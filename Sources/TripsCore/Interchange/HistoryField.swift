/// The members of a transaction in JSON, in the order in which they are written.
package enum HistoryField: String, JSONField {
  case id, timestamp, author, command, changes
}

extension JSONWriter {
  package mutating func transaction(
    _ transaction: HistoryTransaction, fields: [HistoryField] = HistoryField.allCases
  ) {
    object { json in
      for field in fields {
        json.key(field.rawValue)
        switch field {
        case .id: json.value(transaction.id)
        case .timestamp: json.value(transaction.timestamp)
        case .author: json.value(transaction.author)
        case .command: json.value(transaction.command)
        case .changes:
          json.array { json in for change in transaction.changes { json.change(change) } }
        }
      }
    }
  }

  /// An insert has `values`, a delete its `tombstone`, an update the changed `properties`.
  package mutating func change(_ change: HistoryChange) {
    object { json in json.members(of: change) }
  }

  /// A change as an object of its own, with its transaction and the token that covers it.
  package mutating func change(_ change: HistoryChange, of transaction: HistoryTransaction) {
    object { json in
      json.key("transaction")
      json.value(transaction.id)
      json.key("timestamp")
      json.value(transaction.timestamp)
      json.key("author")
      json.value(transaction.author)
      json.key("command")
      json.value(transaction.command)
      json.members(of: change)
      json.key("token")
      json.value(change.token.description)
    }
  }

  package mutating func owner(_ trip: RowOwner) {
    object { json in
      json.key("id")
      json.value(trip.id)
      json.key("name")
      if let name = trip.name { json.value(name) } else { json.null() }
    }
  }

  package mutating func members(of change: any RowChange) {
    key("kind")
    value(change.kind.rawValue)
    key("entity")
    value(change.entity.rawValue)
    key("id")
    value(change.rowID)
    key("name")
    if let name = change.name { value(name) } else { null() }
    if !change.entity.isTrip {
      key("trip")
      if let trip = change.trip { owner(trip) } else { null() }
    }
    switch change.kind {
    case .insert:
      key("values")
      values(change.newValues)
    case .delete:
      key("tombstone")
      values(change.oldValues)
    case .update:
      key("properties")
      array { json in for property in change.updatedProperties { json.property(property) } }
    }
  }

  private mutating func property(_ property: RowProperty) {
    object { json in
      json.key("name")
      json.value(property.name)
      json.key("old")
      json.value(property.old)
      json.key("new")
      json.value(property.new)
    }
  }

  private mutating func values(_ values: HistoryValues) {
    object { json in
      for pair in values.pairs {
        json.key(pair.property)
        json.value(pair.value)
      }
    }
  }

  package mutating func value(_ value: HistoryValue) {
    switch value {
    case .text(let text): self.value(text)
    case .integer(let number): self.value(number)
    case .boolean(let flag): self.value(flag)
    case .null: null()
    }
  }
}
