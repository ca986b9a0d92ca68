internal import SQLite

/// Writes trips as CSV (RFC 4180), a row for each stay: the columns of a trip, the columns of a
/// stay, and the bucket list as one JSON cell, the only lossless form of a list in a table.
enum TripCSV {
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

  private static let item = RowJSON(BucketListField.allCases.filter { $0 != .id })

  /// Appends a row for each stay, or one row without a stay. The amounts of the trip and its items
  /// are in the first row, so that a spreadsheet's sum is right.
  static func append(_ trip: Trip, to output: inout [UInt8]) {
    let stays = trip.livingAccommodations
    append(trip, stays.first, isFirst: true, to: &output)
    for stay in stays.dropFirst() { append(trip, stay, isFirst: false, to: &output) }
  }

  private static func append(
    _ trip: Trip, _ stay: LivingAccommodation?, isFirst: Bool, to output: inout [UInt8]
  ) {
    let row = trip.values
    for column in tripColumns {
      if column != .id { output.append(UInt8(ascii: ",")) }
      switch column {
      case .perdiemMinor:
        if isFirst, let perdiem = column.money(in: row) { output += perdiem.amount.utf8 }
      case .perdiemRule:
        if let rule = (trip as? BusinessTrip)?.statedRule { output.append(csv: rule) }
      default: output.append(csv: row, column)
      }
    }
    append(stay, stayColumns, to: &output)
    output.append(UInt8(ascii: ","))
    if isFirst { appendItems(of: trip, to: &output) }
    append(stay, lastColumns, to: &output)
    output.append(static: "\r\n")
  }

  private static func append(
    _ stay: LivingAccommodation?, _ columns: [StayColumn], to output: inout [UInt8]
  ) {
    for column in columns {
      output.append(UInt8(ascii: ","))
      if let stay { output.append(csv: stay.values, column) }
    }
  }

  private static func appendItems(of trip: Trip, to output: inout [UInt8]) {
    if trip.bucketList.isEmpty { return }
    var json: [UInt8] = []
    json.append(list: trip.bucketList) { item.append($0.values, to: &$1) }
    json.withUnsafeBytes { output.append(csv: $0) }
  }
}

extension StoredColumn {
  package var csv: String { declaration.csv }
}

extension [UInt8] {
  fileprivate mutating func append(csv row: [SQLiteValue], _ column: some StoredColumn) {
    switch column.content {
    case .identifier: if let number = row[column].integer { append(decimal: number) }
    case .flag: append(static: row[column].integer == 0 ? "false" : "true")
    case .amount: if let money = column.money(in: row) { self += money.description.utf8 }
    case .date, .time, .currency, .word, .text, .tags, .singleDays:
      append(csv: row[column].text ?? "")
    }
  }
}
