internal import GRDB

// The rows that objects were or will be, for the writers that take rows.

extension Trip {
  var row: ObjectRow { ObjectRow(TripValues(self).row(id: id, uid: uid)) }
}

extension BucketListItem {
  var row: ObjectRow { ObjectRow(ItemColumn.allCases.map { self[$0] }) }

  subscript(column: ItemColumn) -> DatabaseValue {
    switch column {
    case .id: id.databaseValue
    case .tripId: .null
    case .title: title.databaseValue
    case .details: details.databaseValue
    case .hasReservation: hasReservation.databaseValue
    case .isInPlan: isInPlan.databaseValue
    case .isDone: isDone.databaseValue
    }
  }
}

extension LivingAccommodation {
  var row: ObjectRow { ObjectRow(StayColumn.allCases.map { self[$0] }) }

  subscript(column: StayColumn) -> DatabaseValue {
    switch column {
    case .id: id.databaseValue
    case .tripId: .null
    case .placeName: placeName.databaseValue
    case .address: address.databaseValue
    case .isConfirmed: isConfirmed.databaseValue
    }
  }
}
