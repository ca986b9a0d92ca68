/// What claims that were handed in contain: the sum of each trip, day and currency.
///
/// A claim is the CSV of a per diem report. Claims are added up, since each later one has only
/// differences.
package struct EarlierClaims {
  private struct Day: Hashable {
    let uid: String
    let date: CalendarDate
  }

  /// A day may have several currencies, one after the other.
  private var sums: [Day: [MoneySum]] = [:]
  /// The trips by uid, as the last row names them.
  private var trips: [String: ClaimedDay.Trip] = [:]
  /// The days that count.
  private let scope: ClosedRange<CalendarDate>

  /// - Parameter scope: the days that count; nil for all.
  /// - Throws: `TripsError.claim` for a file that is not a claim; `TripsError.file`.
  package init(
    paths: [String], within scope: ClosedRange<CalendarDate>?
  ) throws(TripsError) {
    self.scope = scope ?? .first ... .last
    do {
      for path in paths { try Store.naming(path) { try read(InputFile(path: path)) } }
    } catch let problem as ImportProblem {
      throw .claim(problem)
    } catch let error as FileError {
      throw .file(error)
    } catch {
      throw .value("\(error)")
    }
  }

  private mutating func read(_ file: InputFile) throws {
    var csv = CSVReader(file: file)
    guard let header = try csv.header() else { throw ImportProblem.empty }
    let columns = try ClaimColumns(header)
    while true {
      try csv.skipEmptyLines()
      let line = file.line
      guard let cells = try csv.row() else { return }
      if cells.allSatisfy({ $0.trimmingWhitespace().isEmpty }) { continue }
      do {
        try add(columns, cells)
      } catch {
        throw ImportProblem(line: line, error.description)
      }
    }
  }

  private mutating func add(_ columns: ClaimColumns, _ cells: [String]) throws(ValueError) {
    if try columns.isPlanned(cells) { return }
    let (trip, date) = (try columns.trip(cells), try columns.date(cells))
    let amount = try columns.amount(cells)
    guard scope.contains(date) else { return }
    trips[trip.uid] = trip
    let day = Day(uid: trip.uid, date: date)
    sums[day] = ((sums[day] ?? []) + [amount]).addedByCurrency
  }

  /// Calls `body` for each sum that differs, with what a claim has more than these, or, negative, less.
  ///
  /// - Parameter stored: the trips of the store, for days that the claim no longer has.
  package func forEachDifference(
    to claim: PerDiemClaim, of stored: [Trip], _ body: (ClaimedDay) throws -> Void
  ) rethrows {
    var left = sums
    try claim.forEachDay(andPlanned: false) { day in
      let claimed = left.removeValue(forKey: Day(uid: day.trip.uid, date: day.date)) ?? []
      try Self.forEachDifference(from: claimed, to: [day.amount]) { difference in
        var day = day
        day.amount = difference
        try body(day)
      }
    }
    if left.isEmpty { return }
    let known = Dictionary(stored.map { ($0.uid, $0) }, uniquingKeysWith: { one, _ in one })
    for (day, claimed) in left.sorted(by: { ($0.key.date, $0.key.uid) < ($1.key.date, $1.key.uid) })
    {
      let trip = known[day.uid].map(ClaimedDay.Trip.init) ?? trips[day.uid]
      try Self.forEachDifference(from: claimed, to: []) { difference in
        try body(
          ClaimedDay(trip: trip ?? .init(uid: day.uid), date: day.date, amount: difference))
      }
    }
  }

  private static func forEachDifference(
    from claimed: [MoneySum], to now: [MoneySum], _ body: (MoneySum) throws -> Void
  ) rethrows {
    let taken = claimed.map { MoneySum(minorUnits: -$0.minorUnits, currency: $0.currency) }
    for difference in (now + taken).addedByCurrency where difference.minorUnits != 0 {
      try body(difference)
    }
  }
}

/// The columns of a claim, by their indices.
private struct ClaimColumns {
  private var indices: [String: Int] = [:]

  init(_ header: [String]) throws(ImportProblem) {
    for (index, name) in header.enumerated() {
      let name = name.trimmingWhitespace()
      guard indices.updateValue(index, forKey: name) == nil else {
        throw Self.mistake("the column '\(name)' appears twice")
      }
    }
    for name in ["uid", "date", "amount", "currency"] where indices[name] == nil {
      throw Self.mistake("the first row has no column '\(name)'")
    }
  }

  private static func mistake(_ reason: String) -> ImportProblem {
    ImportProblem(line: 1, reason)
  }

  /// Empty for a missing column, and for a missing cell at the end of a row.
  private func text(_ column: String, _ cells: [String]) -> String {
    guard let index = indices[column], index < cells.count else { return "" }
    return cells[index].trimmingWhitespace()
  }

  func isPlanned(_ cells: [String]) throws(ValueError) -> Bool {
    try StatedText.flag(text("planned", cells), named: "planned")
  }

  func trip(_ cells: [String]) throws(ValueError) -> ClaimedDay.Trip {
    let texts = ["uid", "name", "destination", "tags"].map {
      CSVWriter.unguarded(text($0, cells))
    }
    if texts[0].isEmpty { throw ValueError("the uid is missing") }
    return ClaimedDay.Trip(uid: texts[0], name: texts[1], destination: texts[2], tags: texts[3])
  }

  func date(_ cells: [String]) throws(ValueError) -> CalendarDate {
    let text = text("date", cells)
    guard let date = CalendarDate(text) else {
      throw ValueError("'date' must be a day such as 2026-12-31, not '\(text)'")
    }
    return date
  }

  /// An amount may be negative, and its mark is that of the file: it begins as many decimals as the
  /// currency has.
  func amount(_ cells: [String]) throws(ValueError) -> MoneySum {
    let (text, code) = (text("amount", cells), text("currency", cells))
    let positive = text.rest(after: "-") ?? text[...]
    let marks = positive.unicodeScalars.compactMap { DecimalMark(rawValue: String($0)) }
    do {
      var amount = try WrittenAmount(
        String(positive), currency: code, otherwise: .unknown, isOfFile: true)
      guard let currency = amount.currency else { throw ValueError("it has no currency") }
      let decimals = positive.parts(separatedBy: Unicode.Scalar(marks.last?.rawValue ?? ".") ?? ".")
      if marks.count == 1, decimals.last?.utf8.count == currency.exponent {
        amount = try WrittenAmount(
          String(positive), currency: code, otherwise: .unknown, mark: marks[0], isOfFile: true)
      }
      let units = Int128(try amount.money(currency).minorUnits)
      return MoneySum(
        minorUnits: positive.utf8.count < text.utf8.count ? -units : units, currency: currency)
    } catch {
      throw ValueError("the amount '\(text)' is invalid; \(error)")
    }
  }
}
