internal import SQLite

/// What a booking states in addition to the title, the place and the days of an event.
struct Booking {
  let kind: BookingKind
  /// The number of the reservation; empty if it has none.
  var number = ""
  /// What identifies it together with its kind and number: from where to where, or the name of the
  /// house.
  var route = ""
  /// Whether the route is known: a cancellation may state a number alone.
  var hasRoute = true
  /// Whether it is reserved and confirmed, not pending or on hold.
  var isBooked = true
  var cost: Money?
  var details = DetailLines()
  /// Whether a stay has no check-out.
  var isOpen = false

  var isStay: Bool { kind.isStay }

  /// What it is known by. In the key of several days, the start follows.
  var key: String { "\(prefix)\(number)" }
  var prefix: String { "\(kind.type)\n\(route)\n" }

  /// Adds what it states to a row. What it lacks is not stated.
  func state<Column: PartColumn>(
    in row: inout StatedRow<Column>, reference: Column
  ) throws(ValueError) {
    for (column, value) in row.given where value == .null || value.text == "" { row[column] = nil }
    if !number.isEmpty { row.set(reference, try StoredText.reference.normalized(number)) }
    if kind.isReserved { row.set(Column.booking, isBooked) }
    guard let cost, let amount = Column.cost, let currency = amount.currency else { return }
    row[amount] = cost.minorUnits.sqliteValue
    row[currency] = cost.currency.code.sqliteValue
  }
}

extension ForeignEvent {
  /// `2027-05-01 10:35`; a space without a day.
  var moment: String { "\(days?.lowerBound.description ?? "") \(time ?? "")" }

  private var isCancelled: Bool { problem == .isCancelled }

  /// What distinguishes the bookings of one file, kind, number and route.
  var occasion: String { "\(moment) \(isCancelled)" }

  /// Adds another traveller of the same booking.
  mutating func add(traveller other: ForeignEvent) {
    count += other.count
    if let number = other.booking?.number, booking?.number.isEmpty == true {
      booking?.number = number
    }
    if place.isEmpty { place = other.place }
    end = end ?? other.end
    guard let details = other.booking?.details else { return }
    booking?.details.add(details)
    guard let cost = other.booking?.cost, cost != booking?.cost else { return }
    guard let own = booking?.cost, own.currency == cost.currency else {
      if booking?.cost == nil {
        booking?.cost = cost
      } else {
        booking?.details.add("Cost", "\(cost)")
      }
      return
    }
    let (sum, overflow) = own.minorUnits.addingReportingOverflow(cost.minorUnits)
    if !overflow, sum <= Money.largest {
      booking?.cost = Money(minorUnits: sum, currency: own.currency)
    }
  }

  /// Takes what a later version of it states.
  mutating func update(to later: ForeignEvent) {
    var later = later
    later.count += count
    if later.place.isEmpty { later.place = place }
    if later.days == nil || later.days?.lowerBound == days?.lowerBound, later.time == nil {
      (later.days, later.time) = (days, time)
    }
    later.end = later.end ?? end
    if let number = booking?.number, later.booking?.number.isEmpty == true {
      later.booking?.number = number
    }
    if later.booking?.cost == nil { later.booking?.cost = booking?.cost }
    if let old = booking?.details, let new = later.booking?.details {
      later.booking?.details = new.merged(into: old).lines
    }
    self = later
  }
}
