import TripsCore

/// The members of a claim in JSON.
enum PerDiemField: String, JSONField {
  case trips, totals
}

/// A claim as a table with its sums, as tab-separated lines, CSV or JSON.
///
/// It is written line by line: a trip may last ten thousand years.
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

  /// The cells of each day, in the order of the columns.
  private static func eachDay(
    of entry: PerDiemClaim.Entry, _ write: ([String]) throws -> Void
  ) rethrows {
    for day in entry.days {
      guard let (date, amount) = entry.amount(ofDay: day) else { continue }
      try write([
        String(entry.trip.id), entry.trip.name, date.description, amount.amount,
        amount.currency.code,
      ])
    }
  }

  private func writeCSV(in context: Context) throws {
    try context.write(document: "trip,name,date,amount,currency\r\n".utf8)
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
    Table.Column(title: "ID", alignment: .right),
    Table.Column(title: "NAME", isFlexible: true),
    Table.Column(title: "DATE"),
    Table.Column(title: "AMOUNT", alignment: .right),
    Table.Column(title: "CURRENCY", isFlexible: true),
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
      try Self.eachDay(of: entry) { try write($0) }
      try write(Self.subtotal(of: entry), .heading)
    }
    for total in claim.totals {
      try write(["", "Total", "estimate", total.amount, total.currency.code], .heading)
    }
  }

  private static func subtotal(of entry: PerDiemClaim.Entry) -> [String] {
    [
      String(entry.trip.id), entry.trip.name, counted(entry.days.count, "day"),
      entry.total.amount, entry.total.currency.code,
    ]
  }

  /// The cells of the widest text in each column. The sums are at least as wide as the days.
  private var widestCells: [Int] {
    var table = Table(columns: Self.columns)
    for entry in claim.entries { table.append(Self.subtotal(of: entry)) }
    for total in claim.totals {
      table.append(["", "Total", "2027-01-01", total.amount, total.currency.code])
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
      }
    }
    json.member("total", total)
  }
}

extension MoneySum: JSONObject {
  /// `"amount":"120.00","currency":"EUR"`.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("amount", amount)
    json.member("currency", currency.code)
  }
}
