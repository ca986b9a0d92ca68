internal import SQLite

/// Writes rows as JSON objects, with a member per column.
struct RowJSON<Field: ColumnField> {
  private let members: [(key: [UInt8], column: Field.Column)]

  init(_ fields: [Field]) {
    members = fields.compactMap { field in
      field.column.map { (Self.key(field, isFirst: field == fields.first), $0) }
    }
  }

  func append(_ row: [SQLiteValue], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    for (key, column) in members {
      output.append(contentsOf: key)
      output.append(json: row, column)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// `,"name":`
  static func key(_ field: Field, isFirst: Bool) -> [UInt8] {
    Array("\(isFirst ? "" : ",")\"\(field.rawValue)\":".utf8)
  }
}

extension StoredColumn {
  var content: ColumnDeclaration.Content { declaration.content }
}

extension [UInt8] {
  fileprivate mutating func append(json row: [SQLiteValue], _ column: some StoredColumn) {
    switch column.content {
    case .flag: append(static: row[column].integer == 0 ? "false" : "true")
    case .identifier: append(decimal: row[column].integer ?? 0)
    case .amount:
      if let money = column.money(in: row) {
        append(jsonAmount: money.minorUnits, money.currency)
      } else {
        append(static: "null")
      }
    case .text, .currency, .date, .time, .word: append(json: row[column].text)
    case .tags:
      append(list: TagList(stored: row.text(column)).words) { $1.append(json: $0) }
    case .singleDays: append(json: SingleDays(stored: row.text(column)))
    }
  }

  /// A sum as an object, with what of it is paid.
  package mutating func append(json cost: CostSum) {
    append(json: cost.sum)
    removeLast()
    append(static: ",\"paid\":")
    append(json: cost.paid.amount)
    append(UInt8(ascii: "}"))
  }

  /// A sum as an object, like an amount.
  package mutating func append(json sum: MoneySum) {
    if let minorUnits = Int64(exactly: sum.minorUnits) {
      return append(jsonAmount: minorUnits, sum.currency)
    }
    append(static: "{\"amount\":")
    append(json: sum.amount)
    append(static: ",\"currency\":")
    append(json: sum.currency.code)
    append(UInt8(ascii: "}"))
  }

  /// An amount as an object. The number is a string, since most readers would make it a
  /// floating-point number.
  package mutating func append(jsonAmount minorUnits: Int64, _ currency: Currency) {
    append(static: "{\"amount\":\"")
    append(amount: minorUnits, exponent: currency.exponent)
    append(static: "\",\"currency\":")
    append(json: currency.code)
    append(UInt8(ascii: "}"))
  }
}

/// Writes trips as JSON objects.
package struct TripJSON {
  private let members: [(field: TripField, key: [UInt8])]
  private let item: RowJSON<BucketListField>
  private let stay: RowJSON<StayField>

  /// - Parameter leavesOutCosts: whether per diems and costs are left out, as if unknown.
  package init(fields: [TripField], leavesOutCosts: Bool = false) {
    item = RowJSON(BucketListField.allCases.filter { !leavesOutCosts || $0 != .cost })
    stay = RowJSON(StayField.allCases.filter { !leavesOutCosts || $0 != .cost })
    let fields = fields.filter { !leavesOutCosts || ![.perdiem, .costs].contains($0) }
    members = fields.map { ($0, RowJSON.key($0, isFirst: $0 == fields.first)) }
  }

  package func append(_ trip: Trip, to output: inout [UInt8]) {
    let row = trip.values
    output.append(UInt8(ascii: "{"))
    for (field, key) in members {
      output.append(contentsOf: key)
      switch field {
      case .days: output.append(decimal: Int64(trip.days))
      case .nights: output.append(decimal: Int64(trip.nights))
      case .perdiem: output.append(perdiemOf: trip as? BusinessTrip)
      case .bucketList:
        output.append(list: trip.bucketList) { item.append($0.values, to: &$1) }
      case .livingAccommodations:
        output.append(list: trip.livingAccommodations) { stay.append($0.values, to: &$1) }
      case .costs: output.append(list: trip.costs) { $1.append(json: $0) }
      case .id, .uid, .type, .name, .destination, .startDate, .endDate, .reason, .notes, .tags:
        if let column = field.column { output.append(json: row, column) }
      }
    }
    output.append(UInt8(ascii: "}"))
  }
}

extension [UInt8] {
  /// A rule may be set before the amount.
  fileprivate mutating func append(perdiemOf trip: BusinessTrip?) {
    guard let trip, let rule = trip.statedRule else { return append(static: "null") }
    append(static: "{\"amount\":")
    append(json: trip.perdiem?.amount)
    append(static: ",\"currency\":")
    append(json: trip.perdiem?.currency.code)
    append(static: ",\"rule\":")
    append(json: rule)
    append(static: ",\"total\":")
    append(json: trip.estimate?.total.amount)
    append(static: ",\"singleDays\":")
    append(json: SingleDays(stored: trip.storedSingleDays ?? ""))
    append(static: "}")
  }

  /// Elements between brackets, with commas.
  mutating func append<Value>(
    list elements: [Value], _ write: (Value, inout [UInt8]) -> Void
  ) {
    append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      write(element, &self)
    }
    append(UInt8(ascii: "]"))
  }
}

extension JSONWriter {
  /// Writes a trip as an object with these fields.
  package mutating func trip(_ trip: Trip, fields: [TripField]) {
    raw { TripJSON(fields: fields).append(trip, to: &$0) }
  }

  package mutating func cost(_ cost: CostSum) { raw { $0.append(json: cost) } }

  package mutating func item(_ item: BucketListItem, fields: [BucketListField]) {
    raw { RowJSON(fields).append(item.values, to: &$0) }
  }

  /// Writes a stay with its role on a day.
  package mutating func stay(_ onDay: TripPlan.StayOnDay) {
    raw { bytes in
      RowJSON(StayField.allCases).append(onDay.stay.values, to: &bytes)
      bytes.removeLast()
      bytes += ",\"isCheckIn\":\(onDay.isCheckIn),\"isCheckOut\":\(onDay.isCheckOut)}".utf8
    }
  }

  package mutating func stay(_ stay: LivingAccommodation, fields: [StayField]) {
    raw({ RowJSON(fields).append(stay.values, to: &$0) })
  }
}
