/// The members of an object in JSON, in the order in which they are written.
package protocol JSONField: RawRepresentable<String>, CaseIterable, Sendable, Equatable {}

extension JSONField {
  /// Reads a list such as `id,name`.
  ///
  /// - Throws: `ValueError`, which lists the valid names.
  package static func list(_ text: String) throws(ValueError) -> [Self] {
    var fields: [Self] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let field = Self(rawValue: String(name)) else {
        throw ValueError(
          "'\(name)' is no field; the fields are "
            + allCases.map(\.rawValue).joined(separator: ", "))
      }
      if !fields.contains(field) { fields.append(field) }
    }
    return fields
  }
}

package enum BucketListField: String, JSONField {
  case id, title, details, hasReservation, isInPlan, isDone
}

package enum StayField: String, JSONField {
  case id, placeName, address, isConfirmed
}

package enum TripField: String, JSONField {
  case id, uid, type, name, destination, startDate, endDate, days, nights, perdiem, reason, notes
  case bucketList, livingAccommodation

  /// What a fetch must load for these fields to be complete.
  package static func relationships(
    of fields: [TripField]
  ) -> [FetchDescriptor.Relationship] {
    var result: [FetchDescriptor.Relationship] = []
    if fields.contains(.bucketList) { result.append(.bucketList) }
    if fields.contains(.livingAccommodation) { result.append(.livingAccommodation) }
    return result
  }
}

extension JSONWriter {
  /// Writes a trip as an object with these members.
  package mutating func trip(_ trip: Trip, fields: [TripField] = TripField.allCases) {
    object { json in
      for field in fields {
        json.key(field.rawValue)
        json.value(of: field, in: trip)
      }
    }
  }

  private mutating func value(of field: TripField, in trip: Trip) {
    switch field {
    case .id: value(trip.id)
    case .uid: value(trip.uid)
    case .type: value(trip.type.rawValue)
    case .name: value(trip.name)
    case .destination: value(trip.destination)
    case .startDate: value(trip.startDate.description)
    case .endDate: value(trip.endDate.description)
    case .days: value(Int64(trip.days))
    case .nights: value(Int64(trip.nights))
    case .perdiem: perdiem(of: trip)
    case .reason: value((trip as? PersonalTrip)?.reason?.rawValue)
    case .notes: value(trip.notes)
    case .bucketList: array { json in for item in trip.bucketList { json.item(item) } }
    case .livingAccommodation: stay(trip.livingAccommodation)
    }
  }

  /// Amounts are strings: a number would become a floating-point one in most readers. A rule may be
  /// known before the amount is.
  private mutating func perdiem(of trip: Trip) {
    guard let trip = trip as? BusinessTrip, trip.perdiem != nil || trip.perdiemRule != .full
    else { return null() }
    object { json in
      json.key("amount")
      json.value(trip.perdiem?.amount)
      json.key("currency")
      json.value(trip.perdiem?.currency.code)
      json.key("rule")
      json.value(trip.ruleText)
      json.key("total")
      json.value(trip.estimate?.total.amount)
    }
  }

  package mutating func item(
    _ item: BucketListItem, fields: [BucketListField] = BucketListField.allCases
  ) {
    object { json in
      for field in fields {
        json.key(field.rawValue)
        switch field {
        case .id: json.value(item.id)
        case .title: json.value(item.title)
        case .details: json.value(item.details)
        case .hasReservation: json.value(item.hasReservation)
        case .isInPlan: json.value(item.isInPlan)
        case .isDone: json.value(item.isDone)
        }
      }
    }
  }

  package mutating func stay(
    _ stay: LivingAccommodation?, fields: [StayField] = StayField.allCases
  ) {
    guard let stay else { return null() }
    object { json in
      for field in fields {
        json.key(field.rawValue)
        switch field {
        case .id: json.value(stay.id)
        case .placeName: json.value(stay.placeName)
        case .address: json.value(stay.address)
        case .isConfirmed: json.value(stay.isConfirmed)
        }
      }
    }
  }
}
