import TripsCore

/// The fields of a claim in JSON.
enum PerDiemField: String, JSONField {
  case trips, totals, planned
}

/// A per diem claim as a table with sums, as tab-separated lines, CSV or JSON.
///
/// It is written line by line, since a trip may last ten thousand years.
struct PerDiemReport {
  let claim: PerDiemClaim

  func write(asCSV: Bool, in context: Context) throws {
    if let fields = try context.globals.fields(of: PerDiemField.self) {
      try context.output.writeJSONObject { write(fields, to: &$0) }
    } else if asCSV {
      try writeCSV(in: context)
    } else if context.terminal.isOutput {
      try writeTable(in: context)
    } else {
      for entry in claim.entries { try Self.eachDay(of: entry, context.print(cells:)) }
    }
  }

  /// Calls `write` with the cells of each day, in the order of the CSV columns.
  private static func eachDay(
    of entry: PerDiemClaim.Entry, _ write: ([String]) throws -> Void
  ) rethrows {
    for day in entry.days {
      guard let (date, amount) = entry.amount(ofDay: day) else { continue }
      try write([
        String(entry.trip.id), entry.trip.name, date.description, amount.amount,
        amount.currency.code, entry.trip.destination, entry.trip.ruleText,
        entry.planned.contains(day) ? "true" : "false",
      ])
    }
  }

  private func writeCSV(in context: Context) throws {
    try context.write(
      document: "trip,name,date,amount,currency,destination,rule,planned\r\n".utf8)
    for entry in claim.entries {
      try Self.eachDay(of: entry) { cells in
        var csv = CSVWriter()
        csv.row(cells)
        try context.write(document: csv.bytes)
      }
    }
  }

  // MARK: Table

  private static let columns: [Table.Column] = [
    Table.Column(title: "ID", alignment: .right, rank: 1),
    Table.Column(title: "NAME", isFlexible: true),
    Table.Column(title: "DATE"),
    Table.Column(title: "AMOUNT", alignment: .right),
    Table.Column(title: "CUR"),
    // The subtotals say it too.
    Table.Column(title: "", rank: 2),
  ]

  private func writeTable(in context: Context) throws {
    guard !claim.entries.isEmpty else { return }
    var line = try TableLine(
      of: Self.columns, widest: widestCells, width: context.terminal.width,
      palette: context.palette, to: context.output)
    func write(_ cells: [String], _ style: TextStyle = .plain) throws {
      try line.write(cells.map { Table.Cell(text: $0, style: style) })
    }
    for entry in claim.entries {
      try Self.eachDay(of: entry) { cells in
        try write(cells.prefix(5) + [cells[7] == "true" ? Self.planned : ""])
      }
      for subtotal in Self.subtotals(of: entry) { try write(subtotal, .heading) }
    }
    for total in totals { try write(total, .heading) }
  }

  private static let planned = "planned"

  private static func subtotals(of entry: PerDiemClaim.Entry) -> [[String]] {
    func row(_ days: Range<Int>, _ count: String, _ state: String) -> [String]? {
      if days.isEmpty { return nil }
      let total = entry.total(of: days)
      return [
        String(entry.trip.id), entry.trip.name, count, total.amount, total.currency.code, state,
      ]
    }
    let (past, planned) = (entry.past, entry.planned)
    return [
      row(past, counted(past.count, "day"), ""),
      row(planned, "\(planned.count) planned", Self.planned),
    ].compactMap(\.self)
  }

  private var totals: [[String]] {
    claim.totals.map { ["", "Total", "estimate", $0.amount, $0.currency.code, ""] }
      + claim.planned.map {
        ["", "Planned", "estimate", $0.amount, $0.currency.code, Self.planned]
      }
  }

  /// The widest text of each column. The sums are at least as wide as the days.
  private var widestCells: [Int] {
    var table = Table(columns: Self.columns)
    table.append(["", "", "2027-01-01"])
    for sums in claim.entries.map(Self.subtotals) + [totals] {
      for sum in sums { table.append(sum) }
    }
    return table.widestCells()
  }

  // MARK: JSON

  private func write(_ fields: [PerDiemField], to json: inout JSONWriter) {
    for field in fields {
      switch field {
      case .trips:
        json.key(field.rawValue)
        json.lines(claim.entries)
      case .totals: json.member(field.rawValue, claim.totals)
      case .planned: json.member(field.rawValue, claim.planned)
      }
    }
  }
}

extension PerDiemClaim.Entry: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("id", trip.id)
    json.member("uid", trip.uid)
    json.member("name", trip.name)
    json.member("destination", trip.destination)
    json.member("rule", trip.ruleText)
    json.key("days")
    json.array(days) { json, day in
      guard let (date, amount) = amount(ofDay: day) else { return }
      json.object { json in
        json.member("date", date.description)
        amount.writeMembers(to: &json)
        json.member("planned", planned.contains(day))
      }
    }
    json.member("total", total(of: past))
    json.member("planned", total(of: planned))
  }
}

extension MoneySum: JSONObject {
  /// `"amount":"120.00","currency":"EUR"`.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("amount", amount)
    json.member("currency", currency.code)
  }
}
