/// The members of an object in JSON, in the order in which they are written.
package protocol JSONField: RawRepresentable<String>, CaseIterable, Sendable, Equatable {}

extension JSONField {
  package static var names: [String] { allCases.map(\.rawValue) }

  /// Reads a list such as `id,name`.
  ///
  /// - Throws: `ValueError`, which lists the valid names.
  package static func list(_ text: String) throws(ValueError) -> [Self] {
    var fields: [Self] = []
    for name in text.parts(separatedBy: ",") {
      guard let field = Self(rawValue: String(name)) else {
        throw ValueError(
          "'\(name)' is not a field; the fields are \(names.joined(separator: ", "))")
      }
      if !fields.contains(field) { fields.append(field) }
    }
    return fields
  }
}

/// A field that is the value of a column, of the same name but for an amount, whose currency is part of it.
protocol ColumnField: JSONField {
  associatedtype Column: StoredColumn
}

extension ColumnField {
  /// Nil for what is not stored in one column.
  var column: Column? { Column.allCases.first { $0.fact == rawValue } }
}

package enum BucketListField: String, ColumnField {
  typealias Column = ItemColumn
  case id, title, details, hasReservation, isInPlan, isDone, date, time, cost
}

package enum StayField: String, ColumnField {
  typealias Column = StayColumn
  case id, uid, placeName, address, isConfirmed, startDate, endDate, cost
}

package enum TripField: String, ColumnField {
  typealias Column = TripColumn
  case id, uid, type, name, destination, startDate, endDate, days, nights, perdiem, reason, notes
  case bucketList, livingAccommodations, costs

  /// Nil for a per diem too, which has a rule and a total beside its amount.
  var column: TripColumn? {
    self == .perdiem ? nil : TripColumn.allCases.first { $0.name == rawValue }
  }

  /// What a fetch must load for these fields to be complete.
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
