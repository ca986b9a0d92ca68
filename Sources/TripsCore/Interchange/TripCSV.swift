/// Writes trips as CSV (RFC 4180), a row for each stay, from the bytes of their rows: the columns of a trip, those of
/// a stay, and the bucket list as one JSON cell, the only lossless form of a list in a
/// table.
struct TripCSV {
  static let bucketList = "bucketList"
  static let stayColumns: [StayColumn] = [.placeName, .address, .isConfirmed]
  static let tripColumns = TripColumn.allCases
  static let lastColumns = StayColumn.allCases.filter { column in
    if case .identifier = column.content { return false }
    return !column.csv.isEmpty && !stayColumns.contains(column)
  }

  static let header: [UInt8] = {
    var csv = CSVWriter()
    csv.row(
      tripColumns.map(\.csv) + stayColumns.map(\.csv) + [bucketList] + lastColumns.map(\.csv))
    return csv.bytes
  }()

  private let relations: TripRelations
  private let columns = tripColumns.map { ($0, $0.content) }
  private let item = RowJSON(BucketListField.allCases.filter { $0 != .id })
  private var perdiems = PerDiemTexts()

  init(relations: TripRelations) {
    self.relations = relations
  }

  /// Appends a row for each stay, or one without. The amounts of the trip and its items are in the
  /// first, so that a spreadsheet's sum is right.
  mutating func append(_ trip: TripRecord, to output: inout [UInt8]) throws {
    var count = 0
    try relations.stays(trip.id) { row in
      try append(trip, row, isFirst: count == 0, to: &output)
      count += 1
    }
    if count == 0 { try append(trip, nil, isFirst: true, to: &output) }
  }

  private mutating func append(
    _ trip: TripRecord, _ stay: (any RowValues)?, isFirst: Bool, to output: inout [UInt8]
  ) throws {
    for (column, content) in columns {
      if column != .id { output.append(UInt8(ascii: ",")) }
      switch column {
      case .perdiemMinor:
        guard isFirst, let perdiem = trip.perdiem else { continue }
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
    Self.append(stay, Self.stayColumns, to: &output)
    output.append(UInt8(ascii: ","))
    if isFirst { try appendItems(of: trip, to: &output) }
    Self.append(stay, Self.lastColumns, to: &output)
    output.append(static: "\r\n")
  }

  private static func append(
    _ row: (any RowValues)?, _ columns: [some StoredColumn], to output: inout [UInt8]
  ) {
    for column in columns {
      output.append(UInt8(ascii: ","))
      if let row { output.append(csv: row, column.rawValue, column.content) }
    }
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
    case .amount: if let money = row.money(column) { append(contentsOf: money.description.utf8) }
    case .date, .time: append(contentsOf: row.bytes(column))
    case .currency, .word, .text: append(csv: row.bytes(column))
    }
  }
}
