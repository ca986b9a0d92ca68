/// The fields of a JSON object, in order.
package protocol JSONField: RawRepresentable<String>, CaseIterable, Sendable, Equatable {}

extension JSONField {
  package static var names: [String] { allCases.map(\.rawValue) }
}

/// A field that contains the value of a column, with the same name, or an amount with its currency.
protocol ColumnField: JSONField {
  associatedtype Column: StoredColumn
}

extension ColumnField {
  /// Nil for a field that is not stored in one column.
  var column: Column? { Column.allCases.first { $0.fact == rawValue } }
}

package enum BucketListField: String, ColumnField {
  typealias Column = ItemColumn
  case id, uid, title, details, place, reference, hasReservation, isInPlan, isDone, isPaid
  case date, time, endDate, endTime, cost
}

package enum StayField: String, ColumnField {
  typealias Column = StayColumn
  case id, uid, placeName, address, details, reference, isConfirmed, isPaid, startDate, endDate,
    cost
}

package enum TripField: String, ColumnField {
  typealias Column = TripColumn
  case id, uid, type, name, destination, startDate, endDate, days, nights, perdiem, reason, notes,
    tags
  case bucketList, livingAccommodations, costs

  /// Nil also for a per diem, which has a rule and a total next to its amount.
  var column: TripColumn? {
    self == .perdiem ? nil : TripColumn.allCases.first { $0.name == rawValue }
  }

  /// The relationships that a fetch must load for these fields.
  package static func relationships(
    of fields: [TripField]
  ) -> [FetchDescriptor.Relationship] {
    if fields.contains(.costs) { return FetchDescriptor.Relationship.allCases }
    var result: [FetchDescriptor.Relationship] = []
    if fields.contains(.bucketList) { result.append(.bucketList) }
    if fields.contains(.livingAccommodations) { result.append(.livingAccommodations) }
    return result
  }
}
