import TripsCore

/// What each day of a business trip brings.
struct PerDiemTable {
  private let trip: Trip
  private let estimate: PerDiemEstimate

  /// - Throws: `TripsError.value` where the trip has no per diem, or a sum that passes 64 bits.
  init(_ trip: Trip) throws(TripsError) {
    guard let business = trip as? BusinessTrip, business.perdiem != nil else {
      throw .value("\(trip.summary) has no per diem")
    }
    guard let estimate = business.estimate else {
      throw .value("the per diem of \(trip.summary) comes to more than can be counted")
    }
    self.trip = trip
    self.estimate = estimate
  }

  func write(asCSV: Bool, in context: Context) throws {
    if asCSV {
      var csv = CSVWriter()
      csv.row(["date", "weekday", "amount", "currency"])
      for cells in cells { csv.row(cells) }
      return try context.output.write(bytes: csv.bytes)
    }
    let table = Table(
      columns: Self.columns, rows: cells.map { $0.map { Table.Cell(text: $0) } })
    guard context.terminal.isOutput else {
      return try table.writeTabSeparated(to: context.output)
    }
    try table.write(to: context.output, width: context.terminal.width, palette: context.palette)
    try context.output.write("Estimate: \(estimate.formula)\n")
  }

  private static let columns: [Table.Column] = [
    Table.Column(title: "DATE"), Table.Column(title: "DAY"),
    Table.Column(title: "AMOUNT", alignment: .right), Table.Column(title: "CURRENCY"),
  ]

  private var cells: [[String]] {
    estimate.amounts(days: trip.days).enumerated().compactMap { index, money in
      trip.startDate.adding(days: index).map { date in
        [date.description, date.weekday.abbreviation, money.amount, money.currency.code]
      }
    }
  }
}
