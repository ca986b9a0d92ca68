internal import SQLite

/// Writes trips as CSV (RFC 4180): a row for each stay and each item, or one for a trip without
/// any.
enum TripCSV {
  static let header = Array((CSVColumn.all.map(\.name).joined(separator: ",") + "\n").utf8)

  fileprivate static let stayColumns = StayColumn.inCSV
  fileprivate static let itemColumns = ItemColumn.inCSV

  /// Appends the rows of a trip. Its amounts and days are in the first row, so that a spreadsheet's
  /// sum is right.
  static func append(_ trip: Trip, to output: inout [UInt8]) {
    let (stays, items) = (trip.livingAccommodations, trip.bucketList)
    let count = max(1, stays.count + items.count)
    let later = count > 1 ? cells(of: trip, isFirst: false) : []
    for index in 0..<count {
      output += index == 0 ? cells(of: trip, isFirst: true) : later
      let (stay, item) = (index, index - stays.count)
      append(stay < stays.count ? stays[stay].values : nil, stayColumns, to: &output)
      append(items.indices.contains(item) ? items[item].values : nil, itemColumns, to: &output)
      output.append(UInt8(ascii: "\n"))
    }
  }

  private static func cells(of trip: Trip, isFirst: Bool) -> [UInt8] {
    var output: [UInt8] = []
    let row = trip.values
    for column in TripColumn.allCases {
      if column != .id { output.append(UInt8(ascii: ",")) }
      switch column {
      case .perdiemMinor, .perdiemCurrency, .singleDays:
        if isFirst { output.append(csv: row, column) }
      // A rule that is not stored is stated, so that an import sets it.
      case .perdiemRule: output.append(csv: (trip as? BusinessTrip)?.statedRule ?? "")
      default: output.append(csv: row, column)
      }
    }
    output.append(UInt8(ascii: ","))
    if isFirst { output.append(decimal: Int64(trip.days)) }
    output.append(UInt8(ascii: ","))
    if isFirst { output.append(decimal: Int64(trip.nights)) }
    return output
  }

  private static func append<Column: StoredColumn>(
    _ row: [SQLiteValue]?, _ columns: [Column], to output: inout [UInt8]
  ) {
    for column in columns {
      output.append(UInt8(ascii: ","))
      if let row { output.append(csv: row, column) }
    }
  }
}

/// A column of a CSV of trips.
package enum CSVColumn: Equatable, Sendable {
  case trip(TripColumn)
  /// They may stand for the end of a trip.
  case days, nights
  case stay(StayColumn)
  case item(ItemColumn)

  /// In the order of an export.
  package static let all =
    TripColumn.allCases.map(CSVColumn.trip) + [.days, .nights]
    + TripCSV.stayColumns.map(CSVColumn.stay) + TripCSV.itemColumns.map(CSVColumn.item)

  package var name: String {
    switch self {
    case .trip(let column): column.csv
    case .days: "days"
    case .nights: "nights"
    case .stay(let column): column.csv
    case .item(let column): column.csv
    }
  }

  /// Ignores the spelling of headers: `Start Date`, `start_date` and `START` are all `startDate`.
  init?(header: String) {
    let bare = header.lowercased().filter { $0.isLetter || $0.isNumber }
    let wanted =
      switch bare {
      case "start": "startdate"
      case "end": "enddate"
      case "perdiem": "perdiemamount"
      case "currency": "perdiemcurrency"
      case "kind": "type"
      default: bare
      }
    guard let column = Self.all.first(where: { $0.name.lowercased() == wanted }) else { return nil }
    self = column
  }
}

extension StoredColumn {
  /// The columns of a stay or an item, without its ids in this store; the uid is the last.
  fileprivate static var inCSV: [Self] {
    let columns = allCases.filter { if case .identifier = $0.content { false } else { true } }
    return columns.filter { $0 != uid } + columns.filter { $0 == uid }
  }
}

extension [UInt8] {
  fileprivate mutating func append(csv row: [SQLiteValue], _ column: some StoredColumn) {
    switch column.content {
    case .identifier: if let number = row[column].integer { append(decimal: number) }
    case .flag: append(static: row[column].integer == 0 ? "false" : "true")
    case .amount: if let money = column.money(in: row) { self += money.amount.utf8 }
    case .date, .time, .currency, .word, .text, .tags, .singleDays:
      append(csv: row[column].text ?? "")
    }
  }
}
