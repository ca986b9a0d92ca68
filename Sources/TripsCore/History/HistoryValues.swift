internal import SQLite

/// The value of a property at some time.
package enum HistoryValue: Hashable, Sendable {
  case text(String)
  case integer(Int64)
  case boolean(Bool)
  case null
}

/// The values of a row at some time. An amount and its currency are one: `perdiem: 75.00 CHF`.
package struct HistoryValues: Sendable {
  let entity: Entity
  /// In the order of the entity's columns, as stored.
  let row: [SQLiteValue]

  /// The properties in order, each with its value.
  package var pairs: [(property: String, value: HistoryValue)] {
    entity.columns.indices.compactMap { index in
      entity.columns[index].isCurrency
        ? nil : (entity.columns[index].fact, value(at: index))
    }
  }

  func value(at index: Int) -> HistoryValue {
    let column = entity.columns[index]
    switch row[index] {
    case .null: return .null
    case .integer(let number):
      if column.isFlag { return .boolean(number != 0) }
      guard column.isAmount, let code = row[index + 1].text else { return .integer(number) }
      let money = Money(minorUnits: number, currency: Currency(stored: code))
      return .text(money.description)
    case let value:
      let text = value.text ?? ""
      if case .singleDays = column.content { return .text(SingleDays.words(of: text)) }
      return .text(text)
    }
  }

  /// The properties that differ in a later row, with both values.
  func differences(from new: HistoryValues) -> [RowProperty] {
    entity.columns.indices.compactMap { index in
      let column = entity.columns[index]
      if column.isCurrency { return nil }
      let indices = column.isAmount ? [index, index + 1] : [index]
      if indices.allSatisfy({ row[$0] == new.row[$0] }) { return nil }
      return RowProperty(name: column.fact, old: value(at: index), new: new.value(at: index))
    }
  }

  package func text(_ column: String) -> String? {
    entity.index(of: column).flatMap { row[$0].text }
  }

  package func integer(_ column: String) -> Int64? {
    entity.index(of: column).flatMap { row[$0].integer }
  }

  /// The trip of such values; nil for an item and a stay.
  var trip: TripSummary? {
    func date(_ column: String) -> CalendarDate? { text(column).flatMap { CalendarDate($0) } }
    guard entity == .trip, let id = integer("id"), let name = text("name"),
      let start = date("startDate"), let end = date("endDate")
    else { return nil }
    return TripSummary(id: id, name: name, startDate: start, endDate: end)
  }
}
