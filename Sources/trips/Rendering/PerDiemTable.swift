import TripsCore

/// What each day of a business trip brings.
struct PerDiemTable {
  private let trip: Trip
  private let estimate: PerDiemEstimate

  /// - Throws: `TripsError.value` where the trip has no per diem, or a sum that passes 64 bits.
  init(_ trip: Trip) throws(TripsError) {
    guard let estimate = (trip as? BusinessTrip)?.estimate else {
      throw .value("\(trip.summary) has no per diem")
    }
    self.trip = trip
    self.estimate = estimate
  }

  /// Writes line by line: a trip may last ten thousand years.
  func write(asCSV: Bool, in context: Context) throws {
    if asCSV {
      try context.output.write("date,weekday,amount,currency\r\n")
      for cells in rows { try context.output.write(cells.joined(separator: ",") + "\r\n") }
    } else if context.terminal.isOutput {
      try writeTable(in: context)
    } else {
      for cells in rows { try context.output.write(cells.joined(separator: "\t") + "\n") }
    }
  }

  private func writeTable(in context: Context) throws {
    // Days differ at the ends at most.
    let amounts = Set([0, 1, trip.days - 1]).map { estimate.amount(ofDay: $0).amount.utf8.count }
    let width = max(amounts.max() ?? 0, "AMOUNT".utf8.count)
    func line(_ cells: [String]) -> String {
      let amount = DisplayWidth.pad(cells[2], to: width, alignment: .right)
      let date = DisplayWidth.pad(cells[0], to: 10, alignment: .left)
      return "\(date)  \(cells[1])  \(amount)  \(cells[3])"
    }
    let heading = line(["DATE", "DAY", "AMOUNT", "CURRENCY"])
    try context.output.write(context.palette.apply(.heading, to: heading) + "\n")
    for cells in rows { try context.output.write(line(cells) + "\n") }
    try context.output.write("Estimate: \(estimate.formula)\n")
  }

  /// Dates, digits and codes: nothing in them needs a quote or an escape.
  private var rows:
    LazyMapSequence<LazyFilterSequence<LazyMapSequence<Range<Int>, [String]?>>, [String]>
  {
    (0..<trip.days).lazy.compactMap { day in
      trip.startDate.adding(days: day).map { date in
        let money = estimate.amount(ofDay: day)
        return [date.description, date.weekday.abbreviation, money.amount, money.currency.code]
      }
    }
  }
}
