import TripsCore

/// A per diem claim, one row a day.
struct PerDiemReport {
  let claim: PerDiemClaim
  let showsPlanned: Bool

  static var columns: [Column<ClaimedDay>] {
    [
      Column("trip", title: "ID", alignment: .right, rank: 1) { $1.number($0.trip.id) },
      Column("uid", rank: nil) { $1.text($0.trip.uid) },
      Column("name", isFlexible: true) { $1.text($0.trip.name) },
      Column("destination", rank: 6, isFlexible: true) { $1.text($0.trip.destination) },
      Column("tags", rank: 5, isFlexible: true) { $1.text($0.trip.tags) },
      Column("date") { $1.text($0.date.description) },
      Column("amount", alignment: .right) { $1.text($0.amount.amount) },
      Column("currency", title: "CUR") { $1.text($0.amount.currency.code) },
      Column("meals", rank: 4) { day, cell in
        cell.text(day.meals.map(\.rawValue).joined(separator: " "))
      },
      Column("planned", rank: 3) { $1.flag($0.isPlanned) },
      Column("double", rank: 2) { $1.flag($0.isDouble) },
    ]
  }

  func write(in context: Context) throws {
    let report = Report(Self.columns, in: context)
    let rows = RenderedRows()
    try claim.forEachDay(andPlanned: showsPlanned) { try report.add($0, to: rows) }
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
