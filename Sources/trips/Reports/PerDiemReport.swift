import TripsCore

/// The days of a claim, one row a day.
struct PerDiemReport {
  static var columns: [Column<ClaimedDay>] {
    [
      Column("trip", title: "ID", alignment: .right, rank: 1) { $1.number($0.trip.id) },
      Column("uid", rank: nil) { $1.text($0.trip.uid) },
      Column("name", isFlexible: true) { $1.text($0.trip.name) },
      Column("destination", rank: 6, isFlexible: true) { $1.text($0.trip.destination) },
      Column("tags", rank: 5, isFlexible: true) { $1.text($0.trip.tags) },
      Column("date") { $1.text($0.date.description) },
      Column("amount", alignment: .right) { $1.amount($0.amount) },
      Column("currency", title: "CUR") { $1.text($0.amount.currency.code) },
      Column("meals", rank: 4) { day, cell in
        cell.text(day.meals.map(\.rawValue).joined(separator: " "))
      },
      Column("planned", rank: 3) { $1.flag($0.isPlanned) },
      Column("double", rank: 2) { $1.flag($0.isDouble) },
    ]
  }

  private let report: Report<ClaimedDay>
  private let rows = RenderedRows()
  /// By whether they are planned.
  private var sums: [Bool: [MoneySum]] = [:]

  init(in context: Context) {
    report = Report(Self.columns, in: context)
  }

  var isEmpty: Bool { rows.count == 0 }

  mutating func add(_ day: ClaimedDay) throws {
    try report.add(day, to: rows)
    sums[day.isPlanned] = ((sums[day.isPlanned] ?? []) + [day.amount]).addedByCurrency
  }

  func write() throws {
    for (name, isPlanned) in [("Total", false), ("Planned", true)] {
      for sum in sums[isPlanned] ?? [] {
        let total = ["name": name, "amount": sum.amount, "currency": sum.currency.code]
        try report.add(total: total, to: rows)
      }
    }
    try report.write(rows)
  }
}
