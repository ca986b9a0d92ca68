internal import GRDB

// The rows that objects were or will be, for the writers that take rows.

extension Trip {
  var row: ObjectRow { ObjectRow(TripValues(self).row(id: id, uid: uid)) }
}

extension BucketListItem {
  var values: [DatabaseValue] { ItemColumn.allCases.map { self[$0] } }
  var row: ObjectRow { ObjectRow(values) }

  subscript(column: ItemColumn) -> DatabaseValue {
    switch column {
    case .id: id.databaseValue
    case .tripId: .null
    case .title: title.databaseValue
    case .details: details.databaseValue
    case .hasReservation: hasReservation.databaseValue
    case .isInPlan: isInPlan.databaseValue
    case .isDone: isDone.databaseValue
    case .date: date?.description.databaseValue ?? .null
    case .time: time?.description.databaseValue ?? .null
    case .costMinor: cost?.minorUnits.databaseValue ?? .null
    case .costCurrency: cost?.currency.code.databaseValue ?? .null
    }
  }
}

extension LivingAccommodation {
  var values: [DatabaseValue] { StayColumn.allCases.map { self[$0] } }
  var row: ObjectRow { ObjectRow(values) }

  subscript(column: StayColumn) -> DatabaseValue {
    switch column {
    case .id: id.databaseValue
    case .tripId: .null
    case .placeName: placeName.databaseValue
    case .address: address.databaseValue
    case .isConfirmed: isConfirmed.databaseValue
    case .uid: uid.databaseValue
    case .startDate: startDate?.description.databaseValue ?? .null
    case .endDate: endDate?.description.databaseValue ?? .null
    case .costMinor: cost?.minorUnits.databaseValue ?? .null
    case .costCurrency: cost?.currency.code.databaseValue ?? .null
    }
  }
}
