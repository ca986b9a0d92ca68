import TripsCore

/// A day of a per diem claim.
struct PerDiemDay {
  let trip: BusinessTrip
  let date: CalendarDate
  let amount: MoneySum
  let isPlanned: Bool
  /// Whether another trip also claims the day.
  let isDouble: Bool
}

/// A per diem claim, one row a day. It is rendered day by day, since a trip may last ten thousand
/// years.
struct PerDiemReport {
  let claim: PerDiemClaim
  let showsPlanned: Bool

  static var columns: [Column<PerDiemDay>] {
    [
      Column("trip", title: "ID", alignment: .right, rank: 1) { $1.number($0.trip.id) },
      Column("name", isFlexible: true) { $1.text($0.trip.name) },
      Column("date") { $1.text($0.date.description) },
      Column("amount", alignment: .right) { $1.text($0.amount.amount) },
      Column("currency", title: "CUR") { $1.text($0.amount.currency.code) },
      Column("planned", rank: 3) { $1.flag($0.isPlanned) },
      Column("double", rank: 2) { $1.flag($0.isDouble) },
    ]
  }

  func write(in context: Context) throws {
    let report = Report(Self.columns, in: context)
    let rows = RenderedRows()
    let doubles = claim.doubles
    for entry in claim.entries {
      let paid = entry.paid
      for day in showsPlanned ? entry.days : entry.past {
        guard let (date, amount) = entry.amount(ofDay: day) else { continue }
        let isDouble = paid?.contains(date) == true && doubles.includes(date)
        try report.add(
          PerDiemDay(
            trip: entry.trip, date: date, amount: amount,
            isPlanned: entry.planned.contains(day), isDouble: isDouble), to: rows)
      }
    }
    let sums =
      claim.totals.map { ("Total", $0) }
      + (showsPlanned ? claim.planned.map { ("Planned", $0) } : [])
    for (name, sum) in sums {
      let total = ["name": name, "amount": sum.amount, "currency": sum.currency.code]
      try report.add(total: total, to: rows)
    }
    try report.write(rows)
  }
}

extension [ClosedRange<CalendarDate>] {
  /// Whether one of these contains a date. They are in order and do not overlap.
  fileprivate func includes(_ date: CalendarDate) -> Bool {
    var places = indices
    while !places.isEmpty {
      let middle = (places.lowerBound + places.upperBound) / 2
      if self[middle].contains(date) { return true }
      places =
        date < self[middle].lowerBound
        ? places.lowerBound..<middle : middle + 1..<places.upperBound
    }
    return false
  }
}
