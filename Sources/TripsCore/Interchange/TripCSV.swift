/// Writes trips as CSV (RFC 4180), from the bytes of their rows: the columns of a trip, those of its
/// stay, and the bucket list as one cell of JSON, since a list has no other form in a table that
/// loses nothing.
struct TripCSV {
  static let bucketList = "bucketList"
  static let stayColumns = StayColumn.allCases.filter { $0 != .id && $0 != .tripId }

  static let header: [UInt8] = {
    var csv = CSVWriter()
    csv.row(TripColumn.allCases.map(\.csv) + stayColumns.map(\.csv) + [bucketList])
    return csv.bytes
  }()

  private let relations: TripRelations
  private let columns = TripColumn.allCases.map { ($0, $0.content) }
  private let item = RowJSON(BucketListField.allCases.filter { $0 != .id })
  private var perdiems = PerDiemTexts()

  init(relations: TripRelations) {
    self.relations = relations
  }

  mutating func append(_ trip: TripRecord, to output: inout [UInt8]) throws {
    for (column, content) in columns {
      if column != .id { output.append(UInt8(ascii: ",")) }
      switch column {
      case .perdiemMinor:
        guard let perdiem = trip.perdiem else { continue }
        output.append(
          amount: perdiem.minorUnits, exponent: perdiems.exponent(of: perdiem.currency))
      case .perdiemRule:
        guard trip.type == .business,
          let rule = perdiems.rule(trip.perdiemRule, of: trip.perdiem?.currency)
        else { continue }
        output.append(csv: rule.text)
      default: output.append(csv: trip.row, column.rawValue, content)
      }
    }
    try appendStay(of: trip, to: &output)
    output.append(UInt8(ascii: ","))
    try appendItems(of: trip, to: &output)
    output.append(static: "\r\n")
  }

  private func appendStay(of trip: TripRecord, to output: inout [UInt8]) throws {
    let isThere = try relations.stay(trip.id) { row in
      for column in Self.stayColumns {
        output.append(UInt8(ascii: ","))
        output.append(csv: row, column.rawValue, column.content)
      }
    }
    if !isThere { for _ in Self.stayColumns { output.append(UInt8(ascii: ",")) } }
  }

  private func appendItems(of trip: TripRecord, to output: inout [UInt8]) throws {
    var json: [UInt8] = []
    try relations.items(trip.id) { row in
      json.append(UInt8(ascii: json.isEmpty ? "[" : ","))
      item.append(row, to: &json)
    }
    guard !json.isEmpty else { return }
    json.append(UInt8(ascii: "]"))
    json.withUnsafeBytes { output.append(csv: $0) }
  }
}

extension StoredColumn {
  package var csv: String { declaration.csv }
}

extension [UInt8] {
  fileprivate mutating func append(
    csv row: any RowValues, _ column: Int32, _ content: ColumnDeclaration.Content
  ) {
    if row.isNull(column) { return }
    switch content {
    case .identifier, .integer: append(decimal: row.integer(column))
    case .flag: append(static: row.integer(column) == 0 ? "false" : "true")
    case .date: append(contentsOf: row.text(column))
    case .word, .text: append(csv: row.text(column))
    }
  }
}
