/// Writes trips as CSV (RFC 4180), from the bytes of their rows: the columns of a trip, those of
/// its first stay, and the bucket list as one JSON cell, the only lossless form of a list in a
/// table.
struct TripCSV {
  static let bucketList = "bucketList"
  static let stayColumns: [StayColumn] = [.placeName, .address, .isConfirmed]
  // Columns added after release 1.0.0 are at the end.
  static let lastTripColumns = TripColumn.allCases.filter {
    $0.rawValue > TripColumn.notes.rawValue
  }
  static let tripColumns = TripColumn.allCases.filter { !lastTripColumns.contains($0) }
  static let lastColumns = StayColumn.allCases.filter { column in
    if case .identifier = column.content { return false }
    return !column.csv.isEmpty && !stayColumns.contains(column)
  }

  static let header: [UInt8] = {
    var csv = CSVWriter()
    csv.row(
      tripColumns.map(\.csv) + stayColumns.map(\.csv) + [bucketList] + lastColumns.map(\.csv)
        + lastTripColumns.map(\.csv))
    return csv.bytes
  }()

  private let relations: TripRelations
  private let columns = tripColumns.map { ($0, $0.content) }
  private let item = RowJSON(BucketListField.allCases.filter { $0 != .id })
  private var perdiems = PerDiemTexts()

  init(relations: TripRelations) {
    self.relations = relations
  }

  /// - Returns: the number of stays that do not fit in the row.
  mutating func append(_ trip: TripRecord, to output: inout [UInt8]) throws -> Int {
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
    var count = 0
    var last: [UInt8] = []
    try relations.stays(trip.id) { row in
      if count == 0 {
        Self.append(row, Self.stayColumns, to: &output)
        Self.append(row, Self.lastColumns, to: &last)
      }
      count += 1
    }
    if count == 0 {
      Self.append(nil, Self.stayColumns, to: &output)
      Self.append(nil, Self.lastColumns, to: &last)
    }
    output.append(UInt8(ascii: ","))
    try appendItems(of: trip, to: &output)
    output += last
    Self.append(trip.row, Self.lastTripColumns, to: &output)
    output.append(static: "\r\n")
    return max(0, count - 1)
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
