internal import SQLite

/// The values of a row at some time.
package struct HistoryValues: Sendable {
  let entity: Entity
  /// In the order of the entity's columns, as stored.
  let row: [SQLiteValue]

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
